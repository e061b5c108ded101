import { autocorrelation } from '../../src-main/stats/autocorrelation.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';
import { summarize } from '../../src-main/stats/summary.ts';

export interface Distribution {
  readonly name: string;
  /** Samples of one run. */
  readonly draw: (random: Random, n: number) => Float64Array;
  /** The median that the interval should hold; of the rounded times where times are rounded. */
  readonly median: number;
  readonly tick?: number;
}

const logNormal = (random: Random): number => 50_000 * Math.exp(0.05 * random.normal());

/** Seven tenths near 50 us, the rest near 60 us: the median lies in the lower mode's upper flank. */
function bimodal(random: Random): number {
  const mode = random.uniform() < 0.7 ? 50_000 : 60_000;
  return mode * Math.exp(0.01 * random.normal());
}

const fill = (n: number, draw: () => number): Float64Array =>
  Float64Array.from({ length: n }, draw);

function autoregressive(correlation: number): Distribution['draw'] {
  return (random, n) => {
    let state = random.normal();
    return fill(n, () => {
      const time = 50_000 * Math.exp(0.05 * state);
      state = correlation * state + Math.sqrt(1 - correlation ** 2) * random.normal();
      return time;
    });
  };
}

/** 0.7 F(z) = 0.5 for the lower mode: z is the 5/7-quantile of the standard normal. */
const bimodalMedian = 50_000 * Math.exp(0.01 * 0.5659488219);

export const distributions: readonly Distribution[] = [
  { name: 'log-normal', median: 50_000, draw: (random, n) => fill(n, () => logNormal(random)) },
  { name: 'bimodal', median: bimodalMedian, draw: (random, n) => fill(n, () => bimodal(random)) },
  {
    name: 'quantised (tick 1 us)',
    median: 50_000,
    tick: 1000,
    draw: (random, n) => fill(n, () => Math.round(logNormal(random) / 1000) * 1000),
  },
  {
    name: 'quantised (tick 10 us)',
    median: 50_000,
    tick: 10_000,
    draw: (random, n) => fill(n, () => Math.round(logNormal(random) / 10_000) * 10_000),
  },
];

export const correlated: readonly Distribution[] = [0.3, 0.6, 0.9].map((correlation) => ({
  name: `correlated, lag 1 = ${correlation}`,
  median: 50_000,
  draw: autoregressive(correlation),
}));

export interface Coverage {
  /** Part of runs whose interval holds the median; null where n gives no interval. */
  readonly at95: number | null;
  readonly at99: number | null;
  /** Part of runs that are warned of correlation. */
  readonly warned: number;
}

/** Coverage of the intervals of the median over `runs` simulated runs of `n` samples. */
export function simulateCoverage(
  distribution: Distribution,
  n: number,
  runs: number,
  seed: number,
): Coverage {
  let at95 = 0;
  let at99 = 0;
  let warned = 0;
  let none95 = false;
  let none99 = false;
  const inside = (low: number | null, high: number | null): boolean =>
    low !== null && high !== null && low <= distribution.median && distribution.median <= high;
  for (let run = 0; run < runs; run++) {
    const times = distribution.draw(createRandom(seed, run), n);
    const metric = summarize(times, { resolutionNs: distribution.tick ?? 0 });
    none95 ||= metric.ci95LoNs === null;
    none99 ||= metric.ci99LoNs === null;
    if (inside(metric.ci95LoNs, metric.ci95HiNs)) at95++;
    if (inside(metric.ci99LoNs, metric.ci99HiNs)) at99++;
    if (autocorrelation(times).correlated) warned++;
  }
  return {
    at95: none95 ? null : at95 / runs,
    at99: none99 ? null : at99 / runs,
    warned: warned / runs,
  };
}
