import type { Axis, Scalar, Workload } from '../../contract/workload.ts';

/** Ids are of small letters, digits and -; titles are as the tool names things. */
export function idOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain.slice(0, 90) || 'x';
}

/** An axis over the values that it has in some cases. */
export function axisOf(id: string, values: readonly Scalar[], role: Axis['role'] = 'input'): Axis {
  const base = { id, title: id, help: '', role };
  const numbers = values.filter((value) => typeof value === 'number');
  const [first = ''] = values;
  if (numbers.length < values.length || numbers.length === 0) {
    return { ...base, type: 'text', default: String(first) };
  }
  const min = numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const max = numbers.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const scale = min > 0 && max / min > 10 ? 'log' : 'linear';
  return { ...base, type: 'real', min, max, default: Number(first), scale };
}

/** The numeric axis whose largest value is the greatest multiple of its smallest. */
export function widestAxis(axes: readonly Axis[]): Axis | undefined {
  const numeric = axes.filter((axis) => axis.type === 'real' && axis.max > axis.min);
  return numeric.toSorted((a, b) => spanOf(b) - spanOf(a))[0] ?? axes[0];
}

function spanOf(axis: Axis): number {
  return axis.type === 'real' && axis.min > 0 ? axis.max / axis.min : 1;
}

/** What a workload is that another tool timed, apart from its variants. */
export function foreignWorkload(
  id: string,
  title: string,
  axes: readonly Axis[],
): Pick<Workload, 'id' | 'title' | 'summary' | 'inputFiles' | 'foreign'> & {
  readonly axes: Axis[];
} {
  const summary = 'Timed by a program of the user; its answers are not verified.';
  return {
    id,
    title: title.slice(0, 500),
    summary,
    inputFiles: [],
    axes: [...axes],
    foreign: true,
  };
}
