import type { Bins, SampleBins } from '../../../src-main/contract/procedures/detail.ts';
import { nanoseconds, plural } from '../../ui/format.ts';

const size = { width: 480, height: 120 };

/** A drawing that fills its box, and below it what its ends are. */
function SmallChart(props: {
  readonly text: string;
  readonly ends: preact.ComponentChild;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <figure class="small-chart">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={props.text}
      >
        {props.children}
      </svg>
      <figcaption class="chart-ends">{props.ends}</figcaption>
    </figure>
  );
}

/** How samples lie, as bars. What is beyond the last bar is said, not drawn. */
export function BinsChart({ bins, n }: { readonly bins: Bins; readonly n: number }) {
  const { from, to, counts, beyond } = bins;
  const max = Math.max(1, ...counts);
  const width = size.width / Math.max(1, counts.length);
  const tail = beyond === 0 ? '' : `, ${beyond} beyond`;
  const text = `${plural(n, 'sample')} from ${nanoseconds(from)} to ${nanoseconds(to)}${tail}`;
  return (
    <SmallChart
      text={text}
      ends={
        <>
          <span>{nanoseconds(from)}</span>
          <span class="muted">
            {plural(n, 'sample')}
            {tail}
          </span>
          <span>{nanoseconds(to)}</span>
        </>
      }
    >
      {counts.map((count, i) => {
        const height = (count / max) * (size.height - 4);
        return (
          <rect
            key={i}
            class="bar"
            x={i * width}
            y={size.height - height}
            width={Math.max(0.5, width - 1)}
            height={height}
          />
        );
      })}
    </SmallChart>
  );
}

const noRepetitions: ReadonlySet<number> = new Set();

type Props = {
  readonly course: SampleBins['course'];
  /** Repetitions with interference, which are shaded. */
  readonly disturbed?: ReadonlySet<number>;
};

/** How samples came in time: a band from minimum to maximum of each stretch, and its median. */
export function CourseChart({ course, disturbed = noRepetitions }: Props) {
  const low = Math.min(...course.map(({ minNs }) => minNs));
  const highest = Math.max(...course.map(({ maxNs }) => maxNs));
  const medians = course.map(({ medianNs }) => medianNs);
  // One disturbed sample must not flatten all others.
  const high = Math.min(highest, low + 6 * Math.max(Math.max(...medians) - low, low * 0.01));
  const x = (i: number) => (course.length < 2 ? 0 : (i / (course.length - 1)) * size.width);
  const y = (ns: number) =>
    size.height - 2 - ((Math.min(ns, high) - low) / Math.max(high - low, 1e-9)) * (size.height - 4);
  const edge = (value: (each: SampleBins['course'][number]) => number) =>
    course.map((each, i) => `${x(i).toFixed(1)},${y(value(each)).toFixed(1)}`);
  const band = [...edge(({ maxNs }) => maxNs), ...edge(({ minNs }) => minNs).reverse()].join(' ');
  const starts = course.flatMap(({ repetition }, i) =>
    i > 0 && course[i - 1]?.repetition !== repetition ? [i] : [],
  );
  const shaded = [...new Set(course.map(({ repetition }) => repetition))].filter((repetition) =>
    disturbed.has(repetition),
  );
  const ends = (repetition: number): readonly [number, number] => {
    const next = course.findLastIndex((each) => each.repetition === repetition) + 1;
    return [
      x(course.findIndex((each) => each.repetition === repetition)),
      x(Math.min(next, course.length - 1)),
    ];
  };
  const text = `Samples in the order taken, from ${nanoseconds(low)} to ${nanoseconds(high)}${high < highest ? `, the slowest ${nanoseconds(highest)} beyond` : ''}${shaded.length === 0 ? '' : `, interference in repetition ${shaded.map((repetition) => repetition + 1).join(', ')}`}`;
  return (
    <SmallChart
      text={text}
      ends={
        <>
          <span>{nanoseconds(low)}</span>
          <span class="muted">
            in time order; dashed: new repetition
            {shaded.length === 0 ? '' : '; shaded: interference'}
          </span>
          <span>{high < highest ? `cut at ${nanoseconds(high)}` : nanoseconds(high)}</span>
        </>
      }
    >
      {shaded.map((repetition) => {
        const [from, to] = ends(repetition);
        return (
          <rect
            key={repetition}
            class="disturbed"
            x={from}
            y={0}
            width={Math.max(2, to - from)}
            height={size.height}
          />
        );
      })}
      <polygon class="band" points={band} />
      {starts.map((i) => (
        <line key={i} class="mark-line" x1={x(i)} x2={x(i)} y1={0} y2={size.height} />
      ))}
      <polyline class="line" points={edge(({ medianNs }) => medianNs).join(' ')} />
    </SmallChart>
  );
}
