import { BreakevenError } from '../../contract/failure.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import { select } from './selection.ts';
import { groupCases } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { contextText, countText, duration, joined, timeAxis, titleOf } from './wording.ts';

/** Timing scopes that are parts of a computation, in the order in which they happen. `call` and `total` are wholes. */
const parts = ['alloc', 'h2d', 'kernel', 'host', 'd2h'];
const partTitles: Readonly<Record<string, string>> = {
  alloc: 'alloc',
  h2d: 'host to device',
  kernel: 'kernel',
  host: 'host part',
  d2h: 'device to host',
};

const phaseKey = (part: string): string => `phase/${part}`;

/** Where the time goes: medians of the parts of each variant, stacked, at one size (the largest by default). */
export function phasesFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  const selection = select(source, { ...request, span: request.span ?? 'kernel' }, () => []);
  const groups = groupCases(selection, request.seriesBy).flatMap(({ label, cases }) => {
    const [only] = cases;
    return only === undefined ? [] : [{ label, metrics: only.stored.metrics }];
  });
  const present = parts.filter(
    (part) =>
      request.hidden?.includes(phaseKey(part)) !== true &&
      groups.some(({ metrics }) => metrics[part] !== undefined),
  );
  const median = (index: number, part: string) => groups[index]?.metrics[part]?.median_ns ?? 0;
  const totals = groups.map((_, i) => present.reduce((sum, part) => sum + median(i, part), 0));
  const greatest = Math.max(0, ...totals);
  if (!(greatest > 0)) {
    throw new BreakevenError('not-found', `no case of ${selection.workload} has timed phases`);
  }
  const time = timeAxis([greatest], 'linear');
  const { factor, symbol } = time.unit;
  const slowest = groups[totals.indexOf(greatest)];
  const counts = groups.flatMap(({ metrics }) => present.flatMap((part) => metrics[part]?.n ?? []));
  const share = (part: string) => median(totals.indexOf(greatest), part) / greatest;
  const main = present.reduce((a, b) => (share(b) > share(a) ? b : a), present[0] ?? 'kernel');
  return {
    kind: 'phases',
    title: titleOf(selection, 'time by phase'),
    caption: joined([
      `Medians of the phases, stacked; ${countText(counts)} per phase. Phases are sampled separately, so a stack is not one device call.`,
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, 'time by phase')}: the slowest is ${slowest?.label ?? ''} with ${duration(greatest)}, ` +
      `${Math.round(share(main) * 100)} % of it ${partTitles[main] ?? main}.`,
    x: { label: 'Variant', scale: 'category', categories: groups.map(({ label }) => label) },
    y: { label: `Time (${symbol})`, scale: 'linear', ticks: 'plain' },
    stacked: true,
    series: present.map((part) => ({
      key: phaseKey(part),
      label: partTitles[part] ?? part,
      device: null,
      slot: parts.indexOf(part),
      published: false,
      mark: 'bar',
      points: groups.flatMap(({ metrics }, x) => {
        const metric = metrics[part];
        return metric === undefined
          ? []
          : [{ x, y: metric.median_ns / factor, lo: null, hi: null, n: metric.n }];
      }),
    })),
    bands: [],
    provenance: provenanceOf(source),
  };
}
