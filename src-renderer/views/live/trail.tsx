const size = { width: 220, height: 44 };

/** Running medians as a line: it settles while the samples come in. Its number stands next to it. */
export function Trail({ values }: { readonly values: readonly number[] }) {
  const lowest = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const highest = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  // A range of a hundredth at least, so that noise far below it is drawn as the calm that it is.
  const scope = Math.max(highest - lowest, Math.abs(highest) * 0.01);
  const points = values.map((value, i) => {
    const x = values.length < 2 ? 0 : (i / (values.length - 1)) * (size.width - 4) + 2;
    const y = size.height - 4 - ((value - lowest) / scope) * (size.height - 8);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg class="trail" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
