import type { RunDetail } from '../../src-main/contract/api.ts';
import { agree } from '../../src-main/contract/case-names.ts';
import { dramBytes } from '../../src-main/contract/counters.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import { format } from '../../src-main/contract/units.ts';
import { type Facetted, ofFacet } from './run-summary.ts';

/** Two variants of a workload that a screen is about, and how the cases of each are found. */
export type Pair = {
  readonly from: string;
  readonly to: string;
  /** The first is the best CPU variant and the second the best GPU variant. */
  readonly devices: boolean;
};

/** The pair that is named as `cpu|gpu`, else that of the sentence in the scope; null where fewer than two were measured. */
export function pairOf(facet: Facetted, scope: string, wanted: string): Pair | null {
  const { detail, known, where } = facet;
  const measured = [...new Set(ofFacet(facet).map(({ variant }) => variant))];
  const answers =
    detail.headline?.workloads.find(
      ({ workload, values }) => workload === known.id && agree(values, where),
    )?.answers ?? [];
  const told = answers.find((answer) => answer.scope === scope) ?? answers[0];
  const device = (id: string) => known.variants.find((variant) => variant.id === id)?.device;
  const [first, second] = wanted.split('|').filter((id) => measured.includes(id));
  const [from = measured[0], to = measured.at(-1)] =
    first !== undefined && second !== undefined && first !== second
      ? [first, second]
      : (told?.pair ?? []);
  if (from === undefined || to === undefined || from === to) return null;
  const devices = device(from) === 'cpu' && device(to) !== undefined && device(to) !== 'cpu';
  return { from, to, devices };
}

/** The measured sizes that both variants have, ascending. */
export function sharedSizes(facet: Facetted, { from, to }: Pair): readonly number[] {
  const of = (variant: string) =>
    new Set(
      ofFacet(facet).flatMap((each) => {
        const size = each.values[facet.known.sizeAxis];
        return each.variant === variant && typeof size === 'number' ? [size] : [];
      }),
    );
  const others = of(to);
  return [...of(from)].filter((size) => others.has(size)).sort((a, b) => a - b);
}

/** Of some sizes the one nearest to another on a logarithmic axis; undefined where there is none. */
export function nearest(sizes: readonly number[], size: number): number | undefined {
  const distance = (one: number) => Math.abs(Math.log(one / size));
  return sizes.reduce<number | undefined>(
    (best, one) => (best !== undefined && distance(best) <= distance(one) ? best : one),
    undefined,
  );
}

/** What a run knows of the computation of a case besides its time that tells why it takes it. */
export function evidenceOf(
  detail: RunDetail,
  { attributes, bytesMoved, index, metrics }: StoredCase,
): string {
  const { occupancy, threads, registers } = attributes;
  const share = detail.percentOfPeak?.[String(index)]?.percent;
  const seconds = (metrics.kernel?.medianNs ?? 0) / 1e9;
  const [pass] = detail.counters?.[String(index)] ?? [];
  const counted = pass === undefined ? null : dramBytes(pass);
  const percent = (value: number) => `${Number(value.toPrecision(3))} %`;
  return [
    ...(share === undefined ? [] : [`${percent(share)} of the measured peak`]),
    ...(bytesMoved === null || !(bytesMoved > 0) || !(seconds > 0)
      ? []
      : [format(bytesMoved / seconds, 'bytes-per-second')]),
    ...(counted === null ? [] : [`${format(counted, 'bytes')} of DRAM traffic counted`]),
    ...(typeof occupancy === 'number' ? [`occupancy ${percent(occupancy * 100)}`] : []),
    ...(typeof registers === 'number' ? [`${registers} registers`] : []),
    ...(typeof threads === 'number' ? [`${threads} threads`] : []),
  ].join(', ');
}
