import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, getPriority, loadavg } from 'node:os';
import type { Browser } from 'playwright';
import { quantileSorted, sorted } from '../../src-main/stats/order.ts';
import type { Timing } from './interactions.ts';

/** So many interactions of a kind make its 95th percentile worth reading. */
export const enough = 200;

export type Interaction = {
  readonly name: string;
  /** Null: told for its own sake. */
  readonly budgetMs: number | null;
  /** What the numbers do not say. */
  readonly note?: string;
};

export type BudgetRow = {
  readonly part: string;
  readonly interaction: string;
  readonly n: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  readonly budgetMs: number | null;
  /** Null without a budget. */
  readonly ok: boolean | null;
  readonly note: string | null;
  /** Medians of the processor time of the window's and the program's main thread; null: not known. */
  readonly windowCpuMs: number | null;
  readonly programCpuMs: number | null;
  /** Load averages of the last minute when the part began and when it ended. */
  readonly load: readonly [number, number];
  readonly endedAt: string;
};

/** Rows of different places do not belong into one table. */
export type MeasuredAt = {
  readonly viewport: string;
  readonly browser: string;
  readonly renderer: string;
  readonly processors: string;
  readonly niceness: number;
};

export type BudgetReport = MeasuredAt & { readonly rows: readonly BudgetRow[] };

export async function measuredAt(
  browser: Browser,
  viewport: { readonly width: number; readonly height: number },
): Promise<MeasuredAt> {
  const [cpu] = cpus();
  return {
    viewport: `${viewport.width}x${viewport.height}`,
    browser: `headless Chromium ${browser.version()}`,
    renderer: await rendererOf(browser),
    processors: `${cpus().length} x ${cpu?.model.trim()}`,
    niceness: getPriority(),
  };
}

/** Whether pictures are made by the processor or a graphics card, as the browser itself says. */
async function rendererOf(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { gpu } = await session.send('SystemInfo.getInfo');
  await session.detach();
  const features: Readonly<Record<string, unknown>> = gpu.featureStatus ?? {};
  const [compositing, raster] = [features.gpu_compositing, features.rasterization];
  const software = (state: unknown) => String(state).includes('software');
  return software(compositing) && software(raster)
    ? 'software'
    : `GPU (compositing ${compositing}, rasterization ${raster}; ${gpu.devices[0]?.deviceString})`;
}

export function quantile(values: readonly number[], p: number): number {
  return quantileSorted(sorted(Float64Array.from(values)), p);
}

export type Recorder = {
  /** Everything that is kept from now on is of this part. */
  begin(part: string): void;
  /**
   * Keeps what an interaction took. Its row exists from the first on, so that whatever ends the measuring loses
   * nothing.
   */
  keep(interaction: Interaction, timing: Timing): void;
  rows(): readonly BudgetRow[];
};

const load = (): number => loadavg()[0] ?? Number.NaN;

export function createRecorder(): Recorder {
  type Kept = {
    readonly part: string;
    readonly timings: Timing[];
    readonly loadBefore: number;
    interaction: Interaction;
    load: number;
    endedAt: string;
  };
  const kept = new Map<string, Kept>();
  let part = '';
  let loadBefore = load();
  return {
    begin(next) {
      part = next;
      loadBefore = load();
    },
    keep(interaction, timing) {
      const known = kept.get(interaction.name);
      const entry = known ?? { part, timings: [], loadBefore, interaction, load: 0, endedAt: '' };
      entry.interaction = interaction;
      entry.timings.push(timing);
      entry.load = load();
      entry.endedAt = new Date().toISOString();
      kept.set(interaction.name, entry);
    },
    rows: () =>
      [...kept.values()].map((entry): BudgetRow => {
        const { name, budgetMs, note = null } = entry.interaction;
        const totals = entry.timings.map(({ total }) => total);
        const p95Ms = tenths(quantile(totals, 0.95));
        return {
          part: entry.part,
          interaction: name,
          n: totals.length,
          p50Ms: tenths(quantile(totals, 0.5)),
          p95Ms,
          maxMs: tenths(quantile(totals, 1)),
          budgetMs,
          ok: budgetMs === null ? null : p95Ms <= budgetMs,
          note,
          windowCpuMs: middle(entry.timings.map(({ window }) => window)),
          programCpuMs: middle(entry.timings.map(({ host }) => host)),
          load: [entry.loadBefore, entry.load],
          endedAt: entry.endedAt,
        };
      }),
  };
}

/** The time stamps of a page count tenths of a millisecond. */
const tenths = (ms: number): number => Math.round(10 * ms) / 10;

function middle(values: readonly (number | null)[]): number | null {
  const known = values.filter((each) => each !== null);
  return known.length === 0 ? null : tenths(quantile(known, 0.5));
}

/** The report in a file with the rows of a part that was measured again in place of what it held of that part. */
export function mergeInto(file: string, at: MeasuredAt, rows: readonly BudgetRow[]): BudgetReport {
  const before = readReport(file);
  if (before !== null) {
    for (const [what, now] of Object.entries(at)) {
      const then = before[what as keyof MeasuredAt];
      if (then !== now) {
        throw new Error(
          `${file} holds what was measured with ${what} ${then}, and now it is ${now}: give another file`,
        );
      }
    }
  }
  const fresh = new Set(rows.map(({ part }) => part));
  const kept = before?.rows.filter(({ part }) => !fresh.has(part)) ?? [];
  const report = { ...at, rows: [...kept, ...rows] };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

function readReport(file: string): BudgetReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BudgetReport;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** As Markdown. `order`: the names of the parts in the order in which they stand. */
export function tableOf(report: BudgetReport, order: readonly string[]): string {
  const { viewport, browser, renderer, processors, niceness } = report;
  const rows = [...report.rows].sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part));
  const few = rows.filter(({ n }) => n < enough).length;
  const cell = (value: number | null) => (value === null ? '' : value.toFixed(1));
  return [
    `Viewport ${viewport}; ${browser}; renderer: ${renderer}; ${processors}; niceness ${niceness}`,
    ...(few === 0
      ? []
      : [`${few} of ${rows.length} rows are of fewer than ${enough} interactions`]),
    '',
    '| interaction | n | p50 ms | p95 ms | max ms | budget ms | | window CPU ms | program CPU ms | load | |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) =>
      [
        '',
        row.interaction,
        row.n,
        cell(row.p50Ms),
        cell(row.p95Ms),
        cell(row.maxMs),
        row.budgetMs ?? '',
        row.ok === null ? '' : row.ok ? 'ok' : 'NOT ok',
        cell(row.windowCpuMs),
        cell(row.programCpuMs),
        row.load.map((one) => one.toFixed(1)).join(' to '),
        row.note ?? '',
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n');
}
