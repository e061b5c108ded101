import { join } from 'node:path';
import { procedures, type RunDetail } from '../../contract/api.ts';
import { BreakevenError } from '../../contract/failure.ts';
import type { FigureKind } from '../../contract/figure.ts';
import type { HostApp } from '../host-app.ts';
import { writeWhole } from './output-files.ts';

/** The two that answer the first questions: which is faster from where, and how sure is that. */
const writtenKinds = ['scaling', 'distribution'] as const satisfies readonly FigureKind[];

/** Writes the CSV tables with their metadata and two figures of each workload as PNG. Returns the paths. */
export async function writeResults(
  app: HostApp,
  detail: RunDetail,
  folder: string,
  note: (text: string) => void,
): Promise<readonly string[]> {
  const written = [...(await app.exportTo(detail.run.id, 'csv', folder))];
  const timed = detail.cases.filter((it) => it.outcome === 'ok').map((it) => it.workload);
  const workloads = [...new Set(timed)].sort();
  for (const workload of workloads) {
    for (const kind of writtenKinds) {
      const bytes = await picture(app, detail.run.id, workload, kind, note);
      const name = workloads.length === 1 ? `${kind}.png` : `${workload}-${kind}.png`;
      if (bytes !== null) written.push(await writeWhole(join(folder, name), bytes));
    }
  }
  return written;
}

/** A figure that these results do not allow is no fault of the run: it is named and left out. */
async function picture(
  app: HostApp,
  ref: string,
  workload: string,
  kind: FigureKind,
  note: (text: string) => void,
): Promise<Uint8Array | null> {
  try {
    const input = procedures.exportFigure.parse({ ref, kind, workload, format: 'png' });
    return (await app.api.exportFigure(input)).file.bytes;
  } catch (error) {
    if (!(error instanceof BreakevenError) || error.code === 'internal') throw error;
    note(`no ${kind} figure of ${workload}: ${error.message}`);
    return null;
  }
}
