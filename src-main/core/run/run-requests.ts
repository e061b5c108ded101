import {
  existsSync,
  type FSWatcher,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Progress, progressSchema } from '../../contract/progress.ts';

/**
 * Whoever can write to the store may end a run that another process measures, or ask how far it is: a file is left, and
 * the process that measures is told of it by the system. Nothing is polled or written unasked there, so that what is
 * measured is not disturbed.
 */
const folderOf = (home: string): string => join(home, 'requests');
type Kind = 'cancel' | 'ask' | 'progress';
const fileOf = (home: string, kind: Kind, runId: string): string =>
  join(folderOf(home), `${kind}-${runId}`);

/** An older answer was given to a window that has stopped asking. */
const freshMs = 10_000;

function request(home: string, kind: Kind, runId: string): void {
  mkdirSync(folderOf(home), { recursive: true });
  writeFileSync(fileOf(home, kind, runId), '');
}

/** Asks the process that measures this run to end it. @throws what the file system says. */
export function requestCancel(home: string, runId: string): void {
  request(home, 'cancel', runId);
}

/**
 * Asks the process that measures this run how far it is, and returns what it answered last; null before the first
 * answer, and where it cannot answer.
 */
export function requestProgress(home: string, runId: string, now = Date.now()): Progress | null {
  const answer = fileOf(home, 'progress', runId);
  try {
    request(home, 'ask', runId);
    if (now - statSync(answer).mtimeMs > freshMs) return null;
    const found = progressSchema.safeParse(JSON.parse(readFileSync(answer, 'utf8')));
    return found.success && found.data.runId === runId ? found.data : null;
  } catch {
    return null;
  }
}

export type RequestHandlers = {
  /** Called once. */
  readonly onCancel: () => void;
  /** How far the run is now. */
  readonly progress: () => Progress | null;
};

/** Listens to what others ask of the run. Returns the end of it, which leaves no file of this run. */
export function watchRequests(
  home: string,
  runId: string,
  { onCancel, progress }: RequestHandlers,
): () => void {
  const [cancel, ask, answer] = (['cancel', 'ask', 'progress'] as const).map((kind) =>
    fileOf(home, kind, runId),
  ) as [string, string, string];
  let watcher: FSWatcher | undefined;
  let cancelled = false;
  const clear = (): void => {
    for (const file of [cancel, ask, answer, `${answer}.new`]) rmSync(file, { force: true });
  };
  const end = (): void => {
    watcher?.close();
    watcher = undefined;
    clear();
  };
  const tell = (): void => {
    // A question that comes while this one is answered leaves its file again.
    rmSync(ask, { force: true });
    const now = progress();
    if (now === null) return;
    writeFileSync(`${answer}.new`, JSON.stringify(now));
    renameSync(`${answer}.new`, answer);
  };
  const look = (): void => {
    if (watcher === undefined) return;
    try {
      if (!cancelled && existsSync(cancel)) {
        cancelled = true;
        rmSync(cancel, { force: true });
        onCancel();
      }
      if (existsSync(ask)) tell();
    } catch {
      // On a full disk there is no answer; the run goes on.
    }
  };
  try {
    mkdirSync(folderOf(home), { recursive: true });
    // What was asked of a run before it was resumed is no longer meant.
    clear();
    watcher = watch(folderOf(home), { persistent: false }, look);
    watcher.on('error', end);
  } catch {
    // Without the folder or a watch of it the run is cancelled where it was started.
  }
  return end;
}
