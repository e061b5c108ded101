import type { Policy } from '../../../contract/configuration.ts';
import type { TrendDifference } from '../../../contract/procedures/trends.ts';
import { attributesOf } from '../../machine/machine-attributes.ts';
import { openMpTitle } from '../../machine/openmp-environment.ts';
import type { CaseEnvironment } from '../../store/series.ts';

/** Attributes of a case that say how it was measured, not how long it took. */
const caseAttributes: Readonly<Record<string, string>> = {
  source: 'Source',
  compiler: 'Compiler',
  flags: 'Compiler flags',
  build: 'Build',
  threads: 'Threads',
  runtime: 'Runtime',
  gpuUuid: 'GPU by its number',
  code: 'GPU code',
  registers: 'Registers per thread',
  block: 'Block',
  grid: 'Grid',
  launches: 'Kernel launches',
  sharedStaticBytes: 'Static shared memory (bytes)',
  sharedDynamicBytes: 'Dynamic shared memory (bytes)',
  localBytes: 'Local memory (bytes)',
  launchHidden: 'Launch latency hidden',
  defaultClockHz: 'Default clock (Hz)',
  throttleReasons: 'Throttled by',
};

/** What is known of how a case was measured, by name, the most telling first. */
export function namedAttributes({
  machine,
  attributes,
  descriptor,
  policy,
}: CaseEnvironment): ReadonlyMap<string, string> {
  const own = Object.entries(caseAttributes).flatMap(([id, name]): [string, string][] => {
    const value = attributes[id];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return new Map([
    ...own,
    ...[...attributesOf(machine)].flatMap(([name, { value }]): [string, string][] =>
      name === openMpTitle ? settingsOf(value) : [[name, value]],
    ),
    ['Description of the variant', descriptor.slice(0, 8)],
    ...(policy === undefined ? [] : policyAttributes(policy)),
  ]);
}

/** `OMP_PLACES=cores OMP_WAIT_POLICY=passive`: each by its own name. */
function settingsOf(environment: string): [string, string][] {
  return environment.split(/ (?=[A-Z]+_\w+=)/).flatMap((text): [string, string][] => {
    const at = text.indexOf('=');
    return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)]];
  });
}

function policyAttributes({
  criterion,
  parameters,
  repetitions,
  order,
  timeLimitS,
}: Policy): [string, string][] {
  const given = Object.entries(parameters).map(([id, value]) => `${id} ${value}`);
  return [
    ['Stopping criterion', [criterion, ...given].join(', ')],
    ['Repetitions', String(repetitions)],
    ['Order of cases', order],
    ['Time limit (s)', timeLimitS === null ? 'none' : String(timeLimitS)],
  ];
}

/**
 * What differs between the last run before a change point and the first after it. `before` and `after` are the nearest runs
 * before and after it, the nearest first; those that are gone are null.
 */
export function differencesOf(
  before: readonly (CaseEnvironment | null)[],
  after: readonly (CaseEnvironment | null)[],
): readonly TrendDifference[] {
  const left = before.map((one) => (one === null ? null : namedAttributes(one)));
  const right = after.map((one) => (one === null ? null : namedAttributes(one)));
  const [nearestLeft, nearestRight] = [left[0] ?? null, right[0] ?? null];
  if (nearestLeft === null || nearestRight === null) return [];
  const names = new Set([...nearestLeft.keys(), ...nearestRight.keys()]);
  const found = [...names].flatMap((attribute): TrendDifference[] => {
    const was = nearestLeft.get(attribute) ?? null;
    const is = nearestRight.get(attribute) ?? null;
    if (was === is) return [];
    const lasting =
      left.every(
        (attributes) => attributes === null || (attributes.get(attribute) ?? null) === was,
      ) &&
      right.every(
        (attributes) => attributes === null || (attributes.get(attribute) ?? null) === is,
      );
    return [{ attribute, before: was, after: is, lasting }];
  });
  return found.sort((a, b) => Number(b.lasting) - Number(a.lasting));
}
