import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineCase } from '../src-main/contract/engine-protocol.ts';
import type { Values } from '../src-main/contract/workload.ts';
import { medianRanks } from '../src-main/stats/median-interval.ts';
import {
  type Addon,
  addonFolder,
  engineCase,
  openAddon,
  runCase,
} from '../test/native/native-addons.ts';
import { openTwin } from '../test/simulations/open-twins.ts';
import type { Twin } from '../test/simulations/twin-files.ts';
import { hostTwins } from '../test/simulations/twin-labs.ts';
import { innermostLoops } from './parts/machine-loops.ts';

export const title =
  'What one call of a lab variant costs more than that of the same code built in, in ns, their ratio at a usual size, in one process in ABBA order, and whether their loops are the same instructions. Arguments: [blocks=40].';

/** Of a median, either way. */
const allowed = 0.02;
const samples = 25;

type Estimate = { readonly middle: number; readonly low: number; readonly high: number };

type Pair = { readonly builtIn: EngineCase; readonly lab: EngineCase };

export async function main([given = '40']: readonly string[]): Promise<number> {
  const blocks = Number(given);
  const addon = openAddon('cpu');
  const folder = mkdtempSync(join(tmpdir(), 'lab-call-'));
  console.log(`load before: ${loadavg().map((one) => one.toFixed(2))}`);
  try {
    console.log('| built in | innermost loops of the lab | the same built in |\n|---|---|---|');
    for (const twin of hostTwins) loopRow(twin, await openTwin(addon, twin, folder));
    const calls = await callTable(addon, blocks);
    const ratios = await ratioTable(addon, blocks);
    console.log(`load after: ${loadavg().map((one) => one.toFixed(2))}`);
    return calls && ratios ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the lab's machine code loops over the same instructions. */
function loopRow({ workload, variant }: Twin, artifact: string): void {
  const builtIn = join(addonFolder, 'breakeven_cpu.node');
  const known = innermostLoops(builtIn, `breakeven::${workload.replaceAll('-', '_')}::`);
  const own = [...innermostLoops(artifact, 'run(')];
  const plain = own.length > 0 ? own : [...innermostLoops(artifact, 'run')];
  const same = plain.filter((loop) => known.has(loop));
  console.log(`| ${workload} ${variant} | ${plain.length} | ${same.length} |`);
}

/** One element: nearly all of the time is the way to the function and back. */
async function callTable(addon: Addon, blocks: number): Promise<boolean> {
  console.log(
    '| built in, 1 element | ns | lab, ns | lab - built in, ns | 95 % interval | below 2 % from |\n|---|---|---|---|---|---|',
  );
  for (const twin of hostTwins.filter(({ variant }) => variant === 'sequential')) {
    const pair = pairOf(twin, smallest(twin.set), smallest(twin.labSet));
    const found = await interleaved(addon, pair, blocks);
    const more = estimate(
      found.map(({ a, b }) => b - a),
      (difference) => difference,
    );
    const worst = Math.max(Math.abs(more.low), Math.abs(more.high));
    const cells = [
      twin.workload,
      middleOf(found.map(({ a }) => a)).toFixed(1),
      middleOf(found.map(({ b }) => b)).toFixed(1),
      more.middle.toFixed(2),
      `${more.low.toFixed(2)} to ${more.high.toFixed(2)}`,
      `${(worst / allowed).toFixed(0)} ns`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  return true;
}

async function ratioTable(addon: Addon, blocks: number): Promise<boolean> {
  console.log(
    '| built in, usual size | us | lab / built in | 95 % interval | within 2 % |\n|---|---|---|---|---|',
  );
  let fits = true;
  for (const twin of hostTwins) {
    const pair = pairOf(twin, twin.set, twin.labSet);
    const found = await interleaved(addon, pair, blocks);
    const ratio = estimate(
      found.map(({ a, b }) => Math.log(b / a)),
      Math.exp,
    );
    const within = ratio.low >= 1 / (1 + allowed) && ratio.high <= 1 + allowed;
    const beyond = ratio.low > 1 + allowed || ratio.high < 1 / (1 + allowed);
    fits &&= !beyond;
    const cells = [
      `${twin.workload} ${twin.variant}`,
      (middleOf(found.map(({ a }) => a)) / 1e3).toFixed(1),
      ratio.middle.toFixed(4),
      `${ratio.low.toFixed(4)} to ${ratio.high.toFixed(4)}`,
      within ? 'yes' : beyond ? 'no' : 'open',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  return fits;
}

function smallest(set: Values): Values {
  return 'xres' in set ? { ...set, xres: 1, yres: 1 } : { ...set, n: 1 };
}

function pairOf(twin: Twin, set: Values, labSet: Values): Pair {
  const policy = {
    ...{
      criterion: 'fixed',
      parameters: { samples, otherSamples: 1 },
      timeLimitS: null,
      repetitions: 2,
    },
    ...{ warmUpS: 0, order: 'sequential' as const },
  };
  // A later repetition verifies and warms up for a shorter time.
  const more = { policy, repetition: 1 };
  return {
    builtIn: engineCase(twin.workload, twin.variant, set, more),
    lab: engineCase(twin.lab, twin.variants[0], labSet, more),
  };
}

/** Blocks of built in, lab, lab, built in, so that neither a drift nor what runs beside favours one of them. */
async function interleaved(
  addon: Addon,
  { builtIn, lab }: Pair,
  blocks: number,
): Promise<readonly { readonly a: number; readonly b: number }[]> {
  const found: { readonly a: number; readonly b: number }[] = [];
  for (let block = 0; block < blocks; ++block) {
    const first = await undisturbed(addon, builtIn);
    const second = await undisturbed(addon, lab);
    const third = await undisturbed(addon, lab);
    const last = await undisturbed(addon, builtIn);
    found.push({ a: Math.sqrt(first * last), b: Math.sqrt(second * third) });
  }
  return found;
}

/** The lower quartile of its samples: what shares the machine only adds to a time. */
async function undisturbed(addon: Addon, request: EngineCase): Promise<number> {
  const { outcome, reason, samples: scopes } = await runCase(addon, request);
  const kernel = scopes.find(({ scope }) => scope === 'kernel');
  if (outcome !== 'ok' || kernel === undefined) throw new Error(reason ?? outcome);
  const sorted = kernel.timesNs.toSorted();
  return sorted[Math.floor(sorted.length / 4)] ?? Number.NaN;
}

function estimate(values: readonly number[], shown: (value: number) => number): Estimate {
  const sorted = values.toSorted((a, b) => a - b);
  const ranks = medianRanks(sorted.length, 0.95);
  const at = (rank: number): number => shown(sorted[rank - 1] ?? Number.NaN);
  return {
    middle: shown(middleOf(values)),
    low: ranks === null ? -Infinity : at(ranks.lower),
    high: ranks === null ? Infinity : at(ranks.upper),
  };
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}
