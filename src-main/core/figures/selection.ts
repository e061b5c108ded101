import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput, notFound } from '../../contract/failure.ts';
import type { Metric, StoredCase } from '../../contract/run.ts';
import { timingScopes } from '../../contract/timing-scopes.ts';
import type { Axis, Scalar, Values, Workload } from '../../contract/workload.ts';
import { seriesKey } from './series-key.ts';
import type { FigureRequest, FigureSource } from './source.ts';

/** The cases of one workload that a figure may show, with what was left out. */
export type Selection = {
  readonly workload: string;
  readonly descriptor: Workload | undefined;
  readonly sizeAxis: string;
  readonly scope: string;
  readonly cases: readonly MeasuredCase[];
  /** The same with those of hidden series: what ratios and the order of parts are made from. */
  readonly all: readonly MeasuredCase[];
  /** Values of swept axes that were fixed to keep one facet, in the order of the axes. */
  readonly fixed: Values;
  /** Axes that have one value in all the cases shown (seeds left out). */
  readonly constant: Values;
  /** Axes that have the size in every case, where the size is drawn over: the other side of a square. */
  readonly linked: readonly string[];
  readonly failed: number;
  readonly skipped: number;
};

export type MeasuredCase = { readonly stored: StoredCase; readonly metric: Metric };

const unique = <T>(values: Iterable<T>): readonly T[] => [...new Set(values)];

function chooseWorkload(source: FigureSource, wanted: string | undefined): string {
  const present = unique(source.cases.map(({ workload }) => workload));
  if (wanted !== undefined) {
    if (!present.includes(wanted)) {
      throw badInput(
        `workload: the run has no case of "${wanted}"; it has ${present.join(', ') || 'none'}`,
      );
    }
    return wanted;
  }
  const [only, ...others] = present;
  if (only === undefined) {
    throw notFound('the run has no finished case to draw');
  }
  if (others.length > 0) {
    throw badInput(`workload: the run has several (${present.join(', ')}); name the one to draw`);
  }
  return only;
}

const wholeScopes = timingScopes.map(({ id }) => id);

function chooseScope(
  cases: readonly StoredCase[],
  wanted: string | undefined,
  preferred: readonly string[],
): string {
  const present = unique(cases.flatMap(({ metrics }) => Object.keys(metrics)));
  if (wanted !== undefined) {
    if (!present.includes(wanted)) {
      throw badInput(
        `scope: no case has the timing scope "${wanted}"; available: ${present.join(', ') || 'none'}`,
      );
    }
    return wanted;
  }
  const chosen = [...preferred, ...wholeScopes, ...present].find((scope) =>
    present.includes(scope),
  );
  if (chosen === undefined) {
    throw notFound('the run has no measured case to draw: every case failed or was skipped');
  }
  return chosen;
}

/** @throws BreakevenError `bad-input` for a variant or an axis that no case of the workload has. */
function refuseUnknown(source: FigureSource, workload: string, request: FigureRequest): void {
  const cases = source.cases.filter((stored) => stored.workload === workload);
  const variants = unique(cases.map(({ variant }) => variant));
  const axes = unique(cases.flatMap(({ values }) => Object.keys(values)));
  const check = (field: string, asked: readonly string[], known: readonly string[]): void => {
    const wrong = asked.find((name) => !known.includes(name));
    if (wrong === undefined) return;
    throw badInput(`${field}: no case of ${workload} has "${wrong}"${hintFor(wrong, known)}`);
  };
  check('variants', request.variants ?? [], variants);
  check('seriesBy', request.seriesBy ?? [], axes);
  check('over', request.over === undefined ? [] : [request.over], axes);
}

const text = (value: Scalar): string => JSON.stringify(value);

/** Axes whose value differs between cases that have them, in order of first appearance. */
export function sweptAxes(cases: readonly { readonly values: Values }[]): readonly string[] {
  const seen = new Map<string, Set<string>>();
  for (const { values } of cases) {
    for (const [axis, value] of Object.entries(values)) {
      const set = seen.get(axis) ?? new Set();
      seen.set(axis, set.add(text(value)));
    }
  }
  return [...seen].filter(([, values]) => values.size > 1).map(([axis]) => axis);
}

const matches = (stored: StoredCase, axis: string, value: Scalar): boolean => {
  const own = stored.values[axis];
  return own === undefined || text(own) === text(value);
};

/** Axes that are the size once more (the other side of a square): they follow it and are not fixed. */
function axesLike(
  sizeAxis: string,
  cases: readonly StoredCase[],
  where: Values = {},
): readonly string[] {
  return sweptAxes(cases).filter(
    (axis) =>
      axis !== sizeAxis &&
      where[axis] === undefined &&
      cases.every(({ values }) => values[axis] === undefined || values[axis] === values[sizeAxis]),
  );
}

/** The value that most cases have; of equally common ones the largest, or the first where it is no number. */
function commonest(cases: readonly StoredCase[], axis: string): Scalar | undefined {
  const counts = new Map<string, { value: Scalar; count: number }>();
  for (const { values } of cases) {
    const value = values[axis];
    if (value !== undefined) {
      const entry = counts.get(text(value)) ?? { value, count: 0 };
      entry.count += 1;
      counts.set(text(value), entry);
    }
  }
  let best: { value: Scalar; count: number } | undefined;
  for (const entry of counts.values()) {
    const more = best === undefined || entry.count > best.count;
    const greater = best !== undefined && entry.count === best.count && entry.value > best.value;
    if (more || (greater && typeof entry.value === 'number')) {
      best = entry;
    }
  }
  return best?.value;
}

function constants(
  cases: readonly MeasuredCase[],
  fixed: Values,
  drawn: ReadonlySet<string>,
): Values {
  const swept = new Set(sweptAxes(cases.map(({ stored }) => stored)));
  const constant: Record<string, Scalar> = {};
  for (const { stored } of cases) {
    for (const [axis, value] of Object.entries(stored.values)) {
      if (!swept.has(axis) && !(axis in fixed) && !drawn.has(axis) && axis !== 'seed') {
        constant[axis] = value;
      }
    }
  }
  return constant;
}

/**
 * Picks workload, timing scope and one facet: of each swept axis that the figure neither draws over nor splits by, the
 * value asked for or the most common one. Cases of variants that do not take the axis stay.
 *
 * @throws BreakevenError `bad-input` for a name or value the run does not have, `not-found` when nothing was measured.
 */
export function select(
  source: FigureSource,
  request: FigureRequest,
  free: (
    sizeAxis: string,
    swept: readonly string[],
    cases: readonly StoredCase[],
  ) => readonly string[],
  preferredScopes: readonly string[] = [],
): Selection {
  const workload = chooseWorkload(source, request.workload);
  const descriptor = source.workloads.find(({ id }) => id === workload);
  refuseUnknown(source, workload, request);
  const matching = source.cases.filter(
    (stored) =>
      stored.workload === workload &&
      (request.variants === undefined || request.variants.includes(stored.variant)),
  );
  const measured = matching.filter(({ outcome }) => outcome === 'ok');
  const scope = chooseScope(measured, request.scope, preferredScopes);
  let kept = measured.filter(({ metrics }) => metrics[scope] !== undefined);
  const sizeAxis = descriptor?.sizeAxis ?? sweptAxes(kept)[0] ?? 'n';
  for (const [axis, value] of Object.entries(request.where ?? {})) {
    const before = unique(kept.flatMap(({ values }) => values[axis] ?? []));
    kept = kept.filter((stored) => matches(stored, axis, value));
    if (!before.some((each) => text(each) === text(value))) {
      throw badInput(
        `${axis}: the run has no case with ${axis} = ${value}; it has ${before.join(', ') || 'no such axis'}`,
      );
    }
  }
  const fixed: Record<string, Scalar> = {};
  const followers = axesLike(sizeAxis, kept, request.where);
  const swept = sweptAxes(kept).filter((axis) => !followers.includes(axis));
  const over = free(sizeAxis, swept, kept);
  const linked = over.includes(sizeAxis) ? followers : [];
  const drawn = new Set([...over, ...linked, ...(request.seriesBy ?? [])]);
  for (const axis of sweptAxes(measured)) {
    const value = request.where?.[axis] ?? (drawn.has(axis) ? undefined : commonest(kept, axis));
    if (value !== undefined) {
      kept = kept.filter((stored) => matches(stored, axis, value));
      fixed[axis] = value;
    }
  }
  const all = kept.flatMap((stored): MeasuredCase[] => {
    const metric = stored.metrics[scope];
    return metric === undefined ? [] : [{ stored, metric }];
  });
  const hidden = new Set(request.hidden);
  const cases = all.filter(
    ({ stored }) => !hidden.has(seriesKey(stored, scope, request.seriesBy).key),
  );
  if (all.length > 0 && cases.length === 0) {
    throw badInput('hidden: every series is hidden; show at least one');
  }
  return {
    workload,
    descriptor,
    sizeAxis,
    scope,
    cases,
    all,
    fixed,
    constant: constants(cases, fixed, drawn),
    linked,
    failed: matching.filter(({ outcome }) => outcome === 'failed').length,
    skipped: matching.filter(({ outcome }) => outcome === 'skipped').length,
  };
}

/** The description of an axis: the workload's own, or a parameter of one of its variants. */
export function axisOf(descriptor: Workload | undefined, id: string): Axis | undefined {
  return (
    descriptor?.axes.find((axis) => axis.id === id) ??
    descriptor?.variants.flatMap(({ parameters }) => parameters).find((axis) => axis.id === id)
  );
}
