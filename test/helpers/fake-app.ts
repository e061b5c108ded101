import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api, ApiEvent } from '../../src-main/contract/api.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { ExportedFile } from '../../src-main/contract/procedures/files.ts';
import { isResultOrder } from '../../src-main/contract/procedures/history.ts';
import type { RunResults } from '../../src-main/contract/run-results.ts';
import { runResults } from '../../src-main/core/analysis/run-results.ts';
import type { HostApp } from '../../src-main/hosts/host-app.ts';
import { fakeLaboratory } from './fake-analysis.ts';
import { fakeCatalog, fakeMachine } from './fake-catalog.ts';
import { fakeDesktop } from './fake-desktop.ts';
import { fakeMeasuring } from './fake-engines.ts';
import { fakeLabs } from './fake-labs.ts';
import { fakeOwnCode, withChangedSource, withCode } from './fake-own-code.ts';
import { fakePresets } from './fake-presets.ts';
import { type FakeRun, fakePicture } from './fake-results.ts';
import {
  fakeBetween,
  fakeDescriptors,
  fakeDetail,
  fakeFigure,
  fakePlan,
  resultOf,
} from './fake-runs.ts';
import { fakeStored } from './fake-stored.ts';
import { fakeStudy } from './fake-study.ts';
import { fakeTrends } from './fake-trends.ts';

export type FakeOptions = {
  /** Runs in the history from the start. */
  readonly runs?: number;
  readonly gpu?: boolean;
  /** Milliseconds that a case takes. */
  readonly caseMs?: number;
  /** A run of a workload with pictures, the oldest one. */
  readonly pictures?: boolean;
  /** Runs reproduce a study. */
  readonly studies?: boolean;
  /** Trusted labs, and runs that have code. */
  readonly labs?: boolean;
  /** Folders can be chosen, as in the desktop app. */
  readonly folders?: boolean;
};

/** The application as windows see it, in memory: what it measures is made up, how it answers is not. */
export type FakeApp = HostApp & {
  readonly stored: readonly FakeRun[];
  /** Makes a procedure fail with this error until it is set to null. */
  fail(procedure: keyof Api, error: BreakevenError | null): void;
  /** Names of the procedures that were called, in order. */
  readonly calls: readonly string[];
  readonly closed: () => boolean;
  emit(event: ApiEvent): void;
};

function fakeFile(kind: string, format: string, text: string): ExportedFile {
  return format === 'png'
    ? { name: `${kind}.png`, mime: 'image/png', bytes: fakePicture(kind, undefined).bytes }
    : { name: `${kind}.${format}`, mime: 'text/plain', bytes: new TextEncoder().encode(text) };
}

export function createFakeApp({
  runs = 0,
  gpu = false,
  caseMs = 60,
  pictures = false,
  studies = false,
  labs = false,
  folders = false,
}: FakeOptions = {}): FakeApp {
  const presets = [...fakePresets];
  const catalog = fakeCatalog(gpu);
  const machine = fakeMachine(gpu);
  const listeners = new Set<(event: ApiEvent) => void>();
  const failing = new Map<keyof Api, BreakevenError>();
  const calls: string[] = [];
  let closed = false;
  const emit = (event: ApiEvent) => {
    for (const listener of listeners) listener(event);
  };
  const kept = fakeStored(catalog, { runs, pictures });
  const { stored, find, rows, addRun } = kept;
  const measuring = fakeMeasuring(kept, caseMs, emit);
  const laboratory = fakeLaboratory(machine, gpu);
  const histories = fakeTrends(stored, machine, catalog.workloads);
  const desktop = fakeDesktop({ stored, presets, find, rows, emit, addRun });
  const resultsOf = ({ row, plan, cases }: FakeRun): RunResults => {
    const descriptors = fakeDescriptors(cases, catalog);
    return runResults({ cases, descriptors }, fakeDetail(row, plan, cases, gpu));
  };
  const sparklineOf = ({ row }: FakeRun): number[] => {
    const until = stored.findIndex(({ row: { id } }) => id === row.id);
    return stored
      .slice(until, until + 12)
      .map((one) => resultOf(resultsOf(one), 'speedup'))
      .reverse();
  };
  const api: Api = {
    catalog: async () => catalog,
    presets: async () => presets,
    plan: async ({ configuration }) => fakePlan(configuration, catalog),
    ...measuring.procedures,
    ...laboratory.procedures,
    history: async ({ query, limit, after, order, chosen, sparkline }) => {
      if (query.includes('n>=x')) {
        throw new BreakevenError('bad-input', '"n>=x": x is not a number');
      }
      const fits = [...rows(query)];
      if (order !== undefined && order.by !== 'created') {
        const { by, descending } = order;
        const value = (run: FakeRun): string | number =>
          isResultOrder(by) ? resultOf(resultsOf(run), by) : String(run.row[by as 'title']);
        fits.sort((a, b) => (value(a) < value(b) === descending ? 1 : -1));
      }
      if (order !== undefined && !order.descending && order.by === 'created') fits.reverse();
      const from = after === null ? 0 : fits.findIndex(({ row }) => row.id === after.id) + 1;
      const page = fits.slice(from, from + limit);
      return {
        rows: page.map((run) => ({
          ...run.row,
          results: resultsOf(run),
          ...(chosen === undefined ? {} : { caseNs: resultsOf(run).median?.ns ?? null }),
          ...(sparkline === true ? { sparkline: sparklineOf(run) } : {}),
        })),
        total: fits.length,
      };
    },
    run: async ({ ref }) => {
      const { row, plan, cases } = find(ref);
      const plain = fakeDetail(row, plan, labs ? withCode(cases) : cases, gpu);
      const detail = studies ? { ...plain, study: 'example-tally' } : plain;
      const shares = laboratory.shares(cases);
      return shares === null ? detail : { ...detail, percentOfPeak: shares };
    },
    figure: async ({ ref, kind, scope = 'kernel', ...rest }) => {
      const run = find(ref);
      const { row, plan, cases } = run;
      if (kind === 'trend') return histories.figure(run, { scope, ...rest });
      return fakeFigure(fakeDetail(row, plan, cases, gpu), kind, scope);
    },
    exportRun: async ({ ref, format }) => {
      const { row, cases } = find(ref);
      const csv = [
        'variant,n,median_ns',
        ...cases.map(
          (each) => `${each.variant},${each.values.n},${each.metrics.kernel?.medianNs ?? ''}`,
        ),
        '',
      ].join('\r\n');
      const text = format === 'csv' ? csv : JSON.stringify(cases);
      return {
        files: [
          {
            name: `${row.id}-summary.${format}`,
            mime: format === 'csv' ? 'text/csv' : 'application/json',
            bytes: new TextEncoder().encode(text),
          },
        ],
      };
    },
    trends: async ({ ref = 'latest', ...request }) => histories.trends(find(ref), request),
    changes: async (request) => histories.changes(request),
    ...desktop,
    caseDetail: async (input) => ({
      ...(await desktop.caseDetail(input)),
      peaks: laboratory.everyShare(),
    }),
    ...fakeOwnCode({ labs, folders, workloads: catalog.workloads, find, emit }),
    compareRuns: async (request) => {
      const comparison = await desktop.compareRuns(request);
      return labs ? withChangedSource(comparison) : comparison;
    },
    breakEvensBetween: async ({ ref, ...between }) => ({
      breakEvens: fakeBetween(find(ref).cases, between),
    }),
    breakEvenCalls: async () => {
      throw new Error('the fake application does not play "breakEvenCalls"');
    },
    callRate: async ({ size, strategy }) => ({
      ...{
        axis: 'n',
        size,
        strategy,
        answer: 'not-measured',
        winner: null,
        saved: null,
        sides: [],
      },
      ...{ processes: 0, interpolated: false, sentence: 'These calls were not measured.' },
    }),
    scalingOver: async () => {
      throw new Error('the fake application does not play "scalingOver"');
    },
    refine: async () => {
      throw new Error('the fake application does not play "refine"');
    },
    study: async ({ ref }) => fakeStudy(find(ref)),
    exportFigure: async ({ kind, format, options = {} }) => ({
      file: fakeFile(kind, format, JSON.stringify(options)),
    }),
    exportFigures: async ({ figures }) => ({
      files: figures
        .filter(({ kind }) => kind !== 'roofline')
        .map(({ kind, format }) => fakeFile(kind, format, '')),
      failed: figures.flatMap(({ kind }, index) =>
        kind === 'roofline' ? [{ index, message: 'no ceiling has been measured here' }] : [],
      ),
    }),
    exportPreset: async ({ id }) => ({
      file: {
        name: `${id}.json`,
        mime: 'application/json',
        bytes: new TextEncoder().encode(JSON.stringify(presets.find((each) => each.id === id))),
      },
    }),
  };
  const guarded = Object.fromEntries(
    Object.entries(api).map(([name, procedure]) => [
      name,
      async (input: never) => {
        calls.push(name);
        const error = failing.get(name as keyof Api);
        if (error !== undefined) throw error;
        return await procedure(input);
      },
    ]),
  ) as unknown as Api;

  return {
    api: guarded,
    stored,
    calls,
    closed: () => closed,
    emit,
    fail(procedure, error) {
      if (error === null) failing.delete(procedure);
      else failing.set(procedure, error);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async selftest() {
      return { passed: 0, failed: 0, skipped: 0, cases: [] };
    },
    labs: fakeLabs,
    programs: {
      prepare: async () => {
        throw new Error('the fake application runs no programs');
      },
      close: async () => undefined,
    },
    async calibrate() {
      throw new Error('the fake application measures nothing');
    },
    async exportTo(ref, format, folder) {
      const { files } = await api.exportRun({ ref, format });
      return files.map(({ name, bytes }) => {
        const file = join(folder, name);
        writeFileSync(file, bytes);
        return file;
      });
    },
    stayOpen() {},
    async close() {
      closed = true;
      measuring.stop();
    },
  };
}
