import { z } from 'zod';
import { format, formatWithInterval } from './units.ts';

/** What uses it: the card, the processors, their memory. */
export const energyDevices = ['gpu', 'package', 'dram'] as const;
export type EnergyDevice = (typeof energyDevices)[number];

/** Joules of one execution on one device, as one repetition measured them. */
export const energySchema = z.object({
  repetition: z.number().int().min(0),
  device: z.enum(energyDevices),
  joules: z.number().positive(),
  /** 95 % interval of the measurement; null where a tool does not say it. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Power of the device in the second before, without an execution; null where it was not measured. */
  idleW: z.number().min(0).nullable(),
  /** That followed each other without a pause. */
  executions: z.number().positive(),
});
export type Energy = z.infer<typeof energySchema>;

export type JoulesOfRepetition = {
  readonly repetition: number;
  readonly joules: number;
  readonly low: number;
  readonly high: number;
  readonly executions: number;
};

/** The devices that each repetition with an energy has. */
export function measuredDevices(energy: readonly Energy[] = []): readonly EnergyDevice[] {
  const repetitions = [...Map.groupBy(energy, ({ repetition }) => repetition).values()];
  if (repetitions.length === 0) return [];
  return energyDevices.filter((device) =>
    repetitions.every((own) => own.some((one) => one.device === device)),
  );
}

/** By repetition, the sum over these devices; repetitions that lack one of them are left out. */
export function joulesByRepetition(
  energy: readonly Energy[] = [],
  devices: readonly EnergyDevice[],
): readonly JoulesOfRepetition[] {
  return [...Map.groupBy(energy, ({ repetition }) => repetition)].flatMap(([repetition, all]) => {
    const own = all.filter(({ device }) => devices.includes(device));
    if (own.length < devices.length || own.length === 0) return [];
    const sum = (of: (one: Energy) => number): number => own.reduce((all, one) => all + of(one), 0);
    return {
      repetition,
      joules: sum(({ joules }) => joules),
      low: sum(({ joules, low }) => low ?? joules),
      high: sum(({ joules, high }) => high ?? joules),
      executions: Math.min(...own.map(({ executions }) => executions)),
    };
  });
}

export type CaseEnergy = {
  readonly devices: readonly EnergyDevice[];
  /** The geometric mean of the repetitions. */
  readonly joules: number;
  /** From the least to the most that the intervals of the repetitions allow. */
  readonly low: number;
  readonly high: number;
  readonly repetitions: number;
};

/** Joules of one execution, the sum of all devices that were measured; null where none was. */
export function caseEnergy(
  energy: readonly Energy[] | undefined,
  devices = measuredDevices(energy),
): CaseEnergy | null {
  const all = joulesByRepetition(energy, devices);
  if (all.length === 0) return null;
  const log = all.reduce((sum, { joules }) => sum + Math.log(joules), 0) / all.length;
  return {
    ...{ devices, joules: Math.exp(log), repetitions: all.length },
    low: Math.min(...all.map(({ low }) => low)),
    high: Math.max(...all.map(({ high }) => high)),
  };
}

const deviceNames = { gpu: 'card', package: 'processors', dram: 'memory of the host' } as const;

/** `card and processors`. */
export const devicesText = (devices: readonly EnergyDevice[]): string =>
  devices.map((device) => deviceNames[device]).join(' and ');

/** `0.555 J [0.541, 0.570], card`; the interval is left out where it is none. */
export function energyText({ joules, low, high, devices }: CaseEnergy): string {
  const value =
    low < high ? formatWithInterval(joules, low, high, 'energy') : format(joules, 'energy');
  return `${value}, ${devicesText(devices)}`;
}
