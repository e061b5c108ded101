import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BreakevenError, badInput } from '../contract/failure.ts';

/** Maximum size of an unpacked input: a few kilobytes of gzip data can unpack to any number of bytes. */
export const maxUnpackedBytes = 4 * 2 ** 30;

const prefix = 'breakeven-input-';
/** One path for the life of this process: native code knows an input that it holds by path, size and time. */
const folder = join(tmpdir(), `${prefix}${process.pid}-${randomUUID()}`);
let swept = false;
/** The folder serves one call at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Calls `use` with a path that native code can read: the file itself, or for one that ends in `.gz` an unpacked copy in
 * a private folder that is removed after the call. The copy has the modification time of the original.
 *
 * @throws BreakevenError `bad-input` for a file that is missing, damaged, or unpacks to more than `maxBytes` bytes;
 *   `environment` when the temporary folder has no room. Messages of `use` that name the copy name the original.
 */
export async function withUnpacked<T>(
  path: string,
  use: (plain: string) => Promise<T>,
  maxBytes: number = maxUnpackedBytes,
): Promise<T> {
  if (!path.endsWith('.gz')) return await use(path);
  const answer = last.then(() => withCopy(path, use, maxBytes));
  last = answer.catch(() => {});
  return await answer;
}

async function withCopy<T>(
  path: string,
  use: (plain: string) => Promise<T>,
  maxBytes: number,
): Promise<T> {
  sweepOnce();
  const original = await stat(path).catch(() => null);
  if (original === null || !original.isFile()) {
    throw badInput(`the input file ${path} cannot be opened`);
  }
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const plain = join(folder, `${digest}-${basename(path, '.gz')}`);
  makeFolder();
  try {
    await unpack(path, plain, maxBytes);
    await utimes(plain, original.atime, original.mtime);
    return await use(plain);
  } catch (error) {
    throw naming(error, plain, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Not recursive: never writes to a folder that another user made first. */
function makeFolder(): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const sentence = `no folder can be made in ${tmpdir()} to unpack an input file`;
    throw new BreakevenError('environment', sentence, detail);
  }
}

async function unpack(from: string, to: string, maxBytes: number): Promise<void> {
  let bytes = 0;
  const bound = from.endsWith('.mtx.gz') ? createMatrixBound() : null;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const likely = bound?.take(chunk) ?? maxBytes;
      if (bytes > likely && likely < maxBytes) {
        const sentence = `the input file ${from} is larger than its header says: it unpacks to more than ${likely} bytes, the maximum for that many entries`;
        return done(badInput(sentence));
      }
      if (bytes <= maxBytes) return done(null, chunk);
      const sentence = `the input file ${from} unpacks to more than ${maxBytes} bytes, the maximum`;
      done(badInput(sentence));
    },
  });
  try {
    await pipeline(
      createReadStream(from),
      createGunzip(),
      limit,
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    throw error instanceof BreakevenError ? error : unpackFailure(error, from);
  }
}

function unpackFailure(error: unknown, from: string): BreakevenError {
  const code = String(Reflect.get(Object(error), 'code'));
  const detail = error instanceof Error ? error.message : String(error);
  if (code === 'Z_BUF_ERROR') {
    return badInput(`the input file ${from} is truncated: its gzip data ends early`);
  }
  if (code.startsWith('Z_')) {
    return new BreakevenError('bad-input', `the input file ${from} is not valid gzip data`, detail);
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const sentence = `there is no room in ${tmpdir()} to unpack the input file ${from}`;
    return new BreakevenError('environment', sentence, detail);
  }
  return badInput(`the input file ${from} cannot be unpacked: ${detail}`);
}

/** The same error with the user's own file in its message. */
function naming(error: unknown, plain: string, path: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(plain, path);
  return error;
}

/** Removes the copies of processes that were killed while they read. */
function sweepOnce(): void {
  if (swept) return;
  swept = true;
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix)
      ? Number.parseInt(name.slice(prefix.length), 10)
      : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return Reflect.get(Object(error), 'code') === 'EPERM';
  }
}

/** Maximum length of a line in the Matrix Market format, in bytes. */
const maxLineBytes = 1024;
/** Allowance for comments and blank lines after the header. */
const slack = 2 ** 20;
/** A longer header is left to the reader. */
const maxHeadBytes = 2 ** 20;

type MatrixBound = {
  /** Takes the next bytes of the file. Returns the maximum size of the whole file; null while that is not known. */
  take(chunk: Uint8Array): number | null;
};

/**
 * Maximum size of a matrix file, from the number of entries in its header: unpacking can stop as soon as a file exceeds
 * it.
 */
function createMatrixBound(): MatrixBound {
  let head = '';
  let bound: number | null = null;
  let known = false;
  return {
    take(chunk) {
      if (known) return bound;
      head += Buffer.from(chunk).toString('latin1', 0, maxHeadBytes);
      const entries = entriesOf(head);
      known = entries !== null || head.length > maxHeadBytes;
      if (typeof entries === 'number') bound = head.length + entries * maxLineBytes + slack;
      if (known) head = '';
      return bound;
    },
  };
}

/** Null: more of the header is needed. `unknown`: it is not the header of a matrix. */
function entriesOf(head: string): number | 'unknown' | null {
  const lines = head.split('\n').slice(0, -1);
  if (lines[0] === undefined) return null;
  if (!/^%%MatrixMarket\s/i.test(lines[0])) return 'unknown';
  const sizes = lines.slice(1).find((line) => line.trim() !== '' && !line.startsWith('%'));
  if (sizes === undefined) return null;
  const [rows = Number.NaN, columns = Number.NaN, entries] = sizes.trim().split(/\s+/).map(Number);
  const count = entries ?? rows * columns;
  return Number.isFinite(count) && count >= 0 ? count : 'unknown';
}
