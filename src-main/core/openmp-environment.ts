import { availableParallelism } from 'node:os';

/**
 * Environment of the OpenMP runtime for a new engine process; it is read once, when the runtime loads. What the user
 * set for themselves stays.
 *
 * Threads are bound to cores, so that the system does not move them in the middle of a sample. Waiting threads spin
 * briefly (about a tenth of a millisecond: regions that follow each other inside one sample find them awake) and then
 * sleep: GNU's default of spinning on would take time from the GPU launches and the sequential code that come next.
 *
 * @param physicalCores of the whole machine; fewer are used where this process may not run on all of them
 */
export function openMpEnvironment(
  physicalCores: number,
  own: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const wanted: Record<string, string> = {
    OMP_NUM_THREADS: String(Math.max(1, Math.min(physicalCores, availableParallelism()))),
    OMP_DYNAMIC: 'false',
    OMP_PROC_BIND: 'close',
    OMP_PLACES: 'cores',
    OMP_WAIT_POLICY: 'passive',
    GOMP_SPINCOUNT: '100000',
  };
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, own[name] ?? value]),
  );
}
