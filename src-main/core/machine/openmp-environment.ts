import type { Check } from '../../contract/machine.ts';
import { systemFiles } from './system-files.ts';

/** GNU's runtime finds the cores by it. Without it (a bare chroot) places that are asked for give a warning in each engine. */
const topology = '/sys/devices/system/cpu/cpu0/topology/thread_siblings_list';

/**
 * Environment of the OpenMP runtime for a new engine process; it is read once, when the runtime loads. What the user
 * set for themselves stays.
 *
 * Threads are bound to cores, so that the system does not move them in the middle of a sample. Waiting threads spin
 * briefly (about a tenth of a millisecond: regions that follow each other inside one sample find them awake) and then
 * sleep: GNU's default of spinning on would take time from the GPU launches and the sequential code that come next.
 *
 * @param threads a thread a core that this process may use
 */
export function openMpEnvironment(
  threads: number,
  own: Readonly<Record<string, string | undefined>> = process.env,
  { text } = systemFiles(),
): Record<string, string> {
  const wanted: Record<string, string> = {
    OMP_NUM_THREADS: String(threads),
    OMP_DYNAMIC: 'false',
    OMP_PROC_BIND: 'close',
    ...(text(topology) !== undefined && { OMP_PLACES: 'cores' }),
    OMP_WAIT_POLICY: 'passive',
    GOMP_SPINCOUNT: '100000',
  };
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, own[name] ?? value]),
  );
}

export const openMpTitle = 'OpenMP environment';

/** What the runtime of an engine process is told, recorded with each run: other threads or binding give other times. */
export function openMpCheck(
  environment: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | undefined>> = process.env,
): Check {
  const variables = Object.entries({ ...own, ...environment })
    .filter(([name, value]) => /^(OMP|GOMP|KMP)_/.test(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const fix = limitOfTeams({ ...own, ...environment });
  const status = fix === null ? 'ok' : 'warning';
  return { id: 'openmp', title: openMpTitle, status, found: variables.join(' '), fix };
}

/** What to do where the runtime may start fewer threads than a case has, which no time of it tells. */
function limitOfTeams(given: Readonly<Record<string, string | undefined>>): string | null {
  const limit = Number(given.OMP_THREAD_LIMIT?.trim() || undefined);
  if (limit < Number(given.OMP_NUM_THREADS)) {
    return `unset OMP_THREAD_LIMIT: a case with more threads than ${limit} is measured with ${limit}`;
  }
  if (/^(true|1|yes|on)$/i.test(given.OMP_DYNAMIC?.trim() ?? '')) {
    return 'unset OMP_DYNAMIC: the OpenMP runtime may start fewer threads than a case has';
  }
  return null;
}
