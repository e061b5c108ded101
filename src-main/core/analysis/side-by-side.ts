import type { RunDetail } from '../../contract/api.ts';
import { valuesText } from '../../contract/case-names.ts';
import { machineClass } from '../../contract/machine-class.ts';
import { attributesOf } from '../machine/machine-attributes.ts';
import { contentHash } from '../store/codec.ts';

/** A run as one of several machines. */
export type RunOfMachine = Pick<RunDetail, 'run' | 'machine' | 'plan' | 'workloads'>;

/**
 * What runs of several machines do not have in common beside the machine, a sentence each: their answers stand side by side,
 * and these keep them from being one experiment.
 */
export function sideBySide(runs: readonly RunOfMachine[]): readonly string[] {
  const ofRuns = runs.map((one) => new Map([...planFacts(one), ...versionFacts(one)]));
  const names = new Set(ofRuns.flatMap((known) => [...known.keys()]));
  const classes = Map.groupBy(runs, ({ machine }) => machineClass(machine).key);
  return [
    ...[...classes.values()].flatMap((own) => {
      const [first] = own;
      if (own.length < 2 || first === undefined) return [];
      const { title } = machineClass(first.machine);
      return [
        `${own.map(({ run }) => run.id).join(' and ')} are of one class of machine, ${title}`,
      ];
    }),
    ...[...names].flatMap((name) => {
      const values = Map.groupBy(runs, (_, i) => ofRuns[i]?.get(name) ?? 'none');
      if (values.size < 2) return [];
      const texts = [...values].map(
        ([value, own]) => `${value} in ${own.map(({ run }) => run.id).join(' and ')}`,
      );
      return [`${name}: ${texts.join(', ')}`];
    }),
  ];
}

/** What was measured of each workload, how, and by which code of its own. */
function planFacts({
  plan,
  workloads: described = [],
}: RunOfMachine): readonly (readonly [string, string])[] {
  const { policy, labs = [] } = plan.configuration;
  const workloads = Map.groupBy(plan.cases, ({ workload }) => workload);
  return [
    ...[...workloads].flatMap(([workload, cases]) => {
      // Values of parameters such as threads follow the machine.
      const { sizeAxis = '', axes: own = [] } = described.find(({ id }) => id === workload) ?? {};
      const axes = [...new Set([sizeAxis, ...own.map(({ id }) => id)])];
      return [
        [`variants of ${workload}`, listed(cases.map(({ variant }) => variant))] as const,
        [
          `inputs of ${workload}`,
          listed(cases.map(({ values }) => valuesText(values, axes))),
        ] as const,
      ];
    }),
    ['repetitions', String(policy.repetitions)],
    ['stopping criterion', policy.criterion],
    ...labs.map(({ id, contract, code }) => {
      const digest = contentHash(JSON.stringify([contract, [...code].sort()]));
      return [`lab ${id}`, digest.slice(0, 12)] as const;
    }),
  ];
}

/** Versions of what compiled and measured; the machine itself is meant to differ, and its driver with it. */
function versionFacts({ machine }: RunOfMachine): readonly (readonly [string, string])[] {
  const { driver: _, ...versions } = machine.versions;
  return [...attributesOf({ ...machine, versions, preflight: [] })].flatMap(
    ([name, { value, machine: own }]) =>
      own || name === 'Kernel' || name === 'Host' ? [] : [[name, value] as const],
  );
}

const listed = (texts: readonly string[]): string => [...new Set(texts)].sort().join(', ');
