import { badInput } from '../../contract/failure.ts';
import type { figureKinds } from '../../contract/figure.ts';
import type { Between } from '../../contract/procedures/break-evens.ts';
import type { BreakEvenView } from '../../contract/verdict.ts';
import { isSameValue } from '../analysis/break-even/of-values.ts';
import type { FigureRequest, FigureSource } from './source.ts';

type Asked = FigureRequest & { readonly kind: (typeof figureKinds)[number] };

/**
 * What a figure of two values of an axis is made from: only the cases that have one of them, a series for each, and the
 * break-evens between them.
 *
 * @throws BreakevenError `bad-input` for a figure that does not show break-evens.
 */
export function betweenValues<R extends Asked>(
  source: FigureSource,
  request: R,
  { axis, small, large }: Between,
  breakEvens: readonly BreakEvenView[],
): { readonly source: FigureSource; readonly request: R } {
  if (request.kind !== 'scaling') {
    throw badInput(
      `break-evens between values of ${axis} are marked in a scaling figure, not in ${request.kind}`,
    );
  }
  const cases = source.cases.filter(({ values }) => {
    const value = values[axis];
    return value !== undefined && [small, large].some((given) => isSameValue(value, given));
  });
  const seriesBy = [...new Set([axis, ...(request.seriesBy ?? [])])];
  return { source: { ...source, cases, breakEvens }, request: { ...request, seriesBy } };
}
