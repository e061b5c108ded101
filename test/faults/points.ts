import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Repetition } from '../../src-main/contract/run.ts';
import { replaceWhole } from '../../src-main/core/cluster/checkpoint.ts';
import { runFile } from '../../src-main/core/export/run-file.ts';
import { databaseFile, listBackups } from '../../src-main/core/store/backup-files.ts';
import { findContentFaults } from '../../src-main/core/store/content-check.ts';
import { openDatabase } from '../../src-main/core/store/database.ts';
import { resolveHome } from '../../src-main/core/store/home.ts';
import { restoreBackup } from '../../src-main/core/store/restore.ts';
import { readSettings, saveSettings } from '../../src-main/core/store/settings.ts';
import { damageIn, settleCopy } from '../../src-main/core/store/soundness.ts';
import { openStore, type Store } from '../../src-main/core/store/store.ts';
import { withSecondVersion } from '../core/store/first-version.ts';
import { finished, newRun, planned, scope } from '../core/store/fixtures.ts';
import { filesBelow, strangersIn } from '../helpers/store-files.ts';
import { copyNamed, copySynced, toShadow } from './power-cut.ts';

export const operationNames = [
  ...['first run', 'run', 'import', 'backup', 'restore', 'migrate', 'move'],
  ...['delete', 'undo', 'merge', 'checkpoint', 'export', 'settings'],
] as const;
export type Operation = (typeof operationNames)[number];

/**
 * Killed before the n-th call, killed after half of its bytes, no space from it on; a power cut before it, which takes all
 * that was not synced, or the bytes alone.
 */
export const kinds = ['kill', 'torn', 'full', 'lost', 'emptied'] as const;
export type Point = { readonly kind: (typeof kinds)[number]; readonly at: number };

/** What does not hold after a point. */
export type Tried = { readonly point: Point; readonly faults: readonly string[] };

const source = join(import.meta.dirname, 'fault-layer.c');
const child = join(import.meta.dirname, 'operation.ts');

export type Call = {
  /** Its name and the paths below the root. */
  readonly text: string;
  /** The same for calls of that text from the same native functions, after the same steps of the operation. */
  readonly likeness: string;
};

export type Faults = {
  /** What other threads begin with. */
  readonly base: string;
  /** The calls of an operation that change files. */
  calls(operation: Operation): readonly Call[];
  /** What does not hold after each point, one sentence each; all but those without space are of one process. */
  faultsAt(operation: Operation, points: readonly Point[]): readonly Tried[];
  remove(): void;
};

/**
 * Compiles the layer and makes the store that each point begins with.
 *
 * @param base of another thread, which has made both
 */
export function createFaults(base?: string): Faults {
  const folder = mkdtempSync(join(base ?? tmpdir(), 'breakeven-faults-'));
  const library = join(base ?? folder, 'fault-layer.so');
  const template = join(base ?? folder, 'template');
  const samplesFile = join(base ?? folder, 'samples.json');
  if (base === undefined) {
    const made = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
    if (made.status !== 0) throw new Error(`the fault layer does not compile: ${made.stderr}`);
    writeFileSync(samplesFile, makeTemplate(template, folder));
  } else {
    for (const file of runFiles) cpSync(join(base, file), join(folder, file));
  }
  const samples = readFileSync(samplesFile, 'utf8');
  const root = join(folder, 'root');
  const disk = join(folder, 'disk');

  function begin(operation: Operation): void {
    rmSync(root, { recursive: true, force: true });
    cpSync(template, root, { recursive: true });
    if (operation === 'first run') rmSync(join(root, 'data'), { recursive: true });
    if (operation === 'restore') writeFileSync(databaseFile(homeOf(root)), 'noise');
  }

  function afterwards(
    operation: Operation,
    { stderr }: SpawnSyncReturns<string>,
    said: readonly string[],
  ): readonly string[] {
    const stack = /^\s+at /m.test(stderr) ? [`says a stack: ${stderr}`] : [];
    try {
      return [...stack, ...faultsAfter(operation, root, said, samples)];
    } catch (error) {
      return [...stack, `cannot be used any more: ${String(error)}`];
    }
  }

  function start(operation: Operation, environment: NodeJS.ProcessEnv): SpawnSyncReturns<string> {
    return spawnSync(process.execPath, [child, operation, root], {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ XDG_DATA_HOME: join(root, 'data'), BREAKEVEN_HOME: undefined },
        ...{ NODE_COMPILE_CACHE: join(base ?? folder, 'compiled') },
        ...{ LD_PRELOAD: library, FAULT_ROOT: root, ...environment },
      },
    });
  }

  return {
    base: base ?? folder,
    calls(operation) {
      begin(operation);
      const log = join(folder, 'calls');
      rmSync(log, { force: true });
      const { status, stderr } = start(operation, { FAULT_LOG: log });
      if (status !== 0) throw new Error(`${operation} fails without a fault: ${stderr}`);
      let step = '';
      return readFileSync(log, 'utf8')
        .trimEnd()
        .split('\n')
        .flatMap((line): readonly Call[] => {
          if (line.startsWith('said ')) step = line;
          if (line === step) return [];
          return [{ text: line.replace(/\t.*/, ''), likeness: `${withoutNames(line)} ${step}` }];
        });
    },
    faultsAt(operation, points) {
      const isFull = ({ kind }: Point): boolean => kind === 'full';
      const found = points.filter(isFull).map((point) => {
        begin(operation);
        const ended = start(operation, { FAULT_FULL: String(point.at) });
        return { point, faults: afterwards(operation, ended, ended.stdout.split('\n')) };
      });
      const crashes = points.filter((point) => !isFull(point));
      if (crashes.length === 0) return found;
      begin(operation);
      const log = join(folder, 'calls');
      const kept = join(folder, 'kept');
      for (const one of [disk, kept]) {
        rmSync(one, { recursive: true, force: true });
        mkdirSync(one);
      }
      rmSync(log, { force: true });
      toShadow(root, disk);
      const ended = start(operation, {
        ...{ FAULT_LOG: log, FAULT_KEEP: kept, FAULT_DISK: disk },
        FAULT_CALLS: `,${crashes.map(({ at }) => at).join(',')},`,
      });
      if (ended.status !== 0)
        throw new Error(`${operation} fails without a fault: ${ended.stderr}`);
      const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
      const isSaid = (line: string): boolean => line.startsWith('said ');
      const callAt = lines.flatMap((line, i) => (isSaid(line) ? [] : [i]));
      const top = `d${statSync(root).ino}`;
      const last = join(kept, String(callAt.length + 1));
      mkdirSync(last, { recursive: true });
      cpSync(disk, join(last, 'disk'), { recursive: true });
      renameSync(root, join(last, 'names'));
      for (const point of crashes) {
        const from = join(kept, String(point.at));
        rmSync(root, { recursive: true, force: true });
        if (point.kind === 'emptied') {
          mkdirSync(root);
          copySynced(join(from, 'names'), join(from, 'disk'), root);
        } else if (point.kind === 'lost') copyNamed(top, join(from, 'disk'), root);
        else cpSync(join(from, point.kind === 'torn' ? 'torn' : 'root'), root, { recursive: true });
        const said = lines
          .slice(0, callAt[point.at - 1] ?? lines.length)
          .flatMap((line) => (isSaid(line) ? [line.slice('said '.length)] : []));
        found.push({ point, faults: afterwards(operation, ended, said) });
      }
      return found;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Names of sessions and of unfinished files are other ones each time. */
const withoutNames = (line: string): string => line.replaceAll(/[\da-f]{8}-[-\da-f]+|\d{3,}/g, '');

const homeOf = (root: string): string => join(root, 'data', 'breakeven');
const runFiles = ['run.breakeven', '0.breakeven', '1.breakeven'] as const;
const digest = 'a1'.repeat(8);
const repetitionOf = (repetition: number): Repetition => ({
  ...{ repetition, seconds: 1, interference: null, disturbed: null },
});
const samplesOf = (store: Store): string =>
  JSON.stringify(store.samples('kept', 0).map(({ timesNs }) => [...timesNs]));

/**
 * A store with two runs and a backup; in the folder, the files of a third run and of two parts of a plan. Returns the samples of
 * the run that is kept.
 */
function makeTemplate(template: string, folder: string): string {
  const home = homeOf(template);
  mkdirSync(home, { recursive: true });
  const store = openStore(home);
  for (const id of ['kept', 'gone', 'carried']) {
    store.createRun(newRun([planned(0)], { id }));
    store.saveCase(id, finished(0));
    store.finishRun(id, 'complete');
  }
  for (const shard of [0, 1]) {
    const id = `part-${shard}`;
    const run = newRun([planned(0)], { id });
    const sharded = { shard, of: 2, digest };
    const asked = { ...run.configuration, sharded };
    store.createRun({ ...run, configuration: asked, plan: { ...run.plan, configuration: asked } });
    store.saveCase(id, {
      ...finished(0, { result: { samples: [scope('kernel', shard, [10, 11, 12, 13, 14])] } }),
      repetitions: [repetitionOf(shard)],
    });
    store.finishRun(id, 'complete');
  }
  for (const [i, id] of ['carried', 'part-0', 'part-1'].entries()) {
    writeFileSync(join(folder, runFiles[i] ?? ''), Buffer.concat([...runFile(store, id)]));
    store.trash(id);
    store.purge(id);
  }
  const samples = samplesOf(store);
  const { database, session } = openDatabase(home);
  database.raw.pragma('wal_checkpoint(TRUNCATE)');
  database.raw.close();
  session.close();
  store.close();
  const copy = join(home, 'backups');
  mkdirSync(copy);
  const backup = join(copy, 'breakeven-20260101T000000000Z.db');
  cpSync(databaseFile(home), backup);
  settleCopy(backup);
  return samples;
}

/** The next start, and what holds after it. */
function faultsAfter(
  operation: Operation,
  root: string,
  said: readonly string[],
  samples: string,
): readonly string[] {
  process.env.XDG_DATA_HOME = join(root, 'data');
  const home = resolveHome({ environment: { XDG_DATA_HOME: join(root, 'data') } });
  if (operation === 'restore' && !said.includes('restored')) restoreAgain(home);
  // The next change of a file takes away what is left of one that was cut off.
  if (operation === 'settings') saveSettings(home, {});
  const options = operation === 'migrate' ? { migrations: withSecondVersion } : {};
  const store = openStore(home, options);
  const faults: string[] = [];
  const expect = (holds: boolean, sentence: string): void => {
    if (!holds) faults.push(sentence);
  };
  const status = (id: string): string | null => {
    try {
      return store.row(id).status;
    } catch {
      return null;
    }
  };
  const hasKept = operation !== 'first run';
  expect(!hasKept || samplesOf(store) === samples, 'the samples of a run before are not the same');
  const has = (step: string): boolean => said.includes(step);
  const sayOf = (step: string): string | undefined =>
    said.find((line) => line.startsWith(`${step} `))?.slice(step.length + 1);
  if (has('created')) expect(status('made') !== null, 'a run that was begun is gone');
  for (const index of [0, 1]) {
    if (!has(`case ${index}`)) continue;
    expect(store.samples('made', index).length > 0, `case ${index} is gone`);
  }
  if (has('complete')) expect(status('made') === 'complete', 'a complete run is not complete');
  if (has('imported')) expect(status('carried') === 'complete', 'an imported run is gone');
  if (has('purged')) expect(status('gone') === null, 'a purged run is there');
  else
    expect(
      !hasKept || status('gone') !== null || has('trashed'),
      'a run that nobody purged is gone',
    );
  if (has('undone')) expect(store.row('kept').trashedAt == null, 'an undone removal is done');
  if (has('moved')) expect(home === join(root, 'moved'), 'a moved store is not where it was moved');
  if (has('saved')) expect(readSettings(home).theme === 'dark', 'saved settings are others');
  const backup = sayOf('backup');
  if (backup !== undefined) {
    expect(
      listBackups(home).some(({ file }) => file === backup),
      'a backup is gone',
    );
  }
  const merged = sayOf('merged');
  if (merged !== undefined) {
    expect(status(merged) === 'complete', 'a merged run is not complete');
    expect(store.samples(merged, 0).length === 2, 'a merged run lacks samples');
  }
  const checkpoint = join(root, 'shared', '0.breakeven');
  if (existsSync(checkpoint)) {
    const bytes = readFileSync(checkpoint);
    const isOf = (id: string): boolean => bytes.equals(Buffer.concat([...runFile(store, id)]));
    const replaced = has('replaced a checkpoint');
    expect(isOf('gone') || (!replaced && isOf('kept')), 'a checkpoint is no whole run file');
  } else expect(!has('kept a checkpoint'), 'a checkpoint is gone');
  if (operation === 'checkpoint') replaceWhole(checkpoint, []);
  if (has('exported')) expect(existsSync(join(root, 'out', 'samples.csv')), 'an export is gone');
  store.close();
  const { database, session } = openDatabase(home, options);
  const damage = damageIn(database.raw, 0);
  expect(damage === null, `the database is damaged: ${damage}`);
  faults.push(...findContentFaults(database).faults);
  database.raw.close();
  session.close();
  faults.push(...leftOver(root).map((name) => `${name} is left over`));
  return faults;
}

/** What the user does where a restoration was cut off. */
function restoreAgain(home: string): void {
  try {
    restoreBackup(home);
  } catch (error) {
    // The database was in its place already.
    if (!String(error).includes('is valid')) throw error;
  }
}

function leftOver(root: string): readonly string[] {
  const homes = ['data/breakeven', 'moved'];
  const isHere = (home: string): boolean => existsSync(databaseFile(join(root, home)));
  return [
    ...homes.flatMap((home) => strangersIn(join(root, home)).map((name) => join(home, name))),
    ...(homes.every(isHere) ? ['one of two stores'] : []),
    // What a cut export wrote is replaced by the next one.
    ...filesBelow(root).filter(
      (name) =>
        !homes.some((home) => name.startsWith(`${home}/`)) &&
        !/^(?:out\/[\w.-]+|shared\/0\.breakeven)$/.test(name),
    ),
  ];
}

/** Each file that replaces another has reached the disk before, and its name after. */
export function unsyncedRenames(made: readonly Pick<Call, 'text'>[]): readonly string[] {
  const calls = made.map(({ text }) => text);
  return calls.flatMap((call, i) => {
    const [name, from = '', to = ''] = call.split(' ');
    if (name !== 'rename') return [];
    const before = calls.slice(0, i);
    const written = before.lastIndexOf(`write ${from}`);
    const synced = before.lastIndexOf(`fsync ${from}`);
    const named = calls.indexOf(`fsync ${dirname(to)}`, i);
    return [
      ...(written >= 0 && synced < written ? [`${from} is renamed before it was synced`] : []),
      ...(named < 0 ? [`the folder of ${to} is not synced`] : []),
    ];
  });
}
