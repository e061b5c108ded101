import { valueText } from '../../../contract/axis-values.ts';
import { byValue } from '../../../contract/case-names.ts';
import { hintFor } from '../../../contract/did-you-mean.ts';
import { badInput } from '../../../contract/failure.ts';
import { parseNumber } from '../../../contract/numbers.ts';
import type { Between } from '../../../contract/procedures/break-evens.ts';
import { breakEvenScopes } from '../../../contract/timing-scopes.ts';
import type { BreakEvenView } from '../../../contract/verdict.ts';
import type { Scalar } from '../../../contract/workload.ts';
import { type Described, describedByWorkload, type ReportSource } from '../report-source.ts';
import { crossingOf, deviceOf, type Line, pick, sizesOf, sweptAxes } from './lines.ts';

/**
 * The break-evens between two values of an axis: each variant with the one compared with itself with the other,
 * everything else equal.
 *
 * @throws BreakevenError `bad-input` for an axis or a value that the run does not have, or the axis of the sizes.
 */
export function breakEvensOfValues(source: ReportSource, given: Between): BreakEvenView[] {
  const between = checked(source, given);
  return describedByWorkload(source).flatMap((cases) => ofWorkload(cases, source, between));
}

function ofWorkload(
  cases: readonly Described[],
  source: ReportSource,
  between: Between,
): BreakEvenView[] {
  const found = sizesOf(cases);
  if (found === null) return [];
  const { size, measured } = found;
  const { axis } = between;
  const variants = Map.groupBy(measured, ({ stored }) => stored.variant);
  return [...variants.values()].flatMap((own) => {
    const having = own.filter(({ stored }) => axis in stored.values);
    const elsewhere = new Set([axis, size.axis, ...size.linked, ...linkedAxes(having, axis)]);
    const rest = new Set(
      having.flatMap(({ stored }) => Object.keys(stored.values)).filter((id) => !elsewhere.has(id)),
    );
    const swept = sweptAxes(having, rest);
    const facets = Map.groupBy(having, ({ stored }) => JSON.stringify(pick(stored.values, rest)));
    return [...facets.values()].flatMap((facet) => {
      const lines = [between.small, between.large].map((value) => lineOf(facet, axis, value));
      const [small, large] = lines;
      if (small == null || large == null) return [];
      const values = pick(facet[0]?.stored.values ?? {}, swept);
      return breakEvenScopes
        .flatMap((scope) => crossingOf([small, large], scope, size, values, source))
        .map((view) => ({ ...view, between: axis }));
    });
  });
}

function lineOf(facet: readonly Described[], axis: string, value: Scalar): Line | null {
  const cases = facet.filter(({ stored }) => stored.values[axis] === value);
  const [first] = cases;
  if (first === undefined) return null;
  const label = `${first.stored.variant} (${axis}=${valueText(value)})`;
  return { label, device: deviceOf(first), baseline: false, ours: false, cases };
}

/** Axes that are the chosen one once more. */
function linkedAxes(cases: readonly Described[], axis: string): readonly string[] {
  const ids = new Set(cases.flatMap(({ stored }) => Object.keys(stored.values)));
  return [...ids].filter(
    (id) =>
      id !== axis &&
      sweptAxes(cases, new Set([id])).size > 0 &&
      cases.every(({ stored }) => stored.values[id] === stored.values[axis]),
  );
}

/** With the values as the run has them. */
function checked(source: ReportSource, { axis, small, large }: Between): Between {
  const refuse = (message: string): never => {
    throw badInput(message);
  };
  const workloads = describedByWorkload(source);
  const axes = new Set(
    source.cases
      .filter(({ outcome }) => outcome === 'ok')
      .flatMap((one) => Object.keys(one.values)),
  );
  if (!axes.has(axis)) refuse(`axis: no case of the run has "${axis}"${hintFor(axis, [...axes])}`);
  if (workloads.every((cases) => cases[0]?.descriptor.workload.sizeAxis === axis)) {
    refuse(`axis: ${axis} is the size itself; a break-even is a value of it`);
  }
  const known = [...new Set(source.cases.flatMap(({ values }) => values[axis] ?? []))].sort(
    byValue,
  );
  const read = (name: string, given: Scalar): Scalar => {
    const found = known.find((value) => isSameValue(value, given));
    if (found !== undefined) return found;
    return refuse(
      `${name}: no case of the run has ${axis} = ${given}; there are ${known.map((value) => valueText(value)).join(', ')}`,
    );
  };
  const [one, other] = [read('small', small), read('large', large)];
  if (one === other) refuse(`small and large are both ${valueText(one)}; two values are compared`);
  return { axis, small: one, large: other };
}

/** Whether a value of a case is the one that was given, as a value or as text. */
export function isSameValue(value: Scalar, given: Scalar): boolean {
  if (value === given || String(value) === String(given)) return true;
  return typeof value === 'number' && typeof given === 'string' && parseNumber(given) === value;
}
