import type { CaseEstimate } from '../../contract/engine-protocol.ts';
import { badInput } from '../../contract/failure.ts';
import type { Gpu } from '../../contract/machine.ts';
import type { Plan, PlannedCase } from '../../contract/run.ts';
import { format } from '../../contract/units.ts';
import type { Catalog, Workload } from '../../contract/workload.ts';

export type FreeMemory = {
  readonly hostBytes: number;
  /** What allows no more on the host, in words; null or absent where it is the machine itself. */
  readonly hostLimit?: string | null;
  readonly gpus: readonly Gpu[];
};

/** Part of the free memory that a case may take: the rest of the machine goes on living. */
const usableShare = 0.95;

/**
 * Adds what each case needs, and the reason to those that cannot run: the variant refuses the values, or the memory
 * is not there. Nothing has been allocated by then.
 *
 * @param estimates one entry a case, in the order of `plan.cases`; null where it is not known
 */
export function withEstimates(
  plan: Plan,
  estimates: readonly (CaseEstimate | null)[],
  free: FreeMemory,
): Plan {
  const cases = plan.cases.map((planned, position): PlannedCase => {
    const found = estimates[position] ?? null;
    if (found === null) return planned;
    const { reason, inputSeconds, ...rest } = found;
    // A file is read: what generating takes says nothing of it.
    const made = planned.input === undefined && inputSeconds !== undefined;
    const estimate = made ? { ...rest, inputSeconds } : rest;
    const estimated = { ...planned, estimate };
    const skip = planned.skip ?? memoryFault(estimated, free) ?? reason;
    return skip === null ? estimated : { ...estimated, skip };
  });
  return { ...plan, cases };
}

/** Why a case does not fit into the memory that is free now, with need and free; null when it does or none knows. */
export function memoryFault(planned: PlannedCase, free: FreeMemory): string | null {
  const { estimate } = planned;
  if (estimate === undefined) return null;
  if (estimate.hostBytes > free.hostBytes * usableShare) {
    return shortage('memory', estimate.hostBytes, free.hostBytes, free.hostLimit ?? null);
  }
  const gpu = chosenGpu(planned, free.gpus);
  if (gpu === undefined || estimate.deviceBytes <= gpu.freeBytes * usableShare) return null;
  return shortage(`memory of ${gpu.name}`, estimate.deviceBytes, gpu.freeBytes);
}

function shortage(what: string, need: number, free: number, limit: string | null = null): string {
  const within = limit === null ? '' : ` within ${limit}`;
  return `too large for the ${what}: it needs ${format(need, 'bytes')} and ${format(free, 'bytes')} are free${within}`;
}

/** The device that the case names by index or UUID, else the first. */
function chosenGpu({ values }: PlannedCase, gpus: readonly Gpu[]): Gpu | undefined {
  const wanted = String(values.gpu ?? '');
  return gpus.find(({ index, uuid }) => wanted === String(index) || wanted === uuid) ?? gpus[0];
}

/**
 * A plan of which nothing can run, although its variants are there, is a mistake in its values, and worth an error
 * instead of a run full of skips. What this machine or this build lacks is no mistake: such cases stay skips.
 *
 * @throws BreakevenError `bad-input`: need and free of the smallest case where nothing fits, else why the values are
 *   refused.
 */
export function refuseWhatCannotRun(
  plan: Plan,
  free: FreeMemory,
  { workloads }: Pick<Catalog, 'workloads'>,
): void {
  if (plan.cases.some(({ skip }) => skip === undefined)) return;
  const smallest = smallestShortage(plan, free);
  if (smallest !== undefined) {
    const { workload, variant, values } = smallest.planned;
    const shown = Object.entries(values).map(([axis, value]) => `${axis}=${value}`);
    throw badInput(`${workload} ${variant} ${shown.join(' ')}: ${smallest.fault}`);
  }
  // A preset's values are nobody's mistake: levels on a GPU, say, where there is none.
  if (plan.configuration.preset !== undefined) return;
  const refused = plan.cases
    .filter(({ workload, variant }) => isAvailable(workloads, workload, variant))
    .sort((a, b) => a.index - b.index);
  const [first] = refused;
  if (first?.skip === undefined) return;
  // What all of them are refused for is the workload's own rule.
  const alike = refused.every(({ skip }) => skip === first.skip);
  const where = alike ? '' : `${first.workload} ${first.variant}: `;
  throw badInput(`${where}${first.skip}`);
}

function smallestShortage(plan: Plan, free: FreeMemory) {
  const faults = plan.cases.flatMap((planned) => {
    const fault = memoryFault(planned, free);
    return fault !== null && planned.skip === fault ? [{ planned, fault }] : [];
  });
  const needOf = ({ planned }: (typeof faults)[number]): number =>
    (planned.estimate?.hostBytes ?? 0) + (planned.estimate?.deviceBytes ?? 0);
  return faults.sort((a, b) => needOf(a) - needOf(b))[0];
}

function isAvailable(workloads: readonly Workload[], workload: string, variant: string): boolean {
  const match = workloads.find(({ id }) => id === workload);
  return match?.variants.find(({ id }) => id === variant)?.available === true;
}
