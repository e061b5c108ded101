import { availableParallelism } from 'node:os';
import type { Check } from '../../contract/machine.ts';
import { controlGroups } from './control-groups.ts';
import { type SystemFiles, systemFiles } from './system-files.ts';

/** What this process may use of the machine's processors. */
type CpuAllowance = {
  /** Threads that run at the same time: CPUs of its affinity, within the quota. */
  readonly threads: number;
  /** The same without two threads on one core: the default of `threads`. */
  readonly cores: number;
  /** CPUs of the machine. */
  readonly machine: number;
  /** The CPUs that it may run on, as the kernel writes them (`0-3,8`); null where it does not say. */
  readonly affinity: string | null;
  /** CPU time a second by the quota of its control groups; null without one. */
  readonly quota: { readonly cpus: number; readonly group: string } | null;
};

/** The affinity of this process and the narrowest quota of its control groups. */
export function cpuAllowance(files: SystemFiles = systemFiles()): CpuAllowance {
  const affinity =
    /^Cpus_allowed_list:\s*(\S+)$/m.exec(files.text('proc/self/status') ?? '')?.[1] ?? null;
  const processors = processorsOf(files);
  const listed = affinity === null ? null : cpuNumbers(affinity);
  const allowed =
    listed === null
      ? null
      : processors.length === 0
        ? listed
        : listed.filter((cpu) => processors.some(({ id }) => id === cpu));
  const cpus = Math.max(1, allowed?.length ?? availableParallelism());
  const allowedProcessors = processors.filter(({ id }) => allowed === null || allowed.includes(id));
  const cores = new Set(allowedProcessors.flatMap(({ core }) => core ?? [])).size || cpus;
  const quota = narrowestQuota(files);
  // Part of a CPU more would have its threads wait for the next period.
  const max = quota === null ? cpus : Math.max(1, Math.floor(quota.cpus));
  return {
    threads: Math.min(cpus, max),
    cores: Math.min(cores, cpus, max),
    machine: Math.max(cpus, processors.length),
    affinity,
    quota,
  };
}

/** The cores that this process may use and the others, each by its lowest CPU: two threads on one core are no two cores. */
export function coreShare(files: SystemFiles = systemFiles()): {
  readonly cores: readonly number[];
  readonly others: readonly number[];
} {
  const { affinity } = cpuAllowance(files);
  const lowest = new Map<string, number>();
  const known = processorsOf(files).map(({ id, core }) => {
    const name = core ?? `${id}`;
    lowest.set(name, Math.min(id, lowest.get(name) ?? id));
    return { id, name };
  });
  const coreOf = (cpu: number): number => {
    const name = known.find(({ id }) => id === cpu)?.name ?? '';
    return lowest.get(name) ?? cpu;
  };
  const all =
    known.length === 0
      ? Array.from({ length: availableParallelism() }, (_, id) => id)
      : known.map(({ id }) => id);
  const own = affinity === null ? all : cpuNumbers(affinity).filter((cpu) => all.includes(cpu));
  const cores = [...new Set(own.map(coreOf))].sort((a, b) => a - b);
  const others = [...new Set(all.map(coreOf))].filter((core) => !cores.includes(core));
  return { cores, others };
}

/** `0-2,8` as 0, 1, 2, 8. */
function cpuNumbers(list: string): readonly number[] {
  return list.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('-').map(Number);
    return Number.isInteger(first) && last >= first
      ? Array.from({ length: last - first + 1 }, (_, i) => first + i)
      : [];
  });
}

/** The logical processors of /proc/cpuinfo; none where it does not name them (other systems, some ARM kernels). */
export function processorsOf(files: SystemFiles) {
  return (files.text('proc/cpuinfo') ?? '').split(/\n\s*\n/).flatMap((block) => {
    const field = (name: string) =>
      new RegExp(`^${name}\\s*:\\s*(.*)$`, 'm').exec(block)?.[1]?.trim();
    const [id, socket, core] = [field('processor'), field('physical id'), field('core id')];
    if (id === undefined) return [];
    return [
      {
        ...{ id: Number(id), socket, model: field('model name') },
        core: core === undefined ? null : `${socket} ${core}`,
      },
    ];
  });
}

function narrowestQuota(files: SystemFiles): CpuAllowance['quota'] {
  const quotas = controlGroups(files, 'cpu').flatMap(({ folder, name, version }) => {
    const text =
      version === 2
        ? files.text(`${folder}/cpu.max`)
        : `${files.text(`${folder}/cpu.cfs_quota_us`)} ${files.text(`${folder}/cpu.cfs_period_us`)}`;
    const [microseconds = Number.NaN, period = Number.NaN] = (text ?? '').split(' ').map(Number);
    // "max", -1 and a missing file: there is no quota.
    return microseconds > 0 && period > 0 ? [{ cpus: microseconds / period, group: name }] : [];
  });
  return quotas.sort((a, b) => a.cpus - b.cpus)[0] ?? null;
}

/** What an engine is told, so that its defaults and its pools of threads keep to it. */
export function cpuEnvironment({ threads }: CpuAllowance): Record<string, string> {
  return { BREAKEVEN_CPUS: String(threads) };
}

/** Recorded with a run where less than the whole machine may be used; null where all of it may. */
export function cpuCheck({ threads, machine, affinity, quota }: CpuAllowance): Check | null {
  if (threads >= machine) return null;
  const limited = quota !== null && Math.max(1, Math.floor(quota.cpus)) <= threads;
  const why = limited
    ? `the control group ${quota.group} has a quota of ${Number(quota.cpus.toFixed(2))} CPUs`
    : `the CPU affinity is ${affinity}`;
  return {
    id: 'cpus',
    title: 'Usable CPUs',
    status: 'warning',
    found: `${threads} of ${machine}: ${why}`,
    fix: limited
      ? 'start it in a group without a CPU quota to measure the whole machine'
      : 'start it without taskset to measure the whole machine',
  };
}
