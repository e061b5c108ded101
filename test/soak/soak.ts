import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../src-main/stats/random.ts';
import { stepClock } from './clock.ts';
import type { Fault } from './faults.ts';
import { kills } from './kills.ts';
import { shortages } from './shortages.ts';
import { storeFaults } from './store-faults.ts';
import { lookAt } from './stored.ts';
import { createWorld, expectTidy } from './world.ts';

export const allFaults: readonly Fault[] = [...kills, ...storeFaults, ...shortages, stepClock];

export type SoakOptions = {
  readonly seed: number;
  /** Folder of the addons. */
  readonly native: string;
  /** Of the bundled program instead of the sources. */
  readonly built?: boolean;
  /** Whether another fault is to be made, after so many. */
  readonly more: (done: number) => boolean;
  readonly short?: boolean;
  readonly faults?: readonly Fault[];
  readonly say?: (line: string) => void;
};

export type SoakReport = {
  /** How often each fault was made. */
  readonly made: ReadonlyMap<string, number>;
  /** Faults that this machine does not allow, and why. */
  readonly skipped: ReadonlyMap<string, string>;
  readonly kills: number;
  /** Commands that failed with one clear sentence, and those that Node itself ended before any code of ours. */
  readonly refusals: number;
  readonly byNode: number;
  /** Sets of samples in the store at the end. */
  readonly samples: number;
  /** What does not hold: empty is the promise. */
  readonly found: readonly string[];
  /** Where the store is kept when something was found. */
  readonly folder: string;
};

/** After so many faults the work goes on in a new store: what is looked through after each grows with it. */
const faultsOfAStore = 25;

/** Each fault once in an order of the seed, then faults at random; what a fault leaves is looked through after each. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const {
    seed,
    native,
    built = false,
    more,
    short = false,
    faults = allFaults,
    say = () => {},
  } = options;
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-soak-'));
  const random = createRandom(seed);
  const nextHome = (count: number): string => {
    const home = join(folder, `home-${count}`);
    mkdirSync(home);
    return home;
  };
  let world = createWorld({ home: nextHome(0), folder, random, short, native, built });
  let earlier = 0;
  const made = new Map<string, number>();
  const skipped = new Map<string, string>();
  const possible = faults.filter((fault) => {
    const why = fault.unavailable?.(world) ?? null;
    if (why !== null) skipped.set(fault.name, why);
    return why === null;
  });
  const first = [...possible];
  for (let done = 0; more(done) && possible.length > 0; done += 1) {
    const from = first.length > 0 ? first : possible;
    const at = random.below(from.length);
    const fault = from[at];
    if (first.length > 0) first.splice(at, 1);
    if (fault === undefined) break;
    if (done > 0 && done % faultsOfAStore === 0) {
      await expectTidy(world);
      earlier += lookAt(world.home, true).samples.size;
      if (world.found.length === 0) rmSync(world.home, { recursive: true, force: true });
      world = world.at(nextHome(done));
    }
    const before = world.found.length;
    try {
      await fault.inflict(world);
    } catch (error) {
      world.found.push(`${fault.name}: ${error instanceof Error ? error.stack : String(error)}`);
    }
    made.set(fault.name, (made.get(fault.name) ?? 0) + 1);
    const { samples } = lookAt(world.home, false);
    say(
      `${done + 1} ${fault.name}: ${world.counts.kills} kills, ${earlier + samples.size} sample sets`,
    );
    for (const text of world.found.slice(before)) say(`  ! ${text}`);
  }
  await expectTidy(world);
  const samples = earlier + lookAt(world.home, true).samples.size;
  if (world.found.length === 0) rmSync(folder, { recursive: true, force: true });
  return { made, skipped, ...world.counts, samples, found: world.found, folder };
}
