import type { Machine } from './machine.ts';

/** Machines of one class measure the same: nodes of one kind that a run was given the same part of. */
export type MachineClass = {
  /** Equal for machines of one class. */
  readonly key: string;
  /** `1x NVIDIA H200, 12 of 96 cores`. */
  readonly title: string;
};

type Classed = Pick<Machine, 'fingerprint' | 'gpus' | 'cpuModel' | 'logicalCores' | 'usableCores'>;

/** By fingerprint, visible GPUs (the name of a part of one has its MIG profile) and the cores that the run was given. */
export function machineClass(machine: Classed): MachineClass {
  const { fingerprint, gpus, cpuModel, logicalCores, usableCores = logicalCores } = machine;
  const names = [...Map.groupBy(gpus, ({ name }) => name)].map(
    ([name, { length }]) => `${length}x ${name}`,
  );
  const cores = usableCores === logicalCores ? logicalCores : `${usableCores} of ${logicalCores}`;
  const what = names.length === 0 ? cpuModel : names.join(', ');
  return {
    key: JSON.stringify([fingerprint, names.sort(), usableCores]),
    title: `${what}, ${cores} ${logicalCores === 1 ? 'core' : 'cores'}`,
  };
}
