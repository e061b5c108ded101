import type { CaseResult, SpanSamples } from '../../contract/run.ts';
import type { Variant } from '../../contract/workload.ts';
import type { SampleSet } from './compare.ts';

/**
 * The least step of times in nanoseconds: that of the clock, spread over the runs that share a sample. 0 where it is not
 * known: the clock that a GPU's case states is that of its kernels, other spans are timed by the host.
 */
export function timeStepNs(
  facts: CaseResult['facts'],
  device: Variant['device'] | undefined,
  span: string,
  parts: readonly Pick<SpanSamples, 'repeats'>[],
): number {
  const { clockResolutionNs } = facts;
  if (typeof clockResolutionNs !== 'number' || parts.length === 0) return 0;
  if (device !== 'cpu' && span !== 'kernel') return 0;
  return clockResolutionNs / Math.min(...parts.map(({ repeats }) => repeats));
}

/** Stored samples of one span of one case, by round, as they are judged. */
export function sampleSet(
  label: string,
  device: Variant['device'] | undefined,
  facts: CaseResult['facts'],
  span: string,
  parts: readonly SpanSamples[],
): SampleSet {
  const { rounds, clocks } = shapeOf(parts);
  return {
    label,
    rounds,
    device: device === undefined || device === 'cpu' ? 'cpu' : 'cuda',
    resolutionNs: timeStepNs(facts, device, span, parts),
    ...(clocks === null ? {} : { clocks }),
  };
}

type Shape = Pick<SampleSet, 'rounds'> & { readonly clocks: SampleSet['clocks'] | null };

/** The same arrays give the same rounds, by which what was worked out about them is found again. */
const shapes = new WeakMap<readonly SpanSamples[], Shape>();

function shapeOf(parts: readonly SpanSamples[]): Shape {
  const known = shapes.get(parts);
  if (known !== undefined) return known;
  const clocks = parts.flatMap(({ clocksHz }) => clocksHz ?? []);
  const complete = clocks.length === parts.length && clocks.length > 0;
  const shape = { rounds: roundsOf(parts), clocks: complete ? clocks : null };
  shapes.set(parts, shape);
  return shape;
}

const knownRounds = new WeakMap<readonly SpanSamples[], readonly Float64Array[]>();

/** The times of each part. The same parts give the same array. */
export function roundsOf(parts: readonly SpanSamples[]): readonly Float64Array[] {
  const known = knownRounds.get(parts);
  if (known !== undefined) return known;
  const rounds = parts.map(({ timesNs }) => timesNs);
  knownRounds.set(parts, rounds);
  return rounds;
}
