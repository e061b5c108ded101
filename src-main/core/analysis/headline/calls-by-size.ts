import type { CallsRow, Strategy } from '../../../contract/headline.ts';
import { variantOfLabel } from '../../../contract/verdict.ts';
import type { Values } from '../../../contract/workload.ts';
import { facetsOf, type Line, type SizeAxis, sizesOf } from '../break-even/lines.ts';
import { linesOf } from '../break-even/pairs.ts';
import { describedByWorkload, type ReportSource } from '../report-source.ts';
import { callsAt, cheapestFirst } from './calls.ts';
import { callsSentence } from './sentences.ts';

export type CallsFilter = {
  readonly workload?: string | undefined;
  readonly variants?: readonly string[] | undefined;
};

/**
 * From how many calls on the GPU costs less, at each size: the GPU variant against the CPU variant whose further calls
 * cost least there. Without the variants that come with Breakeven, and with them as a second row where that is another
 * pair; variants that a filter names are taken as they are.
 */
export function callsBySize(
  source: ReportSource,
  strategy: Strategy,
  { workload, variants }: CallsFilter = {},
): readonly CallsRow[] {
  return describedByWorkload(source).flatMap((cases) => {
    const found = sizesOf(cases);
    const id = cases[0]?.stored.workload ?? '';
    if (found === null || (workload !== undefined && id !== workload)) return [];
    const { size, measured } = found;
    return facetsOf(cases, measured, size).flatMap(({ facet, shared, values }) => {
      const lines = linesOf(facet, shared, size).filter(
        ({ label }) => variants === undefined || variants.includes(variantOfLabel(label)),
      );
      const context = { source, strategy, size, values, workload: id };
      const sizes = new Set(facet.map(({ stored }) => Number(stored.values[size.axis])));
      const named = variants === undefined ? lines.filter(({ ours }) => !ours) : lines;
      return [...sizes]
        .sort((a, b) => a - b)
        .flatMap((at) => {
          const [first] = rowAt(named, at, context);
          const [best] = rowAt(lines, at, context);
          if (first === undefined || best === undefined) return best === undefined ? [] : [best];
          const same = first.variant === best.variant && first.against === best.against;
          return same ? [first] : [first, { ...best, bestKnown: true as const }];
        });
    });
  });
}

type Context = {
  readonly source: ReportSource;
  readonly strategy: Strategy;
  readonly size: SizeAxis;
  readonly values: Values;
  readonly workload: string;
};

/** Nothing where one device has no costs at this size. */
function rowAt(
  lines: readonly Line[],
  at: number,
  { source, strategy, size: { axis }, values, workload }: Context,
): CallsRow[] {
  const [cpus, gpus] = ['cpu', 'cuda'].map((device) =>
    lines.filter((one) => one.device === device),
  );
  const [cheapest] = cheapestFirst(cpus ?? [], at, axis, source, strategy);
  if (cheapest === undefined || gpus === undefined) return [];
  const { line } = cheapest;
  const cache = line.cases[0]?.stored.values.cache;
  return callsAt(line, gpus, at, axis, source, strategy).map((answer) => {
    const row = {
      ...{ workload, axis, values, ...answer },
      against: line.label,
      cache: cache === undefined ? null : String(cache),
    };
    return { ...row, sentence: callsSentence(row) };
  });
}
