import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { toFailure } from '../../contract/failure.ts';
import type { LabArtifact } from '../../contract/lab.ts';
import type { LabWatchEvent } from '../../contract/procedures/labs.ts';
import type { Values } from '../../contract/workload.ts';
import type { Measuring, ReadyEngines } from '../engines/engines.ts';
import { type FileBuild, usualDefines } from '../lab/build-lab.ts';
import type { Lab } from '../lab/lab.ts';
import { languageOf } from '../lab/languages.ts';
import { localIncludes } from '../lab/local-includes.ts';
import type { OpenLabs } from '../lab/open-labs.ts';
import { readCheckedLab } from '../lab/read-lab.ts';
import { measureVersions, readyProcesses } from './measure-versions.ts';
import type { TakeLock } from './run-lock.ts';

export type WatchRequest = {
  readonly ref: string;
  /** Only this one; by default, every variant whose code changes. */
  readonly variant?: string | undefined;
  readonly set: Values;
  /** In a window: the user has agreed to trust each version that is saved. */
  readonly trustSaved?: boolean;
  /** Each version is measured at smaller sizes as well, once it is decided. */
  readonly overSizes?: boolean;
  /** What was compiled of the files as they are now. */
  readonly onBuilt?: (lab: Lab, builds: readonly FileBuild[]) => void;
  readonly onEvent: (event: LabWatchEvent) => void;
  readonly signal: AbortSignal;
};

export type WatchParts = {
  readonly labs: OpenLabs;
  readonly measuring: Measuring;
  readonly lock: TakeLock;
};

/** What a watch knows of versions. */
type Known = {
  /** By variant, the file of the version that was seen last. */
  readonly seen: Map<string, LabArtifact>;
  /** By variant or role, the fault that was told last, until it is gone. */
  readonly told: Map<string, string>;
  /** Versions that were measured, of all variants. */
  versions: number;
  /** A file of code was saved since the last look. */
  newer: boolean;
};
const wholeLab = 'the lab';

/** Editors write a file in several steps: this long after the last one it is taken for saved, in milliseconds. */
const quietMs = 40;

/** Files that editors and interpreters leave next to the code are none of it. */
const isCode = (name: string | null): boolean =>
  name !== null && (languageOf(name) !== null || /\.(?:h|hh|hpp|hxx|cuh|inc|toml)$/.test(name));

/** Compiles, verifies and measures what changes in a lab, one save after the other, until the signal. */
export async function watchLab(
  first: Lab,
  parts: WatchParts,
  request: WatchRequest,
): Promise<void> {
  const { onEvent, signal } = request;
  const known: Known = { seen: new Map(), told: new Map(), versions: 0, newer: false };
  const engines = parts.measuring.readyEngines();
  let lab = first;
  let changedAt: number | null = null;
  let wake = Promise.withResolvers<void>();
  const changed = (): void => {
    changedAt ??= performance.now();
    wake.resolve();
  };
  const files = watchFiles(first, (name) => {
    known.newer ||= isCode(name);
    changed();
  });
  signal.addEventListener('abort', changed, { once: true });
  try {
    await look(lab, { ...parts, engines, files }, request, known, null);
    onEvent({ type: 'ready', folder: lab.folder });
    engines.prepare(readyProcesses);
    while (!signal.aborted) {
      await wake.promise;
      await untilQuiet(signal, () => {
        wake = Promise.withResolvers();
        return wake.promise;
      });
      if (signal.aborted) return;
      const began = changedAt ?? performance.now();
      changedAt = null;
      known.newer = false;
      try {
        lab = await readCheckedLab(first.path, parts.measuring.checkExpressions);
        await look(lab, { ...parts, engines, files }, request, known, began);
      } catch (error) {
        if (signal.aborted) return;
        const { message } = toFailure(error);
        // Once it can be read again, what is wrong with its files is reported again.
        known.told.clear();
        known.told.set(wholeLab, message);
        onEvent({ type: 'fault', variant: null, reason: message });
      }
      // They start while nothing is measured, and wait for the next save.
      engines.prepare(readyProcesses);
    }
  } finally {
    engines.close();
    files.close();
    signal.removeEventListener('abort', changed);
  }
}

/** Waits until nothing changes for a short time; `next` is asked for the next change. */
async function untilQuiet(signal: AbortSignal, next: () => Promise<void>): Promise<void> {
  for (;;) {
    const change = next();
    const timer = Promise.withResolvers<'quiet'>();
    const handle = setTimeout(() => timer.resolve('quiet'), quietMs);
    const what = await Promise.race([change, timer.promise]);
    clearTimeout(handle);
    if (what === 'quiet' || signal.aborted) return;
  }
}

type Looking = Pick<WatchParts, 'labs' | 'lock'> & {
  readonly engines: ReadyEngines;
  readonly files: WatchedFiles;
};

/** Compiles all that is watched, and measures what is another file than before; nothing the first time. */
async function look(
  lab: Lab,
  { labs, engines, lock, files }: Looking,
  { variant: only, set, trustSaved, overSizes = false, onBuilt, onEvent, signal }: WatchRequest,
  known: Known,
  began: number | null,
): Promise<void> {
  const { seen, told } = known;
  const { description } = lab;
  const watched = description.variants.filter(({ id }) => only === undefined || id === only);
  const wanted = new Set([...watched.map(({ id }) => id), description.baseline]);
  const needed = new Map(
    description.variants
      .filter(({ id }) => wanted.has(id))
      .map((one) => [one.id, [usualDefines(description, one, set)]] as const),
  );
  // A version that is saved while a run is measured is measured after it, however long that takes.
  const wait = began === null ? undefined : { seconds: null };
  const held = await lock(`watching the lab ${description.id}`, signal, wait);
  try {
    const { artifacts, builds } = await labs.build(lab, needed, { signal, trustSaved });
    onBuilt?.(lab, builds);
    files.follow(lab, builds);
    const cured = builds.filter((build) => isCured(build, told)).length > 0;
    const readAgain = told.delete(wholeLab);
    let silent = builds.filter((build) => tellFault(build, told, onEvent)).length === 0;
    const { reference } = artifacts;
    if (reference === undefined) return;
    for (const { id } of watched) {
      const now = artifacts.variants[id]?.find(({ unavailable }) => unavailable === undefined);
      const before = seen.get(id);
      if (now === undefined || now.path === before?.path) continue;
      seen.set(id, now);
      if (began === null) continue;
      silent = false;
      known.versions += 1;
      const version = known.versions;
      const versions = { lab, artifacts, id, before: before ?? null };
      const fault = await measureVersions(versions, engines, {
        ...{ set, signal, overSizes, enough: () => known.newer },
        onMeasured: (found) => {
          const milliseconds = performance.now() - began;
          const warnings = [...found.warnings];
          onEvent({ type: 'verdict', variant: id, version, ...found, warnings, milliseconds });
        },
      });
      if (fault !== null) onEvent({ type: 'fault', variant: id, reason: fault });
    }
    // Back to a version that was measured: the fault that was told last is gone.
    if ((cured || readAgain) && silent) onEvent({ type: 'ready', folder: lab.folder });
  } finally {
    held.release();
  }
}

const keyOf = ({ role, variant }: FileBuild): string => variant ?? role;

/** Whether a file compiles that did not; from then on its fault is a new one. */
function isCured(build: FileBuild, told: Known['told']): boolean {
  return build.result.ok && told.delete(keyOf(build));
}

/** Reports a file that is not compiled once per version. Returns whether it was reported now. */
function tellFault(
  build: FileBuild,
  told: Known['told'],
  onEvent: WatchRequest['onEvent'],
): boolean {
  const { variant, result } = build;
  if (result.ok || told.get(keyOf(build)) === result.log) return false;
  told.set(keyOf(build), result.log);
  onEvent({ type: 'fault', variant, reason: result.reason });
  return true;
}

export type WatchedFiles = {
  /** What the lab is made of now. */
  follow(lab: Lab, builds: readonly FileBuild[]): void;
  close(): void;
};

/** Watches what a lab is made of: its folder, or of a lab in one file that file and what it includes. */
export function watchFiles(lab: Lab, onChange: (name: string | null) => void): WatchedFiles {
  if (lab.path === lab.folder) {
    const watcher = watch(lab.folder, { recursive: true }, (_, name) => onChange(name));
    return { follow: () => {}, close: () => watcher.close() };
  }
  let files: ReadonlySet<string> = new Set();
  const watchers = new Map<string, FSWatcher>();
  /** Editors put a new file in place of the old one, so that folders are watched, each without those in it. */
  function change(paths: readonly string[]): void {
    files = new Set(paths);
    const folders = new Set(paths.map(dirname));
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_, name) => {
        if (name === null || files.has(join(folder, name))) onChange(name);
      });
      watchers.set(folder, watcher);
    }
  }
  change([lab.path]);
  return {
    follow(now, builds) {
      const read = builds.flatMap(({ result }) =>
        result.ok ? result.record.sources.map(({ path }) => path) : [],
      );
      change([now.path, ...localIncludes(now.path), ...read]);
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
