import { controlGroups } from './control-groups.ts';
import { type SystemFiles, systemFiles } from './system-files.ts';

/** Threads of an engine until it has measured its first case. */
const engineThreads = 11;

/** Threads that this process comes to have while it waits for the engine: those of file access start late. */
const ownThreads = 11;

/** Capabilities whose owner the limit of a user does not bind: CAP_SYS_ADMIN and CAP_SYS_RESOURCE. */
const exempt = (1n << 21n) | (1n << 24n);

type Room = { readonly left: number; readonly limit: string };

/**
 * Why no engine can be started, in words; null where one can. Without enough threads a Node waits for ever or aborts
 * without a word, so this is asked before.
 */
export function processShortage(files: SystemFiles = systemFiles()): string | null {
  const threadsNow = threadsIn(files.text('proc/self/status') ?? '');
  const needed = engineThreads + Math.max(0, ownThreads - threadsNow);
  const rooms = [userRoom(files, needed), ...groupRooms(files)].filter((room) => room !== null);
  const [tightest] = rooms.sort((a, b) => a.left - b.left);
  if (tightest === undefined || tightest.left >= needed) return null;
  const left = Math.max(0, tightest.left);
  return `${tightest.limit} leaves ${left}, and ${needed} are needed`;
}

/** What `ulimit -u` leaves: it counts the threads of all processes of a user. */
function userRoom(files: SystemFiles, needed: number): Room | null {
  const statusText = files.text('proc/self/status') ?? '';
  const limit = Number(
    /^Max processes +(\d+)/m.exec(files.text('proc/self/limits') ?? '')?.[1] ?? Number.NaN,
  );
  const uid = uidOf(statusText);
  if (!Number.isFinite(limit) || uid === undefined || uid === '0') return null;
  const capabilities = BigInt(`0x${/^CapEff:\s+([0-9a-f]+)$/m.exec(statusText)?.[1] ?? '0'}`);
  if ((capabilities & exempt) !== 0n) return null;
  const inWords = `the limit of ${limit} processes and threads of this user (ulimit -u)`;
  // Those of all users together: where they leave enough, nobody has to be counted.
  const all = Number(/\d+\/(\d+)/.exec(files.text('proc/loadavg') ?? '')?.[1] ?? Number.NaN);
  if (limit - all >= needed) return { left: limit - all, limit: inWords };
  const used = files
    .list('proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => files.text(`proc/${pid}/status`) ?? '')
    .filter((status) => uidOf(status) === uid)
    .reduce((sum, status) => sum + threadsIn(status), 0);
  return { left: limit - used, limit: inWords };
}

function threadsIn(status: string): number {
  return Number(/^Threads:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
}

function uidOf(status: string): string | undefined {
  return /^Uid:\s+(\d+)/m.exec(status)?.[1];
}

function groupRooms(files: SystemFiles): readonly Room[] {
  return controlGroups(files, 'pids').flatMap(({ folder, name }) => {
    const limit = Number(files.text(`${folder}/pids.max`) ?? Number.NaN);
    const used = Number(files.text(`${folder}/pids.current`) ?? Number.NaN);
    // "max" and a missing file are no numbers.
    if (!Number.isFinite(limit) || !Number.isFinite(used)) return [];
    const inWords = `the limit of ${limit} processes and threads of the control group ${name}`;
    return [{ left: limit - used, limit: inWords }];
  });
}
