import {
  caseEnergy,
  devicesText,
  type EnergyDevice,
  energyDevices,
  joulesByRepetition,
  measuredDevices,
} from '../../../contract/energy.ts';
import type { StoredCase } from '../../../contract/run.ts';
import { energyScope } from '../../../contract/timing-scopes.ts';
import type { BreakEvenView } from '../../../contract/verdict.ts';
import { normalQuantile } from '../../../stats/distributions.ts';
import { type Described, describedByWorkload, type ReportSource } from '../report-source.ts';
import { breakEvensOfVariants } from './of-variants.ts';

export type EnergyBreakEvens = {
  readonly breakEvens: readonly BreakEvenView[];
  /** What is not compared and why, a sentence each. */
  readonly refused: readonly string[];
};

const hostUnknown =
  'joules of the host are not known here: powercap/energy_uj cannot be read (root only since CVE-2020-8694)';
const cardUnknown =
  'joules of the card are not known while the CPU works: they are read where the machine has one card';

/** Break-evens in joules of one execution: both sides of each are sums over the same devices. */
export function breakEvensByEnergy(source: ReportSource): EnergyBreakEvens {
  const answers = describedByWorkload(source).map((cases) => ofWorkload(cases, source));
  return {
    breakEvens: answers.flatMap(({ breakEvens }) => breakEvens),
    refused: answers.flatMap(({ refused }) => refused),
  };
}

function ofWorkload(cases: readonly Described[], source: ReportSource): EnergyBreakEvens {
  const measured = cases.filter(({ stored }) => stored.outcome === 'ok');
  const known = measured.filter(({ stored }) => devicesOf(stored).length > 0);
  const [onCard, onHost] = [
    known.filter(isOnCardAlone),
    known.filter((one) => !isOnCardAlone(one)),
  ];
  const shared = sharedDevices(known);
  const hosts = measured.some((one) => !isOnCardAlone(one));
  const cards = measured.some(({ descriptor }) => descriptor.variant.device !== 'cpu');
  const fault =
    !hosts || onCard.length === 0
      ? null
      : !shared.includes('package') || onHost.length === 0
        ? hostUnknown
        : !shared.includes('gpu')
          ? cardUnknown
          : null;
  const withHost = (group: readonly Described[]): boolean =>
    sharedDevices(group).includes('package');
  const groups = fault === null ? [known] : [onCard, onHost];
  const breakEvens = groups
    .filter((group) => group.every(isOnCardAlone) || withHost(group))
    .flatMap((group) => crossings(group, source));
  const workload = cases[0]?.stored.workload ?? '';
  if (fault !== null && cards) {
    return { breakEvens, refused: [`${workload}: CPU and GPU are not compared: ${fault}`] };
  }
  if (breakEvens.length > 0) return { breakEvens, refused: [] };
  const lacking =
    hosts && known.length === 0
      ? `no case has an energy; run --energy measures it where a counter can be read (${hostUnknown})`
      : 'two variants with an energy at two sizes are needed; run --energy measures it in each process';
  return { breakEvens, refused: [`${workload}: ${lacking}`] };
}

/** A variant that works on the host too needs the joules of both. */
const isOnCardAlone = ({ descriptor }: Described): boolean => descriptor.variant.device === 'cuda';

const devicesOf = ({ energy }: StoredCase): readonly EnergyDevice[] => measuredDevices(energy);

function sharedDevices(cases: readonly Described[]): readonly EnergyDevice[] {
  return energyDevices.filter((device) =>
    cases.every(({ stored }) => devicesOf(stored).includes(device)),
  );
}

function crossings(cases: readonly Described[], source: ReportSource): readonly BreakEvenView[] {
  const devices = sharedDevices(cases);
  if (cases.length === 0 || devices.length === 0) return [];
  const { runId, comparer, descriptors } = source;
  const byIndex = new Map(cases.map(({ stored }) => [stored.index, stored.energy]));
  const inJoules: ReportSource = {
    ...{ runId, comparer, descriptors },
    ...(source.allowDisturbed === undefined ? {} : { allowDisturbed: source.allowDisturbed }),
    cases: cases.map(({ stored }) => withJoules(stored, devices)),
    processes: (index) => processesOf(byIndex.get(index), devices),
  };
  const described = describedByWorkload(inJoules).flat();
  return breakEvensOfVariants(described, inJoules, [energyScope.id]).map((view) => ({
    ...view,
    unit: 'J' as const,
    sentence: `${view.sentence} Energy: ${devicesText(devices)}.`,
  }));
}

/** The case with joules in place of its times: the break-even does not know one from the other. */
function withJoules(stored: StoredCase, devices: readonly EnergyDevice[]): StoredCase {
  const joules = caseEnergy(stored.energy, devices)?.joules;
  const [time] = Object.values(stored.metrics);
  return {
    ...stored,
    // Joules have no tick of a clock.
    attributes: { ...stored.attributes, clockResolutionNs: 0 },
    metrics:
      time === undefined || joules === undefined
        ? {}
        : { [energyScope.id]: { ...time, medianNs: joules } },
  };
}

function processesOf(energy: StoredCase['energy'], devices: readonly EnergyDevice[]) {
  return joulesByRepetition(energy, devices).map(
    ({ repetition, joules, low, high, executions }) => ({
      ...{ scope: energyScope.id, repetition, repeats: 1, n: executions, effectiveN: executions },
      ...{ medianNs: joules, meanNs: joules, lag1: null, cycles: null },
      logError: (high - low) / 2 / joules / normalQuantile(0.975),
    }),
  );
}
