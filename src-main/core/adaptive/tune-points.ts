import { valueText } from '../../contract/axis-values.ts';
import type { PlannedCase } from '../../contract/run.ts';
import type { Axis, Scalar, Values } from '../../contract/workload.ts';
import { createRandom } from '../../stats/random.ts';
import { firstValues } from './tune-values.ts';

/** A search over several parameters: the whole grid where it is small, else some of it and then along each axis. */

/** Points of a grid that are all measured; of a larger one as many at most. */
export const maxPoints = 200;
/** Points at random before the search goes along the axes, and how many are measured at a time. */
const randomPoints = 48;
const pointsAtOnce = 16;

/** The parameters of a search: `tile,work`. */
export function parametersOf(parameter: string): readonly string[] {
  return parameter.split(',').map((id) => id.trim());
}

/** What a search calls a point: its value, or where it has several `tile=32, work=4`. */
export function pointOf(values: Values, parameters: readonly string[]): Scalar {
  const [only = ''] = parameters;
  if (parameters.length === 1) return values[only] ?? '';
  return parameters.map((id) => `${id}=${valueText(values[id] ?? '')}`).join(', ');
}

/**
 * The values that a search over several parameters begins with: all of them, or one point of a grid that is large or that
 * there may be no time for. Of one parameter its first values.
 */
export function firstPoints(
  axes: readonly Axis[],
  budgeted = false,
): Readonly<Record<string, Scalar[]>> {
  const grid = gridOf(axes);
  const all = sizeOf(grid) <= maxPoints && (axes.length === 1 || !budgeted);
  return Object.fromEntries(
    axes.map((axis, at) => [axis.id, all ? [...(grid[at] ?? [])] : [middleOf(grid[at] ?? [])]]),
  );
}

/**
 * Points of a grid to be measured next. Of a large one at random at first, then the neighbours of the best one along each
 * axis; of a small one for which there may be no time, all in random order. Empty when all of a small grid is planned,
 * nothing near the best is left, or there have been enough.
 */
export function furtherPoints(
  axes: readonly Axis[],
  planned: readonly PlannedCase[],
  {
    best,
    seed,
    budgeted,
  }: {
    readonly best: Values | undefined;
    readonly seed: number;
    readonly budgeted: boolean;
  },
): readonly Values[] {
  const grid = gridOf(axes);
  const ids = axes.map(({ id }) => id);
  const known = new Set(planned.map(({ values }) => pointOf(values, ids)));
  const isNew = (point: Values): boolean => !known.has(pointOf(point, ids));
  if (sizeOf(grid) <= maxPoints) {
    const left = budgeted ? allPoints(ids, grid).filter(isNew) : [];
    const random = createRandom(seed, known.size);
    const drawn = Array.from({ length: Math.min(pointsAtOnce, left.length) }, () =>
      left.splice(random.below(left.length), 1),
    );
    return drawn.flat();
  }
  if (known.size >= maxPoints) return [];
  if (known.size < randomPoints) {
    const random = createRandom(seed, known.size);
    const points = Array.from({ length: 20 * pointsAtOnce }, () =>
      Object.fromEntries(
        ids.map((id, at) => {
          const values = grid[at] ?? [];
          return [id, values[random.below(values.length)] ?? ''];
        }),
      ),
    ).filter(isNew);
    const different = new Map(points.map((point) => [pointOf(point, ids), point]));
    return [...different.values()].slice(0, pointsAtOnce);
  }
  if (best === undefined) return [];
  return ids
    .flatMap((id, axis) => {
      const values = grid[axis] ?? [];
      const at = values.indexOf(best[id] ?? '');
      return [at - 1, at + 1].flatMap((next): Values[] => {
        const value = values[next];
        const point = { ...Object.fromEntries(ids.map((one) => [one, best[one] ?? ''])) };
        return value === undefined ? [] : [{ ...point, [id]: value }];
      });
    })
    .filter(isNew);
}

function allPoints(ids: readonly string[], grid: readonly (readonly Scalar[])[]): Values[] {
  return ids.reduce<Values[]>(
    (points, id, at) =>
      points.flatMap((point) => (grid[at] ?? []).map((value) => ({ ...point, [id]: value }))),
    [{}],
  );
}

const gridOf = (axes: readonly Axis[]): readonly (readonly Scalar[])[] => axes.map(firstValues);

function sizeOf(grid: readonly (readonly Scalar[])[]): number {
  return grid.reduce((product, values) => product * values.length, 1);
}

function middleOf(values: readonly Scalar[]): Scalar {
  return values[Math.floor(values.length / 2)] ?? '';
}
