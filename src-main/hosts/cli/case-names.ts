import { shownAxes, valuesText } from '../../contract/case-names.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { Values } from '../../contract/workload.ts';

type Named = { readonly workload: string; readonly values: Values };

/** Which axes distinguish the cases of a workload while they are measured. */
export type AxesOf = (workload: string) => readonly string[];

/** Those of planned cases; `workloads` says which axis is the size of each. */
export function axesOfCases(
  cases: readonly Named[],
  workloads: readonly { readonly id: string; readonly sizeAxis: string }[],
): AxesOf {
  const grouped = Map.groupBy(cases, ({ workload }) => workload);
  const axes = new Map(
    [...grouped].map(([workload, own]) => {
      const size = workloads.find(({ id }) => id === workload)?.sizeAxis;
      return [workload, shownAxes(own, size)];
    }),
  );
  return (workload) => axes.get(workload) ?? [];
}

/** More cases than this are named by the first ones and counted. */
const maxNamed = 6;

/**
 * `backwards n=1000, 10000: signal SIGSEGV (2 cases)`: a line for each variant and reason, with the cases that it is of;
 * cases that differ in one axis alone share its name.
 */
export function reasonLines(
  cases: readonly Pick<StoredCase, 'variant' | 'values' | 'reason'>[],
  axes: readonly string[],
): readonly string[] {
  const lines = Map.groupBy(cases, ({ variant, reason }) => JSON.stringify([variant, reason]));
  return [...lines.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const where = placesText(alike, axes);
    const name = where === '' ? first.variant : `${first.variant} ${where}`;
    const count = alike.length === 1 ? '' : ` (${alike.length} cases)`;
    return [`${name}: ${first.reason ?? 'no reason given'}${count}`];
  });
}

function placesText(cases: readonly Pick<Named, 'values'>[], axes: readonly string[]): string {
  const places = [...new Set(cases.map(({ values }) => valuesText(values, axes)))];
  const more = places.length > maxNamed ? `, … (${places.length - maxNamed} more)` : '';
  const namedPlaces = places.slice(0, maxNamed);
  const [first = '', ...rest] = namedPlaces;
  const name = first.split('=')[0];
  const single = namedPlaces.every(
    (place) => place.split('=').length === 2 && place.startsWith(`${name}=`),
  );
  if (!single) return namedPlaces.join(', ') + more;
  return [first, ...rest.map((place) => place.slice(`${name}=`.length))].join(', ') + more;
}
