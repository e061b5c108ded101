import { runFileEnding } from '../../contract/limits.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { ExportFormatView, fileProcedures } from '../../contract/procedures/files.ts';
import type { RunRow } from '../../contract/run.ts';
import type { ForeignOptions } from '../import/foreign-run.ts';
import type { SampleResults } from '../import/sample-results.ts';
import { createUploads } from '../import/uploads.ts';
import type { ImportedRun } from '../store/import.ts';
import type { Store } from '../store/store.ts';
import { commandWords } from '../util/paths.ts';
import type { ApiContext } from './context.ts';

/** What result files of other tools became. */
export type ForeignImport = Pick<ImportedRun, 'cases' | 'machine'> & { readonly row: RunRow };

export type ForeignRequest = ForeignOptions & {
  readonly format?: string | undefined;
  readonly dryRun?: boolean;
};

/** One run of result files of other tools, stored unless `dryRun`. @throws BreakevenError `bad-input`, or `not-found` for `on`. */
export async function importForeign(
  context: Pick<ApiContext, 'open' | 'emit'>,
  paths: readonly string[],
  { on, ...options }: ForeignRequest,
): Promise<ForeignImport> {
  const { readForeignFiles } = await import('../import/read-foreign-files.ts');
  const known = on === undefined ? undefined : (await context.open()).store.resolve(on);
  const foreign = readForeignFiles(paths, { ...options, on: known });
  const row = options.dryRun === true ? foreign.run : await storeImported(context, foreign);
  return { row, cases: foreign.cases, machine: foreign.machine };
}

/** Stores a run that came as a file, and tells windows. */
async function storeImported(
  { open, emit }: Pick<ApiContext, 'open' | 'emit'>,
  given: ImportedRun,
): Promise<RunRow> {
  const { store: opened, results } = await open();
  const run = opened.importRun(given);
  void results.keep(run.id);
  emit({ type: 'history-changed', runId: run.id });
  return run;
}

/** What comes in and goes out as a file or as a text: runs, presets, sample results, command lines. */
export function filesApi(context: ApiContext): Handlers<typeof fileProcedures> {
  const { open, measuring, home } = context;
  const uploads = createUploads();
  const presets = async () => (await import('../plan/own-presets.ts')).createOwnPresets(home());
  let made: SampleResults | undefined;
  const samples = async (): Promise<SampleResults> => {
    const { createSampleResults } = await import('../import/sample-results.ts');
    made ??= createSampleResults();
    return made;
  };

  const store = (given: ImportedRun): Promise<RunRow> => storeImported(context, given);

  return {
    async exportRun({ ref, format, language }) {
      const { exportedFiles } = await import('./export.ts');
      return { files: await exportedFiles({ open, measuring, home }, ref, format, language) };
    },
    async exportFormats() {
      const { exportFormats } = await import('../export/formats.ts');
      const formats = exportFormats.map(
        ({ id, title, suffix, copies }): ExportFormatView =>
          copies === true ? { id, title, suffix, copies } : { id, title, suffix },
      );
      return { formats };
    },
    async importRun({ name = runFileEnding, ...piece }) {
      const { upload, received, bytes } = uploads.take(piece);
      if (bytes === null) return { upload, received, run: null };
      const { isRunFile, readForeignText } = await import('../import/read-foreign-files.ts');
      if (!isRunFile(bytes) && !name.endsWith(runFileEnding)) {
        return { upload, received, run: await store(readForeignText(name, bytes)) };
      }
      const { readRunFile } = await import('../import/read-run-file.ts');
      const runFile = await readRunFile(bytes);
      const stored = storedRun((await open()).store, runFile.run.id);
      if (stored !== null) return { upload, received, run: null, stored };
      return { upload, received, run: await store(runFile) };
    },
    async sampleResults() {
      const opened = await open();
      return {
        samples: await (await samples()).list((id) => storedRun(opened.store, id) !== null),
      };
    },
    async sampleFigure({ id }) {
      const [given, { sampleFigure }] = await Promise.all([
        (await samples()).read(id),
        import('../import/sample-figure.ts'),
      ]);
      return sampleFigure(given);
    },
    async openSample({ id }) {
      const sample = await (await samples()).read(id);
      const opened = await open();
      const runId = sample.run.id;
      const stored = storedRun(opened.store, runId);
      if (stored === null) await store(sample);
      else if (stored.trashedAt !== undefined) opened.store.restore(runId);
      return { runId };
    },
    presets: async () => (await presets()).all(),
    savePreset: async ({ id, ...preset }) => ({ id: (await presets()).save(preset, id) }),
    renamePreset: async ({ id, title }) => ({ id: (await presets()).rename(id, title) }),
    async deletePreset({ id }) {
      (await presets()).remove(id);
      return { id };
    },
    exportPreset: async ({ id }) => ({ file: (await presets()).exported(id) }),
    importPreset: async ({ text }) => ({ id: (await presets()).import(text) }),
    async commandOf({ configuration }) {
      const { commandsOf } = await import('../plan/command-line.ts');
      const { catalog } = await measuring.describe();
      const known = { catalog, presets: (await presets()).all(), program: commandWords() };
      return commandsOf(configuration, known);
    },
  };
}

/** The run of exactly that id, in the trash included. */
export function storedRun(store: Store, id: string): RunRow | null {
  try {
    const row = store.row(id);
    return row.id === id ? row : null;
  } catch {
    return null;
  }
}
