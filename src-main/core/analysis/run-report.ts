import type { RunDetail } from '../../contract/api.ts';
import { comparedSpan } from '../../contract/by-span.ts';
import type { Configuration, Descriptor, SpanProcess, StoredCase } from '../../contract/run.ts';
import type { BreakEvenView } from '../../contract/verdict.ts';
import type { Values } from '../../contract/workload.ts';
import { judgedProcess } from '../../stats/process-summary.ts';
import { timeStepNs } from '../../stats/time-step.ts';
import { breakEven, type Curve } from './break-even/break-even.ts';
import { type Comparer, subjectsOf } from './compare.ts';
import { adjusted } from './false-discovery.ts';
import { firstPairs, pairCases } from './pairing.ts';
import { breakEvenSpans } from './timing-scopes.ts';

export type ReportSource = {
  readonly runId: string;
  readonly comparer: Comparer;
  readonly cases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Descriptor>;
  /** What the processes of a case say of one timing scope, in the order of repetitions. */
  readonly processes: (caseIndex: number, span: string) => readonly SpanProcess[];
  /** What the run was asked for: sizes that it does not name were added by refining. */
  readonly configuration?: Configuration;
};

export type RunReport = Pick<RunDetail, 'comparisons' | 'breakEvens'>;

type Described = { readonly stored: StoredCase; readonly descriptor: Descriptor };

/** What a run says when its variants are held against each other: each case against the baseline, and break-evens. */
export function reportRun(source: ReportSource): RunReport {
  return {
    comparisons: compareBySpan(source, comparedSpan),
    breakEvens: byWorkload(source).flatMap((cases) => breakEvensOf(cases, source)),
  };
}

/**
 * Each measured case against the baseline's that it pairs up with, by case index: one sweep of each workload. A case
 * without the timing scope is in it with no ratio.
 */
export function compareBySpan(source: ReportSource, span: string): RunReport['comparisons'] {
  const subjectOf = subjectsOf(source.runId, source.descriptors);
  const entries = byWorkload(source).flatMap((cases) => {
    const isBaseline = ({ stored, descriptor }: Described): boolean =>
      stored.variant === descriptor.workload.baseline;
    const contenders = cases.filter((each) => each.stored.outcome === 'ok' && !isBaseline(each));
    const { pairs } = pairCases(
      contenders.map(({ stored }) => stored),
      cases.filter(isBaseline).map(({ stored }) => stored),
      { acrossVariants: true, sameRun: true },
    );
    const shown = firstPairs(pairs);
    const views = source.comparer.judgeAll(
      shown.map(({ contender, baseline }) => [
        subjectOf(contender, span),
        subjectOf(baseline, span),
      ]),
    );
    const told = adjusted(views);
    return shown.flatMap(({ contender }, i) => {
      const view = told[i];
      return view === undefined ? [] : [[String(contender.index), view] as const];
    });
  });
  return Object.fromEntries(entries);
}

function byWorkload({
  cases,
  descriptors,
}: Pick<ReportSource, 'cases' | 'descriptors'>): readonly Described[][] {
  const described = cases.flatMap((stored): Described[] => {
    const descriptor = descriptors.get(stored.index);
    return descriptor === undefined ? [] : [{ stored, descriptor }];
  });
  return [...Map.groupBy(described, ({ stored }) => stored.workload).values()];
}

type Line = {
  readonly label: string;
  readonly device: 'cpu' | 'cuda';
  readonly baseline: boolean;
  readonly cases: readonly Described[];
};

function breakEvensOf(cases: readonly Described[], source: ReportSource): BreakEvenView[] {
  const sizeAxis = cases[0]?.descriptor.workload.sizeAxis;
  if (sizeAxis === undefined || sizeAxis === '') return [];
  const measured = cases.filter(({ stored }) => stored.outcome === 'ok');
  const shared = new Set(
    cases.flatMap(({ descriptor }) => descriptor.workload.axes.map((a) => a.id)),
  );
  shared.delete(sizeAxis);
  // An axis that always equals the size (the other side of a square) is the size once more.
  const tied = [...shared].filter((axis) =>
    measured.every(({ stored }) => stored.values[axis] === stored.values[sizeAxis]),
  );
  for (const axis of tied) shared.delete(axis);
  const size: SizeAxis = { axis: sizeAxis, tied };
  const swept = sweptAxes(measured, shared);
  const facets = Map.groupBy(measured, ({ stored }) => JSON.stringify(pick(stored.values, shared)));
  return [...facets.values()].flatMap((facet) => {
    const lines = linesOf(facet, shared, size);
    const values = pick(facet[0]?.stored.values ?? {}, swept);
    return pairsOf(lines, sizeAxis).flatMap(([a, b]) =>
      breakEvenSpans.flatMap((span) => answer(a, b, span, size, values, source)),
    );
  });
}

/** The axis whose values are sizes, and the axes that have the same value in every case. */
type SizeAxis = { readonly axis: string; readonly tied: readonly string[] };

/** Axes with more than one value: what tells facets apart for a reader. */
function sweptAxes(cases: readonly Described[], among: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    [...among].filter((axis) => new Set(cases.map(({ stored }) => stored.values[axis])).size > 1),
  );
}

function pick(values: Values, axes: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([axis]) => axes.has(axis)));
}

/** A line for each variant, and for each value of its own parameters where the run has several. */
function linesOf(
  facet: readonly Described[],
  shared: ReadonlySet<string>,
  size: SizeAxis,
): readonly Line[] {
  const elsewhere = new Set([...shared, size.axis, ...size.tied]);
  const own = ({ stored }: Described): string =>
    Object.entries(stored.values)
      .filter(([axis]) => !elsewhere.has(axis))
      .map(([axis, value]) => `${axis}=${value}`)
      .join(' ');
  const variants = Map.groupBy(facet, ({ stored }) => stored.variant);
  return [...variants].flatMap(([variant, cases]) => {
    const settings = [...Map.groupBy(cases, own)];
    return settings.map(([setting, part]): Line => {
      const [first] = part;
      return {
        label: settings.length === 1 ? variant : `${variant} (${setting})`,
        device: first?.descriptor.variant.device === 'cpu' ? 'cpu' : 'cuda',
        baseline: first?.descriptor.workload.baseline === variant,
        cases: part,
      };
    });
  });
}

/** The baseline against each other line, and the best on the CPU against the best on the GPU. */
function pairsOf(lines: readonly Line[], sizeAxis: string): readonly (readonly [Line, Line])[] {
  const baseline = lines.find((line) => line.baseline);
  const others = lines.filter((line) => line !== baseline);
  const pairs = baseline === undefined ? [] : others.map((line) => [baseline, line] as const);
  const cpu = fastest(
    lines.filter(({ device }) => device === 'cpu'),
    sizeAxis,
  );
  const cuda = fastest(
    lines.filter(({ device }) => device === 'cuda'),
    sizeAxis,
  );
  if (cpu === undefined || cuda === undefined || cpu === baseline) return pairs;
  return [...pairs, [cpu, cuda]];
}

/** At the largest size that a line has. */
function fastest(lines: readonly Line[], sizeAxis: string): Line | undefined {
  const largest = Math.max(
    ...lines.flatMap(({ cases }) => cases.map(({ stored }) => Number(stored.values[sizeAxis]))),
  );
  const timed = lines.flatMap((line) => {
    const at = line.cases.find(({ stored }) => stored.values[sizeAxis] === largest);
    const time = at?.stored.metrics[comparedSpan]?.median_ns;
    return time === undefined ? [] : [{ line, time }];
  });
  return timed.sort((a, b) => a.time - b.time)[0]?.line;
}

/** Nothing where the two have fewer than two sizes in common, or a span that one of them lacks. */
function answer(
  a: Line,
  b: Line,
  span: string,
  { axis, tied }: SizeAxis,
  values: Values,
  source: ReportSource,
): BreakEvenView[] {
  const curves = [a, b].map((line) => curveOf(line, span, axis, source));
  const [first, second] = curves;
  if (first === undefined || second === undefined) return [];
  const sizes = new Set(first.points.map(({ x }) => x));
  if (second.points.filter(({ x }) => sizes.has(x)).length < 2) return [];
  const workload = a.cases[0]?.stored.workload ?? '';
  const asked = askedSizes(source.configuration, workload, axis);
  const view = breakEven(first, second, {
    workload,
    span,
    axis,
    margin: source.comparer.margins().difference,
    priors: source.comparer.priors(source.runId).table,
    ...(asked.size === 0 ? {} : { asked: (size: number) => asked.has(size) }),
  });
  const facet = [
    ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
    ...tied.map((name) => `${name}=${axis}`),
  ];
  if (facet.length === 0) return [view];
  const which = {
    ...(Object.keys(values).length === 0 ? {} : { values }),
    ...(tied.length === 0 ? {} : { tied: [...tied] }),
  };
  return [{ ...view, ...which, sentence: `${facet.join(', ')}: ${view.sentence}` }];
}

/** The sizes that a configuration names for a workload. */
function askedSizes(
  configuration: Configuration | undefined,
  workload: string,
  axis: string,
): ReadonlySet<unknown> {
  const groups = configuration?.groups.filter((group) => group.workload === workload) ?? [];
  return new Set(
    groups.flatMap(({ set, sweep }) => [...(sweep[axis] ?? []), set[axis] ?? []].flat()),
  );
}

function curveOf(line: Line, span: string, axis: string, source: ReportSource): Curve {
  const points = line.cases.flatMap(({ stored }) => {
    const x = stored.values[axis];
    const processes = source.processes(stored.index, span);
    // Zero has no place on a logarithmic axis.
    if (typeof x !== 'number' || x <= 0 || processes.length === 0) return [];
    const resolutionNs = timeStepNs(stored.facts, line.device, span, processes);
    return [{ x, processes: processes.map(judgedProcess), resolutionNs }];
  });
  const { label, device } = line;
  return { label, device, scope: span, points: points.sort((p, q) => p.x - q.x) };
}
