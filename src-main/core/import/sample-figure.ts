import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FigureSpec } from '../../contract/figure.ts';
import { defaultMargins } from '../../stats/decide.ts';
import { createComparer } from '../analysis/compare.ts';
import { createReports } from '../analysis/reports.ts';
import { buildFigure } from '../figures/build.ts';
import { figureSource } from '../figures/stored-source.ts';
import type { ImportedRun } from '../store/import.ts';
import { openStore } from '../store/store.ts';

/** Times over the size of a sample result, as its own tab has them, made without storing the run for the user. */
export function sampleFigure(given: ImportedRun): FigureSpec {
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-sample-'));
  const store = openStore(folder);
  try {
    const { id } = store.importRun(given);
    const comparer = createComparer(store, () => defaultMargins);
    const report = createReports(store, comparer).of(id);
    const source = figureSource(store, comparer, id, report, null);
    const scope = report.breakEvens.find(({ answer }) => answer === 'one')?.scope;
    return buildFigure('scaling', source, { workload: given.run.workloads[0], scope });
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
