import type { Curve } from '../../src-main/stats/curve-difference.ts';
import { judgedProcess, summarizeProcess } from '../../src-main/stats/process-summary.ts';
import type { Random } from '../../src-main/stats/random.ts';

/** A simulated machine: relative standard deviations, and how autocorrelated samples are. */
export interface Noise {
  /** Of samples inside a process. */
  readonly within: number;
  /** Of processes, drawn again for each variant and size. */
  readonly process: number;
  /** Of processes, shared by all that one process measures. */
  readonly shared?: number;
  /** Lag-1 correlation of the samples (an autoregressive process). */
  readonly correlation?: number;
  /** Times are rounded to multiples of this. */
  readonly tick?: number;
  /** A part of the samples, another in each process, takes so many times as long: a thread had to wait for a core. */
  readonly slow?: { readonly part: number; readonly times: number };
}

/** `n` log-normal times of one process around `center` nanoseconds (their median over processes). */
export function simulateRepetition(
  random: Random,
  center: number,
  n: number,
  noise: Noise,
  shared = 0,
): Float64Array {
  const base = Math.log(center) + shared + noise.process * random.normal();
  const keep = noise.correlation ?? 0;
  const fresh = Math.sqrt(1 - keep * keep);
  let state = random.normal();
  const tick = noise.tick ?? 0;
  const { slow } = noise;
  const part = slow === undefined ? 0 : slow.part * (1 + 0.25 * random.normal());
  return Float64Array.from({ length: n }, () => {
    state = keep * state + fresh * random.normal();
    const held = slow !== undefined && random.uniform() < part ? slow.times : 1;
    const time = Math.exp(base + noise.within * state) * held;
    return tick > 0 ? Math.max(tick, Math.round(time / tick) * tick) : time;
  });
}

/** A curve with its samples, an array a repetition. */
export interface SampledCurve extends Omit<Curve, 'points'> {
  readonly points: readonly SampledPoint[];
}

export interface SampledPoint {
  readonly x: number;
  readonly repetitions: readonly Float64Array[];
  readonly resolutionNs?: number;
}

/** The curve of which these samples were taken. */
export function curveOf({ points, ...rest }: SampledCurve): Curve {
  return {
    ...rest,
    points: points.map(({ repetitions, ...point }) => ({
      ...point,
      processes: repetitions.map((times, repetition) =>
        judgedProcess({ ...summarizeProcess(times), repetition }),
      ),
    })),
  };
}

export type Law = (size: number) => number;

/** Points of two variants at `sizes`, each in `repetitions` processes that measure both. */
export function simulateCurves(
  random: Random,
  laws: readonly [Law, Law],
  sizes: readonly number[],
  options: { readonly repetitions: number; readonly samples: number; readonly noise: Noise },
): readonly [SampledCurve, SampledCurve] {
  const shared = Array.from(
    { length: options.repetitions },
    () => (options.noise.shared ?? 0) * random.normal(),
  );
  const points = (law: Law): SampledPoint[] =>
    sizes.map((x) => ({
      x,
      repetitions: shared.map((common) =>
        simulateRepetition(random, law(x), options.samples, options.noise, common),
      ),
      resolutionNs: options.noise.tick ?? 0,
    }));
  return [
    { label: 'a', points: points(laws[0]) },
    { label: 'b', points: points(laws[1]) },
  ];
}

export function joinCurves(a: SampledCurve, b: SampledCurve): SampledCurve {
  return { ...a, points: [...a.points, ...b.points] };
}
