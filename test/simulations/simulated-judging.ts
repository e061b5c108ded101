import { createRandom, type Random } from '../../src-main/stats/random.ts';
import { judgeSamples, type SampledSide } from '../helpers/judged-samples.ts';
import { type Noise, simulateRepetition } from '../stats/simulate.ts';

/** A simulated source of times with the figures that real ones showed. */
export interface Source {
  readonly name: string;
  readonly device: 'cuda' | 'cpu';
  readonly noise: Noise;
  /** Far outliers among processes: Student's t with this many degrees of freedom instead of a normal. */
  readonly tails?: number;
  /** Correlation of neighbouring processes in time (load that comes and goes). */
  readonly drift?: number;
  readonly samples: number;
  readonly tickNs: number;
  /** How much slower a variant is that two repetitions tell, 15 % by default, and in which part of the comparisons. */
  readonly told?: { readonly by: number; readonly in: number };
}

export const sources: readonly Source[] = [
  {
    name: 'GPU, compute-bound kernel',
    device: 'cuda',
    noise: { within: 0.0005, process: 0.0016, tick: 32 },
    samples: 200,
    tickNs: 32,
  },
  {
    name: 'GPU, cold copy',
    device: 'cuda',
    noise: { within: 0.025, process: 0.00125, tick: 32 },
    samples: 600,
    tickNs: 32,
  },
  {
    name: 'GPU, hot copy',
    device: 'cuda',
    noise: { within: 0.027, process: 0.0038, tick: 32 },
    samples: 600,
    tickNs: 32,
  },
  {
    name: 'CPU, shared, drifting',
    device: 'cpu',
    noise: { within: 0.006, process: 0.009, correlation: 0.7, tick: 10 },
    tails: 4,
    drift: 0.7,
    samples: 300,
    tickNs: 10,
  },
  {
    name: 'CPU, shared, bursts',
    device: 'cpu',
    noise: { within: 0.005, process: 0.012, correlation: 0.7, tick: 10 },
    tails: 2,
    drift: 0.2,
    samples: 300,
    tickNs: 10,
  },
  {
    name: 'CPU, shared, a quarter of the samples preempted',
    device: 'cpu',
    noise: { within: 0.01, process: 0.012, tick: 10, slow: { part: 0.24, times: 8 } },
    tails: 4,
    drift: 0.2,
    samples: 60,
    tickNs: 10,
    told: { by: 0.5, in: 0.65 },
  },
];

/** Medians of `count` processes in a row around 50 us. */
function processes(random: Random, source: Source, count: number): readonly number[] {
  const keep = source.drift ?? 0;
  let state = random.normal();
  return Array.from({ length: count }, () => {
    state = keep * state + Math.sqrt(1 - keep * keep) * random.normal();
    let chi = 0;
    for (let i = 0; i < (source.tails ?? 0); i++) chi += random.normal() ** 2 / (source.tails ?? 1);
    return 50_000 * Math.exp(source.noise.process * (chi > 0 ? state / Math.sqrt(chi) : state));
  });
}

export interface Judged {
  readonly slower: number;
  readonly faster: number;
  readonly equivalent: number;
  readonly inconclusive: number;
}

/**
 * Parts of `count` comparisons by verdict, where a is `factor` times as slow as b. Half of the pairs were measured one
 * after the other (a a b b), half in turns (a b a b).
 */
export function judgePairs(
  source: Source,
  factor: number,
  count: number,
  options: { readonly repetitions?: number; readonly seed?: number } = {},
): Judged {
  const { repetitions = 2, seed = 1 } = options;
  const found = { slower: 0, faster: 0, equivalent: 0, inconclusive: 0, 'not comparable': 0 };
  const inside: Noise = { ...source.noise, process: 0 };
  for (let i = 0; i < count; i++) {
    const random = createRandom(seed, i);
    const centers = processes(random, source, 2 * repetitions);
    const turn = i % 2 === 1;
    const pick = (side: 0 | 1): readonly number[] =>
      centers.filter((_, r) => (turn ? r % 2 === side : Math.floor(r / repetitions) === side));
    const set = (label: string, side: 0 | 1, scale: number): SampledSide => ({
      label,
      device: source.device,
      resolutionNs: source.tickNs,
      repetitions: pick(side).map((center) =>
        simulateRepetition(random, center * scale, source.samples, inside),
      ),
    });
    // Each side has processes of its own, as two runs have.
    found[judgeSamples(set('a', 0, factor), set('b', 1, 1), false).verdict]++;
  }
  return {
    slower: found.slower / count,
    faster: found.faster / count,
    equivalent: found.equivalent / count,
    inconclusive: found.inconclusive / count,
  };
}
