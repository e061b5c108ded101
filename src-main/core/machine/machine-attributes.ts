import type { Machine } from '../../contract/machine.ts';
import { format } from '../../contract/units.ts';
import { versionName } from '../../contract/version-names.ts';

export type MachineAttribute = {
  readonly value: string;
  /** Another value means another machine; the rest are versions and environment. */
  readonly machine: boolean;
};

/** What changes all the time and would differ between any two runs. */
const momentary: ReadonlySet<string> = new Set(['load', 'memory']);

/** The addons that measured, each with its hash. */
export const codeAttribute = versionName('addons');

/** What is worth knowing of the machine of a run and of its state when the run began, the most telling first. */
export function attributesOf(machine: Machine): ReadonlyMap<string, MachineAttribute> {
  const gpus = machine.gpus.map(({ name, computeCapability }) => `${name} (${computeCapability})`);
  const ofMachine = (value: string): MachineAttribute => ({ value, machine: true });
  const beside = (value: string): MachineAttribute => ({ value, machine: false });
  const state = (machine.preflight ?? []).filter(({ id }) => !momentary.has(id));
  return new Map<string, MachineAttribute>([
    ['GPU', ofMachine(gpus.join(', ') || 'none')],
    ['Processor', ofMachine(machine.cpuModel)],
    ['Cores', ofMachine(`${machine.physicalCores} cores, ${machine.logicalCores} threads`)],
    ['Memory', ofMachine(format(machine.memoryBytes, 'bytes'))],
    ['System', ofMachine(machine.os)],
    ...Object.entries(machine.versions).map(
      ([id, version]) => [versionName(id), beside(version)] as const,
    ),
    ...state.map(({ title, found }) => [title, beside(found)] as const),
    ['Kernel', beside(machine.kernel)],
    ['Host', beside(machine.hostname)],
  ]);
}
