import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileBuild } from '../lab/build-lab.ts';
import type { Lab } from '../lab/lab.ts';
import { localIncludes } from '../lab/local-includes.ts';

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
