import { notFound } from '../../contract/failure.ts';
import type { FigurePoint, FigureSeries, FigureSpec, PhasesForm } from '../../contract/figure.ts';
import { phaseNames, timedPhases } from '../../contract/timing-scopes.ts';
import { select } from './selection.ts';
import { groupCases } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { contextText, countText, duration, joined, timeAxis, titleOf } from './wording.ts';

type Part = (typeof timedPhases)[number];

const phaseKey = (part: Part): string => `phase/${part}`;

const forms = {
  time: 'stacked, their sum above',
  share: 'as parts of their sum, which stands above',
  log: 'each on a logarithmic axis',
} as const satisfies Record<PhasesForm, string>;

/**
 * Where the time goes: medians of the parts of each variant at one size (the largest by default). Stacked times show
 * which variant is slow; parts of their sum and times on a logarithmic axis show every variant next to a far slower one.
 */
export function phasesFigure(
  source: FigureSource,
  request: FigureRequest = {},
  form: PhasesForm = 'time',
): FigureSpec {
  const selection = select(source, { ...request, scope: request.scope ?? 'kernel' }, () => []);
  const groups = groupCases(selection, request.seriesBy).flatMap(({ label, cases }) => {
    const [only] = cases;
    return only === undefined ? [] : [{ label, metrics: only.stored.metrics }];
  });
  const present = timedPhases.filter(
    (part) =>
      request.hidden?.includes(phaseKey(part)) !== true &&
      groups.some(({ metrics }) => metrics[part] !== undefined),
  );
  const median = (index: number, part: Part) => groups[index]?.metrics[part]?.medianNs ?? 0;
  const totals = groups.map((_, i) => present.reduce((sum, part) => sum + median(i, part), 0));
  const longest = Math.max(0, ...totals);
  if (!(longest > 0)) {
    throw notFound(`no case of ${selection.workload} has timed phases`);
  }
  const all = groups.flatMap((_, i) => present.map((part) => median(i, part)));
  const time = form === 'log' ? timeAxis(all, 'log') : timeAxis([longest], 'linear');
  const { factor, symbol } = time.unit;
  const slowest = groups[totals.indexOf(longest)];
  const counts = groups.flatMap(({ metrics }) => present.flatMap((part) => metrics[part]?.n ?? []));
  const share = (part: Part) => median(totals.indexOf(longest), part) / longest;
  const main = present.reduce((a, b) => (share(b) > share(a) ? b : a), present[0] ?? 'kernel');
  const place = (ns: number, x: number) =>
    form === 'share' ? (100 * ns) / (totals[x] || 1) : ns / factor;
  const seriesOf = (part: Part): FigureSeries => {
    const points = groups.flatMap(({ metrics }, x): FigurePoint[] => {
      const metric = metrics[part];
      if (metric === undefined || (form === 'log' && !(metric.medianNs > 0))) return [];
      const interval = [metric.ci95LoNs, metric.ci95HiNs] as const;
      const [lo, hi] = form === 'log' ? interval : [null, null];
      const end = (ns: number | null) => (ns === null ? null : place(ns, x));
      // The topmost part of a bar carries the sum of all.
      const top = present.findLast((each) => metrics[each] !== undefined) === part;
      return [
        {
          ...{ x, y: place(metric.medianNs, x), lo: end(lo), hi: end(hi), n: metric.n },
          ...(top && form !== 'log' ? { label: duration(totals[x] ?? 0) } : {}),
        },
      ];
    });
    const base = {
      ...{ key: phaseKey(part), label: phaseNames[part], device: null },
      ...{ slot: timedPhases.indexOf(part), published: false, points },
    };
    return form === 'log' ? { ...base, mark: 'line', unjoined: true } : { ...base, mark: 'bar' };
  };
  return {
    kind: 'phases',
    title: titleOf(selection, form === 'share' ? 'parts of the time by phase' : 'time by phase'),
    caption: joined([
      `Medians of the phases, ${forms[form]}; ${countText(counts)} per phase.${form === 'log' ? ' Bar: 95 % confidence interval.' : ''} Phases are sampled separately, so a stack is not one device call.`,
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, 'time by phase')}: the slowest is ${slowest?.label ?? ''} with ${duration(longest)}, ` +
      `${Math.round(share(main) * 100)} % of it ${phaseNames[main]}.`,
    x: { label: 'Variant', scale: 'category', categories: groups.map(({ label }) => label) },
    y: {
      label: form === 'share' ? 'Part of the sum of the phases (%)' : `Time (${symbol})`,
      scale: form === 'log' ? 'log' : 'linear',
      ticks: time.ticks,
      // Room for the sums above the bars.
      ...(form === 'share' ? { min: 0, max: 108 } : {}),
      ...(form === 'time' ? { min: 0, max: (1.08 * longest) / factor } : {}),
    },
    ...(form === 'log' ? {} : { stacked: true }),
    series: present.map(seriesOf),
    bands: [],
    provenance: provenanceOf(source),
  };
}
