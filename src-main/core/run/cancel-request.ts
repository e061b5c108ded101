import { existsSync, type FSWatcher, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whoever can write to the store may end a run that another process measures: it leaves a file, and the process that
 * measures is told of it by the system. Nothing is polled, so that what is measured is not disturbed.
 */
const folderOf = (home: string): string => join(home, 'requests');
const nameOf = (runId: string): string => `cancel-${runId}`;

/** Asks the process that measures this run to end it. @throws what the file system says. */
export function requestCancel(home: string, runId: string): void {
  mkdirSync(folderOf(home), { recursive: true });
  writeFileSync(join(folderOf(home), nameOf(runId)), '');
}

/** Tells once when somebody asks for the end of the run. Returns the end of the watch. */
export function watchForCancel(home: string, runId: string, onCancel: () => void): () => void {
  const file = join(folderOf(home), nameOf(runId));
  let watcher: FSWatcher | undefined;
  const end = (): void => {
    watcher?.close();
    watcher = undefined;
    rmSync(file, { force: true });
  };
  const look = (): void => {
    if (watcher === undefined || !existsSync(file)) return;
    end();
    onCancel();
  };
  try {
    mkdirSync(folderOf(home), { recursive: true });
    // What was asked of a run before it was resumed is no longer meant.
    rmSync(file, { force: true });
    watcher = watch(folderOf(home), { persistent: false }, look);
    watcher.on('error', end);
  } catch {
    // Without the folder or a watch of it the run is cancelled where it was started.
  }
  return end;
}
