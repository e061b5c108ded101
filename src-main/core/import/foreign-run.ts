import type { Configuration } from '../../contract/configuration.ts';
import { badInput } from '../../contract/failure.ts';
import type { Gpu, Machine } from '../../contract/machine.ts';
import {
  type Descriptor,
  type Plan,
  type RunRow,
  type ScopeSamples,
  type StoredCase,
  schemaVersion,
} from '../../contract/run.ts';
import { format as formatQuantity } from '../../contract/units.ts';
import type { Variant, Workload } from '../../contract/workload.ts';
import { withProcesses } from '../../stats/process-summary.ts';
import { axisOf, foreignWorkload, widestAxis } from '../interchange/describe.ts';
import type { ForeignMachine } from '../interchange/foreign-run.ts';
import { contentHash } from '../store/codec.ts';
import type { ImportedRun } from '../store/import.ts';
import { newRunId } from '../store/run-id.ts';
import { checkedCase, maxCases } from './check-imported.ts';
import { textFault } from './check-texts.ts';
import {
  type ForeignFile,
  type ForeignNames,
  type NamedCase,
  namedCases,
  sizeAxisName,
} from './foreign-names.ts';

export type ForeignOptions = ForeignNames & {
  /** Variant that others are compared with; the first one by default. */
  readonly baseline?: string | undefined;
  /** The k-th files of all formats are one process each, measured together. */
  readonly paired?: boolean | undefined;
  /** A run of the machine that measured this one, as the user says. */
  readonly on?: string | undefined;
  readonly title?: string | undefined;
  readonly tags?: readonly string[] | undefined;
};

/** All of one case, of every file that has it. */
type Gathered = {
  readonly first: NamedCase;
  readonly parts: ScopeSamples[];
  readonly failed: NamedCase[];
  readonly means: NamedCase[];
};

const maxProcesses = 10_000;

/**
 * One run of what files of other tools say. Files of one format are its processes; where a tool runs its commands in a process
 * each, every time is one. Nothing is verified.
 *
 * @throws BreakevenError `bad-input` with one sentence.
 */
export function foreignRun(files: readonly ForeignFile[], options: ForeignOptions): ImportedRun {
  const gathered = [...gather(files, options).values()];
  if (gathered.length === 0) throw badInput(`${listed(files)}: it has no benchmark`);
  if (gathered.length > maxCases) throw badInput(`the files have more than ${maxCases} cases`);
  const descriptors = describe(gathered, options);
  const createdAt = dateOf(files) ?? new Date().toISOString();
  const policy = {
    ...{ criterion: 'fixed', parameters: {}, timeLimitS: null, order: 'sequential' as const },
    repetitions: Math.min(50, Math.max(1, ...gathered.map(processesOf))),
  };
  const tools = [...new Set(files.map(({ format }) => format.title))];
  const configuration: Configuration = {
    title: options.title ?? `${listed(files)} of ${tools.join(' and ')}`.slice(0, 200),
    groups: [...Map.groupBy(gathered, ({ first }) => first.workload)].map(([workload, own]) => ({
      ...{ workload, set: {}, sweep: {} },
      variants: [...new Set(own.map(({ first }) => first.variant))],
    })),
    ...{ policy, orderSeed: 0 },
  };
  const cases = gathered.map((one, index) => {
    const descriptor = descriptors.get(one) ?? missingDescriptor();
    const samples = withProcesses(one.parts);
    const checked = checkedCase(storedOf(one, index, createdAt, options), descriptor, samples);
    const fault =
      typeof checked === 'string' ? checked : textFault('case', [checked, descriptor] as const);
    if (typeof checked === 'string' || fault !== null) {
      throw badInput(`${one.first.source} ${one.first.workload} ${one.first.variant}: ${fault}`);
    }
    return { stored: checked, descriptor, samples };
  });
  const plan: Plan = {
    ...{ schemaVersion, configuration },
    cases: cases.map(({ stored: { index, workload, variant, values } }) => ({
      ...{ index, workload, variant, values, policy },
      inputKey: JSON.stringify([workload, values]),
    })),
  };
  const machine = machineOf(files.map(({ run }) => run.machine));
  const count = (outcome: StoredCase['outcome']): number =>
    cases.filter(({ stored }) => stored.outcome === outcome).length;
  const run: RunRow = {
    ...{ id: newRunId(), createdAt, finishedAt: null, title: configuration.title ?? '' },
    ...{ preset: null, status: 'complete', device: machine.cpuModel },
    workloads: configuration.groups.map(({ workload }) => workload),
    ...{ cases: cases.length, ok: count('ok'), failed: count('failed') },
    ...{ skipped: count('skipped'), tags: [...(options.tags ?? [])] },
    note: `Imported from ${tools.join(' and ')}: ${listed(files)}. Answers were not verified.`,
    ...{ pinned: false, baseline: false },
  };
  return { run, machine, plan, cases, log: [] };
}

function listed(files: readonly ForeignFile[]): string {
  const names = files.map(({ name }) => name);
  return names.length > 3 ? `${names[0]} and ${names.length - 1} more files` : names.join(', ');
}

function gather(
  files: readonly ForeignFile[],
  options: ForeignOptions,
): ReadonlyMap<string, Gathered> {
  const all = new Map<string, Gathered>();
  const positions = new Map<string, number>();
  let next = 0;
  for (const { file, cases } of namedCases(files, options)) {
    const position = positions.get(file.format.id) ?? 0;
    positions.set(file.format.id, position + 1);
    const seen = new Set<string>();
    const before = next;
    if (file.format.process === 'file') next += 1;
    for (const named of cases) {
      const one = withoutZeros(named);
      const { key, original } = one;
      if (seen.has(key)) {
        throw badInput(
          `${file.name} times "${original.benchmark}${original.variant === null ? '' : ` ${original.variant}`}" twice at the same values`,
        );
      }
      seen.add(key);
      const into = all.get(key) ?? { first: one, parts: [], failed: [], means: [] };
      all.set(key, into);
      if (original.skipped !== null) into.failed.push(one);
      else if (original.timesNs.length === 0) into.means.push(one);
      else if (file.format.process === 'file') {
        into.parts.push(
          ...samplesOf(one, original.timesNs, options.paired === true ? position : before),
        );
      } else {
        for (const time of original.timesNs) {
          if (next >= maxProcesses)
            throw badInput(`the files have more than ${maxProcesses} processes`);
          into.parts.push(...samplesOf(one, Float64Array.of(time), next));
          next += 1;
        }
      }
    }
  }
  return all;
}

/** A case whose times were too short for its tool is not one that was measured. */
function withoutZeros(one: NamedCase): NamedCase {
  const { timesNs, skipped } = one.original;
  const zeros = timesNs.filter((time) => time <= 0).length;
  if (zeros === 0 || skipped !== null) return one;
  const { zeroTimes = 'its clock cannot tell them from 0' } = one.format;
  const text = `${zeros} of ${timesNs.length} times are not above 0; ${zeroTimes}`;
  return { ...one, original: { ...one.original, skipped: text } };
}

function samplesOf(
  { original }: NamedCase,
  timesNs: Float64Array<ArrayBuffer>,
  repetition: number,
): readonly ScopeSamples[] {
  const { scope, alsoScopes = [], repeats = 1, device } = original;
  const one = { repetition, timesNs, repeats, launchIncluded: device === 'cpu' };
  return [
    { scope, ...one },
    ...alsoScopes.map((also) => ({ scope: also, ...one, sameAs: 'kernel' as const })),
  ];
}

const processesOf = ({ parts }: Gathered): number =>
  new Set(parts.map(({ repetition }) => repetition)).size;

function storedOf(
  one: Gathered,
  index: number,
  finishedAt: string,
  { on }: ForeignOptions,
): StoredCase {
  const { workload, variant, values, original, format } = one.first;
  const [failed] = one.failed;
  const [mean] = one.means;
  const meanNs = mean?.original.meanNs ?? null;
  const reason =
    failed !== undefined
      ? `${failed.source}: ${failed.original.skipped}`
      : mean !== undefined
        ? meanNs === null
          ? `${mean.source} has no time of it`
          : `${mean.source} has means only (${formatQuantity(meanNs, 'duration')}): ${format.samplesBy}`
        : null;
  return {
    ...{ index, workload, variant, values },
    outcome: reason === null ? 'ok' : failed?.original.failed === true ? 'failed' : 'skipped',
    reason,
    ...{ metrics: {}, coldStartNs: null, stopReason: reason === null ? 'imported' : null },
    ...{ verification: null, answer: null, bytesMoved: null, operations: null },
    operationUnit: null,
    ...energyPart(one),
    attributes: {
      ...original.attributes,
      ...(meanNs === null ? {} : { meanNs }),
      tool: original.tool,
      ...(on === undefined ? {} : { machineOfRun: on }),
      ...(reason === null
        ? { timesAre: format.process === 'file' ? 'of one process a file' : 'of one process each' }
        : {}),
    },
    warnings: reason === null && format.warning !== null ? [format.warning] : [],
    finishedAt,
  };
}

/** Tools give one value, without an interval. */
function energyPart({ first, parts }: Gathered): Pick<StoredCase, 'energy'> {
  const { joules = 0 } = first.original;
  if (!(joules > 0)) return {};
  const repetition = parts[0]?.repetition ?? 0;
  const known = { low: null, high: null, idleW: null, executions: 1 };
  return { energy: [{ repetition, device: 'gpu', joules, ...known }] };
}

function describe(
  gathered: readonly Gathered[],
  { baseline, sizeAxis, asWorkload }: ForeignOptions,
): ReadonlyMap<Gathered, Descriptor> {
  const descriptors = new Map<Gathered, Descriptor>();
  for (const [id, own] of Map.groupBy(gathered, ({ first }) => first.workload)) {
    const firsts = own.map(({ first }) => first);
    const parameters = new Set(firsts.flatMap((one) => one.original.parameters ?? []));
    const axesOf = (cases: readonly NamedCase[], wanted: (axis: string) => boolean) =>
      [...new Set(cases.flatMap(({ values }) => Object.keys(values)))].filter(wanted).map((axis) =>
        axisOf(
          axis,
          cases.flatMap(({ values }) => values[axis] ?? []),
          parameters.has(axis) ? 'variant' : 'input',
        ),
      );
    const axes = axesOf(firsts, (axis) => !parameters.has(axis));
    const named = asWorkload === undefined ? sizeAxis : sizeAxisName;
    const size = axes.find((axis) => axis.id === named) ?? widestAxis(axes);
    const variants = [...new Set(firsts.map(({ variant }) => variant))];
    if (baseline !== undefined && !variants.includes(baseline)) {
      throw badInput(`--baseline "${baseline}": the variants are ${variants.join(', ')}`);
    }
    const workload: Omit<Workload, 'variants'> = {
      ...foreignWorkload(id, firsts[0]?.title ?? id, axes),
      ...{ sizeAxis: size?.id ?? '', baseline: baseline ?? variants[0] ?? '' },
    };
    for (const one of own) {
      const { variant, original, variantTitle, format } = one.first;
      const scopes = [original.scope, ...(original.alsoScopes ?? [])];
      const described: Variant = {
        ...{ id: variant, title: variantTitle.slice(0, 500), summary: 'Not verified.' },
        ...{ device: original.device, kind: 'study', source: `${format.title}, not verified` },
        parameters: axesOf(
          firsts.filter((each) => each.variant === variant),
          (axis) => parameters.has(axis),
        ),
        ...{ scopes, available: true, reason: null },
      };
      descriptors.set(one, { workload, variant: described });
    }
  }
  return descriptors;
}

function missingDescriptor(): never {
  throw new Error('a case has a descriptor');
}

/** The latest date that a file names. */
function dateOf(files: readonly ForeignFile[]): string | null {
  const times = files.flatMap(({ run: { date } }) => {
    const time = date === null ? Number.NaN : Date.parse(date);
    return Number.isFinite(time) ? [time] : [];
  });
  if (times.length === 0) return null;
  const instant = new Date(Math.max(...times));
  return instant.getUTCFullYear() >= 1970 && instant.getUTCFullYear() < 10_000
    ? instant.toISOString()
    : null;
}

/** What the files name of a machine; the rest is not known, and it is never this one. */
function machineOf(machines: readonly ForeignMachine[]): Machine {
  const named = <T>(pick: (machine: ForeignMachine) => T | undefined): T | undefined =>
    machines.map(pick).find((one) => one !== undefined);
  const hostname = named(({ host }) => host) ?? 'unknown';
  const cpuModel = named(({ cpu }) => cpu) ?? 'an unknown processor';
  const cores = Math.trunc(named(({ cores: known }) => known) ?? 0);
  const names = [...new Set(machines.flatMap(({ gpus }) => gpus))];
  const gpus = names.map(
    (name, index): Gpu => ({
      ...{ index, uuid: '', name, computeCapability: '', multiprocessors: 0, memoryBytes: 0 },
      ...{ freeBytes: 0, l2Bytes: 0, sharedPerBlockBytes: 0, concurrentManagedAccess: false },
      maxClockHz: null,
    }),
  );
  const identity = JSON.stringify([hostname, cpuModel, cores, names]);
  return {
    fingerprint: `foreign:${contentHash(identity).slice(0, 16)}`,
    ...{ hostname, os: 'unknown', kernel: 'unknown', cpuModel, sockets: 1, gpus },
    ...{ physicalCores: cores, logicalCores: cores, memoryBytes: 0, versions: {} },
  };
}
