import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRunFile } from '../src-main/core/import/read-run-file.ts';
import { findContentFaults } from '../src-main/core/store/content-check.ts';
import { openDatabase } from '../src-main/core/store/database.ts';
import { openStore } from '../src-main/core/store/store.ts';
import { createRandom } from '../src-main/stats/random.ts';

export const title =
  'Flips single bits of stored samples and of a run file: how many are told. Arguments: [COUNT] [SEED].';

const file = new URL('../resources/sample-results/histogram-cpu.breakeven', import.meta.url);
const columns = [
  'times',
  'n',
  'repeats',
  'launch_included',
  'repetition',
  'case_id',
  'digest',
] as const;

export type Flips = {
  readonly flipped: number;
  /** Reading the samples of the run, as an export does, failed with a sentence. */
  readonly toldByReading: number;
  /** `doctor --verify` named the row. */
  readonly toldByCheck: number;
};

/** One bit of one stored row at a time: half of them in times, the others in any column of the row. */
export async function flipStoredBits(count: number, seed: number): Promise<Flips> {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-bits-'));
  try {
    const store = openStore(home);
    const { id } = store.importRun(await readRunFile(readFileSync(file)));
    const indices = store.run(id).cases.map(({ index }) => index);
    const { database, session } = openDatabase(home);
    const { raw } = database;
    // A flip on a disk asks no constraint, and here the row may name a case that is not there.
    raw.pragma('foreign_keys = OFF');
    const ids = raw.prepare<[], number>('SELECT id FROM samples').pluck().all();
    const random = createRandom(seed);
    let [flipped, toldByReading, toldByCheck] = [0, 0, 0];
    for (let i = 0; flipped < count; i += 1) {
      const column = i % 2 === 0 ? 'times' : (columns[random.below(columns.length)] ?? 'times');
      const row = ids[random.below(ids.length)] ?? 0;
      const value = raw.prepare(`SELECT ${column} FROM samples WHERE id = ?`).pluck().get(row);
      const other = Buffer.isBuffer(value)
        ? flippedBuffer(value, random)
        : flippedNumber(value, random);
      const change = raw.prepare(`UPDATE OR IGNORE samples SET ${column} = ? WHERE id = ?`);
      // No bit is in no samples, and no row takes the key of another.
      if (other === null || change.run(other, row).changes === 0) continue;
      flipped += 1;
      toldByReading += Number(fails(() => indices.map((index) => store.samples(id, index))));
      toldByCheck += Number(findContentFaults(database).faults.length > 0);
      change.run(value, row);
    }
    if (findContentFaults(database).faults.length > 0) throw new Error('a flip was not taken back');
    raw.close();
    session.close();
    store.close();
    return { flipped, toldByReading, toldByCheck };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** One bit of the file at a time; how many were refused. */
export async function flipFileBits(
  count: number,
  seed: number,
): Promise<{ readonly flipped: number; readonly told: number }> {
  const bytes = readFileSync(file);
  const random = createRandom(seed);
  let told = 0;
  for (let i = 0; i < count; i += 1) {
    const other = flippedBuffer(bytes, random) ?? bytes;
    const refusal: unknown = await readRunFile(other).catch((error: unknown) => error);
    told += Number(refusal instanceof Error);
  }
  return { flipped: count, told };
}

type Random = ReturnType<typeof createRandom>;

function flippedBuffer(bytes: Buffer, random: Random): Buffer | null {
  if (bytes.length === 0) return null;
  const other = Buffer.from(bytes);
  const at = random.below(other.length);
  other[at] = (other[at] ?? 0) ^ (1 << random.below(8));
  return other;
}

function flippedNumber(value: unknown, random: Random): number {
  const bits = Buffer.alloc(4);
  bits.writeUInt32BE(Number(value));
  return (flippedBuffer(bits, random) ?? bits).readUInt32BE();
}

function fails(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

export async function main([count = '1000', seed = '1']: readonly string[]): Promise<number> {
  const stored = await flipStoredBits(Number(count), Number(seed));
  const inFile = await flipFileBits(Number(count), Number(seed));
  console.log(
    `stored samples: ${stored.flipped} bits flipped, ${stored.toldByReading} told by reading, ${stored.toldByCheck} by doctor --verify`,
  );
  console.log(`run file: ${inFile.flipped} bits flipped, ${inFile.told} told`);
  const all = stored.toldByCheck === stored.flipped && inFile.told === inFile.flipped;
  return all ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
