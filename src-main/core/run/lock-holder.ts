import { createConnection, createServer } from 'node:net';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Text of another user's process: it controls no terminal and fills no screen. */
const word = z.string().transform((text) => text.replace(/\p{C}/gu, '').slice(0, 200));

/** What the holder of a lock says of itself. Whoever listens at its address may say it: it is shown, and decides nothing. */
const holderSchema = z.object({
  pid: z.number().int(),
  user: word,
  what: word,
  /** The system's name where it runs: another one in another container. */
  host: word,
});
export type LockHolder = Omit<z.infer<typeof holderSchema>, 'host'>;

const answerLimitMs = 1000;
const maxAnswerLength = 4096;

/** Linux's abstract sockets leave no file, and end with their process. */
const addressOf = (name: string): string => `\0breakeven-${name}`;

/** Tells everybody who asks who holds the lock. Nobody is told where the address is taken: the lock holds all the same. */
export async function announceHolder(name: string, holder: LockHolder): Promise<() => void> {
  const about = JSON.stringify({ host: hostname(), ...holder });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // Whoever asks does not keep this process busy by staying.
    socket.end(about, () => socket.destroy());
  });
  const listening = Promise.withResolvers<void>();
  server.once('listening', listening.resolve);
  server.once('error', () => listening.resolve());
  server.listen({ path: addressOf(name), exclusive: true });
  await listening.promise;
  // What is told must not keep a process alive that is done.
  server.unref();
  return () => void server.close();
}

/** `what is being measured by whom`, for the sentence of a refusal. */
export async function describeHolder(name: string): Promise<string> {
  const holder = await askHolder(name);
  if (holder === null) return 'another process is measuring on this machine and does not say who';
  const { what, user, pid, host } = holder;
  // A process of another container has a number of its own there.
  const place = host === hostname() ? '' : ` in ${host}`;
  return `${what} is being measured on this machine by ${user} (process ${pid}${place})`;
}

/** Null where nobody answers in time, or with anything else. */
async function askHolder(name: string): Promise<z.infer<typeof holderSchema> | null> {
  const answered = Promise.withResolvers<void>();
  const socket = createConnection({ path: addressOf(name) });
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (text.length <= maxAnswerLength) return;
    text = '';
    answered.resolve();
  });
  for (const event of ['end', 'error'] as const) socket.once(event, () => answered.resolve());
  const limit = setTimeout(answered.resolve, answerLimitMs);
  await answered.promise;
  clearTimeout(limit);
  socket.destroy();
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
