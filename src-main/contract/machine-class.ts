import type { RunDetail } from './api.ts';
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

/**
 * `6 of 8 shards, by 4 nodes of 1x NVIDIA H200, 12 of 96 cores; between nodes 1.1 %, between processes of a node 0.6 % (kernel)`;
 * null of a run that was not merged.
 */
export function mergedText({
  machine,
  plan,
  nodes,
}: Pick<RunDetail, 'machine' | 'plan' | 'nodes'>): string | null {
  const { of, merged } = plan.configuration.sharded ?? {};
  if (of === undefined || merged === undefined || nodes === undefined) return null;
  const whole = new Set(merged.flatMap(({ shard, complete }) => (complete ? [shard] : []))).size;
  const { title } = machineClass(machine);
  const by = nodes.nodes === 1 ? 'a node' : `${nodes.nodes} nodes`;
  const parts = `${whole} of ${of} shards, by ${by} of ${title}`;
  const percent = (sd: number): string => `${(100 * sd).toFixed(sd < 0.1 ? 1 : 0)} %`;
  if (nodes.between === null) return parts;
  const between = percent(nodes.between);
  return nodes.within === null
    ? `${parts}; between nodes, of which each has one process, ${between} (kernel)`
    : `${parts}; between nodes ${between}, between processes of a node ${percent(nodes.within)} (kernel)`;
}
