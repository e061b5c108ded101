import type { Policy } from '../../contract/configuration.ts';
import type { MeasuredPeak } from '../../contract/machine.ts';
import { hostPeaks } from '../../contract/measured-peaks.ts';
import type { Plan, PlannedCase, Repetition, StoredCase } from '../../contract/run.ts';
import { countingCriterion, precisionCriterion } from '../../contract/target.ts';
import type { Catalog } from '../../contract/workload.ts';
import { identityOf } from './planner.ts';

/** A stored run of this machine, the newest first in a list of them. */
export type MeasuredRun = {
  readonly plan: Plan;
  readonly cases: readonly StoredCase[];
  readonly repetitions: ReadonlyMap<number, readonly Repetition[]>;
};

type Known = {
  readonly planned: PlannedCase;
  /** Seconds of one execution in every timing scope together. */
  readonly executionS: number;
  /** Mean seconds of a repetition, everything included. */
  readonly repetitionS: number;
  readonly repetitions: number;
};

type Expected = NonNullable<PlannedCase['expected']>;

/** A size is a neighbour up to this factor. */
const near = 8;
/** Warm-up and minimum of samples, as the engine takes them; seconds. */
const warmUpS = { min: 0.05, max: 2, runs: 3 } as const;
const minSamples = 10;
const minSeconds = 0.01;
/** Samples of timing scopes beside the headline take at most so long, unless three take longer; seconds. */
const beside = { seconds: 0.2, samples: 3 } as const;
/** How often the checks of a process pass over the arrays of a case, and what of them one core passes over in a second. */
const checks = { passes: 8, bytesPerS: 5e9 } as const;
/** Runs that are verified before timing, as the engine takes them; seconds. */
const verification = { max: 0.25, runs: 128 } as const;
/** Timing scopes that a case may have: kernel, device call and end to end. */
const scopes = 3;
/**
 * What samples of one repetition usually take at most until the median is known: so long, or so many executions. On a virtual machine
 * with two cores 99 of 100 repetitions of 36 cases took up to 0.3 s where cores were watched, and up to 1.3 s in the first
 * repetition where they were not.
 */
const usualMax = { seconds: 0.5, executions: 100 } as const;

/**
 * The plan with the time of a repetition of each case: from what the same case took on this machine, else a
 * neighbouring size of it, else from its declared work, with the measured peaks where there are any. It says which.
 *
 * @param catalog says which device a variant runs on
 */
export function withExpectedTimes(
  plan: Plan,
  measured: readonly MeasuredRun[],
  peaks: readonly MeasuredPeak[],
  catalog: Pick<Catalog, 'workloads'>,
): Plan {
  const known = new Map<string, Known>();
  for (const each of measured.flatMap(knownOf)) {
    const identity = identityOf(each.planned);
    if (!known.has(identity)) known.set(identity, each);
  }
  const byVariant = Map.groupBy(known.values(), ({ planned }) => variantKey(planned));
  const cases = plan.cases.map((planned) => {
    const same = known.get(identityOf(planned));
    const expected =
      same !== undefined
        ? ofSame(planned, same)
        : (ofNeighbour(planned, byVariant.get(variantKey(planned)) ?? []) ??
          ofDeclared(planned, peaks, catalog));
    return expected === null ? planned : { ...planned, expected };
  });
  return { ...plan, cases };
}

const variantKey = ({ workload, variant, input }: PlannedCase): string =>
  JSON.stringify([workload, variant, input ?? null]);

function knownOf({ plan, cases, repetitions }: MeasuredRun): readonly Known[] {
  const byIndex = new Map(plan.cases.map((planned) => [planned.index, planned]));
  return cases.flatMap(({ index, outcome, metrics }): Known[] => {
    const planned = byIndex.get(index);
    const times = repetitions.get(index) ?? [];
    if (planned === undefined || outcome !== 'ok' || times.length === 0) return [];
    const executionS =
      Object.values(metrics).reduce((sum, { medianNs }) => sum + medianNs, 0) / 1e9;
    const repetitionS = times.reduce((sum, { seconds }) => sum + seconds, 0) / times.length;
    return [{ planned, executionS, repetitionS, repetitions: times.length }];
  });
}

function ofSame(planned: PlannedCase, { planned: before, ...times }: Known): Expected {
  const { repetitionS, repetitions, executionS } = times;
  const source = 'stored';
  if (!samePolicy(planned.policy, before.policy)) {
    return { seconds: modelled(planned, executionS), source };
  }
  return { seconds: [repetitionS, repetitionS], source, repetitions };
}

/** As long as at a neighbouring size, or as much longer as the declared work says. */
function ofNeighbour(
  planned: PlannedCase,
  known: readonly Known[],
): PlannedCase['expected'] | null {
  const [nearest] = known
    .map((each) => ({ each, distance: distanceOf(planned, each.planned) }))
    .filter(({ distance }) => distance <= Math.log(near))
    .sort((a, b) => a.distance - b.distance);
  if (nearest === undefined) return null;
  const { each } = nearest;
  const work = (planned.estimate?.seconds ?? 0) / (each.planned.estimate?.seconds ?? 0);
  const scale = Number.isFinite(work) && work > 0 ? work : 1;
  if (!samePolicy(planned.policy, each.planned.policy)) {
    return { seconds: modelled(planned, each.executionS * scale), source: 'neighbour' };
  }
  const [one, other] = [each.repetitionS, each.repetitionS * scale];
  return { seconds: [Math.min(one, other), Math.max(one, other)], source: 'neighbour' };
}

/** Sum of the logarithms of the factors between their numbers; infinite where they differ in something else. */
function distanceOf({ values }: PlannedCase, { values: others }: PlannedCase): number {
  let distance = 0;
  for (const axis of new Set([...Object.keys(values), ...Object.keys(others)])) {
    const [one, other] = [values[axis], others[axis]];
    if (one === other || axis === 'seed') continue;
    if (typeof one !== 'number' || typeof other !== 'number') return Number.POSITIVE_INFINITY;
    if (one <= 0 || other <= 0) return Number.POSITIVE_INFINITY;
    distance = Math.max(distance, Math.abs(Math.log(one / other)));
  }
  return distance;
}

/** Work is declared as the time of sequential code and as memory; peaks say what this machine makes of it. */
function ofDeclared(
  planned: PlannedCase,
  peaks: readonly MeasuredPeak[],
  catalog: Pick<Catalog, 'workloads'>,
): PlannedCase['expected'] | null {
  const { estimate } = planned;
  if (estimate === undefined) return null;
  const peaked =
    estimate.deviceBytes > 0
      ? deviceSeconds(estimate.deviceBytes, peaks)
      : hostSeconds(planned, estimate, peaks, catalog);
  return {
    seconds: modelled(planned, peaked ?? estimate.seconds, scopes),
    source: 'declared',
    ...(peaked === null ? {} : { peaks: true as const }),
  };
}

const maxValue = (peaks: readonly MeasuredPeak[]): number =>
  Math.max(0, ...peaks.map(({ value }) => value));

/** On a GPU its memory is read and written once at the measured rate; null where none was measured. */
function deviceSeconds(bytes: number, peaks: readonly MeasuredPeak[]): number | null {
  const rate = maxValue(
    peaks.filter(
      ({ id, unit, attributes }) =>
        id.startsWith('device') && unit === 'B/s' && attributes.cache === undefined,
    ),
  );
  return rate > 0 ? (2 * bytes) / rate : null;
}

/** Part of the host memory that one execution passes over: the expected answer and a second output are not touched. */
const touched = 1 / 2;

/**
 * On the CPU the time of sequential code over what arithmetic gains from as many threads, and no less than its memory takes
 * at the measured bandwidth of that many. Null where neither was measured, and of a variant that no CPU alone runs.
 */
function hostSeconds(
  { workload, variant, values }: PlannedCase,
  { seconds, hostBytes }: NonNullable<PlannedCase['estimate']>,
  peaks: readonly MeasuredPeak[],
  { workloads }: Pick<Catalog, 'workloads'>,
): number | null {
  const known = workloads
    .find(({ id }) => id === workload)
    ?.variants.find(({ id }) => id === variant);
  if (known?.device !== 'cpu') return null;
  // 0 stands for the standard number.
  const standard = known.parameters.find(({ id }) => id === 'threads')?.default;
  const threads = Number(values.threads || standard || 1);
  const ofThreads = hostPeaks(peaks, threads);
  const arithmetic = (of: readonly MeasuredPeak[]): number =>
    maxValue(of.filter(({ unit }) => unit === 'FLOP/s'));
  const bandwidth = maxValue(
    ofThreads.filter(({ unit, attributes }) => unit === 'B/s' && attributes.cache === undefined),
  );
  const one = arithmetic(hostPeaks(peaks, 1));
  const gain = one > 0 ? Math.max(1, arithmetic(ofThreads) / one) : 1;
  if (bandwidth === 0 && one === 0) return null;
  return Math.max(seconds / gain, bandwidth > 0 ? (touched * hostBytes) / bandwidth : 0);
}

/**
 * A repetition of a case whose execution takes so long: warm-up, samples, and making the input.
 *
 * @param times largest time of all timing scopes together, in executions
 */
function modelled(
  { policy, estimate }: PlannedCase,
  executionS: number,
  times = 1,
): [number, number] {
  const usual = Math.min(warmUpS.max, Math.max(warmUpS.min, warmUpS.runs * executionS));
  const warm = Math.max(policy.warmUpS ?? usual, Math.min(usual, warmUpS.runs * executionS));
  const { samples } = policy.parameters;
  const limit = policy.timeLimitS ?? Number.POSITIVE_INFINITY;
  const once = warm + (estimate?.inputSeconds ?? 0);
  if (policy.criterion === countingCriterion && typeof samples === 'number') {
    const taken = Math.min(limit, (samples / policy.repetitions) * executionS);
    const verifying = Math.min(verification.max, verification.runs * executionS);
    return [once + taken, once + Math.min(limit, times * taken) + verifying];
  }
  // Both the headline and the timing scopes beside it.
  const others = Math.max(
    beside.samples * executionS,
    Math.min(beside.seconds, minSamples * executionS),
  );
  const least = Math.max(minSeconds, minSamples * executionS) + others;
  const enough =
    policy.criterion === precisionCriterion
      ? Math.max(usualMax.seconds, usualMax.executions * executionS) +
        Math.max(beside.seconds, beside.samples * executionS)
      : Number.POSITIVE_INFINITY;
  const checked = (checks.passes * (estimate?.hostBytes ?? 0)) / checks.bytesPerS;
  const most = Math.min(limit, enough);
  return [
    once + checked + Math.min(least, limit),
    once + checked + (Number.isFinite(most) ? most : least),
  ];
}

function samePolicy(a: Policy, b: Policy): boolean {
  const key = ({ criterion, parameters, timeLimitS, repetitions, warmUpS: warm }: Policy): string =>
    JSON.stringify([
      criterion,
      Object.entries(parameters).sort(),
      timeLimitS,
      repetitions,
      warm ?? null,
    ]);
  return key(a) === key(b);
}
