import { gunzipSync, gzipSync } from 'node:zlib';
import { numberText } from '../../src-main/contract/numbers.ts';
import type { ScopeSamples } from '../../src-main/contract/run.ts';
import {
  type RunFileStore,
  runFile,
  sealed,
  unsealed,
} from '../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../src-main/core/import/read-run-file.ts';
import type { ImportedRun } from '../../src-main/core/store/import.ts';

/** No sample result that comes with the product is larger. */
export const maxSampleBytes = 900_000;

/** Samples of one timing scope and repetition that are kept, from none taken away to as few as still make an interval. */
const kept = [Number.POSITIVE_INFINITY, 1000, 400, 200, 100, 60, 40, 30, 20, 12] as const;

/**
 * The run file as it is shipped: without the name of the host, and with as many samples as fit. What was left out is said
 * in the note of the run; what processes say, and with it every estimate, verdict and break-even, stays that of all samples.
 *
 * @throws Error for a run that is not whole, or one that does not fit with a dozen samples per timing scope and repetition.
 */
export async function shippedRunFile(
  bytes: Uint8Array,
  limit: number = maxSampleBytes,
): Promise<Buffer> {
  const given = await readRunFile(bytes);
  const { status, failed } = given.run;
  if (status !== 'complete' || failed > 0) {
    throw new Error(`run ${given.run.id} is ${status} with ${failed} failed cases`);
  }
  const least = abridgedFile(given, kept.at(-1) ?? 0);
  if (least.length > limit) throw new Error(`run ${given.run.id} does not fit into ${limit} bytes`);
  for (const max of kept.slice(0, -1)) {
    const file = abridgedFile(given, max);
    if (file.length <= limit) return file;
  }
  return least;
}

/** The same run with at most so many samples per timing scope and repetition, evenly taken from all of them in their order. */
export function thinned(given: ImportedRun, max: number): ImportedRun {
  let [had, has] = [0, 0];
  const cases = given.cases.map((each) => ({
    ...each,
    samples: each.samples.map((part) => {
      const few = thinnedPart(part, max);
      had += part.timesNs.length;
      has += few.timesNs.length;
      return few;
    }),
  }));
  if (has === had) return given;
  const sentence = `Of ${numberText(had)} samples this file holds ${numberText(has)}, evenly taken, at most ${max} per timing scope and repetition; medians, intervals, verdicts and break-evens are those of all.`;
  const note = [given.run.note, sentence].filter((part) => part !== '').join(' ');
  return { ...given, run: { ...given.run, note }, cases };
}

function thinnedPart(part: ScopeSamples, max: number): ScopeSamples {
  const n = part.timesNs.length;
  if (n <= max) return part;
  const places = Array.from({ length: max }, (_, i) => Math.floor(((i + 0.5) * n) / max));
  const pick = (values: Float64Array): Float64Array<ArrayBuffer> =>
    Float64Array.from(places, (place) => values[place] ?? Number.NaN);
  const { timesNs, clocksHz, cpuNs, ...rest } = part;
  return {
    ...rest,
    timesNs: pick(timesNs),
    ...(clocksHz === undefined ? {} : { clocksHz: pick(clocksHz) }),
    ...(cpuNs === undefined ? {} : { cpuNs: pick(cpuNs) }),
  };
}

/** The run as a file with at most so many samples per timing scope and repetition. */
export function abridgedFile(given: ImportedRun, max: number): Buffer {
  return written(thinned(given, max));
}

function written({ run, machine, plan, cases, log, peaks }: ImportedRun): Buffer {
  const at = new Map(cases.map((each) => [each.stored.index, each]));
  const store: RunFileStore = {
    run: () => ({
      run,
      machine: { ...machine, hostname: 'sample' },
      plan,
      cases: cases.map(({ stored }) => stored),
    }),
    measuredPeaks: () => peaks ?? { measuredAt: null, peaks: [] },
    descriptors: () => new Map(cases.map(({ stored, descriptor }) => [stored.index, descriptor])),
    repetitions: () =>
      new Map(cases.map(({ stored, repetitions = [] }) => [stored.index, repetitions])),
    samples: (_, index) => at.get(index)?.samples ?? [],
    counters: () => new Map(cases.map(({ stored, counters = [] }) => [stored.index, counters])),
    caseBuilds: () => new Map(),
    builds: () => [],
    source: () => null,
    logOf: (_, after) => (after > 0 ? [] : log.map((each, i) => ({ ...each, line: i + 1 }))),
  };
  // One gzip stream: descriptors repeat from case to case.
  const bytes = Buffer.concat([...runFile(store, run.id)]);
  return Buffer.concat([...sealed([gzipSync(gunzipSync(unsealed(bytes) ?? bytes), { level: 9 })])]);
}
