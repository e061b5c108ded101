import { createHash } from 'node:crypto';
import { arch, availableParallelism, cpus, hostname, platform, release, totalmem } from 'node:os';
import type { Machine, NativeMachine } from '../../contract/machine.ts';
import { productCommit, productVersion } from '../util/product-version.ts';
import { cpuAllowance, processorsOf } from './cpu-allowance.ts';
import { type SystemFiles, systemFiles } from './system-files.ts';

export type CpuTopology = {
  readonly model: string;
  readonly sockets: number;
  readonly physicalCores: number;
  readonly logicalCores: number;
};

/** Attributes of this machine: what the operating system knows, with what the addons know of GPUs and versions. */
export function describeMachine(
  native: NativeMachine,
  files: SystemFiles = systemFiles(),
): Machine {
  const { model, sockets, physicalCores, logicalCores } = cpuTopology(files);
  const commit = productCommit();
  const attributes = {
    os: osName(files),
    cpuModel: model,
    sockets,
    physicalCores,
    logicalCores,
    memoryBytes: totalmem(),
    gpus: native.gpus,
  };
  return {
    ...attributes,
    ...arithmeticOf(files),
    usableCores: cpuAllowance(files).threads,
    fingerprint: fingerprintOf(attributes),
    hostname: hostname(),
    kernel: `${platform()} ${release()} ${arch()}`,
    versions: {
      ...native.versions,
      app: productVersion(),
      ...(commit === undefined ? {} : { commit }),
      node: process.versions.node,
    },
  };
}

/** Slurm's name of this node where it runs as a job, else the system's. */
export function nodeName(): string {
  return process.env.SLURMD_NODENAME || hostname();
}

/**
 * The highest clock that the system names (the current one where it names none), and how many double-precision
 * operations a core does in a cycle by its widest vectors: two units that multiply and add.
 */
export function arithmeticOf(
  files: SystemFiles = systemFiles(),
): Pick<Machine, 'clockHz' | 'flopsPerCycle'> {
  const text = files.text('proc/cpuinfo') ?? '';
  const highest = Number(files.text('sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq'));
  const named = /@\s*([\d.]+)\s*GHz/.exec(text)?.[1];
  const now = /^cpu MHz\s*:\s*([\d.]+)/m.exec(text)?.[1];
  const clockHz = highest > 0 ? highest * 1e3 : Number(named ?? 0) * 1e9 || Number(now ?? 0) * 1e6;
  const flags = new Set((/^flags\s*:\s*(.*)$/m.exec(text)?.[1] ?? '').split(' '));
  const lanes = flags.has('avx512f') ? 8 : flags.has('avx') ? 4 : 2;
  const flopsPerCycle = lanes * 2 * (flags.has('fma') ? 2 : 1);
  return {
    ...(clockHz > 0 ? { clockHz } : {}),
    ...(flags.size > 1 ? { flopsPerCycle } : {}),
  };
}

type FingerprintAttributes = Pick<
  Machine,
  'cpuModel' | 'sockets' | 'physicalCores' | 'logicalCores' | 'memoryBytes' | 'gpus'
>;

/**
 * Equal for machines whose results belong to one series: CPU and GPU models, cores, memory and kind of system. Memory
 * counts in whole GiB (its exact size changes with the kernel), the versions of anything not at all.
 */
export function fingerprintOf(attributes: FingerprintAttributes): string {
  const { cpuModel, sockets, physicalCores, logicalCores, memoryBytes, gpus } = attributes;
  const parts = [
    platform(),
    arch(),
    cpuModel,
    sockets,
    physicalCores,
    logicalCores,
    Math.round(memoryBytes / 2 ** 30),
    ...gpus.map(({ name, memoryBytes: bytes }) => `${name} ${Math.round(bytes / 2 ** 30)}`),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/**
 * Sockets and cores from /proc/cpuinfo. Where it does not say (other systems, some ARM kernels) each logical core
 * counts as a physical one on one socket.
 */
export function cpuTopology(files: SystemFiles = systemFiles()): CpuTopology {
  const known = cpus();
  const processors = processorsOf(files);
  const logicalCores = processors.length || known.length || availableParallelism();
  const cores = new Set(processors.flatMap(({ core }) => core ?? []));
  const sockets = new Set(processors.flatMap(({ socket }) => socket ?? []));
  return {
    model: processors[0]?.model ?? known[0]?.model.trim() ?? 'unknown CPU',
    sockets: Math.max(1, sockets.size),
    physicalCores: cores.size || logicalCores,
    logicalCores,
  };
}

function osName(files: SystemFiles): string {
  const release = files.text('etc/os-release') ?? '';
  const pretty = /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(release)?.[1];
  return pretty ?? platform();
}
