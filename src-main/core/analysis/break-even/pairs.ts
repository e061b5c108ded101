import type { BreakEvenView } from '../../../contract/verdict.ts';
import { versionOf } from '../../../contract/versions.ts';
import type { Described } from '../report-source.ts';
import { deviceOf, type Line, type SizeAxis } from './lines.ts';

/** A line for each variant, and for each value of its own parameters where the run has several. */
export function linesOf(
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
          baseline: plain(first.descriptor.workload.baseline) === plain(variant),
          ours: first.descriptor.variant.kind === 'fast',
          cases: part,
        },
      ];
    });
  });
}

const plain = (variant: string): string => versionOf(variant)?.id ?? variant;

export type HeadlinePair = {
  /** The best CPU variant and the best GPU variant; of one device the baseline and the fastest other. */
  readonly sides: readonly [Line, Line];
  readonly kind: NonNullable<BreakEvenView['headline']>;
};

/**
 * The pair that a run is about in one timing scope, each side as `fastest` says. Where only one device was measured, the
 * baseline against the fastest other variant.
 */
export function headlinePair(
  lines: readonly Line[],
  sizeAxis: string,
  scope: string,
): HeadlinePair | null {
  const best = (some: readonly Line[]): Line | undefined => fastest(some, sizeAxis, scope);
  const cpu = best(lines.filter(({ device }) => device === 'cpu'));
  const gpu = best(lines.filter(({ device }) => device === 'cuda'));
  if (cpu !== undefined && gpu !== undefined) return { sides: [cpu, gpu], kind: 'cpu-gpu' };
  const device = cpu === undefined ? 'cuda' : 'cpu';
  const measured = lines.filter((line) => line.device === device);
  const baseline = baselineOf(measured);
  const other = best(measured.filter((line) => line !== baseline));
  if (baseline === undefined || other === undefined) return null;
  return { sides: [baseline, other], kind: device === 'cpu' ? 'cpu' : 'gpu' };
}

/**
 * The pair without the variants that come with Breakeven, which referees and competes, and the best pair of all where that
 * is another one. Where the others make no pair, the best pair of all stands alone.
 */
export function headlinePairs(
  lines: readonly Line[],
  sizeAxis: string,
  scope: string,
): { readonly pair: HeadlinePair | null; readonly bestKnown: HeadlinePair | null } {
  const all = headlinePair(lines, sizeAxis, scope);
  const others = headlinePair(
    lines.filter(({ ours }) => !ours),
    sizeAxis,
    scope,
  );
  const devices = all?.kind !== 'cpu-gpu' || others?.kind === 'cpu-gpu';
  if (others === null || all === null || !devices) return { pair: all, bestKnown: null };
  const same = all.sides.every((line) => others.sides.includes(line));
  return { pair: others, bestKnown: same ? null : all };
}

/** What ratios are to: the reference of the workload where it was measured, else the first variant. */
export function baselineOf(lines: readonly Line[]): Line | undefined {
  return lines.find(({ baseline }) => baseline) ?? lines[0];
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
