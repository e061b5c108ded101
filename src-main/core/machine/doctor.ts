import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { EngineDescription } from '../../contract/engine-protocol.ts';
import type { Check, Machine } from '../../contract/machine.ts';
import { type Backup, listBackups } from '../store/backup-files.ts';
import type { ContentCheck } from '../store/content-check.ts';
import { installation, wayToBuild, wayToCuda, wayToStart } from '../util/installation.ts';
import { makeFolder } from '../util/make-folder.ts';
import { nvccInstall, nvccPath } from '../util/nvcc.ts';
import { nativeFolder, productRoot } from '../util/paths.ts';
import { firstVersion, versionText } from '../util/programs.ts';
import { systemAddon, systemAddonFile } from '../util/system-addon.ts';
import { describeMachine } from './machine.ts';
import { preflight } from './preflight.ts';
import { surroundings } from './surroundings.ts';

export type DoctorSources = {
  readonly home: string;
  /** What the engine says, or the sentence why it cannot be started. */
  readonly engine: EngineDescription | string;
  /** What the open store warns of, or the sentence why it cannot be opened. */
  readonly store?: () => Promise<StoreState>;
  /** The newest backup that is valid; absent: all are looked through. */
  readonly soundBackup?: () => Promise<Backup | undefined>;
};

type StoreState = {
  readonly warnings: readonly string[];
  readonly fault: string | null;
  /** The last check of all samples; null before the first. */
  readonly content: ContentCheck | null;
};

/** Attributes of this machine, with what the engine knows where it can be asked. */
export function machineOf(engine: EngineDescription | string): Machine {
  if (typeof engine !== 'string') return describeMachine(engine.machine);
  return describeMachine({ gpus: [], versions: {}, noGpuReason: engine });
}

/** What this machine has and lacks, each with the way to get it. */
export async function examine({
  home,
  engine,
  store: open,
  soundBackup = async () => (await import('../store/damage.ts')).newestSound(home),
}: DoctorSources): Promise<readonly Check[]> {
  const [compiler, cmake, nvcc, browser, state] = await Promise.all([
    firstVersion(['c++', 'g++', 'clang++']),
    firstVersion(['cmake']),
    nvccVersion(),
    firstVersion(['chromium', 'google-chrome', 'chromium-browser']),
    preflight(),
  ]);
  // Last: it may be long work of this very process.
  const store = await storeCheck(home, await open?.(), soundBackup);
  return [
    nodeCheck(process.versions.node, Number(process.versions.napi ?? 0)),
    ...toolChecks({ compiler, cmake, nvcc }),
    ...engineChecks(engine, nvcc !== undefined),
    systemCheck(),
    electronCheck(),
    browserCheck(browser),
    ...surroundings(),
    ...store,
    ...state,
  ];
}

function check(
  id: string,
  title: string,
  status: Check['status'],
  found: string,
  fix: string | null,
) {
  return { id, title, status, found, fix } satisfies Check;
}

function nodeCheck(version: string, napi: number): Check {
  if (napi >= 10) return check('node', 'Node', 'ok', version, null);
  const found = `${version} (Node-API ${napi}, 10 is needed)`;
  return check('node', 'Node', 'missing', found, wayToStart());
}

type Tools = Readonly<Record<'compiler' | 'cmake' | 'nvcc', string | undefined>>;

/** What is installed is built already: there a compiler is for code of the user's own alone, and CMake for nothing. */
export function toolChecks(
  { compiler, cmake, nvcc }: Tools,
  kind = installation(),
): readonly Check[] {
  const [cpp, cuda] = ['C++ compiler', 'CUDA compiler (nvcc)'];
  if (kind !== 'sources') {
    const consequence = 'it is needed to compile code of your own only';
    return [
      optional('compiler', cpp, compiler, `${consequence}; ${installHint('g++')}`),
      optional('nvcc', cuda, nvcc, `${consequence}; ${nvccInstall}`),
    ];
  }
  return [
    tool('compiler', cpp, compiler, installHint('g++ make')),
    tool('cmake', 'CMake', cmake, installHint('cmake')),
    optional('nvcc', cuda, nvcc, `it builds CUDA variants; ${nvccInstall}`),
  ];
}

function tool(id: string, title: string, found: string | undefined, fix: string): Check {
  if (found !== undefined) return check(id, title, 'ok', found, null);
  // Built addons run without their compiler.
  const built = existsSync(join(nativeFolder(), 'breakeven_cpu.node'));
  return check(id, title, built ? 'warning' : 'missing', 'not found', fix);
}

function optional(id: string, title: string, found: string | undefined, fix: string): Check {
  if (found !== undefined) return check(id, title, 'ok', found, null);
  return check(id, title, 'warning', 'not found', fix);
}

function installHint(packages: string): string {
  return `install it with \`sudo apt-get install ${packages}\` or your system's package manager`;
}

async function nvccVersion(): Promise<string | undefined> {
  const nvcc = nvccPath();
  // Its first line names the product; the release stands further down.
  const lines = nvcc === null ? [] : ((await versionText(nvcc)) ?? '').split('\n');
  return lines.find((line) => line.includes('release')) ?? lines[0];
}

function engineChecks(engine: EngineDescription | string, nvcc: boolean): Check[] {
  const title = 'Measuring engine';
  if (typeof engine === 'string') {
    const way = wayToBuild();
    // One that is there and does not start is short of something that its own sentence names.
    const built = existsSync(join(nativeFolder(), 'breakeven_cpu.node'));
    const fix = built ? `try again; if it stays so, ${way}` : way;
    return [check('engine', title, 'missing', engine.replace(`; ${way}`, ''), fix)];
  }
  const { catalog, absent, machine } = engine;
  const variants = catalog.workloads.flatMap((workload) => workload.variants);
  const usable = variants.filter(({ available }) => available).length;
  const found = `${catalog.workloads.length} workloads, ${usable} of ${variants.length} variants can run here`;
  const status = catalog.workloads.length === 0 ? 'missing' : 'ok';
  const fix = status === 'ok' ? null : wayToBuild();
  const addons = absent.map(({ addon, reason }) => {
    const ofCpu = addon.includes('cpu');
    const lacking = !ofCpu && !existsSync(join(nativeFolder(), addon));
    const way = lacking ? wayToCuda(nvcc) : wayToBuild();
    return check(`addon-${addon}`, addon, ofCpu ? 'missing' : 'warning', reason, way);
  });
  return [check('engine', title, status, found, fix), ...addons, gpuCheck(machine)];
}

function systemCheck(): Check {
  const [id, title] = [`addon-${systemAddonFile}`, 'Kernel locks and sealed memory'];
  const { absent } = systemAddon();
  if (absent === null) return check(id, title, 'ok', systemAddonFile, null);
  const found = `${absent}; files of this user stand in, which programs of other users do not see`;
  return check(id, title, 'warning', found, wayToBuild());
}

function gpuCheck({ gpus, noGpuReason }: EngineDescription['machine']): Check {
  if (gpus.length > 0) {
    const names = gpus.map(({ name, computeCapability }) => `${name} (${computeCapability})`);
    return check('gpu', 'GPU', 'ok', names.join(', '), null);
  }
  const fix = 'CUDA variants are skipped; they need an NVIDIA GPU with its driver';
  return check('gpu', 'GPU', 'warning', noGpuReason ?? 'none found', fix);
}

function electronCheck(): Check {
  const title = 'Desktop window (Electron)';
  if (process.versions.electron !== undefined) {
    return check('electron', title, 'ok', process.versions.electron, null);
  }
  if (installation() === 'app') {
    return check('electron', title, 'ok', 'comes with this installation', null);
  }
  const fix = 'use `breakeven serve`: the same interface in a browser';
  try {
    const require = createRequire(join(productRoot(), 'package.json'));
    const folder = dirname(require.resolve('electron/package.json'));
    const binary = join(folder, 'dist', 'electron');
    if (existsSync(binary)) return check('electron', title, 'ok', folder, null);
    return check('electron', title, 'warning', 'its program was not downloaded', fix);
  } catch {
    return check('electron', title, 'warning', 'not installed', fix);
  }
}

function browserCheck(found: string | undefined): Check {
  const title = 'Browser';
  if (found !== undefined) return check('browser', title, 'ok', found, null);
  // Its package exports no package.json, so it is looked for by folder.
  if (existsSync(join(productRoot(), 'node_modules', '@sparticuz', 'chromium'))) {
    return check('browser', title, 'ok', 'the browser that the tests use', null);
  }
  const fix = 'any current browser opens the address that `breakeven serve` prints';
  return check('browser', title, 'warning', 'none found', fix);
}

async function storeCheck(
  home: string,
  opened: StoreState | undefined,
  soundBackup: () => Promise<Backup | undefined>,
): Promise<Check[]> {
  const title = 'Store';
  const testFile = join(home, `.probe-${process.pid}`);
  try {
    makeFolder(home);
    await writeFile(testFile, '');
    await rm(testFile);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fix = 'choose a writable folder with --home or BREAKEVEN_HOME';
    return [check('store', title, 'missing', `${home}: ${reason}`, fix)];
  }
  if (opened?.fault) {
    // What is wrong and what helps come in one sentence: the fix stands where fixes are looked for.
    const [found = opened.fault, fix] = opened.fault.split('; nothing was changed; ');
    return [
      check('store', title, 'missing', found, fix?.replace(/\.$/, '') ?? 'nothing was changed'),
      await backupCheck(home, soundBackup),
    ];
  }
  const size = statSync(join(home, 'breakeven.db'), { throwIfNoEntry: false })?.size;
  const warnings = opened?.warnings ?? [];
  const found = size === undefined ? `${home} (empty)` : home;
  return [
    check('store', title, warnings.length === 0 ? 'ok' : 'warning', found, null),
    ...warnings.map((text, i) => check(`store-warning-${i}`, title, 'warning', text, null)),
    ...(opened === undefined ? [] : [contentCheck(opened.content)]),
    await backupCheck(home, soundBackup),
  ];
}

function contentCheck(content: ContentCheck | null): Check {
  const [id, title] = ['content', 'Stored samples'];
  if (content === null) {
    const found = 'not checked yet; `doctor --verify` does, and a window that stays open';
    return check(id, title, 'ok', found, null);
  }
  const { checkedAt, samples, faults } = content;
  const [first] = faults;
  const when = `checked on ${checkedAt}, ${samples} sets`;
  if (first === undefined) return check(id, title, 'ok', `${when}: as they were stored`, null);
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : '';
  const fix =
    'remove the run (`edit <run> --purge`) and import it again from a run file or a backup from before; test disk and memory';
  return check(id, title, 'missing', `${when}. ${first}${more}`, fix);
}

/** The newest backup is looked through: one that is damaged is no way back. */
async function backupCheck(
  home: string,
  soundBackup: () => Promise<Backup | undefined>,
): Promise<Check> {
  const title = 'Last backup';
  const [newest] = listBackups(home);
  if (newest === undefined) {
    return check('backup', title, 'ok', 'none yet; one is made after a run', null);
  }
  // SQLite is loaded where it is needed: not for a machine that has no store yet.
  const [{ runsText }, { idsIn }] = await Promise.all([
    import('../store/damage.ts'),
    import('../store/soundness.ts'),
  ]);
  const sound = await soundBackup();
  if (sound?.file === newest.file) {
    const runs = runsText(idsIn(newest.file)?.length ?? null);
    return check('backup', title, 'ok', `${newest.takenAt} (${runs})`, null);
  }
  const found = `${newest.takenAt} (damaged)`;
  const fix =
    sound === undefined
      ? `move ${newest.file} away; a new one is made after the next run`
      : `move ${newest.file} away; the one of ${sound.takenAt} is valid`;
  return check('backup', title, 'warning', found, fix);
}
