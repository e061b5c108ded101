import type { Api } from '../../contract/api.ts';
import { badInput } from '../../contract/failure.ts';
import type { ExportedFile } from '../../contract/procedures/files.ts';
import type { ExportOptions } from '../export/export-run.ts';
import type { ExportFormat } from '../export/format.ts';
import type { ReportMeans } from '../export/report-page.ts';
import type { ApiContext, Opened } from './context.ts';

type Context = Pick<ApiContext, 'open' | 'measuring'>;

/** A run, or `a..b`: the run b, and the run a that a report of it is compared with. */
function parts(ref: string, { comparesRuns, id }: ExportFormat): readonly [string, string?] {
  const [first = '', second] = ref.split('..', 2);
  if (second === undefined) return [ref];
  if (comparesRuns !== true) {
    throw badInput(`${ref} names two runs, and a ${id} export is of one; html takes two`);
  }
  return [second === '' ? 'latest' : second, first];
}

async function meansOf(
  { store, comparer }: Opened,
  { measuring }: Context,
  format: ExportFormat,
  against: string | undefined,
): Promise<{ readonly report?: ReportMeans }> {
  if (format.comparesRuns !== true) return {};
  const { catalog } = await measuring.describe().catch(() => ({ catalog: null }));
  const base = against === undefined ? undefined : store.resolve(against);
  return { report: { store, comparer, catalog, against: base } };
}

/** The files of a format in memory. */
export async function exportedFiles(
  context: Context,
  ref: string,
  formatId: string,
): Promise<readonly ExportedFile[]> {
  const opened = await context.open();
  const [{ exportFiles }, { exportFormat }] = await Promise.all([
    import('../export/export-run.ts'),
    import('../export/formats.ts'),
  ]);
  const format = exportFormat(formatId);
  const [run, against] = parts(ref, format);
  const runId = opened.store.resolve(run);
  const { report } = await meansOf(opened, context, format, against);
  return exportFiles(opened.store, runId, formatId, opened.reports.of(runId), report);
}

/** The files of a format in a folder; their paths. */
export async function exportTo(
  context: Context,
  ref: string,
  formatId: string,
  folder: string,
  { where, ...options }: ExportOptions & { readonly where?: string | undefined },
  shownRun: Api['run'],
): Promise<readonly string[]> {
  const opened = await context.open();
  const [{ exportRun }, { exportFormat }] = await Promise.all([
    import('../export/export-run.ts'),
    import('../export/formats.ts'),
  ]);
  const format = exportFormat(formatId);
  const [run, against] = parts(ref, format);
  const { store, reports } = opened;
  const runId = store.resolve(run);
  const given = { ...options, ...(await meansOf(opened, context, format, against)) };
  if (where === undefined) {
    return exportRun(store, runId, formatId, folder, reports.of(runId), given);
  }
  const shown = await shownRun({ ref: runId, where });
  const cases = new Set(shown.cases.map(({ index }) => index));
  return exportRun(store, runId, formatId, folder, shown, { ...given, cases });
}
