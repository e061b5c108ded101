import type { FigureSpec } from '../../contract/figure.ts';
import { buildFigure } from '../figures/build.ts';
import { figureSource } from '../figures/stored-source.ts';
import type { ImportedRun } from '../store/import.ts';
import { withPassingStore } from './passing-store.ts';

/** Times over the size of a sample result in the scope of its sentence, as its own tab has them, made without storing the run for the user. */
export function sampleFigure(given: ImportedRun): Promise<FigureSpec> {
  return withPassingStore([given], ({ store, comparer, reports }) => {
    const { id } = given.run;
    const report = reports.of(id);
    const source = figureSource(store, comparer, id, report, null);
    const scope = report.headline?.workloads[0]?.answers[0]?.scope;
    return buildFigure('scaling', source, { workload: given.run.workloads[0], scope });
  });
}
