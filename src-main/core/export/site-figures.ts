import type { WorkloadHeadline } from '../../contract/headline.ts';
import type { Machine } from '../../contract/machine.ts';
import type { ReportFigure, ReportPage } from '../../contract/report.ts';
import type { RunRow, StoredCase } from '../../contract/run.ts';
import type { Reports } from '../analysis/reports.ts';
import { buildFigure } from '../figures/build.ts';
import { joinSides, sidesRequest } from '../figures/compared-runs.ts';
import type { FigureSource } from '../figures/source.ts';
import { figureSource } from '../figures/stored-source.ts';
import { drawn, type ReportMeans } from './report-page.ts';

/** What is kept of the page of a run; figures are those of runs that are the newest of their kind. */
export type SitePageOfRun = Pick<ReportPage, 'workloads'> & {
  readonly run: Pick<RunRow, 'id' | 'title' | 'createdAt' | 'workloads'>;
  readonly machine: Machine;
  /** Of the whole run. */
  readonly sentence: string | undefined;
};

/** What one workload of one run says: a row of the first page, of its workload and of its machine. */
export type Answer = {
  readonly page: SitePageOfRun;
  readonly headline: Pick<WorkloadHeadline, 'workload' | 'values' | 'sentence'>;
  /** Of its first answer. */
  readonly scope: string | undefined;
  readonly pair: readonly string[];
  readonly winner: string | null;
};

export type SiteFigures = {
  /** One figure of the newest run of each machine, of the two variants that each answer is about. */
  overMachines(answers: readonly Answer[], at: number): readonly ReportFigure[];
  /** The medians of those two variants over the runs of the site, with the changes that were found. */
  overRuns(answer: Answer, at: number): readonly ReportFigure[];
};

/** Figures about several runs of a site, which alone are in them. */
export function siteFigures(
  {
    store: whole,
    comparer,
    reports,
    catalog,
  }: Pick<ReportMeans, 'store' | 'comparer' | 'catalog'> & {
    readonly reports: Pick<Reports, 'of'>;
  },
  ids: readonly string[],
  nameOf: (page: SitePageOfRun) => string,
): SiteFigures {
  const ofSite = new Set(ids);
  const store: typeof whole = {
    ...whole,
    series: (key, last) => whole.series(key, last).filter(({ runId }) => ofSite.has(runId)),
  };
  function sourceOf({ page, pair }: Answer): FigureSource {
    const { id } = page.run;
    const source = figureSource(store, comparer, id, reports.of(id), catalog);
    return { ...source, cases: source.cases.filter(({ variant }) => pair.includes(variant)) };
  }
  const requestOf = ({ headline: { workload, values }, scope }: Answer) => ({
    ...{ workload, where: values, scope },
  });
  return {
    overMachines(answers, at) {
      const [first] = answers;
      if (first === undefined) return [];
      const sides = answers.map((answer) => ({
        ...{ runId: answer.page.run.id, variant: null, machine: nameOf(answer.page) },
        source: sourceOf(answer),
      }));
      const own = ownValues(sides.map(({ source }) => source.cases));
      const drawnSides = sides.map(({ source, ...side }) => ({
        ...side,
        source: { ...source, cases: source.cases.map((each) => without(each, own)) },
      }));
      return drawn(() => {
        const request = sidesRequest(requestOf(first), drawnSides);
        const spec = buildFigure('scaling', joinSides(drawnSides), request);
        const said = own.map((axis) => {
          const texts = sides.map(({ machine, source: { cases } }) => {
            const value = cases.find(({ values }) => axis in values)?.values[axis];
            return value === undefined ? [] : [`${value} on ${machine}`];
          });
          return ` ${axis}: ${texts.flat().join(', ')}.`;
        });
        return { ...spec, caption: `${spec.caption}${said.join('')}` };
      }, `machines-${at}-`);
    },
    overRuns(answer, at) {
      return drawn(() => {
        const spec = buildFigure('trend', sourceOf(answer), requestOf(answer));
        const runs = spec.series.map((series) => ('points' in series ? series.points.length : 0));
        return Math.max(0, ...runs) > 1 ? spec : null;
      }, `trend-${at}-`);
    },
  };
}

type Cases = readonly StoredCase[];

/** Axes that each side has one value of, and not the same: threads are as many as a machine has cores. */
function ownValues(sides: readonly Cases[]): readonly string[] {
  const valuesOf = (cases: Cases, axis: string) =>
    new Set(cases.flatMap(({ values }) => values[axis] ?? []));
  const axes = new Set(sides.flat().flatMap(({ values }) => Object.keys(values)));
  return [...axes].filter(
    (axis) =>
      sides.every((cases) => valuesOf(cases, axis).size <= 1) &&
      valuesOf(sides.flat(), axis).size > 1,
  );
}

function without(stored: StoredCase, axes: readonly string[]): StoredCase {
  const kept = Object.entries(stored.values).filter(([axis]) => !axes.includes(axis));
  return { ...stored, values: Object.fromEntries(kept) };
}
