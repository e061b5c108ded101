import type { Api } from '../../contract/api.ts';
import { badInput, toFailure } from '../../contract/failure.ts';
import type { ReaderLanguage } from '../../contract/figure.ts';
import type { ExportedFile } from '../../contract/procedures/files.ts';
import type { ExportOptions } from '../export/export-run.ts';
import type { ExportFormat } from '../export/format.ts';
import type { ReportMeans } from '../export/report-page.ts';
import { settleSame } from '../store/reference.ts';
import type { ApiContext, Opened } from './context.ts';

type Context = Pick<ApiContext, 'open' | 'measuring' | 'home'>;

/**
 * The id of a run; of `a..b` the id of b, and then that of a, with which a report compares it.
 *
 * @throws BreakevenError `not-found`, or `bad-input` where the format takes one run.
 */
function runsOf(
  { store }: Opened,
  ref: string,
  { comparesRuns, id }: ExportFormat,
): readonly [string, string?] {
  const between = /^(.+?)\.\.(.+)$/.exec(ref);
  const [, base = '', head = ''] = between ?? [];
  // Titles and tags may have two points as well.
  if (between === null || isRun(store, ref)) return [store.resolve(ref)];
  if (comparesRuns !== true) {
    throw badInput(`${ref} names two runs; a ${id} export takes one run, html takes one or two`);
  }
  const [first = base, second = head] = settleSame(store, [base, head]);
  return [store.resolve(second), store.resolve(first)];
}

function isRun(store: Opened['store'], ref: string): boolean {
  try {
    store.resolve(ref);
    return true;
  } catch (error) {
    if (toFailure(error).code === 'internal') throw error;
    return false;
  }
}

async function meansOf(
  { store, comparer }: Opened,
  { measuring }: Context,
  format: ExportFormat,
  against: string | undefined,
): Promise<{ readonly report: ReportMeans }> {
  const none = { catalog: null };
  const { catalog } =
    format.comparesRuns === true ? await measuring.describe().catch(() => none) : none;
  return { report: { store, comparer, catalog, against } };
}

export type ExportRequest = {
  /** Only the cases that fit, as `run` takes it. */
  readonly where?: string | undefined;
  /** Of a report, and of tables for a paper. */
  readonly language?: ReaderLanguage | undefined;
  /** Without the names of people, machines and folders; `notes` keeps note and tags. */
  readonly public?: 'all' | 'notes' | undefined;
};

export type SiteRequest = {
  /** Runs of the store, in the language of history's query; all by default. */
  readonly query?: string | undefined;
  /** A folder with run files, in place of the store. */
  readonly from?: string | undefined;
  readonly title?: string | undefined;
  /** With the run files, which hold all samples; without them unless told. */
  readonly samples?: boolean;
  readonly public?: ExportRequest['public'];
};

/** Runs as a site in a folder; the paths of its files. @throws BreakevenError `bad-input` where there is no run, or as `writeSite`. */
export async function exportSite(
  context: Context,
  folder: string,
  { query = '', from, title = 'Results', samples = false, public: scrub }: SiteRequest,
): Promise<readonly string[]> {
  const { catalog } = await context.measuring.describe().catch(() => ({ catalog: null }));
  const site = { folder, query, title, samples, public: scrub, home: context.home(), catalog };
  if (from !== undefined) {
    return await (await import('../import/site-of-folder.ts')).siteInThread(from, site);
  }
  const { siteOfStore } = await import('../export/site-of-runs.ts');
  return siteOfStore(await context.open(), site);
}

/** The files of a format in memory. */
export async function exportedFiles(
  context: Context,
  ref: string,
  formatId: string,
  language?: ReaderLanguage,
): Promise<readonly ExportedFile[]> {
  const opened = await context.open();
  const [{ exportFiles }, { exportFormat }] = await Promise.all([
    import('../export/export-run.ts'),
    import('../export/formats.ts'),
  ]);
  const format = exportFormat(formatId);
  const [runId, against] = runsOf(opened, ref, format);
  return await exportFiles(opened.store, runId, formatId, opened.reports.of(runId), {
    ...(format.takesLanguage === true ? { language } : {}),
    ...(await meansOf(opened, context, format, against)),
  });
}

/** The files of a format in a folder; their paths. */
export async function exportTo(
  context: Context,
  ref: string,
  formatId: string,
  folder: string,
  { where, language, public: scrub, ...options }: ExportOptions & ExportRequest,
  shownRun: Api['run'],
): Promise<readonly string[]> {
  const opened = await context.open();
  const [{ exportRun }, { exportFormat }] = await Promise.all([
    import('../export/export-run.ts'),
    import('../export/formats.ts'),
  ]);
  const format = exportFormat(formatId);
  const [runId, against] = runsOf(opened, ref, format);
  if (language !== undefined && format.takesLanguage !== true) {
    throw badInput(
      `a ${format.id} export is in English; html and latex take a language, csv a --decimal`,
    );
  }
  if (scrub !== undefined && against !== undefined) {
    throw badInput('--public takes one run, not two');
  }
  const { reports } = opened;
  const store =
    scrub === undefined
      ? opened.store
      : (await import('../export/public-store.ts')).publicStore(opened.store, context.home(), {
          keepNotes: scrub === 'notes',
        });
  const formatOptions = {
    ...{ ...options, language },
    ...(await meansOf({ ...opened, store }, context, format, against)),
  };
  if (where === undefined) {
    return exportRun(store, runId, formatId, folder, reports.of(runId), formatOptions);
  }
  const shown = await shownRun({ ref: runId, where });
  const cases = new Set(shown.cases.map(({ index }) => index));
  return exportRun(store, runId, formatId, folder, shown, { ...formatOptions, cases });
}
