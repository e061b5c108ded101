import type { BreakEvenView } from './verdict.ts';

/** Break-evens as every face shows them: the headline pair first, the baseline below it with what it is. */
export type BreakEvenGroup = {
  readonly title: string;
  /** What to know of its pairs, one sentence; null where nothing is. */
  readonly note: string | null;
  readonly answers: readonly BreakEvenView[];
};

type DescribedWorkload = {
  readonly id: string;
  readonly lab?: object | undefined;
  readonly foreign?: true | undefined;
};

const isAnyCode = ({ lab, foreign }: DescribedWorkload): boolean =>
  lab !== undefined || foreign === true;

/** What a baseline is: a ratio to it does not say how a GPU compares with a tuned CPU program. */
export function baselineNote(baseline: string): string {
  return `${baseline} is one core: portable code, not vectorised by hand.`;
}

/** The note on the baseline of a workload; empty for a lab or another tool, whose baseline may be any code, and where it is not shown. */
export function shownBaselineNote(
  workload: (DescribedWorkload & { readonly baseline?: string | undefined }) | null | undefined,
  shown: (variant: string) => boolean = () => true,
): string {
  const baseline = workload?.baseline;
  return baseline === undefined || workload == null || isAnyCode(workload) || !shown(baseline)
    ? ''
    : baselineNote(baseline);
}

export const headlineTitles = {
  'cpu-gpu': 'Best CPU variant compared with best GPU variant',
  cpu: 'Baseline compared with best CPU variant (no GPU variant was measured)',
  gpu: 'Baseline compared with best GPU variant (no CPU variant was measured)',
} as const;

/** @param workloads of the run: the baseline of a lab or of another tool may be any code, of which nothing is said */
export function breakEvenGroups(
  views: readonly BreakEvenView[],
  workloads: readonly DescribedWorkload[] = [],
): readonly BreakEvenGroup[] {
  const anyCode = new Set(workloads.filter(isAnyCode).map(({ id }) => id));
  const groups = Map.groupBy(views, titleOf);
  const rank = (title: string): number => {
    const [first] = groups.get(title) ?? [];
    if (first?.headline !== undefined) return 0;
    if (first?.bestKnown === true) return 1;
    return first?.baseline !== undefined ? 2 : 3;
  };
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([title, answers]) => {
      const baselines = new Set(
        answers.flatMap(({ workload, baseline }) =>
          anyCode.has(workload) ? [] : (baseline ?? []),
        ),
      );
      const note = [...baselines].map(baselineNote).join(' ');
      return { title, note: note === '' ? null : note, answers };
    });
}

function titleOf({ headline, bestKnown, baseline, between }: BreakEvenView): string {
  if (headline !== undefined) return headlineTitles[headline];
  if (bestKnown === true) return 'Best known here, with the variants of Breakeven';
  if (between !== undefined) return `Between values of ${between}`;
  return baseline === undefined ? 'Other pairs' : `Compared with ${baseline}`;
}
