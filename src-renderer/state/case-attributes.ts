import { valueText } from '../../src-main/contract/axis-values.ts';
import { caseEnergy, energyText } from '../../src-main/contract/energy.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import { format } from '../../src-main/contract/units.ts';
import type { Hint } from '../../src-main/contract/workload.ts';

export type AttributeGroup = {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, text: string])[];
};

type Known = readonly [attribute: string, name: string, hint?: Hint];

/** What engines report of a case, in the field's words; what is not in here is listed as it is called. */
const launch: readonly Known[] = [
  ['kernel', 'Kernel'],
  ['grid', 'Grid'],
  ['block', 'Block'],
  ['launches', 'Launches'],
  ['registers', 'Registers per thread'],
  ['sharedStaticBytes', 'Static shared memory', 'bytes'],
  ['sharedDynamicBytes', 'Dynamic shared memory', 'bytes'],
  ['localBytes', 'Local memory per thread', 'bytes'],
  ['occupancy', 'Theoretical occupancy', 'percent'],
  ['occupancyLimiter', 'Occupancy limited by'],
  ['code', 'Code'],
  ['precision', 'Precision of arithmetic'],
  ['threads', 'Threads'],
  ['effectiveThreads', 'Effective threads'],
  ['coresWatched', 'Cores watched'],
];
const clocks: readonly Known[] = [
  ['defaultClockHz', 'Default SM clock', 'hertz'],
  ['smClockBeforeHz', 'SM clock before', 'hertz'],
  ['smClockAfterHz', 'SM clock after', 'hertz'],
  ['powerBeforeW', 'Power before (W)'],
  ['powerAfterW', 'Power after (W)'],
  ['temperatureBeforeC', 'Temperature before (°C)'],
  ['temperatureAfterC', 'Temperature after (°C)'],
  ['throttledSamples', 'Throttled samples'],
  ['throttleReasons', 'Throttle reasons'],
  ['throttledMedianNs', 'Median of throttled samples', 'duration'],
  ['clockUnknown', 'SM clock could not be read'],
];
const timing: readonly Known[] = [
  ['clockResolutionNs', 'Clock resolution', 'duration'],
  ['emptyLaunchNs', 'Launch of an empty kernel', 'duration'],
  ['launchHidden', 'Launch latency hidden'],
  ['nearLaunchOverhead', 'Near the launch overhead'],
  ['l2Resident', 'Working set fits into L2'],
  ['cacheResident', 'Working set fits into a cache'],
  ['cacheLevel', 'Cache'],
  ['hugePages', 'Arrays in huge pages', 'percent'],
  ['device', 'Device'],
  ['gpuUuid', 'GPU'],
  ['runtime', 'Runtime'],
  ['setupNs', 'Setup', 'duration'],
  ['userNs', 'User time', 'duration'],
  ['systemNs', 'System time', 'duration'],
  ['peakMemoryBytes', 'Peak memory', 'bytes'],
  ['calledFrom', 'Called from'],
  ['emptyCallNs', 'A call that does nothing', 'duration'],
  ['timedBy', 'Timed by'],
  ['spawnNs', 'Spawning a program that does nothing', 'duration'],
];

/** Joules of one execution and idle power; no row where none were measured. */
function energyRows(energy: StoredCase['energy'] = []): AttributeGroup['rows'] {
  const found = caseEnergy(energy);
  if (found === null) return [];
  const idle = energy.filter(({ idleW, device }) => idleW !== null && device === 'gpu');
  const watts = idle.reduce((sum, { idleW }) => sum + (idleW ?? 0), 0) / idle.length;
  return [
    ['Energy per execution', energyText(found)],
    ...(idle.length === 0
      ? []
      : ([['Idle power of the card', `${Number(watts.toPrecision(3))} W`]] as const)),
  ];
}

/** Everything stored of a case as named attributes, in groups; empty groups are left out. */
export function caseAttributes(stored: StoredCase): readonly AttributeGroup[] {
  const { attributes, coldStartNs, energy } = stored;
  const named = [...launch, ...clocks, ...timing].map(([id]) => id);
  const known = new Set<string>(named);
  const rowsOf = (list: readonly Known[]) =>
    list.flatMap(([id, name, hint]): (readonly [string, string])[] => {
      const value = attributes[id];
      return value === undefined ? [] : [[name, attributeText(value, hint)]];
    });
  const groups: AttributeGroup[] = [
    { title: 'Launch', rows: rowsOf(launch) },
    { title: 'Clocks, power, temperature', rows: [...rowsOf(clocks), ...energyRows(energy)] },
    {
      title: 'Timing',
      rows: [
        ...(coldStartNs === null
          ? []
          : ([['Cold start', format(coldStartNs, 'duration')]] as const)),
        ...rowsOf(timing),
      ],
    },
    {
      title: 'Other attributes',
      rows: Object.entries(attributes)
        .filter(([id]) => !known.has(id))
        .map(([id, value]) => [inWords(id), attributeText(value)] as const),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** Attributes by names that are stored, where people say something else. */
const otherNames: Readonly<Record<string, string>> = { greatest: 'max' };

/** `maxDifference` as people write it; `m20` is a name. */
export function inWords(attribute: string): string {
  const words = (otherNames[attribute] ?? attribute).replaceAll(
    /([A-Z])/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );
  return /\d/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

function attributeText(value: number | string | boolean, hint?: Hint): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && hint !== undefined) return format(value, hint);
  // An attribute is looked at, not computed with.
  const shown =
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  return valueText(shown);
}
