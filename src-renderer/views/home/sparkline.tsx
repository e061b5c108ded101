import type { TrendPoint } from '../../../src-main/contract/procedures/trends.ts';

const size = { width: 120, height: 26 };

/** Places of medians in a small picture, the oldest at the left; a change of a few percent is seen, noise below is not. */
export function sparkPoints(
  medians: readonly number[],
  { width, height }: { readonly width: number; readonly height: number } = size,
): readonly (readonly [number, number])[] {
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  const range = Math.max(high - low, high * 0.05);
  const middle = (low + high) / 2;
  return medians.map((value, i) => [
    medians.length < 2 ? width / 2 : 3 + (i * (width - 6)) / (medians.length - 1),
    height / 2 - ((value - middle) / range) * (height - 6),
  ]);
}

/** The medians of one case over the runs. */
export function Sparkline({
  points,
  about,
}: {
  readonly points: readonly TrendPoint[];
  readonly about: string;
}) {
  const places = sparkPoints(points.map(({ medianNs }) => medianNs));
  const [x, y] = places.at(-1) ?? [0, 0];
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={about}
    >
      <title>{about}</title>
      <polyline
        points={places.map((place) => place.map((v) => v.toFixed(1)).join(',')).join(' ')}
      />
      <circle cx={x} cy={y} r="2.5" />
    </svg>
  );
}
