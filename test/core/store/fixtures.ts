import type { Configuration, Policy } from '../../../src-main/contract/configuration.ts';
import type { Gpu, Machine } from '../../../src-main/contract/machine.ts';
import type {
  CaseResult,
  Descriptor,
  Metric,
  Plan,
  PlannedCase,
  ScopeSamples,
} from '../../../src-main/contract/run.ts';
import type { Device, Values } from '../../../src-main/contract/workload.ts';
import type { FinishedCase } from '../../../src-main/core/store/cases.ts';
import type { NewRun } from '../../../src-main/core/store/runs.ts';
import { variantOf } from '../../helpers/catalog-parts.ts';

export const policy: Policy = {
  criterion: 'fixed',
  parameters: { samples: 5 },
  timeLimitS: null,
  repetitions: 1,
  order: 'sequential',
};

export const gpu: Gpu = {
  index: 0,
  uuid: 'GPU-1',
  name: 'Test GPU H9',
  computeCapability: '9.0',
  multiprocessors: 132,
  memoryBytes: 2 ** 37,
  freeBytes: 2 ** 36,
  l2Bytes: 2 ** 25,
  sharedPerBlockBytes: 49152,
  concurrentManagedAccess: true,
  maxClockHz: 1.98e9,
};

export const machine: Machine = {
  fingerprint: 'f00d',
  hostname: 'bench-1',
  os: 'Linux',
  kernel: '6.1',
  cpuModel: 'Test CPU 3000',
  sockets: 1,
  physicalCores: 2,
  logicalCores: 4,
  memoryBytes: 8 * 2 ** 30,
  gpus: [gpu],
  versions: { app: '0.1.0', node: '24.0.0', driver: '580.1' },
};

export function planned(index: number, given: Partial<PlannedCase> = {}): PlannedCase {
  const values: Values = given.values ?? { n: 1000, bins: 8, distribution: 'uniform' };
  return {
    index,
    workload: 'histogram',
    variant: 'sequential',
    values,
    inputKey: JSON.stringify(values),
    policy,
    ...given,
  };
}

export function configuration(given: Partial<Configuration> = {}): Configuration {
  return {
    groups: [{ workload: 'histogram', variants: 'all', set: {}, sweep: {} }],
    policy,
    orderSeed: 1,
    ...given,
  };
}

export function newRun(cases: readonly PlannedCase[], given: Partial<NewRun> = {}): NewRun {
  const asked = given.configuration ?? configuration();
  const plan: Plan = { schemaVersion: 1, configuration: asked, cases: [...cases] };
  return { configuration: asked, plan, machine, title: 'A run', ...given };
}

export function descriptor(workload: string, variant: string, device: Device = 'cpu'): Descriptor {
  return {
    workload: {
      id: workload,
      title: workload,
      summary: 'A workload of the tests',
      sizeAxis: 'n',
      baseline: 'sequential',
      inputFiles: [],
      axes: [],
    },
    variant: variantOf(variant, { device, scopes: ['kernel', 'call'] }),
  };
}

export function metric(median: number, n = 5): Metric {
  return {
    n,
    minNs: median - 2,
    q1Ns: median - 1,
    medianNs: median,
    q3Ns: median + 1,
    p95Ns: median + 1.8,
    p99Ns: null,
    maxNs: median + 2,
    meanNs: median,
    sdNs: 1.25,
    relativeIqr: 2 / median,
    ci95LoNs: n >= 6 ? median - 1 : null,
    ci95HiNs: n >= 6 ? median + 1 : null,
    ci99LoNs: null,
    ci99HiNs: null,
    outliers: 0,
    slowFirst: false,
  };
}

export function scope(name: string, repetition: number, times: readonly number[]): ScopeSamples {
  return {
    scope: name,
    repetition,
    timesNs: Float64Array.from(times),
    repeats: 1,
    launchIncluded: false,
  };
}

export function result(given: Partial<CaseResult> = {}): CaseResult {
  return {
    outcome: 'ok',
    reason: null,
    samples: [scope('kernel', 0, [10, 11, 12, 13, 14])],
    coldStartNs: 99.5,
    stopReason: 'count',
    verification: { rule: 'exact', passed: true, message: 'All counts are equal.', maxError: null },
    answer: { sha256: 'ab'.repeat(32), attributes: { bins: 8, total: 1000 } },
    bytesMoved: 4064,
    operations: 1000,
    operationUnit: 'increment',
    attributes: { threads: 1 },
    warnings: [],
    ...given,
  };
}

export function finished(
  index: number,
  given: { planned?: Partial<PlannedCase>; result?: Partial<CaseResult>; device?: Device } = {},
): FinishedCase {
  const plan = planned(index, given.planned);
  const made = result(given.result);
  const metrics = Object.fromEntries(made.samples.map(({ scope: name }) => [name, metric(12)]));
  return {
    planned: plan,
    descriptor: descriptor(plan.workload, plan.variant, given.device),
    result: made,
    metrics,
  };
}
