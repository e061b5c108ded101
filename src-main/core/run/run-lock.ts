import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';
import { BreakevenError } from '../../contract/failure.ts';

/** Who measures on this machine, as told to anybody who asks. */
const holderSchema = z.object({ pid: z.number(), user: z.string(), what: z.string() });
export type LockHolder = z.infer<typeof holderSchema>;

export type RunLock = { release(): Promise<void> };

export type LockOptions = {
  readonly holder: LockHolder;
  /** Another name than the machine's own makes another lock (tests). */
  readonly name?: string | undefined;
  /** How long to wait for the holder, in milliseconds; none by default. */
  readonly waitMs?: number;
  readonly onWait?: (sentence: string) => void;
  readonly signal?: AbortSignal;
};

type Address = { readonly path: string } | { readonly host: string; readonly port: number };

const greeting = 'breakeven';
const retryMs = 200;
const answerLimitMs = 1000;

/**
 * Only one measuring run at a time on a machine, whoever started it and whatever store it writes to. The lock is a
 * listening endpoint: the system gives it to one process and takes it back when that process ends, however it ends, and
 * the next one can ask the holder who it is. A file would outlive its holder, or be out of reach of another user.
 *
 * @throws BreakevenError `busy` with the holder, when it has not gone within `waitMs`; `cancelled` by the signal.
 */
export async function acquireRunLock(options: LockOptions): Promise<RunLock> {
  const address = addressOf(options.name ?? process.env.BREAKEVEN_LOCK ?? 'measuring');
  const deadline = performance.now() + (options.waitMs ?? 0);
  let told = false;
  for (;;) {
    if (options.signal?.aborted) throw new BreakevenError('cancelled', 'the run was cancelled');
    const server = await listen(address, options.holder);
    if (server !== null) return { release: () => close(server) };
    const sentence = sentenceFor(await ask(address));
    if (performance.now() >= deadline) throw new BreakevenError('busy', sentence);
    if (!told) options.onWait?.(`${sentence}; waiting for it`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/**
 * Linux's abstract sockets and Windows' pipes have names and leave nothing behind. Elsewhere a port on the loopback
 * interface does the same.
 */
function addressOf(name: string): Address {
  if (process.platform === 'linux') return { path: `\0${greeting}-${name}` };
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${greeting}-${name}` };
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) % 1000;
  return { host: '127.0.0.1', port: 41_000 + hash };
}

/** The server when the address was free, null when somebody has it. */
async function listen(address: Address, holder: LockHolder): Promise<Server | null> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.end(`${greeting} ${JSON.stringify(holder)}\n`);
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

/** Who holds the lock; null when it does not say (it was just released, or is stopped). */
async function ask(address: Address): Promise<LockHolder | null> {
  const answer = Promise.withResolvers<string>();
  const socket = createConnection({ ...address, timeout: answerLimitMs });
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  for (const event of ['end', 'timeout', 'error'] as const) {
    socket.once(event, () => answer.resolve(text));
  }
  const line = await answer.promise;
  socket.destroy();
  if (!line.startsWith(`${greeting} `)) return null;
  try {
    return holderSchema.parse(JSON.parse(line.slice(greeting.length)));
  } catch {
    return null;
  }
}

function sentenceFor(holder: LockHolder | null): string {
  if (holder === null) return 'another process is measuring on this machine and does not say who';
  const { what, user, pid } = holder;
  return `${what} is being measured on this machine by ${user} (process ${pid})`;
}
