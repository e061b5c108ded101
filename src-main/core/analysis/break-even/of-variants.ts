import { breakEvenScopes } from '../../../contract/timing-scopes.ts';
import type { BreakEvenView } from '../../../contract/verdict.ts';
import type { Described, ReportSource } from '../report-source.ts';
import {
  crossingOf,
  deviceOf,
  type Line,
  pick,
  type SizeAxis,
  sharedAxes,
  sizesOf,
  sweptAxes,
} from './lines.ts';

/**
 * The break-evens of the variants of one workload: in each timing scope the headline pair first, then the baseline
 * against each other variant.
 */
export function breakEvensOfVariants(
  cases: readonly Described[],
  source: ReportSource,
): BreakEvenView[] {
  const found = sizesOf(cases);
  if (found === null) return [];
  const { size, measured } = found;
  const shared = new Set(sharedAxes(cases));
  for (const axis of [size.axis, ...size.linked]) shared.delete(axis);
  const swept = sweptAxes(measured, shared);
  const facets = Map.groupBy(measured, ({ stored }) => JSON.stringify(pick(stored.values, shared)));
  const views = [...facets.values()].flatMap((facet) => {
    const lines = linesOf(facet, shared, size);
    const values = pick(facet[0]?.stored.values ?? {}, swept);
    return breakEvenScopes
      .flatMap((scope, i) => pairsOf(lines, size.axis, scope).map((pair) => ({ scope, i, pair })))
      .sort((a, b) => a.pair.rank - b.pair.rank || a.i - b.i)
      .flatMap(({ scope, pair: { sides, role } }) =>
        crossingOf(sides, scope, size, values, source).map((view) => ({ ...view, ...role })),
      );
  });
  return views.sort((a, b) => Number(a.headline === undefined) - Number(b.headline === undefined));
}

/** A line for each variant, and for each value of its own parameters where the run has several. */
function linesOf(
  facet: readonly Described[],
  shared: ReadonlySet<string>,
  size: SizeAxis,
): readonly Line[] {
  const elsewhere = new Set([...shared, size.axis, ...size.linked]);
  const own = ({ stored }: Described): string =>
    Object.entries(stored.values)
      .filter(([axis]) => !elsewhere.has(axis))
      .map(([axis, value]) => `${axis}=${value}`)
      .join(' ');
  const variants = Map.groupBy(facet, ({ stored }) => stored.variant);
  return [...variants].flatMap(([variant, cases]) => {
    const settings = [...Map.groupBy(cases, own)];
    return settings.flatMap(([setting, part]): Line[] => {
      const [first] = part;
      if (first === undefined) return [];
      return [
        {
          label: settings.length === 1 ? variant : `${variant} (${setting})`,
          device: deviceOf(first),
          baseline: first.descriptor.workload.baseline === variant,
          cases: part,
        },
      ];
    });
  });
}

type Pair = {
  readonly sides: readonly [Line, Line];
  /** Of the headline, then of the baseline in the order of the run. */
  readonly rank: number;
  readonly role: Pick<BreakEvenView, 'headline' | 'baseline'>;
};

/**
 * The headline is the best CPU variant against the best GPU variant, each as `fastest` says of this scope; where no
 * GPU variant was measured, the baseline against the best other CPU variant.
 */
function pairsOf(lines: readonly Line[], sizeAxis: string, scope: string): readonly Pair[] {
  const baseline = lines.find((line) => line.baseline);
  const of = (device: Line['device'], but?: Line): Line | undefined =>
    fastest(
      lines.filter((line) => line.device === device && line !== but),
      sizeAxis,
      scope,
    );
  const hasGpu = lines.some(({ device }) => device === 'cuda');
  const [small, large] = hasGpu ? [of('cpu'), of('cuda')] : [baseline, of('cpu', baseline)];
  const role = (sides: readonly Line[]): Pair['role'] => ({
    ...(baseline !== undefined && sides.includes(baseline) ? { baseline: baseline.label } : {}),
  });
  const against = lines.flatMap((line, i): Pair[] =>
    baseline === undefined || line === baseline
      ? []
      : [{ sides: [baseline, line], rank: i + 1, role: role([baseline]) }],
  );
  if (small === undefined || large === undefined) return against;
  const sides = [small, large] as const;
  const headline = hasGpu ? ('cpu-gpu' as const) : ('cpu' as const);
  return [
    { sides, rank: 0, role: { ...role(sides), headline } },
    ...against.filter((pair) => pair.sides.some((line) => !sides.includes(line))),
  ];
}

/**
 * The line with the minimum time at the largest size that the candidates share: a variant that failed at a larger one
 * does not lose its place to a slower one that did not. Candidates have times at half as many sizes as the line with the
 * maximum of them, or more, so that a variant for small sizes alone does not decide where they are compared; where they
 * share no size, the largest one that the maximum of them have stands for it. On the CPU a device call is the kernel, and
 * not stored twice.
 */
function fastest(lines: readonly Line[], sizeAxis: string, scope: string): Line | undefined {
  const timed = lines.map((line) => ({ line, times: timesOf(line, sizeAxis, scope) }));
  const longest = Math.max(...timed.map(({ times }) => times.size));
  const candidates = timed.filter(({ times }) => times.size > 0 && 2 * times.size >= longest);
  const sizes = new Set(candidates.flatMap(({ times }) => [...times.keys()]));
  const countAt = (size: number): number =>
    candidates.filter(({ times }) => times.has(size)).length;
  const [shared] = [...sizes].sort((a, b) => countAt(b) - countAt(a) || b - a);
  if (shared === undefined) return undefined;
  const timeOf = ({ times }: (typeof candidates)[number]): number =>
    times.get(shared) ?? Number.POSITIVE_INFINITY;
  return candidates.reduce((best, one) => (timeOf(one) < timeOf(best) ? one : best)).line;
}

function timesOf(
  { cases, device }: Line,
  sizeAxis: string,
  scope: string,
): ReadonlyMap<number, number> {
  return new Map(
    cases.flatMap(({ stored: { values, metrics } }) => {
      const own =
        metrics[scope] ?? (device === 'cpu' && scope === 'call' ? metrics.kernel : undefined);
      return own === undefined ? [] : [[Number(values[sizeAxis]), own.medianNs] as const];
    }),
  );
}
