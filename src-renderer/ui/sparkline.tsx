type Size = {
  readonly width: number;
  readonly height: number;
  /** Of the largest value: what is drawn at least as high as the picture. */
  readonly least?: number;
};

const usual: Size = { width: 120, height: 26 };

/** Places of values in a small picture, the oldest at the left; a change of a few percent is seen, noise below is not. */
export function sparkPoints(
  values: readonly number[],
  { width, height, least = 0.05 }: Size = usual,
): readonly (readonly [number, number])[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = Math.max(high - low, high * least);
  const middle = (low + high) / 2;
  return values.map((value, i) => [
    values.length < 2 ? width / 2 : 3 + (i * (width - 6)) / (values.length - 1),
    height / 2 - ((value - middle) / range) * (height - 6),
  ]);
}

type Props = { readonly values: readonly number[]; readonly about: string; readonly size?: Size };

/** One number over the runs. */
export function Sparkline({ values, about, size = usual }: Props) {
  const places = sparkPoints(values, size);
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
