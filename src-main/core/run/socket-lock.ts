import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { BreakevenError } from '../../contract/failure.ts';

export type SocketLock = { release(): Promise<void> };

type Address = { readonly path: string } | { readonly host: string; readonly port: number };

const greeting = 'breakeven';
const answerLimitMs = 1000;

/**
 * A listening endpoint as a lock: the system gives it to one process and takes it back when that process ends. Anybody can
 * ask it for `about`. Null when somebody has it.
 */
export async function trySocketLock(name: string, about: string): Promise<SocketLock | null> {
  const server = await listen(addressOf(name), about);
  return server === null ? null : { release: () => close(server) };
}

/** What its holder says of itself; null when it does not (it was just released, or is stopped). */
export async function askSocket(name: string): Promise<string | null> {
  const answer = Promise.withResolvers<string>();
  const socket = createConnection({ ...addressOf(name), timeout: answerLimitMs });
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  for (const event of ['end', 'timeout', 'error'] as const) {
    socket.once(event, () => answer.resolve(text));
  }
  const line = await answer.promise;
  socket.destroy();
  return line.startsWith(`${greeting} `) ? line.slice(greeting.length) : null;
}

/** Linux's abstract sockets have names and leave nothing behind. Elsewhere a port on the loopback interface does the same. */
function addressOf(name: string): Address {
  if (process.platform === 'linux') return { path: `\0${greeting}-${name}` };
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) % 1000;
  return { host: '127.0.0.1', port: 41_000 + hash };
}

/** The server when the address was free, null when somebody has it. */
async function listen(address: Address, about: string): Promise<Server | null> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.end(`${greeting} ${about}\n`);
  });
  server.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  const listening = Promise.withResolvers<boolean>();
  server.once('listening', () => listening.resolve(true));
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') listening.resolve(false);
    else listening.reject(new BreakevenError('environment', `the run lock: ${error.message}`));
  });
  server.listen({ ...address, exclusive: true });
  if (!(await listening.promise)) return null;
  // The lock alone must not keep a process alive that is done.
  server.unref();
  return server;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
