import type { CaseEstimate, EngineCase } from '../../src-main/contract/engine-protocol.ts';
import type { Gpu, MeasuredPeak } from '../../src-main/contract/machine.ts';
import type { CaseResult } from '../../src-main/contract/run.ts';
import { timingScopes } from '../../src-main/contract/timing-scopes.ts';
import type { Axis, Catalog } from '../../src-main/contract/workload.ts';
import type { Provider, ProviderEvent } from '../../src-main/engine/provider.ts';
import { integerAxis, variantOf } from './catalog-parts.ts';

/**
 * A provider with known answers: times are `overhead + slope * n` nanoseconds with a small deterministic scatter, so
 * that what the product reports can be computed by hand. Some variants misbehave on purpose.
 */
export const scriptedTimes = {
  sequential: { overheadNs: 100, slopeNs: 1 },
  parallel: { overheadNs: 10_100, slopeNs: 0.5 },
  accelerated: { overheadNs: 50_100, slopeNs: 0.05 },
  gaps: { overheadNs: 10_100, slopeNs: 0.5 },
} as const;

export type ScriptedOptions = {
  /** What the process does when it is to die; a real one dies for real. */
  readonly crash: () => void;
  /** Milliseconds that a repetition of a case takes; by default it has ended before anyone looks. */
  readonly caseMs?: number;
  /** A GPU that the machine has. Its clock falls from a hundred thousand elements on. */
  readonly gpu?: Gpu;
  /** What each CUDA call says from now on, such as of a device that fell off the bus; null where it works. */
  readonly deviceFault?: () => string | null;
  /** Peaks of the host can be measured. */
  readonly peaks?: boolean;
};

export const scriptedGpu: Gpu = {
  ...{ index: 0, uuid: 'GPU-0000', name: 'Example H200', computeCapability: '9.0' },
  ...{ multiprocessors: 132, memoryBytes: 141e9, freeBytes: 140e9, l2Bytes: 60 * 2 ** 20 },
  ...{ sharedPerBlockBytes: 49152, concurrentManagedAccess: true, maxClockHz: 1.98e9 },
};

const threads: Axis = { ...integerAxis('threads', 0, 64, 0), role: 'variant' };
const share: Axis = {
  ...{ ...integerAxis('share', 0, 1, 0.5), title: 'Share', help: 'Share of the accelerator.' },
  ...{ role: 'variant', type: 'real', scale: 'linear' },
};

export const scriptedScopes: Catalog['scopes'] = timingScopes.map(({ id, name, help }) => ({
  ...{ id, help, unit: 'ns', hint: 'duration' },
  title: name.charAt(0).toUpperCase() + name.slice(1),
}));

export const scriptedCatalog: Catalog = {
  workloads: [
    {
      id: 'count',
      title: 'Count',
      summary: 'A scripted workload.',
      sizeAxis: 'n',
      baseline: 'sequential',
      inputFiles: ['npy'],
      axes: [
        integerAxis('n', 0, 2 ** 31 - 1, 1000),
        integerAxis('bins', 1, 65536, 8),
        integerAxis('seed', 0, Number.MAX_SAFE_INTEGER, 1),
        {
          id: 'distribution',
          title: 'Distribution',
          help: 'Of the values.',
          role: 'input',
          type: 'choice',
          default: 'uniform',
          choices: [
            { id: 'uniform', help: 'All alike.' },
            { id: 'degenerate', help: 'One value.' },
          ],
        },
      ],
      variants: [
        variantOf('sequential'),
        variantOf('parallel', { parameters: [threads] }),
        variantOf('accelerated', { device: 'cuda', parameters: [share] }),
        variantOf('absent', {
          device: 'cuda',
          available: false,
          reason: 'no CUDA device was found',
        }),
      ],
    },
    {
      id: 'trouble',
      title: 'Trouble',
      summary: 'Variants that misbehave.',
      sizeAxis: 'n',
      baseline: 'good',
      inputFiles: [],
      axes: [integerAxis('n', 0, 2 ** 31 - 1, 1000)],
      variants: 'good crash hang deaf slow throws wrong nonsense poisons spoils other gaps'
        .split(' ')
        .map((id) => variantOf(id)),
    },
  ],
  scopes: scriptedScopes,
  criteria: [
    {
      id: 'precision',
      title: 'Precision',
      help: 'Until the interval is narrow.',
      parameters: [
        { ...integerAxis('minSamples', 1, 1_000_000, 20), role: 'measurement' },
        { ...share, id: 'halfWidth', default: 0.005, role: 'measurement' },
      ],
    },
    {
      id: 'fixed',
      title: 'Fixed',
      help: 'Exactly so many samples.',
      parameters: [{ ...integerAxis('samples', 1, 10_000_000, 100), role: 'measurement' }],
    },
  ],
  problems: [],
};

export type ScriptedProvider = Provider & {
  /** Every case that was run, in order, with the process that ran it. */
  readonly ran: readonly EngineCase[];
};

const peak = { device: 'Example Xeon 8480', unit: 'B/s', attributes: { threads: 1 } };
/** At the largest sizes `sequential` has 57 % of the memory's, `parallel` more than it. */
const scriptedPeaks: readonly MeasuredPeak[] = [
  { ...peak, id: 'host-copy', title: 'Copy', value: 7e9 },
  {
    ...peak,
    id: 'host-cache-read',
    title: 'L3',
    value: 1e11,
    attributes: { threads: 1, cache: 'L3' },
  },
];

const noTimes = new Float64Array(0);

export function createScriptedProvider({
  crash,
  caseMs = 0,
  gpu,
  deviceFault = () => null,
  peaks = false,
}: ScriptedOptions): ScriptedProvider {
  const ran: EngineCase[] = [];
  let cancelRequested = false;
  let contextIsBroken = false;

  async function run(engineCase: EngineCase, onEvent: (event: ProviderEvent) => void) {
    ran.push(engineCase);
    cancelRequested = false;
    onEvent({ scope: 'kernel', phase: 'input', timesNs: new Float64Array(0) });
    if (contextIsBroken) return failedByContext(engineCase);
    const fault = engineCase.variant === 'accelerated' ? deviceFault() : null;
    if (fault !== null) return { ...failedByContext(engineCase), reason: fault };
    switch (engineCase.variant) {
      case 'gaps':
        // Right at powers of ten alone.
        return Number.isInteger(Math.log10(Number(engineCase.values.n)))
          ? scriptedResult(engineCase)
          : wrongResult(engineCase);
      case 'crash':
        crash();
        return await new Promise<CaseResult>(() => {});
      case 'hang':
        return await new Promise<CaseResult>(() => {});
      case 'deaf':
        // Blocks the whole process, as native code on the main thread would.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20_000);
        return scriptedResult(engineCase);
      case 'slow':
        for (let sample = 0; sample < 1000 && !cancelRequested; sample += 1) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          onEvent({ scope: 'kernel', phase: 'sample', timesNs: Float64Array.of(1e7) });
        }
        return scriptedResult(engineCase);
      case 'throws':
        throw new Error('cudaMalloc failed at histogram.cu:12');
      case 'poisons':
        contextIsBroken = true;
        return failedByContext(engineCase);
      case 'spoils': {
        // Its answer is verified; then the context breaks.
        contextIsBroken = true;
        const result = scriptedResult(engineCase);
        return { ...result, attributes: { ...result.attributes, engineSpoiled: true } };
      }
      case 'nonsense':
        return { outcome: 'excellent' } as unknown as CaseResult;
      case 'wrong':
        return wrongResult(engineCase);
      default: {
        const result = scriptedResult(engineCase);
        const [kernel] = result.samples;
        const steps = caseMs > 0 ? 4 : 0;
        for (let step = 0; step < steps && !cancelRequested; step += 1) {
          await new Promise((resolve) => setTimeout(resolve, caseMs / steps));
          onEvent({
            ...{
              scope: 'kernel',
              phase: 'sample',
              timesNs: (kernel?.timesNs ?? noTimes).slice(0, 5),
            },
            ...clocksOf(engineCase, step),
          });
        }
        for (const { scope, timesNs } of result.samples) {
          onEvent({ scope, phase: 'sample', timesNs });
        }
        return result;
      }
    }
  }

  function clocksOf({ variant, values }: EngineCase, step: number): Partial<ProviderEvent> {
    if (gpu === undefined || variant !== 'accelerated') return {};
    const hot = Number(values.n) >= 1e5;
    const clockHz = hot ? 1.98e9 - 2.4e8 * step : 1.98e9;
    return { clocksHz: new Float64Array(5).fill(clockHz), throttledSamples: hot ? step : 0 };
  }

  return {
    ran,
    catalog: () => scriptedCatalog,
    machine: () => ({
      gpus: gpu === undefined ? [] : [gpu],
      versions: { scripted: '1', ...(gpu === undefined ? {} : { driver: '580' }) },
      noGpuReason: gpu === undefined ? 'scripted: no GPU' : null,
    }),
    estimate: scriptedEstimate,
    // A "file" of the scripted workload holds as many values as its name says: /folder/1234.npy.
    inspectInput: async (_workload, path) => {
      const n = Number(/(\d+)\.npy$/.exec(path)?.[1] ?? Number.NaN);
      if (Number.isNaN(n)) {
        throw Object.assign(new Error(`${path} is no .npy file`), { code: 'bad-input' });
      }
      return { n };
    },
    run,
    profile: run,
    ...(peaks ? { measurePeaks: async () => ({ peaks: scriptedPeaks, interference: {} }) } : {}),
    cancel: () => {
      cancelRequested = true;
    },
  };
}

/**
 * Eight bytes an element on the host, four on the device; `accelerated` refuses more than 1000 bins. Above 2^30 elements
 * more than any machine has.
 */
export function scriptedEstimate(
  _workload: string,
  variantId: string,
  values: EngineCase['values'],
): CaseEstimate {
  const n = Number(values.n ?? 0);
  const tooMany = variantId === 'accelerated' && Number(values.bins ?? 0) > 1000;
  return {
    hostBytes: n > 2 ** 30 ? n * 2 ** 20 : 8 * n,
    deviceBytes: variantId === 'accelerated' ? 4 * n : 0,
    seconds: n * 1e-9,
    reason: tooMany ? `bins is ${values.bins}; this variant takes at most 1000` : null,
  };
}

function wrongResult(engineCase: EngineCase): CaseResult {
  return {
    ...scriptedResult(engineCase),
    ...{ outcome: 'failed', reason: 'bin 3 is 7 and not 8', samples: [] },
    verification: { rule: 'exact', passed: false, message: 'bin 3 is 7, not 8', maxError: 1 },
  };
}

/** What every call says in a process whose CUDA context a kernel broke. */
function failedByContext(engineCase: EngineCase): CaseResult {
  return {
    ...scriptedResult(engineCase),
    ...{ outcome: 'failed', samples: [], verification: null },
    reason: 'cudaErrorIllegalAddress (an illegal memory access was encountered)',
  };
}

export function scriptedMedianNs(variantId: string, n: number): number {
  const known = Object.entries(scriptedTimes).find(([id]) => id === variantId);
  const { overheadNs, slopeNs } = known?.[1] ?? scriptedTimes.sequential;
  return overheadNs + slopeNs * n;
}

export function scriptedResult(engineCase: EngineCase): CaseResult {
  const { share: part, bins, n } = engineCase.values;
  // With seven bins the time of a variant that takes a share is least at a share of 0.7.
  const bowl = part !== undefined && bins === 7 ? 1 + 4 * (Number(part) - 0.7) ** 2 : 1;
  const median = bowl * scriptedMedianNs(engineCase.variant, Number(n ?? 0));
  const asked = Number(engineCase.policy.parameters.samples ?? 21);
  // A limit this small ends every case before its last samples.
  const limited = (engineCase.policy.timeLimitS ?? 1) < 0.01;
  const wanted = limited ? Math.ceil(asked / 3) : asked;
  // Scatter within 0.2 %, the middle one exact: ..., -1, 0, 1, ... steps around the median.
  const timesNs = Float64Array.from({ length: wanted }, (_, i) => {
    const step = ((i * 7) % wanted) - (wanted - 1) / 2;
    return median * (1 + (0.002 * step) / wanted);
  });
  const samples = ['kernel', 'call', 'total'].map((scope) => ({
    scope,
    repetition: engineCase.repetition,
    timesNs: scope === 'total' ? timesNs.map((time) => time * 2) : timesNs,
    repeats: 1,
    launchIncluded: false,
    ...(scope === 'call' ? { sameAs: 'kernel' as const } : {}),
  }));
  return {
    outcome: 'ok',
    reason: null,
    samples,
    coldStartNs: median * 10,
    stopReason: limited ? 'time-limit' : 'count',
    verification: { rule: 'exact', passed: true, message: 'all values are equal', maxError: 0 },
    answer: { sha256: 'ab'.repeat(32), attributes: { total: Number(engineCase.values.n ?? 0) } },
    bytesMoved: 4 * Number(engineCase.values.n ?? 0),
    operations: Number(engineCase.values.n ?? 0),
    operationUnit: 'value',
    attributes: { repetition: engineCase.repetition },
    timings: { input: 0.25, verify: 0.5, sample: 1 },
    warnings: [],
  };
}

/** The result of a case that takes so many times as long. */
export const timesScaled = (result: CaseResult, factor: number): CaseResult => ({
  ...result,
  samples: result.samples.map((part) => ({
    ...part,
    timesNs: part.timesNs.map((ns) => factor * ns),
  })),
});
