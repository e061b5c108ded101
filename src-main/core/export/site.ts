import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { badInput } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import type {
  ReportFigure,
  ReportTable,
  SiteLink,
  SitePage,
  SitePlace,
} from '../../contract/report.ts';
import { schemaVersion } from '../../contract/run.ts';
import { timeText } from '../../contract/times.ts';
import { format } from '../../contract/units.ts';
import type { Reports } from '../analysis/reports.ts';
import { fontRules } from '../figures/svg.ts';
import { createLru } from '../util/lru.ts';
import { makeFolder } from '../util/make-folder.ts';
import { productVersion } from '../util/product-version.ts';
import { moveInto } from '../util/replace-file.ts';
import { writeWhole } from './export-run.ts';
import { pageRenderer } from './page-renderer.ts';
import type { ReportMeans } from './report-page.ts';
import { runFile } from './run-file.ts';
import { type Answer, type SitePageOfRun, siteFigures } from './site-figures.ts';
import {
  folderName,
  linkTo,
  machineName,
  pageOf,
  placeOf,
  type RunPage,
  runPage,
  type SiteOptions,
} from './site-run-page.ts';

type Means = Pick<ReportMeans, 'store' | 'comparer' | 'catalog'> & {
  readonly reports: Pick<Reports, 'of'>;
};
type SiteFile = {
  readonly name: string;
  /** Null: it is there. */
  readonly pieces: (() => Iterable<string | Uint8Array>) | null;
};

/** Runs of one content have the same figures. */
const keptDrawings = 50;
const keptMachines = 100;
const listName = 'index.json';
/** A folder in that of the site, where the next one is made. */
const unfinishedName = '.breakeven-site-unfinished';

export const unfinishedFolder = (folder: string): string => path.join(folder, unfinishedName);

const listSchema = z.object({
  site: z.literal('breakeven'),
  files: z.array(z.string().regex(/^(?:(?:run|workload|machine)\/[\w-]+\/)?[\w-]+\.[a-z]+$/)),
});

/**
 * Writes runs as a site into a folder that is empty, or has a site of ours and nothing else: a page for all runs, one
 * for each run, workload and machine, run files, and `index.json`, which names every file. The same runs give the same
 * bytes. Files get their places when all are made: a site that cannot be made leaves what was there. Returns the
 * paths.
 *
 * @param ids of runs that have ended, newest first
 * @param known pages of runs that are made already, by run
 * @throws BreakevenError `bad-input` when the folder has other files; nothing is written then.
 */
export function writeSite(
  folder: string,
  ids: readonly string[],
  means: Means,
  options: SiteOptions,
  known: ReadonlyMap<string, RunPage> = new Map(),
): readonly string[] {
  const before = filesBefore(folder);
  const made = unfinishedFolder(folder);
  const at = (root: string, name: string) => path.join(root, ...name.split('/'));
  const names: string[] = [];
  const move = (name: string, to = name) => {
    makeFolder(path.dirname(at(folder, to)));
    moveInto(at(made, name), at(folder, to));
  };
  try {
    for (const { name, pieces } of siteFiles(ids, means, options, known)) {
      if (pieces !== null) writeWhole(at(made, name), pieces());
      names.push(name);
    }
    // Who is interrupted here leaves files of two sites, which are known to be ours.
    const all = { site: 'breakeven' as const, files: [...new Set([...before, ...names])] };
    writeWhole(at(made, 'all.json'), [JSON.stringify(all)]);
    move('all.json', listName);
    for (const name of names) if (name !== listName) move(name);
    for (const name of before) if (!names.includes(name)) rmSync(at(folder, name));
    move(listName);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return names.map((name) => at(folder, name));
}

/** The files of the site that is in the folder, without those of one that was never finished. @throws as `writeSite`. */
export function filesBefore(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
  const files = entries.filter((name) => !name.startsWith(`${unfinishedName}/`));
  const known = new Set(files.includes(listName) ? listed(path.join(folder, listName)) : []);
  const foreign = files.find((name) => !known.has(name));
  if (foreign === undefined) return files;
  throw badInput(`${folder} has files that are not of a site (${foreign}): name an empty folder`);
}

function listed(file: string): readonly string[] {
  try {
    return listSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).files;
  } catch {
    return [];
  }
}

function* siteFiles(
  ids: readonly string[],
  means: Means,
  options: SiteOptions,
  known: ReadonlyMap<string, RunPage>,
): Generator<SiteFile> {
  const { title, samples, scrubbed } = options;
  const { store } = means;
  const renderer = pageRenderer();
  const drawings = createLru(keptDrawings);
  const runFileOf = (id: string): string => `run/${folderName(id)}/${folderName(id)}.breakeven`;
  const runPages = ids.map((id) => pageOf('run', id));
  // Of many runs only what other pages need is kept.
  const characters = new Set<string>();
  const seen = new Set<string>();
  const pages: SitePageOfRun[] = [];
  const answers: Answer[] = [];
  const sharedMachines = createLru(keptMachines);
  for (const id of ids) {
    const page =
      known.get(id) ?? runPage(id, means.reports.of(id), { ...means, drawings }, options);
    const { run, sentence, kinds, text } = page;
    for (const character of page.characters) characters.add(character);
    yield { name: pageOf('run', id), pieces: text === null ? null : () => [text] };
    const machine = sharedMachines.remember(JSON.stringify(page.machine), () => page.machine);
    const newest = kinds.some((kind) => !seen.has(kind));
    for (const kind of kinds) seen.add(kind);
    const kept: SitePageOfRun = {
      ...{ run, machine, sentence },
      workloads: newest ? page.workloads() : [],
    };
    pages.push(kept);
    for (const answer of page.answers) answers.push({ ...answer, page: kept });
  }
  const figures = siteFigures(means, ids, ({ machine }) => machineName(machine));
  const version = productVersion();
  const site = (place: SitePlace, name: string, page: Partial<SitePage>): SiteFile => ({
    name,
    pieces: () => [
      renderer.renderSitePage({
        ...{ version, place, title, lead: '', tables: [], figures: [] },
        ...page,
      }),
    ],
  });
  const workloads = Map.groupBy(answers, ({ headline }) => headline.workload);
  const machines = Map.groupBy(pages, ({ machine }) => machine.fingerprint);
  const files: SiteFile[] = [
    site(placeOf(options, 0), 'index.html', {
      lead: `${pages.length} runs on ${machines.size} machines. Each answer is that of the newest run.`,
      tables: [answersTable('', 'Machines and workloads', newest(answers)), runsTable('', pages)],
    }),
    { name: 'filter.js', pieces: () => [renderer.filter] },
    { name: 'style.css', pieces: () => [styleSheet(renderer.styles, [...characters].join(''))] },
    ...(samples
      ? ids.map((id) => ({ name: runFileOf(id), pieces: () => runFile(store, id) }))
      : []),
    ...[...workloads].map(([id, own]) =>
      site(placeOf(options, 2), pageOf('workload', id), {
        title: own[0]?.page.workloads.find(({ known }) => known.id === id)?.known.title ?? id,
        lead: 'The figures are of the newest run of each machine.',
        tables: [answersTable('../../', 'Answers', own)],
        figures: sameQuestion(newest(own)).flatMap((answers, at) =>
          answers.length > 1 ? figures.overMachines(answers, at) : answers.flatMap(figuresOfRun),
        ),
      }),
    ),
    ...[...machines].map(([fingerprint, own]) => {
      const machine = own[0]?.machine;
      const here = answers.filter(({ page }) => page.machine.fingerprint === fingerprint);
      return site(placeOf(options, 2), pageOf('machine', fingerprint), {
        title: machine === undefined ? fingerprint : machineName(machine),
        lead: machine === undefined ? '' : machineText(machine),
        tables: [
          peaksTable(store.measuredPeaks(fingerprint)),
          answersTable('../../', 'Answers', here),
          runsTable('../../', own),
        ],
        figures: newest(here).flatMap(figures.overRuns),
      });
    }),
  ];
  const list = {
    ...{ site: 'breakeven' as const, schemaVersion, version, title, scrubbed },
    runs: pages.map(({ run, machine, sentence }) => ({
      ...{ id: run.id, title: run.title, createdAt: run.createdAt, workloads: run.workloads },
      ...{ machine: machine.fingerprint, answer: sentence ?? null },
      page: pageOf('run', run.id),
      ...(samples ? { file: runFileOf(run.id) } : {}),
    })),
    files: [listName, ...runPages, ...files.map(({ name }) => name)],
  };
  yield* files;
  yield { name: listName, pieces: () => [`${JSON.stringify(list, null, 2)}\n`] };
}

/** With the fonts of all texts in the figures. */
function styleSheet(styles: string, characters: string): string {
  return `${fontRules(characters, new Set(['400', '600']))}\n${styles}`;
}

/** Answers on one workload at the same values of its other axes. */
function sameQuestion(answers: readonly Answer[]): readonly (readonly Answer[])[] {
  const groups = Map.groupBy(answers, ({ headline: { workload, values } }) =>
    JSON.stringify([workload, values]),
  );
  return [...groups.values()];
}

/** Of each machine, workload and values the first, which is the newest. */
function newest(answers: readonly Answer[]): readonly Answer[] {
  const groups = Map.groupBy(answers, ({ page }) => page.machine.fingerprint);
  return [...groups.values()].flatMap((own) => sameQuestion(own).flatMap(([first]) => first ?? []));
}

/** Those of the page of its run. */
function figuresOfRun({ page, headline }: Answer): readonly ReportFigure[] {
  return page.workloads
    .filter(
      ({ known, where }) =>
        known.id === headline.workload && JSON.stringify(where) === JSON.stringify(headline.values),
    )
    .flatMap(({ figures }) => figures)
    .map((figure) => ({
      ...figure,
      title: `${figure.title}, ${machineName(page.machine)}`,
    }));
}

function machineText({ cpuModel, physicalCores, memoryBytes, os, gpus }: Machine): string {
  const memory = format(memoryBytes, 'bytes');
  return [
    `${cpuModel}, ${physicalCores} cores, ${memory}`,
    os,
    ...gpus.map(({ name }) => name),
  ].join('; ');
}

const left = (title: string) => ({ title, align: 'left' as const });

function answersTable(
  root: string,
  title: string,
  answers: readonly Answer[],
): ReportTable<string | SiteLink> {
  return {
    title,
    columns: ['Machine', 'Workload', 'Run', 'Faster at the largest size', 'Answer'].map(left),
    rows: answers.map(({ page: { run, machine }, headline, winner }) => [
      linkTo(root, 'machine', machine.fingerprint, machineName(machine)),
      linkTo(root, 'workload', headline.workload, headline.workload),
      linkTo(root, 'run', run.id, timeText(run.createdAt, 'utc')),
      winner ?? '-',
      headline.sentence,
    ]),
    notes: [],
  };
}

function runsTable(root: string, pages: readonly SitePageOfRun[]): ReportTable<string | SiteLink> {
  return {
    title: 'Runs',
    columns: ['Title', 'Measured', 'Workloads', 'Answer'].map(left),
    rows: pages.map(({ run, sentence }) => [
      linkTo(root, 'run', run.id, run.title),
      timeText(run.createdAt, 'utc'),
      run.workloads.join(', '),
      sentence ?? '',
    ]),
    notes: [],
  };
}

function peaksTable({
  peaks,
}: ReturnType<Means['store']['measuredPeaks']>): ReportTable<string | SiteLink> {
  return {
    title: 'Measured peaks',
    columns: [left('Peak'), left('Device'), { title: 'Value', align: 'right' }, left('Unit')],
    rows: peaks.map(({ title, device, value, unit }) => [
      ...[title, device, value.toPrecision(4), unit],
    ]),
    notes: peaks.length === 0 ? ['None are stored.'] : [],
  };
}
