import type { RunDetail } from '../../../contract/api.ts';
import {
  type Headline,
  type HeadlineAnswer,
  isLocated,
  type WorkloadHeadline,
} from '../../../contract/headline.ts';
import { headlineScope } from '../../../contract/timing-scopes.ts';
import type { BreakEvenView, ComparisonView } from '../../../contract/verdict.ts';
import type { Values } from '../../../contract/workload.ts';
import { crossingOf, facetsOf, type Line, type SizeAxis, sizesOf } from '../break-even/lines.ts';
import { casesBySide } from '../break-even/of-variants.ts';
import { type HeadlinePair, headlinePairs, linesOf } from '../break-even/pairs.ts';
import { subjectsOf } from '../compare.ts';
import { type Described, describedByWorkload, type ReportSource } from '../report-source.ts';
import { callsAt } from './calls.ts';
import { qualityOf } from './quality.ts';
import {
  answerText,
  type CaseTime,
  runSentence,
  timesSentence,
  workloadSentence,
} from './sentences.ts';

/** The order in which scopes are told: what a user waits for first. */
const scopes = ['total', 'setup', 'call', 'kernel'] as const;

type Answered = Pick<RunDetail, 'breakEvens'>;

/**
 * The answer of a run: for each workload the fastest CPU variant and the fastest GPU variant, from which size the second
 * is faster, by how much at the largest size, and where it never is, from how many calls on. Computed once when a run has
 * ended; every face shows it as it is.
 */
export function headlineOf(source: ReportSource, { breakEvens }: Answered): Headline {
  // Of several variants in two versions, what holds of the head.
  const workloads = describedByWorkload(source).flatMap((cases) =>
    ofWorkload(casesBySide(cases).at(-1) ?? cases, source, breakEvens),
  );
  const sentence = workloads.length > 0 ? runSentence(workloads) : timesSentence(timesOf(source));
  const byScope = Object.fromEntries(
    scopes.flatMap((scope) => {
      const told = workloads.flatMap((one) => inScope(one, scope));
      return told.length === 0 ? [] : [[scope, runSentence(told)]];
    }),
  );
  return { sentence, byScope, workloads, quality: qualityOf(source.cases) };
}

/** A workload by its answer in one scope. */
function inScope(one: WorkloadHeadline, scope: string): readonly WorkloadHeadline[] {
  const answers = one.answers.filter((answer) => answer.scope === scope);
  const told = { ...one, answers };
  return answers.length === 0 ? [] : [{ ...told, sentence: workloadSentence(told) }];
}

/** Of the cases that were measured, from the smallest size on. */
function timesOf(source: ReportSource): readonly CaseTime[] {
  const times = describedByWorkload(source).flatMap((cases) => {
    const { size, measured } = sizesOf(cases) ?? { measured: [] };
    return measured.flatMap(({ stored: { workload, variant, values, metrics } }): CaseTime[] => {
      const scope = headlineScope(Object.keys(metrics));
      const metric = metrics[scope ?? ''];
      if (scope === null || metric === undefined || size === undefined) return [];
      return [
        { workload, variant, scope, metric, axis: size.axis, size: Number(values[size.axis]) },
      ];
    });
  });
  return times.sort((a, b) => a.size - b.size);
}

function ofWorkload(
  cases: readonly Described[],
  source: ReportSource,
  breakEvens: readonly BreakEvenView[],
): WorkloadHeadline[] {
  const found = sizesOf(cases);
  const [first] = cases;
  if (found === null || first === undefined) return [];
  const { size, measured } = found;
  const workload = first.stored.workload;
  return facetsOf(cases, measured, size).flatMap(({ facet, shared, values }) => {
    const lines = linesOf(facet, shared, size);
    const context = {
      source,
      size,
      values,
      lines,
      views: breakEvens.filter((view) => view.workload === workload),
    };
    const told = scopes.flatMap((scope) => {
      const { pair, bestKnown } = headlinePairs(lines, size.axis, scope);
      const answer = pair === null ? null : answerOf(pair, scope, context);
      if (answer === null) return [];
      return [{ answer, best: bestKnown === null ? null : answerOf(bestKnown, scope, context) }];
    });
    const answers = told.map(({ answer }) => answer);
    if (answers[0] === undefined) return [];
    const headline = {
      ...{ workload, axis: size.axis, values, answers },
      bestKnown: told[0]?.best ?? null,
    };
    return [{ ...headline, sentence: workloadSentence(headline) }];
  });
}

type Context = {
  readonly source: ReportSource;
  readonly size: SizeAxis;
  readonly values: Values;
  readonly lines: readonly Line[];
  readonly views: readonly BreakEvenView[];
};

/** Null where the two share no size in this scope. */
function answerOf(
  { sides, kind }: HeadlinePair,
  scope: string,
  context: Context,
): HeadlineAnswer | null {
  const { size, source, values } = context;
  const [first, second] = sides;
  const sizes = sharedSizes(sides, size.axis, scope);
  const largest = sizes.at(-1);
  if (largest === undefined) return null;
  const pair: [string, string] = [first.label, second.label];
  const view =
    findView(context.views, pair, scope, values) ??
    crossingOf(sides, scope, size, values, source)[0];
  const compared = judgeAt(second, first, largest, scope, context);
  const winner = winnerOf(compared, pair);
  const answer = kindOf(view, second.label);
  const gpus = context.lines.filter(
    ({ device, ours }) => device === 'cuda' && (!ours || second.ours),
  );
  const told = {
    ...{ scope, kind, pair, answer, winner },
    at: isLocated(answer) ? (view?.at ?? null) : null,
    ci95: isLocated(answer) ? (view?.ci95 ?? null) : null,
    speedup: speedupOf(compared, largest, winner === first.label),
    upTo: upToOf(sides, winner, sizes, scope, context),
    ...untoldOf(view, sizes, (at) => judgeAt(second, first, at, scope, context)),
    ...((view ?? compared)?.disturbed === true ? { disturbed: true as const } : {}),
    calls:
      kind === 'cpu-gpu' && scope === 'total' && (answer === 'never' || answer === 'below')
        ? sizes.slice(-2).flatMap((at) => callsAt(first, gpus, at, size.axis, source))
        : [],
  };
  const range = [sizes[0] ?? largest, largest] as const;
  return { ...told, text: answerText(told, size.axis, range) };
}

function findView(
  views: readonly BreakEvenView[],
  pair: readonly string[],
  scope: string,
  values: Values,
): BreakEvenView | undefined {
  return views.find(
    (view) =>
      view.scope === scope &&
      view.between === undefined &&
      pair.every((label) => view.pair?.includes(label)) &&
      Object.entries(values).every(([axis, value]) => view.values?.[axis] === value),
  );
}

/** About the second of the pair. */
function kindOf(view: BreakEvenView | undefined, second: string): HeadlineAnswer['answer'] {
  switch (view?.answer) {
    case undefined:
      return 'one-size';
    case 'several':
      return 'several';
    case 'inconclusive':
      return 'unclear';
    case 'none':
      return view.large === second ? 'always' : 'never';
    case 'one':
      return view.large === second ? 'from' : 'below';
  }
}

/** Above the break-even, or of all sizes where there is none: those at which neither is faster, or a disturbed case has no verdict. */
function untoldOf(
  view: BreakEvenView | undefined,
  sizes: readonly number[],
  judgedAt: (size: number) => ComparisonView | null,
): Pick<HeadlineAnswer, 'untold' | 'disturbedAt' | 'until'> {
  if (view?.answer !== 'one' && view?.answer !== 'none') return {};
  const { unknown = [], brackets = [], answer } = view;
  const above = answer === 'one' ? (brackets.at(-1)?.[1] ?? 0) : 0;
  const largest = sizes.at(-1);
  const [untold, disturbedAt]: [number[], number[]] = [[], []];
  for (const x of sizes.filter((each) => each > above)) {
    const judged = judgedAt(x);
    const lastIsUntold =
      x === largest && judged?.verdict !== 'faster' && judged?.verdict !== 'slower';
    const isUnknown = unknown.some(
      ([from, to]) => x > from && (x < to || (x === to && lastIsUntold)),
    );
    const hasFew = judged?.verdict === 'inconclusive' && judged.ci95 === null;
    if (judged?.disturbed === true) disturbedAt.push(x);
    else if (isUnknown || hasFew) untold.push(x);
  }
  const open = new Set([...untold, ...disturbedAt]);
  const until =
    largest === undefined || !open.has(largest) ? undefined : sizes.findLast((x) => !open.has(x));
  return {
    ...(untold.length === 0 ? {} : { untold }),
    ...(disturbedAt.length === 0 ? {} : { disturbedAt }),
    ...(until === undefined ? {} : { until }),
  };
}

function sharedSizes(
  [first, second]: readonly [Line, Line],
  axis: string,
  scope: string,
): readonly number[] {
  const of = (line: Line): readonly number[] =>
    line.cases.flatMap(({ stored }) =>
      scope in stored.metrics ? [Number(stored.values[axis])] : [],
    );
  const others = new Set(of(second));
  return of(first)
    .filter((size) => others.has(size))
    .sort((a, b) => a - b);
}

export function caseAt(line: Line, axis: string, size: number): Described | undefined {
  return line.cases.find(({ stored }) => Number(stored.values[axis]) === size);
}

function judgeAt(
  contender: Line,
  baseline: Line,
  at: number,
  scope: string,
  { source, size }: Context,
): ComparisonView | null {
  const subject = subjectsOf(source.runId, source.descriptors);
  const [one, other] = [contender, baseline].map((line) => caseAt(line, size.axis, at)?.stored);
  if (one === undefined || other === undefined) return null;
  const pair = [subject(one, scope), subject(other, scope)] as const;
  return source.comparer.judgeAll([pair], source)[0] ?? null;
}

function winnerOf(
  compared: ComparisonView | null,
  [first, second]: readonly [string, string],
): string | null {
  if (compared?.verdict === 'faster') return second;
  return compared?.verdict === 'slower' ? first : null;
}

/** Of the winner; of the second where there is none. */
function speedupOf(
  compared: ComparisonView | null,
  size: number,
  ofFirst: boolean,
): HeadlineAnswer['speedup'] {
  if (compared === null || compared.ratio === null || !(compared.ratio > 0)) return null;
  const { ratio, ci95 } = compared;
  if (ofFirst) return { size, value: ratio, ci95 };
  return { size, value: 1 / ratio, ci95: ci95 === null ? null : [1 / ci95[1], 1 / ci95[0]] };
}

/** The variant outside of the pair that is faster than both from the smallest size on, and the last size at which it is. */
function upToOf(
  sides: readonly [Line, Line],
  winner: string | null,
  sizes: readonly number[],
  scope: string,
  context: Context,
): HeadlineAnswer['upTo'] {
  const { lines, size } = context;
  const [smallest] = sizes;
  if (smallest === undefined || winner === null) return null;
  const named = lines.filter((line) => !line.ours && !sides.includes(line));
  const medianAt = (line: Line, at: number): number =>
    caseAt(line, size.axis, at)?.stored.metrics[scope]?.medianNs ?? Number.POSITIVE_INFINITY;
  const [best] = [...named].sort((a, b) => medianAt(a, smallest) - medianAt(b, smallest));
  if (best === undefined) return null;
  const beats = (at: number): boolean =>
    sides.every((line) => judgeAt(best, line, at, scope, context)?.verdict === 'faster');
  const end = sizes.findIndex((at) => !beats(at));
  const last = sizes[end - 1];
  return last === undefined ? null : { size: last, variant: best.label };
}
