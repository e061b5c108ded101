import { createConnection, createServer } from 'node:net';
import { hostname } from 'node:os';
import { z } from 'zod';
import { parsedJson } from '../util/parsed-json.ts';

/** Text of another user's process: it controls no terminal and fills no screen. */
const word = z.string().transform((text) => text.replace(/\p{C}/gu, '').slice(0, 200));

/** What the holder of a lock says of itself. Whoever listens at its address may say it: it is shown, and decides nothing. */
const holderSchema = z.object({
  pid: z.number().int(),
  user: word,
  what: word,
  /** The system's name where it runs: another one in another container. */
  host: word,
  /** Of Slurm. */
  job: word.optional(),
  /** Its share of the machine (`Share`). */
  cores: z.array(z.number().int().min(0)),
  gpus: z.array(word),
});
export type LockHolder = z.infer<typeof holderSchema>;

const answerLimitMs = 1000;
const maxAnswerLength = 4096;

/** Linux's abstract sockets leave no file, and end with their process. */
const addressOf = (name: string, core: number): string => `\0breakeven-${name}-${core}`;

/**
 * Tells everybody who asks at its first core who holds the lock. Nobody is told where the address is taken: the lock holds all
 * the same.
 */
export async function announceHolder(
  name: string,
  holder: Omit<LockHolder, 'host'>,
): Promise<() => void> {
  const about = JSON.stringify({ host: hostname(), ...holder });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // Whoever asks does not keep this process busy by staying.
    socket.end(about, () => socket.destroy());
  });
  const listening = Promise.withResolvers<void>();
  server.once('listening', listening.resolve);
  server.once('error', () => listening.resolve());
  const [first = 0] = holder.cores;
  server.listen({ path: addressOf(name, first), exclusive: true });
  await listening.promise;
  // What is told must not keep a process alive that is done.
  server.unref();
  return () => void server.close();
}

/** `what is being measured by whom`, for the sentence of a refusal. */
export function holderText(holder: LockHolder | undefined): string {
  if (holder === undefined)
    return 'another process is measuring on this machine and does not say who';
  const { what, user, pid, host } = holder;
  // A process of another container has a number of its own there.
  const place = host === hostname() ? '' : ` in ${host}`;
  return `${what} is being measured on this machine by ${user} (process ${pid}${place})`;
}

/** `job 4711 on cores 8-15`: what is stored with a run names nobody. */
export function neighbourText({ job, pid, cores, gpus }: LockHolder): string {
  const who = job === undefined ? `process ${pid}` : `job ${job}`;
  return `${who} on cores ${coresText(cores)}${gpus.map((uuid) => ` and ${uuid}`).join('')}`;
}

/** `0-2, 8` */
export function coresText(cores: readonly number[]): string {
  const sorted = [...cores].sort((a, b) => a - b);
  const begins = sorted.filter((core, i) => core !== (sorted[i - 1] ?? -2) + 1);
  const ends = sorted.filter((core, i) => core + 1 !== sorted[i + 1]);
  return begins.map((begin, i) => (begin === ends[i] ? begin : `${begin}-${ends[i]}`)).join(', ');
}

/** What those that hold any of these cores say of themselves. */
export async function askHolders(
  name: string,
  cores: readonly number[],
): Promise<readonly LockHolder[]> {
  const said = await Promise.all(cores.map((core) => askHolder(name, core)));
  return said.flatMap((holder) => holder ?? []);
}

/** Null where nobody answers in time, or with anything else. */
async function askHolder(name: string, core: number): Promise<LockHolder | null> {
  const answered = Promise.withResolvers<void>();
  const socket = createConnection({ path: addressOf(name, core) });
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
  return parsedJson(text, holderSchema);
}
