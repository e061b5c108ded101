import type { Api, ApiEvent } from '../../src-main/contract/api.ts';
import { configurationSchema } from '../../src-main/contract/configuration.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { Preset } from '../../src-main/contract/procedures/files.ts';
import type { HistoryView } from '../../src-main/contract/procedures/history.ts';
import type { StorageView, StoredSettings } from '../../src-main/contract/procedures/settings.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import { exportFormats } from '../../src-main/core/export/formats.ts';
import { fakeMachine } from './fake-catalog.ts';
import { type FakeRun, fakeBins, fakeComparison, fakePicture } from './fake-results.ts';
import { fakeComparisons, fakeMedian } from './fake-runs.ts';

type Parts = {
  readonly stored: FakeRun[];
  readonly presets: Preset[];
  readonly find: (ref: string) => FakeRun;
  readonly rows: (query: string) => readonly FakeRun[];
  readonly emit: (event: ApiEvent) => void;
  /** Adds a finished run of this title, as an import does. */
  readonly addRun: (title: string) => FakeRun;
};

type Names =
  | keyof typeof import('../../src-main/contract/procedures/history.ts').historyProcedures
  | keyof typeof import('../../src-main/contract/procedures/files.ts').fileProcedures
  | keyof typeof import('../../src-main/contract/procedures/settings.ts').settingsProcedures
  | keyof typeof import('../../src-main/contract/procedures/compare.ts').compareProcedures
  | 'published'
  | 'sampleBins'
  | 'verdicts'
  | 'samples'
  | 'runLog'
  | 'caseDetail'
  | 'timings'
  | 'importCounters'
  | 'picture';

/** What the desktop's screens ask for beside measuring: kept in memory, answered as the application answers. */
export function fakeDesktop(
  parts: Parts,
): Pick<Api, Exclude<Names, 'exportPreset' | 'exportRun' | 'presets' | 'history'>> {
  const { stored, presets, find, rows, emit } = parts;
  let views: readonly HistoryView[] = [];
  const uploads = new Map<string, number>();
  let settings: StoredSettings = {
    theme: 'system',
    density: 'comfortable',
    scope: 'kernel',
    margins: { difference: 0.005, same: 0.02 },
    defaults: { repetitions: null, timeLimitS: null, gpu: null },
    columns: null,
    historyCase: null,
    figure: { widthMm: 88.9, heightMm: null, dpi: 300, fontPt: 8 },
  };
  const storage = (): StorageView => ({
    home: '/home/ada/.local/share/breakeven',
    file: '/home/ada/.local/share/breakeven/breakeven.db',
    bytes: 48_234_496,
    runs: stored.filter(({ row }) => row.trashedAt === undefined).length,
    trashed: stored.filter(({ row }) => row.trashedAt !== undefined).length,
    backups: [
      { file: 'backups/2026-11-20.db', takenAt: '2026-11-20T08:00:00.000Z', bytes: 47_000_000 },
    ],
    freeBytes: 212e9,
    warnings: [],
    fixed: null,
  });
  const change = (refs: readonly string[], to: (row: RunRow) => RunRow) => {
    const changed = refs.map((ref) => {
      const run = find(ref);
      run.row = to(run.row);
      return run.row;
    });
    const [first] = changed;
    if (first !== undefined) {
      emit({ type: 'history-changed', runId: first.id, runIds: changed.map(({ id }) => id) });
    }
    return changed;
  };
  const facet = (of: (row: RunRow) => readonly string[], query: string) => {
    const counts = new Map<string, number>();
    for (const { row } of rows(query))
      for (const value of of(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count);
  };
  const ownPreset = (id: string) => {
    const preset = presets.find((each) => each.id === id && each.own === true);
    if (preset === undefined)
      throw new BreakevenError('not-found', `there is no own preset "${id}"`);
    return preset;
  };

  return {
    exportFormats: async () => ({ formats: exportFormats }),
    historyFacets: async ({ query }) => ({
      total: rows(query).length,
      workload: facet(({ workloads }) => workloads, query),
      status: facet(({ status }) => [status], query),
      device: facet(({ device }) => [device], query),
      tag: facet(({ tags }) => tags, query),
    }),
    completeQuery: async ({ query, cursor }) => {
      const from = query.slice(0, cursor).search(/\S*$/);
      const word = query.slice(from, cursor);
      const item = (text: string, kind: 'field' | 'value', help: string) => ({ text, kind, help });
      const all = word.startsWith('status:')
        ? ['complete', 'partial'].map((text) => item(text, 'value', ''))
        : ['workload:', 'status:', 'tag:'].map((text) =>
            item(text, 'field', `runs of a ${text.slice(0, -1)}`),
          );
      const begun = word.replace(/^status:/, '');
      const start = from + (word.startsWith('status:') ? 'status:'.length : 0);
      return { from: start, to: cursor, items: all.filter(({ text }) => text.startsWith(begun)) };
    },
    savedViews: async () => ({ views }),
    saveView: async (view) => {
      views = [...views.filter(({ name }) => name !== view.name), view];
      return { views };
    },
    deleteView: async ({ name }) => {
      views = views.filter((view) => view.name !== name);
      return { views };
    },
    tagRuns: async ({ refs, add, remove }) => ({
      rows: change(refs, (row) => ({
        ...row,
        tags: [...new Set([...row.tags.filter((tag) => !remove.includes(tag)), ...add])].sort(),
      })),
    }),
    noteRun: async ({ ref, note }) => ({ rows: change([ref], (row) => ({ ...row, note })) }),
    renameRun: async ({ ref, title }) => ({ rows: change([ref], (row) => ({ ...row, title })) }),
    pinRun: async ({ ref, pinned }) => {
      if (pinned && stored.filter(({ row }) => row.pinned).length >= 5) {
        throw new BreakevenError('bad-input', 'At most 5 runs can be pinned; unpin one first.');
      }
      return { rows: change([ref], (row) => ({ ...row, pinned })) };
    },
    setBaseline: async ({ ref }) => {
      const before = stored.filter(({ row }) => row.baseline).map(({ row }) => row.id);
      const ids = [...new Set([...(ref === null ? [] : [find(ref).row.id]), ...before])];
      return {
        rows: change(ids, (row) => ({ ...row, baseline: row.id === ids[0] && ref !== null })),
      };
    },
    trashRuns: async ({ refs }) => ({
      ids: change(refs, (row) => ({ ...row, trashedAt: new Date().toISOString() })).map(
        ({ id }) => id,
      ),
    }),
    restoreRuns: async ({ refs }) => ({
      rows: change(refs, ({ trashedAt: _gone, ...row }) => row),
    }),
    purgeRuns: async ({ refs }) => {
      const going = stored.filter(
        ({ row }) => row.trashedAt !== undefined && (refs === null || refs.includes(row.id)),
      );
      for (const run of going) stored.splice(stored.indexOf(run), 1);
      return { removed: going.length };
    },

    sampleBins: async ({ ref, index, scope }) => fakeBins(find(ref), index, scope),
    verdicts: async ({ ref, scope }) => ({
      scope,
      comparisons: fakeComparisons(find(ref).cases, scope),
    }),
    samples: async ({ ref, index, scope, offset, limit }) => {
      const bins = fakeBins(find(ref), index, scope);
      const median = bins.repetitions[0]?.medianNs ?? 0;
      const count = Math.max(0, Math.min(limit, bins.n - offset));
      return {
        total: bins.n,
        rows: Array.from({ length: count }, (_, i) => ({
          repetition: (offset + i) % 2,
          sample: Math.floor((offset + i) / 2),
          timeNs: Math.round(median * (1 + 0.001 * ((offset + i) % 17))),
          clockHz: null,
          cpuNs: Math.round(median),
        })),
      };
    },
    timings: async () => ({ cases: [], total: { repetitions: 0, seconds: 0, timings: {} } }),
    caseDetail: async () => ({ peaks: [], repetitions: [], counters: null, others: [] }),
    importCounters: async ({ name }) => ({
      name,
      importedAt: '2026-11-22T08:00:00.000Z',
      kernels: [],
    }),
    runLog: async ({ ref, after, limit }) => {
      const { row, cases } = find(ref);
      const lines = [
        { text: `started: ${row.cases} cases`, level: 'info' as const, caseIndex: null },
        ...cases.flatMap((each) => [
          {
            text: `${each.variant} n=${each.values.n} ${each.outcome}`,
            level: each.outcome === 'failed' ? ('error' as const) : ('info' as const),
            caseIndex: each.index,
          },
          ...each.warnings.map((text) => ({
            text,
            level: 'warning' as const,
            caseIndex: each.index,
          })),
        ]),
        { text: row.status, level: 'info' as const, caseIndex: null },
      ].map((line, i) => ({ ...line, line: i + 1, at: row.createdAt }));
      const page = lines.filter(({ line }) => line > after).slice(0, limit);
      return { lines: page, more: (page.at(-1)?.line ?? lines.length) < lines.length };
    },
    picture: async ({ variant, against }) => fakePicture(variant, against),

    compareRuns: async ({ refs, scope }) => {
      const [only, ...variants] = refs.map((ref) => ref.split(':'));
      if (only === undefined || variants.length === 0) throw new Error('two sides are needed');
      return fakeComparison(
        refs.map((ref) => {
          const [id = '', variant] = ref.split(':');
          return { ref, run: find(id), variant: variant ?? null };
        }),
        scope ?? 'kernel',
      );
    },
    published: async ({ workload }) => ({
      series:
        workload === undefined || workload === 'tally'
          ? [
              {
                key: 'published/example/table-1/mean',
                study: 'example',
                workload: 'tally',
                axis: 'n',
                label: 'Example University 2024: mean, table 1',
                note: 'Example University 2024: hardware not stated; mean of 30.',
                points: 6,
              },
            ]
          : [],
    }),

    importRun: async ({ upload, data, last }) => {
      const id = upload ?? `u${uploads.size + 1}`;
      const bytes = Buffer.from(data, 'base64');
      uploads.set(id, (uploads.get(id) ?? 0) + bytes.length);
      const received = uploads.get(id) ?? 0;
      if (!last) return { upload: id, received, run: null };
      if (bytes.toString('latin1').startsWith('not a run')) {
        throw new BreakevenError('bad-input', 'the file is no run file: it does not begin as one');
      }
      // A made-up run file names the run that it holds, or none.
      const [, named] = /^run (\w+)/.exec(bytes.toString('latin1')) ?? [];
      if (named !== undefined) return { upload: id, received, run: null, stored: find(named).row };
      const run = parts.addRun('From another machine');
      run.row = { ...run.row, importedAt: new Date().toISOString() };
      emit({ type: 'history-changed', runId: run.row.id });
      return { upload: id, received, run: run.row };
    },
    sampleResults: async () => ({
      samples: [
        {
          id: 'h200-tally',
          title: 'Tally on an H200',
          createdAt: '2026-11-01T00:00:00.000Z',
          workloads: ['tally'],
          device: 'Example H200',
          cases: 20,
          gpu: true,
          runId: null,
        },
      ],
    }),
    sampleFigure: async () => {
      const xs = [1e3, 1e4, 1e5, 1e6];
      return {
        ...{ kind: 'scaling', title: 'Tally: kernel time over n', caption: 'Medians.' },
        summary: 'split is faster than plain from n* = 16,860 on.',
        x: { label: 'Values n', scale: 'log', ticks: 'si' },
        y: { label: 'Time (µs)', scale: 'log' },
        series: (['plain', 'split'] as const).map((label, slot) => ({
          ...{ key: label, label, device: 'cpu', slot, published: false, mark: 'line' },
          points: xs.map((x) => ({ x, y: fakeMedian(label, x) / 1e3, lo: null, hi: null, n: 50 })),
        })),
        bands: [{ label: 'n* = 16,860', at: 16_857, lo: 16_500, hi: 17_200 }],
        provenance: {},
      };
    },
    openSample: async () => {
      const run = parts.addRun('Tally on an H200');
      emit({ type: 'history-changed', runId: run.row.id });
      return { runId: run.row.id };
    },
    savePreset: async ({ id, title, summary, configuration }) => {
      const made = id ?? title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      const at = presets.findIndex((preset) => preset.id === made);
      const preset = { id: made, title, summary, configuration, own: true };
      if (at < 0) presets.push(preset);
      else presets[at] = preset;
      return { id: made };
    },
    renamePreset: async ({ id, title }) => {
      presets[presets.indexOf(ownPreset(id))] = { ...ownPreset(id), title };
      return { id };
    },
    deletePreset: async ({ id }) => {
      presets.splice(presets.indexOf(ownPreset(id)), 1);
      return { id };
    },
    importPreset: async ({ text }) => {
      const parsed = JSON.parse(text) as { title: string; configuration: unknown };
      const configuration = configurationSchema.parse(parsed.configuration);
      presets.push({ id: 'imported', title: parsed.title, summary: '', configuration, own: true });
      return { id: 'imported' };
    },
    commandOf: async ({ configuration }) => {
      const words = configuration.groups.flatMap(({ workload, set, sweep }) => [
        ...['breakeven', 'run', '--workload', workload],
        ...Object.entries(set).flatMap(([id, value]) => ['--set', `${id}=${value}`]),
        ...Object.entries(sweep).flatMap(([id, values]) => [
          '--sweep',
          `${id}=${values.join(',')}`,
        ]),
      ]);
      const preset = configuration.preset;
      const run = preset === undefined ? words : ['breakeven', 'run', '--preset', preset];
      const line = (all: readonly string[]) => ({ words: all, text: all.join(' ') });
      return {
        run: line(run),
        ncu: line(['ncu', '--set', 'full', ...run]),
        ncuCsv: line(['ncu', '--import', 'breakeven-ncu.ncu-rep', '--csv', '--page', 'raw']),
        nsys: line(['nsys', 'profile', ...run]),
      };
    },

    settings: async () => settings,
    saveSettings: async (part) => {
      settings = { ...settings, ...part };
      return settings;
    },
    storage: async () => storage(),
    backUp: async () => ({ file: 'backups/2026-11-21.db' }),
    compact: async () => storage(),
    moveStore: async ({ folder }) => {
      if (folder === '/') throw new BreakevenError('bad-input', 'the folder / is not empty');
      return storage();
    },
    versions: async () => ({ versions: { ...fakeMachine(false).versions, sqlite: '3.50.4' } }),
  };
}
