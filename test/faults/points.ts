import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
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
import { finished, newRun, planned } from '../core/store/fixtures.ts';

export const operationNames = [
  ...['run', 'import', 'backup', 'restore', 'migrate'],
  ...['move', 'delete', 'undo', 'export', 'settings'],
] as const;
export type Operation = (typeof operationNames)[number];

/** Killed before the n-th call, killed after half of its bytes, no space from it on. */
export const kinds = ['kill', 'torn', 'full'] as const;
export type Point = { readonly kind: (typeof kinds)[number]; readonly at: number };

const source = join(import.meta.dirname, 'fault-layer.c');
const child = join(import.meta.dirname, 'operation.ts');

export type Faults = {
  /** The calls of an operation that change files, with their paths below the root. */
  calls(operation: Operation): readonly string[];
  /** What does not hold after a point, one sentence each. */
  faultsAt(operation: Operation, point: Point): readonly string[];
  remove(): void;
};

/** Compiles the layer and makes the store that each point begins with. */
export function createFaults(): Faults {
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-faults-'));
  const library = join(folder, 'fault-layer.so');
  const made = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  if (made.status !== 0) throw new Error(`the fault layer does not compile: ${made.stderr}`);
  const template = join(folder, 'template');
  const samples = makeTemplate(template, join(folder, 'run.breakeven'));
  const root = join(folder, 'root');

  function begin(operation: Operation): void {
    rmSync(root, { recursive: true, force: true });
    cpSync(template, root, { recursive: true });
    if (operation === 'restore') writeFileSync(databaseFile(homeOf(root)), 'noise');
  }

  function start(operation: Operation, environment: NodeJS.ProcessEnv): SpawnSyncReturns<string> {
    return spawnSync(process.execPath, [child, operation, root], {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ XDG_DATA_HOME: join(root, 'data'), BREAKEVEN_HOME: undefined },
        ...{ LD_PRELOAD: library, FAULT_ROOT: root, ...environment },
      },
    });
  }

  return {
    calls(operation) {
      begin(operation);
      const log = join(folder, 'calls');
      rmSync(log, { force: true });
      const { status, stderr } = start(operation, { FAULT_LOG: log });
      if (status !== 0) throw new Error(`${operation} fails without a fault: ${stderr}`);
      return readFileSync(log, 'utf8').trimEnd().split('\n');
    },
    faultsAt(operation, { kind, at }) {
      begin(operation);
      const ended = start(operation, { FAULT_KIND: kind, FAULT_AT: String(at) });
      const faults: string[] = [];
      if (kind !== 'full' && ended.signal === null && ended.status !== 0) {
        faults.push(`was not killed and failed: ${ended.stderr}`);
      }
      if (/^\s+at /m.test(ended.stderr)) faults.push(`says a stack: ${ended.stderr}`);
      try {
        faults.push(...faultsAfter(operation, root, ended.stdout.split('\n'), samples));
      } catch (error) {
        faults.push(`cannot be used any more: ${String(error)}`);
      }
      return faults;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const homeOf = (root: string): string => join(root, 'data', 'breakeven');
const samplesOf = (store: Store): string =>
  JSON.stringify(store.samples('kept', 0).map(({ timesNs }) => [...timesNs]));

/** A store with two runs and a backup, and the file of a third run; the samples of the one that is kept. */
function makeTemplate(template: string, file: string): string {
  const home = homeOf(template);
  mkdirSync(home, { recursive: true });
  const store = openStore(home);
  for (const id of ['kept', 'gone', 'carried']) {
    store.createRun(newRun([planned(0)], { id }));
    store.saveCase(id, finished(0));
    store.finishRun(id, 'complete');
  }
  writeFileSync(file, Buffer.concat([...runFile(store, 'carried')]));
  store.trash('carried');
  store.purge('carried');
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
  expect(samplesOf(store) === samples, 'the samples of a run before are not the same');
  const has = (step: string): boolean => said.includes(step);
  if (has('created')) expect(status('made') !== null, 'a run that was begun is gone');
  for (const index of [0, 1]) {
    if (!has(`case ${index}`)) continue;
    expect(store.samples('made', index).length > 0, `case ${index} is gone`);
  }
  if (has('complete')) expect(status('made') === 'complete', 'a complete run is not complete');
  if (has('imported')) expect(status('carried') === 'complete', 'an imported run is gone');
  if (has('purged')) expect(status('gone') === null, 'a purged run is there');
  else expect(status('gone') !== null || has('trashed'), 'a run that nobody purged is gone');
  if (has('undone')) expect(store.row('kept').trashedAt == null, 'an undone removal is done');
  if (has('moved')) expect(home === join(root, 'moved'), 'a moved store is not where it was moved');
  if (has('saved')) expect(readSettings(home).theme === 'dark', 'saved settings are others');
  const backup = said.find((line) => line.startsWith('backup '))?.slice('backup '.length);
  if (backup !== undefined) {
    expect(
      listBackups(home).some(({ file }) => file === backup),
      'a backup is gone',
    );
  }
  if (has('exported')) expect(existsSync(join(root, 'out', 'samples.csv')), 'an export is gone');
  store.close();
  const { database, session } = openDatabase(home, options);
  const damage = damageIn(database.raw, 0);
  expect(damage === null, `the database is damaged: ${damage}`);
  faults.push(...findContentFaults(database).faults);
  database.raw.close();
  session.close();
  faults.push(...leftOver(operation, root).map((name) => `${name} is left over`));
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

const expected: readonly RegExp[] = [
  /^(?:data\/breakeven|moved)\/breakeven\.db(?:-wal|-shm)?$/,
  /^(?:data\/breakeven|moved)\/backups\/breakeven-\d{8}T\d{9}Z\.db$/,
  /^(?:data\/breakeven|moved)\/(?:settings\.json|changes\.lock)$/,
  /^data\/breakeven\/moved\.json$/,
  // A damaged database is kept, and so is what a cut export wrote: the next one replaces it.
  /^data\/breakeven\/breakeven\.db\.damaged-\w+$/,
  /^out\/[\w.-]+$/,
];

function leftOver(operation: Operation, root: string): readonly string[] {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const known = (name: string): boolean =>
    expected.some((one) => one.test(name)) ||
    // A copy that was cut off is in a folder that the user named. The old store stays where its removal was cut off: nobody but
    // the user knows that it is not one of its own, opened by --home.
    (operation === 'move' && /^(?:moved|data\/breakeven\/sessions)\//.test(name));
  return names.filter((name) => !known(name));
}

/** Each file that replaces another has reached the disk before, and its name after. */
export function unsyncedRenames(calls: readonly string[]): readonly string[] {
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
