import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFile } from '../../src-main/core/store/backup-files.ts';
import type { Random } from '../../src-main/stats/random.ts';
import { strangersIn } from '../helpers/store-files.ts';
import { type Command, type Ending, howClear, startCommand } from './command.ts';
import { orphansOf } from './processes.ts';
import { lookAt, lostSince, type Stored } from './stored.ts';

/** One store, what is done to it, and what was found wrong. */
export type World = {
  readonly home: string;
  /** A folder for files of the fault. */
  readonly folder: string;
  readonly random: Random;
  /** Short faults for a test: few cases, a stop of a second. */
  readonly short: boolean;
  readonly found: string[];
  readonly counts: { kills: number; refusals: number; byNode: number };
  /** The same with another store. */
  at(home: string): World;
  start(words: readonly string[], under?: readonly string[]): Command;
  /** A command to its end. */
  run(words: readonly string[], under?: readonly string[]): Promise<Ending>;
};

export function createWorld(
  given: Pick<World, 'home' | 'folder' | 'random' | 'short'> & {
    readonly native: string;
    readonly built?: boolean;
  },
): World {
  const found: string[] = [];
  const counts = { kills: 0, refusals: 0, byNode: 0 };
  const at = (home: string): World => {
    const start = (words: readonly string[], under: readonly string[] = []) =>
      startCommand(words, {
        ...{ home, native: given.native, built: given.built === true, under },
        compiled: join(given.folder, 'compiled'),
      });
    return {
      ...given,
      home,
      found,
      counts,
      at,
      start,
      run: (words, under) => start(words, under).ended,
    };
  };
  return at(given.home);
}

/** A run of small CPU cases, each of which takes its whole time. */
export function measure(world: World): readonly string[] {
  const sizes = Array.from(
    { length: world.short ? 2 : 4 },
    () => 10_000 + 10 * world.random.below(4000),
  );
  return [
    ...['run', '--workload', 'histogram', '--variants', 'sequential,omp-private', '--quiet'],
    ...['--sweep', `n=${[...new Set(sizes)].join(',')}`, '--repetitions', world.short ? '1' : '2'],
    ...['--samples', '200', '--time-limit', world.short ? '0.1' : '0.2'],
  ];
}

/** Lets an unforeseeable time pass. */
export async function wait(world: World, fromMs: number, toMs: number): Promise<void> {
  await sleep(fromMs + world.random.below(toMs - fromMs));
}

export async function kill(world: World, command: Command): Promise<void> {
  if (command.child.kill('SIGKILL')) world.counts.kills += 1;
  await command.ended;
}

/** What failed must have said why, in one sentence. */
export function expectClear(world: World, what: string, ending: Ending): void {
  const how = howClear(ending);
  if (how === 'clear') world.counts.refusals += 1;
  if (how === 'node') world.counts.byNode += 1;
  if (how !== 'unclear') return;
  const { code, signal, err } = ending;
  world.found.push(`${what}: ended with ${signal ?? code} and said "${err.slice(-400)}"`);
}

/** What was stored is there byte for byte, the file is sound, and no process is left. */
export async function expectKept(
  world: World,
  what: string,
  before: Stored,
  gone: ReadonlySet<string> = new Set(),
): Promise<Stored> {
  const orphans = await orphansOf(world.home);
  if (orphans.length > 0) world.found.push(`${what}: processes ${orphans.join(', ')} are left`);
  const after = lookAt(world.home, true);
  world.found.push(...lostSince(before, after, gone).map((text) => `${what}: ${text}`));
  return after;
}

/** The next start takes away what was left: there is nothing but the store. */
export async function expectTidy(world: World): Promise<void> {
  if (!existsSync(databaseFile(world.home))) return;
  expectClear(world, 'the next start', await world.run(['history']));
  for (const name of strangersIn(world.home)) world.found.push(`${name} is left over`);
}

/** What is missing in a later state of the store of an earlier one. */
export function expectLeft(world: World, what: string, before: Stored, after: Stored): void {
  world.found.push(...lostSince(before, after).map((text) => `${what}: ${text}`));
}

/** Runs that were cut off are resumed to their end, and lose nothing by that. */
export async function expectResumed(world: World, what: string): Promise<void> {
  const before = lookAt(world.home, true);
  for (const [id, status] of before.runs) {
    if (status === 'complete') continue;
    const ending = await world.run(['run', '--resume', id, '--quiet']);
    expectClear(world, `${what}, resume`, ending);
    const now = lookAt(world.home, false).runs.get(id);
    if (now !== 'complete') {
      world.found.push(`${what}: run ${id} is ${now} after --resume (${ending.err.slice(-300)})`);
    }
  }
  await expectKept(world, `${what}, resume`, before);
}

/** The newest complete run, made where there is none. */
export async function completeRun(world: World): Promise<string> {
  const newest = () =>
    [...lookAt(world.home, false).runs].filter(([, status]) => status === 'complete').at(-1)?.[0];
  const known = newest();
  if (known !== undefined) return known;
  expectClear(world, 'a run', await world.run(measure(world)));
  return newest() ?? '';
}
