import type { ParsedInput } from '../../contract/api.ts';
import type { Configuration } from '../../contract/configuration.ts';
import type { EngineCase, Sketch } from '../../contract/engine-protocol.ts';
import { BreakevenError, badInput, engineFault, environmentFault } from '../../contract/failure.ts';
import type { MeasuredPeaks, PictureView } from '../../contract/inspection.ts';
import type { MeasuredPeak } from '../../contract/machine.ts';
import { earlierPeaks } from '../../contract/measured-peaks.ts';
import type { Plan, PlannedCase } from '../../contract/run.ts';
import type { SelftestReport } from '../../contract/selftest.ts';
import type { Scalar, Values } from '../../contract/workload.ts';
import type { Measuring } from '../engines/engines.ts';
import { type DevicePeaks, type JudgedPass, peakPasses, peaksByDevice } from '../machine/peaks.ts';
import { matrixName } from '../plan/matrices.ts';
import type { Store } from '../store/store.ts';
import { disturbedBy } from './interference.ts';
import type { RunLock } from './run-lock.ts';
import type { SelftestProgress } from './selftest.ts';
import type { SelftestRequest } from './selftest-cases.ts';

export type Inspecting = ReturnType<typeof createInspecting>;

type ProfileRequest = {
  readonly workload: string;
  readonly variant: string;
  readonly values: Values;
  readonly input?: string | undefined;
};

/** A picture is computed once, at whatever size was asked for. */
const pictureLimitMs = 600_000;
/** A profiler repeats each kernel many times, and saves and restores its memory. */
const profileLimitMs = 3_600_000;

/** What uses engines without storing a run: measured peaks, pictures, the self-test. Each holds the machine's lock. */
export function createInspecting(
  measuring: Measuring,
  lock: (what: string) => Promise<RunLock>,
  planOf: (configuration: Configuration) => Promise<Plan>,
) {
  const { supervisor } = measuring;

  /** Alone on the machine, in a fresh process that is ended afterwards. */
  async function alone<T>(what: string, work: () => Promise<T>): Promise<T> {
    const held = await lock(what);
    try {
      await supervisor.restart();
      return await work();
    } finally {
      await supervisor.restart();
      held.release();
    }
  }

  async function measurePeaks(
    store: Pick<Store, 'savePeaks' | 'measuredPeaks'>,
  ): Promise<MeasuredPeaks> {
    return await alone('the speed of memory and arithmetic', async () => {
      const { machine } = await measuring.survey();
      const devices = [null, ...machine.gpus.map(({ index }) => String(index))];
      const passes: JudgedPass[] = [];
      for (let pass = 0; pass < peakPasses; pass += 1) {
        await supervisor.restart();
        for (const device of devices) {
          const { peaks, interference } = await supervisor.measurePeaks(device);
          passes.push({ peaks, disturbed: disturbedBy(interference) });
        }
      }
      const measured = peaksByDevice(passes);
      if (measured.length === 0) {
        throw environmentFault('no addon that is loaded here can measure peaks');
      }
      return keepPeaks(store, machine.fingerprint, measured);
    });
  }

  async function output(planned: PlannedCase): Promise<Uint8Array> {
    const { workload, variant } = planned;
    const options = { hangLimitMs: pictureLimitMs };
    const { output: bytes, result } = await supervisor.once(engineCaseOf(planned), true, options);
    if (bytes === null || bytes.byteLength === 0) {
      throw engineFault(`${workload} ${variant} gave no answer: ${result.reason}`);
    }
    return bytes;
  }

  /** One execution of a case for a profiler. */
  async function profile({ workload, variant, values, input }: ProfileRequest) {
    const { groups, ...rest } = oneEach(workload, [variant], values);
    const from = input === undefined ? {} : { input };
    const plan = await planOf({ ...rest, groups: groups.map((group) => ({ ...group, ...from })) });
    const [planned] = plan.cases;
    if (planned === undefined) throw new BreakevenError('internal', `no case of ${variant}`);
    const engineCase = engineCaseOf(planned);
    return await alone('one execution for a profiler', () =>
      supervisor.profile(engineCase, { hangLimitMs: profileLimitMs }),
    );
  }

  async function picture(request: ParsedInput<'picture'>): Promise<PictureView> {
    const { workload, variant, against, set, input, matrices } = request;
    const variants = against === undefined ? [variant] : [variant, against];
    const [group] = oneEach(workload, variants, set).groups;
    const asked = {
      ...oneEach(workload, variants, set),
      groups: group === undefined ? [] : [{ ...group, ...(input === undefined ? {} : { input }) }],
      ...(matrices === undefined ? {} : { matrices }),
    };
    const plan = await measuring.plan(asked, { quiet: false });
    const { checkPictureSize, pixelsOf, pictureOf, differenceOf, spyOf } = await import(
      '../figures/picture.ts'
    );
    const drawn = against === undefined ? await spy(plan.cases[0]) : null;
    if (drawn !== null) {
      // A matrix by name has a file, or is generated in its place.
      const generated = plan.cases[0]?.input === undefined;
      const name = generated ? matrixName(input) : null;
      return spyOf(`${workload}-input`, drawn, name ?? undefined);
    }
    for (const planned of plan.cases) checkPictureSize(planned.values);
    const pixels = await alone('a picture', async () => {
      const found = [];
      for (const id of variants) {
        const planned = plan.cases.find((one) => one.variant === id);
        if (planned === undefined) throw new BreakevenError('internal', `no case of ${id}`);
        found.push(pixelsOf(workload, planned.values, await output(planned)));
      }
      return found;
    });
    const [first, second] = pixels;
    if (first === undefined) throw new BreakevenError('internal', 'there is no picture');
    if (second === undefined) return pictureOf(`${workload}-${variant}`, first);
    return differenceOf(`${workload}-${variant}-against-${against}`, first, second);
  }

  /** The input of a case as its workload draws it; null where only answers are pictures. */
  async function spy(planned: PlannedCase | undefined): Promise<Sketch | null> {
    // Answers with a size in pixels are pictures themselves.
    if (planned === undefined || 'xres' in planned.values) return null;
    const { catalog } = await measuring.describe();
    const axes = catalog.workloads.find(({ id }) => id === planned.workload)?.axes ?? [];
    const own = axes.flatMap(({ id }) => {
      const value = planned.values[id];
      return value === undefined ? [] : [[id, value] as const];
    });
    const { workload, input = null } = planned;
    return await alone('a picture', () =>
      supervisor.sketch(workload, Object.fromEntries(own), input),
    );
  }

  async function selftest(
    request: SelftestRequest,
    onProgress: (progress: SelftestProgress) => void,
    signal: AbortSignal,
  ): Promise<SelftestReport> {
    const { catalog } = await measuring.describeNow();
    const { selftestConfiguration } = await import('./selftest-cases.ts');
    const { runSelftest } = await import('./selftest.ts');
    const configuration = await selftestConfiguration(catalog, request, measuring.estimate);
    if (configuration.groups.length === 0) {
      throw badInput('the self-test has nothing to run: no variant is named');
    }
    const plan = await measuring.plan(configuration, { quiet: false });
    return await alone('the self-test', () =>
      runSelftest(plan, supervisor, onProgress, signal, request),
    );
  }

  return { measurePeaks, picture, profile, selftest };
}

/** @throws BreakevenError `bad-input` for a case that cannot run. */
function engineCaseOf({ estimate: _estimate, skip, ...engineCase }: PlannedCase): EngineCase {
  const { workload, variant } = engineCase;
  if (skip !== undefined) throw badInput(`${workload} ${variant}: ${skip}`);
  return { ...engineCase, repetition: 0 };
}

/** One repetition of variants at these values, as nothing of it is timed. */
export function oneEach(
  workload: string,
  variants: readonly string[],
  set: Values,
  sizes: Readonly<Record<string, readonly Scalar[]>> = {},
): Configuration {
  const sweep = Object.fromEntries(Object.entries(sizes).map(([id, values]) => [id, [...values]]));
  return {
    groups: [{ workload, variants: [...variants], set, sweep }],
    policy: {
      ...{ criterion: 'fixed', parameters: {}, timeLimitS: null, repetitions: 1 },
      order: 'sequential',
    },
    orderSeed: 0,
  };
}

/**
 * Stores the peaks of the devices that nothing disturbed. Of the others the earlier ones stay, with the time at which they
 * were measured: a measurement replaces all of a machine.
 */
function keepPeaks(
  store: Pick<Store, 'savePeaks' | 'measuredPeaks'>,
  machine: string,
  measured: readonly DevicePeaks[],
): MeasuredPeaks {
  const refused = measured.filter(({ fault }) => fault !== null);
  const before = store.measuredPeaks(machine);
  const earlier = before.peaks.filter((peak) =>
    refused.some(({ device }) => device === peak.device),
  );
  const kept = earlier.map((peak) => measuredAt(peak, before.measuredAt));
  const peaks = measured.flatMap(({ device, peaks: own, fault }) =>
    fault === null ? own : kept.filter((peak) => peak.device === device),
  );
  const stored = measured.filter(({ fault }) => fault === null).map(({ device }) => device);
  if (stored.length > 0) store.savePeaks(machine, peaks);
  const now = store.measuredPeaks(machine);
  if (refused.length === 0) return now;
  return {
    ...now,
    refused: {
      reason: refused.flatMap(({ fault }) => fault ?? []).join('; '),
      peaks: refused.flatMap((one) => one.peaks),
      stored,
      kept: earlierPeaks(kept),
    },
  };
}

/** With its time, unless it has one: it was kept before. */
function measuredAt(peak: MeasuredPeak, at: string | null): MeasuredPeak {
  return at === null ? peak : { ...peak, attributes: { measuredAt: at, ...peak.attributes } };
}
