import { valueText } from '../../contract/axis-values.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { PlannedCase, StoredCase } from '../../contract/run.ts';
import { breakEvenScopes } from '../../contract/timing-scopes.ts';
import { type BreakEvenView, pairOfView, variantOfLabel } from '../../contract/verdict.ts';
import type { Values } from '../../contract/workload.ts';
import { checkScope } from '../analysis/timing-scopes.ts';
import { identityOf } from '../plan/planner.ts';

export type RefineFilter = {
  readonly scope?: string | undefined;
  readonly workload?: string | undefined;
  readonly variants?: readonly string[] | undefined;
};

/**
 * A filter that names what the run does not have would look like a run without break-evens.
 *
 * @throws BreakevenError `bad-input` for a timing scope, workload or variant that no break-even of these cases can
 * have.
 */
export function checkFilter(
  { scope, workload, variants = [] }: RefineFilter,
  cases: readonly (Pick<StoredCase, 'workload' | 'variant'> & Partial<StoredCase>)[],
): void {
  const known = breakEvenScopes.filter(
    (id) => id !== 'setup' || cases.some(({ metrics = {} }) => id in metrics),
  );
  checkScope(scope, known);
  const refuse = (what: string, given: string, names: readonly string[]): void => {
    const known = [...new Set(names)];
    if (known.includes(given)) return;
    throw badInput(`the run has no ${what} "${given}"${hintFor(given, known)}`);
  };
  const workloads = cases.map((each) => each.workload);
  if (workload !== undefined) refuse('workload', workload, workloads);
  const ofWorkload = cases.filter((each) => workload === undefined || each.workload === workload);
  for (const id of variants) {
    refuse(
      'variant',
      id,
      ofWorkload.map((each) => each.variant),
    );
  }
}

/** The break-evens that a filter names. */
export function selected(
  views: readonly BreakEvenView[],
  { scope, workload, variants }: RefineFilter,
): readonly BreakEvenView[] {
  const names = (label: string): boolean =>
    variants === undefined || variants.includes(variantOfLabel(label));
  return views.filter(
    (view) =>
      (scope === undefined || view.scope === scope) &&
      (workload === undefined || view.workload === workload) &&
      (variants === undefined || variants.length === 1
        ? pairOfView(view).some(names)
        : pairOfView(view).every(names)),
  );
}

/**
 * The cases that would narrow the break-evens: both variants at the sizes that each answer asks for, made after the
 * cases that the run has; the break-evens take turns, so that the first sizes narrow all of them. Empty when nothing is
 * left to narrow.
 */
export function nextCases(
  views: readonly BreakEvenView[],
  cases: readonly PlannedCase[],
  firstRepetition?: number,
): readonly PlannedCase[] {
  const known = new Set(cases.map(identityOf));
  const added: PlannedCase[] = [];
  let index = cases.reduce((max, planned) => Math.max(max, planned.index), -1);
  for (const [view, size] of byTurns(views)) {
    for (const template of templates(view, cases, size)) {
      const axes = sizeAxes(view);
      const values = {
        ...template.values,
        ...Object.fromEntries(axes.map((axis) => [axis, size])),
      };
      const { firstRepetition: _before, ...plain } = template;
      const fresh = {
        ...plain,
        values,
        inputKey: inputKeyFor(template, axes, size),
        ...(firstRepetition === undefined ? {} : { firstRepetition }),
      };
      const identity = identityOf(fresh);
      if (known.has(identity)) continue;
      known.add(identity);
      index += 1;
      added.push({ ...fresh, index });
    }
  }
  return added;
}

/** The sizes that break-evens ask for: the first one of each, then the second ones. */
function byTurns(views: readonly BreakEvenView[]): readonly (readonly [BreakEvenView, number])[] {
  const turns = Math.max(0, ...views.map(({ next }) => (next ?? []).length));
  return Array.from({ length: turns }, (_, turn) => turn).flatMap((turn) =>
    views.flatMap((view) => {
      const size = view.next?.[turn];
      return size === undefined ? [] : [[view, size] as const];
    }),
  );
}

/** The cases of both variants at the two known sizes around each size that is added, the smaller size first. */
export function bracketingCases(
  views: readonly BreakEvenView[],
  cases: readonly PlannedCase[],
  added: readonly PlannedCase[],
): readonly PlannedCase[] {
  const found = new Map<number, PlannedCase>();
  for (const view of views) {
    const plannedCases = casesOf(view, cases).filter(({ skip }) => skip === undefined);
    const known = [...new Set(plannedCases.map((planned) => sizeOf(planned, view.axis)))];
    for (const fresh of casesOf(view, added)) {
      const size = sizeOf(fresh, view.axis);
      const below = Math.max(...known.filter((one) => one < size));
      const above = Math.min(...known.filter((one) => one > size));
      for (const planned of plannedCases) {
        if ([below, above].includes(sizeOf(planned, view.axis))) found.set(planned.index, planned);
      }
    }
  }
  return [...found.values()];
}

/** The cases that a break-even is of: those of both sides. */
function casesOf(view: BreakEvenView, cases: readonly PlannedCase[]): readonly PlannedCase[] {
  const variants = pairOfView(view).map(variantOfLabel);
  const sides = pairOfView(view);
  const fitting = cases.filter(
    ({ workload, variant, values }) =>
      workload === view.workload &&
      variants.includes(variant) &&
      matches(values, view.values ?? {}),
  );
  const { between } = view;
  if (between === undefined) return fitting;
  return fitting.filter(({ values }) =>
    sides.some((label) => label.endsWith(`(${between}=${valueText(values[between])})`)),
  );
}

/** One case of each setting of the two variants, at the next larger size: its estimate holds for what lies below it. */
function templates(
  view: BreakEvenView,
  cases: readonly PlannedCase[],
  size: number,
): readonly PlannedCase[] {
  const fitting = casesOf(view, cases).filter(
    ({ skip, input }) => skip === undefined && input === undefined,
  );
  const setting = ({ variant, values }: PlannedCase): string => {
    const rest = Object.entries(values).filter(([axis]) => !sizeAxes(view).includes(axis));
    return JSON.stringify([variant, rest]);
  };
  return [...Map.groupBy(fitting, setting).values()].flatMap((same) => {
    const ascending = [...same].sort((a, b) => sizeOf(a, view.axis) - sizeOf(b, view.axis));
    const above = ascending.find((planned) => sizeOf(planned, view.axis) >= size);
    return above ?? ascending.at(-1) ?? [];
  });
}

function sizeAxes({ axis, linkedAxes: linked = [] }: BreakEvenView): readonly string[] {
  return [axis, ...linked];
}

function sizeOf({ values }: PlannedCase, axis: string): number {
  return Number(values[axis] ?? 0);
}

function matches(values: Values, wanted: Values): boolean {
  return Object.entries(wanted).every(([axis, value]) => values[axis] === value);
}

/** The key of the same input with another size; the planner writes `axis=value` words. */
function inputKeyFor({ inputKey }: PlannedCase, axes: readonly string[], size: number): string {
  return inputKey
    .split(' ')
    .map((word) => {
      const axis = axes.find((each) => word.startsWith(`${each}=`));
      return axis === undefined ? word : `${axis}=${size}`;
    })
    .join(' ');
}

/** @throws BreakevenError `bad-input` when the run has no break-even that could be refined. */
export function refuseWhereNothingCrosses(views: readonly BreakEvenView[], ref: string): void {
  if (views.some(({ answer, next }) => answer === 'one' || (next ?? []).length > 0)) return;
  const [first] = views;
  throw badInput(
    first === undefined
      ? `run ${ref} has no break-even to refine: it needs two variants at two sizes or more`
      : `run ${ref} has no single break-even to refine: ${first.sentence}`,
  );
}
