import type { WorkloadHeadline } from '../../contract/headline.ts';
import type { ReportFigure, ReportPage } from '../../contract/report.ts';
import type { Reports } from '../analysis/reports.ts';
import { buildFigure } from '../figures/build.ts';
import { joinSides, sidesRequest } from '../figures/compared-runs.ts';
import type { FigureSource } from '../figures/source.ts';
import { figureSource } from '../figures/stored-source.ts';
import { drawn, type ReportMeans } from './report-page.ts';

/** What one workload of one run says: a row of the first page, of its workload and of its machine. */
export type Answer = { readonly page: ReportPage; readonly headline: WorkloadHeadline };

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
  nameOf: (page: ReportPage) => string,
): SiteFigures {
  const ofSite = new Set(ids);
  const store: typeof whole = {
    ...whole,
    series: (key, last) => whole.series(key, last).filter(({ runId }) => ofSite.has(runId)),
  };
  function sourceOf({ page, headline: { answers } }: Answer): FigureSource {
    const { id } = page.detail.run;
    const source = figureSource(store, comparer, id, reports.of(id), catalog);
    const pair: readonly string[] = answers[0]?.pair ?? [];
    return { ...source, cases: source.cases.filter(({ variant }) => pair.includes(variant)) };
  }
  const requestOf = ({ headline: { workload, values, answers } }: Answer) => ({
    ...{ workload, where: values, scope: answers[0]?.scope },
  });
  return {
    overMachines(answers, at) {
      const [first] = answers;
      if (first === undefined) return [];
      const sides = answers.map((answer) => ({
        ...{ runId: answer.page.detail.run.id, variant: null, machine: nameOf(answer.page) },
        source: sourceOf(answer),
      }));
      return drawn(
        () => buildFigure('scaling', joinSides(sides), sidesRequest(requestOf(first), sides)),
        `machines-${at}-`,
      );
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
