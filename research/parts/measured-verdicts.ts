import type { Policy } from '../../src-main/contract/configuration.ts';
import type { Verdict } from '../../src-main/contract/verdict.ts';
import type { EngineSupervisor } from '../../src-main/core/engines/engine-supervisor.ts';
import { measuringOrder } from '../../src-main/core/plan/order.ts';
import { median } from '../../src-main/stats/order.ts';
import { judgeSamples, type SampledSide } from '../../test/helpers/judged-samples.ts';

/** Verdicts on a program of known cost, measured by real engines the way runs are. */

export type Subject = {
  readonly device: 'cpu' | 'cuda';
  readonly variant: string;
  /** Arithmetic steps that make the kernel last `targetNs`. */
  readonly base: number;
  /** Nanoseconds of one step. */
  readonly stepNs: number;
  readonly kernelNs: number;
};

export type Plan = {
  /** Two or more; each in an engine process of its own. */
  readonly repetitions: number;
  /** Limit for the samples of one side over all its repetitions, in seconds. */
  readonly sideS: number;
  /** How often a comparison of each kind is made inside one run. */
  readonly pairs: number;
  /** Extra work, in parts of the kernel's time. */
  readonly extras: readonly number[];
};

export type Judged = {
  /** `same processes`, `other processes`, or the extra work as `+2 %`. */
  readonly kind: string;
  readonly verdict: Verdict;
  readonly ratio: number;
  readonly ci95: readonly [number, number];
};

type Run = ReadonlyMap<string, SampledSide>;

const input = { n: 32, bins: 8 };
const hangLimitMs = 60_000;
export const targetNs = 50_000;

export function engineCase(subject: Pick<Subject, 'variant'>, work: number, policy: Policy) {
  return {
    index: 0,
    workload: 'histogram',
    variant: subject.variant,
    values: { ...input, work },
    inputKey: 'known-work',
    policy,
  };
}

/** Finds how many steps last 50 us here, from the time of none and of many. */
export async function calibrate(
  engine: EngineSupervisor,
  device: 'cpu' | 'cuda',
): Promise<Subject> {
  const variant = device === 'cpu' ? 'test-work' : 'test-work-cuda';
  const policy: Policy = {
    criterion: 'fixed',
    parameters: { samples: 200, otherSamples: 1 },
    timeLimitS: null,
    repetitions: 1,
    order: 'sequential',
  };
  const time = async (work: number): Promise<number> => {
    const request = { ...engineCase({ variant }, work, policy), repetition: 0 };
    const result = await engine.run(request, { hangLimitMs });
    const kernel = result.samples.find(({ scope }) => scope === 'kernel');
    if (result.outcome !== 'ok' || kernel === undefined) {
      throw new Error(`${variant} ${result.outcome}: ${result.reason}`);
    }
    return median(kernel.timesNs);
  };
  const many = 40_000;
  await time(many);
  const none = await time(0);
  const stepNs = ((await time(many)) - none) / many;
  const base = Math.round((targetNs - none) / stepNs);
  return { device, variant, base, stepNs, kernelNs: await time(base) };
}

/** One run: every side once per repetition, shuffled, each repetition in a new process. */
async function measureRun(
  engine: EngineSupervisor,
  subject: Subject,
  plan: Plan,
  seed: number,
): Promise<Run> {
  const policy: Policy = {
    criterion: 'precision',
    parameters: {},
    timeLimitS: plan.sideS / plan.repetitions,
    repetitions: plan.repetitions,
    order: 'shuffled',
  };
  const sides = Array.from({ length: plan.pairs }, (_, pair) => [
    { name: `a${pair}`, extra: 0 },
    { name: `b${pair}`, extra: 0 },
    ...plan.extras.map((extra) => ({ name: `${extra} ${pair}`, extra })),
  ]).flat();
  const cases = sides.map(({ extra }, index) => {
    const work = subject.base + Math.round((extra * targetNs) / subject.stepNs);
    return { ...engineCase(subject, work, policy), index };
  });
  const repetitions = sides.map((): Float64Array[] => []);
  const clocks = sides.map((): Float64Array[] => []);
  let resolutionNs = 0;
  for (let repetition = 0; repetition < plan.repetitions; repetition++) {
    await engine.restart();
    for (const planned of measuringOrder(cases, seed, repetition)) {
      const result = await engine.run({ ...planned, repetition }, { hangLimitMs });
      const kernel = result.samples.find(({ scope }) => scope === 'kernel');
      if (result.outcome !== 'ok' || kernel === undefined) {
        throw new Error(`${subject.variant} ${result.outcome}: ${result.reason}`);
      }
      repetitions[planned.index]?.push(kernel.timesNs);
      if (kernel.clocksHz !== undefined) clocks[planned.index]?.push(kernel.clocksHz);
      resolutionNs = Math.max(resolutionNs, Number(result.attributes.clockResolutionNs));
    }
  }
  return new Map(
    sides.map(({ name }, i) => {
      const side = {
        label: name,
        device: subject.device,
        repetitions: repetitions[i] ?? [],
        resolutionNs,
      };
      const known = clocks[i]?.length === plan.repetitions ? { clocks: clocks[i] ?? [] } : {};
      return [name, { ...side, ...known }];
    }),
  );
}

function judge(
  kind: string,
  a: SampledSide | undefined,
  b: SampledSide | undefined,
  sameRun: boolean,
): Judged {
  if (a === undefined || b === undefined) throw new Error(`${kind}: a side was not measured`);
  const view = judgeSamples(a, b, sameRun);
  if (view.ratio === null || view.ci95 === null) throw new Error(`${kind}: ${view.reason}`);
  return { kind, verdict: view.verdict, ratio: view.ratio, ci95: [view.ci95[0], view.ci95[1]] };
}

export const extraKind = (extra: number): string => `+${Number((extra * 100).toFixed(3))} %`;

export type Session = {
  readonly judged: readonly Judged[];
  /** Robust relative spread of samples inside one process, by process; medians of processes, by pair. */
  readonly spreads: readonly number[];
  readonly medians: readonly number[];
};

/**
 * Measures runs until there are enough or the time is over. Inside a run the two equal sides share their processes;
 * each run's second side is also compared with the first side of the next run, which ran in others.
 */
export async function judgeMeasured(
  engine: EngineSupervisor,
  subject: Subject,
  plan: Plan,
  options: {
    readonly runs: number;
    readonly seed: number;
    readonly until: number;
    readonly onRun: (done: number) => void;
  },
): Promise<Session> {
  const judged: Judged[] = [];
  const spreads: number[] = [];
  const medians: number[] = [];
  let before: Run | null = null;
  for (let done = 0; done <= options.runs && performance.now() < options.until; done++) {
    const run = await measureRun(engine, subject, plan, options.seed + done);
    for (let pair = 0; pair < plan.pairs; pair++) {
      const first = run.get(`a${pair}`);
      if (before !== null) {
        judged.push(judge('other processes', before.get(`b${pair}`), first, false));
      }
      // The last run closes the chain and is no comparison of its own.
      if (done === options.runs) continue;
      judged.push(judge('same processes', run.get(`b${pair}`), first, true));
      for (const extra of plan.extras) {
        judged.push(judge(extraKind(extra), run.get(`${extra} ${pair}`), first, true));
      }
      for (const repetition of first?.repetitions ?? []) {
        medians.push(median(repetition));
        spreads.push(spreadOf(repetition));
      }
    }
    before = run;
    options.onRun(done + 1);
  }
  return { judged, spreads, medians };
}

function spreadOf(times: Float64Array): number {
  const sorted = times.toSorted();
  const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
  return (at(0.75) - at(0.25)) / 1.349 / at(0.5);
}
