import type { CalibratedScope, Calibration } from '../../contract/calibration.ts';
import type { Configuration, Policy } from '../../contract/configuration.ts';
import { environmentFault } from '../../contract/failure.ts';
import type { Interference } from '../../contract/interference.ts';
import type { Plan, PlannedCase } from '../../contract/run.ts';
import { precisionCriterion } from '../../contract/target.ts';
import type { Catalog, Variant } from '../../contract/workload.ts';
import { deviceKind } from '../../stats/metric.ts';
import { median, variance } from '../../stats/order.ts';
import { summarizeProcess } from '../../stats/process-summary.ts';
import { repetitionsNeeded } from '../../stats/repetitions-needed.ts';
import type { Device } from '../../stats/run-variation.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import type { EngineSupervisor } from '../engines/engine-supervisor.ts';
import { disturbedFault } from '../machine/peaks.ts';
import { measuringOrder } from '../plan/order.ts';
import { disturbedBy } from '../run/interference.ts';
import { OwnIssueRatios } from '../run/own-issue-ratios.ts';

export type CalibrationParts = {
  readonly supervisor: Pick<EngineSupervisor, 'run' | 'restart'>;
  readonly catalog: Catalog;
  readonly plan: (configuration: Configuration) => Promise<Plan>;
  /** Fingerprint of the machine. */
  readonly machine: string;
  readonly seconds: number;
  readonly onProcess?: (done: number) => void;
  /** Seconds since whenever. */
  readonly clock?: () => number;
};

/** `fault` says why it is none of this machine, in one sentence: it was disturbed. */
export type MeasuredHere = Calibration & { readonly fault: string | null };

type Seen = {
  readonly device: Variant['device'] | undefined;
  readonly scope: string;
  readonly processes: { readonly log: number; readonly found: Interference | undefined }[];
};

/** Programs of one device: enough to tell how far variances differ. */
const programs = 12;
const enoughPrograms = 10;
const devices: readonly Device[] = ['cpu', 'cuda'];
/** Of one workload and size, so that others have their turn. */
const perWorkload = 3;
/** Fewer processes say nothing of how far they differ, more is a waste of time. */
const [minProcesses, maxProcesses] = [5, 20];
/** Of a program without its disturbed processes. */
const minTold = 3;
/** A program that takes longer leaves no time for the others. */
const longestCaseS = 0.2;
const caseTimeLimitS = 0.1;
const hangLimitMs = 60_000;
const scopes = ['kernel', 'call', 'total'] as const;
const seed = 1;

/**
 * Measures the same programs in process after process until the time is over, and learns how far processes differ here, by
 * device and timing scope. Nothing is stored. Disturbed processes of a program that has enough others say nothing, as in runs.
 *
 * @throws BreakevenError `environment` where no program can be measured often enough.
 */
export async function calibrateMachine(parts: CalibrationParts): Promise<MeasuredHere> {
  const { supervisor, clock = () => performance.now() / 1000 } = parts;
  const cases = await choose(parts);
  const seen = new Map<string, Seen>();
  const interference: (Interference | undefined)[] = [];
  const ownIssueRatios = new OwnIssueRatios();
  const kinds = new Map(
    parts.catalog.workloads.flatMap(({ id, variants }) =>
      variants.map((one) => [`${id} ${one.id}`, one.device] as const),
    ),
  );
  const began = clock();
  let done = 0;
  for (; done < maxProcesses; done++) {
    const used = clock() - began;
    // Another process like those before would go beyond what was asked for.
    if (done >= minProcesses && used + used / done > parts.seconds) break;
    await supervisor.restart();
    for (const planned of measuringOrder(cases, seed, done)) {
      const { estimate: _estimate, skip: _skip, ...engineCase } = planned;
      const asked = { ...engineCase, repetition: done, ...ownIssueRatios.known() };
      const result = await supervisor.run(asked, { hangLimitMs });
      if (result.outcome !== 'ok') continue;
      ownIssueRatios.see(result.interference);
      interference.push(result.interference);
      const device = kinds.get(`${planned.workload} ${planned.variant}`);
      for (const { scope: timingScope, timesNs } of result.samples) {
        if (timesNs.length === 0) continue;
        const key = `${planned.index} ${timingScope}`;
        const of = seen.get(key) ?? { device, scope: timingScope, processes: [] };
        const log = Math.log(summarizeProcess(timesNs).medianNs);
        of.processes.push({ log, found: result.interference });
        seen.set(key, of);
      }
    }
    parts.onProcess?.(done + 1);
  }
  await supervisor.restart();
  // Of a machine that is refused all is shown: hardly anything was undisturbed.
  const reasonOf = (found: Interference | undefined): string | null =>
    disturbedBy(found) ?? ownIssueRatios.sharedIn(found);
  const fault = disturbedFault(interference.map(reasonOf), 'measurements');
  const whole = [...seen.values()]
    .filter(({ processes }) => processes.length >= minProcesses)
    .map(({ processes, ...of }) => {
      const judged = processes.map(({ log, found }) => ({
        log,
        disturbed: reasonOf(found) ?? undefined,
      }));
      const counted = fault === null ? undisturbed(judged) : judged;
      return { ...of, device: deviceKind(of.device), logs: counted.map(({ log }) => log) };
    })
    .filter(({ logs }) => logs.length >= minTold && logs.every(Number.isFinite));
  const calibratedScopes = devices.flatMap((device) =>
    scopes.flatMap((scope) => {
      const ofScope = whole.filter((one) => one.device === device && one.scope === scope);
      return (
        calibrated(
          device,
          scope,
          ofScope.map(({ logs }) => logs),
        ) ?? []
      );
    }),
  );
  if (calibratedScopes.length === 0) {
    throw environmentFault(
      'too few programs could be measured here to tell how far processes differ',
    );
  }
  return {
    machine: parts.machine,
    measuredAt: new Date().toISOString(),
    processes: done,
    scopes: calibratedScopes,
    fault,
  };
}

function calibrated(
  device: Device,
  scope: (typeof scopes)[number],
  logs: readonly (readonly number[])[],
): CalibratedScope | null {
  if (logs.length < enoughPrograms) return null;
  const sds = logs.map((own) => Math.sqrt(variance(own)));
  return {
    device,
    scope,
    cases: logs.length,
    sd: median(Float64Array.from(sds)),
    for5percent: repetitionsNeeded(sds, 0.05),
    for10percent: repetitionsNeeded(sds, 0.1),
  };
}

/** For each device programs that are short, of as many workloads as there are: each at its default size and smaller ones. */
async function choose({ catalog, plan }: CalibrationParts): Promise<readonly PlannedCase[]> {
  const policy: Policy = {
    criterion: catalog.criteria.find(({ id }) => id === precisionCriterion)?.id ?? '',
    parameters: {},
    timeLimitS: caseTimeLimitS,
    repetitions: 1,
    order: 'shuffled',
  };
  const found: PlannedCase[] = [];
  const counts = new Map<string, number>();
  for (const part of [1, 1 / 4, 1 / 16, 1 / 64]) {
    for (const { id, sizeAxis, axes, variants } of catalog.workloads) {
      const size = axes.find((axis) => axis.id === sizeAxis);
      if (size?.type !== 'integer') continue;
      const n = Math.max(size.min, Math.round(size.default * part));
      const usable = variants.filter(
        ({ available, device }) => available && (counts.get(deviceKind(device)) ?? 0) < programs,
      );
      const byDevice = Map.groupBy(usable, ({ device }) => deviceKind(device));
      const open = [...byDevice.values()].flatMap((own) => own.slice(0, perWorkload));
      if (open.length === 0) continue;
      const group = {
        workload: id,
        variants: open.map((one) => one.id),
        set: { [sizeAxis]: n },
        sweep: {},
      };
      const { cases } = await plan({ groups: [group], policy, orderSeed: seed }).catch(() => ({
        cases: [],
      }));
      for (const planned of cases) {
        const device = deviceKind(open.find((one) => one.id === planned.variant)?.device);
        const { seconds = 0, inputSeconds = 0 } = planned.estimate ?? {};
        const count = counts.get(device) ?? 0;
        if (planned.skip !== undefined || count >= programs) continue;
        if (seconds + inputSeconds > longestCaseS) continue;
        counts.set(device, count + 1);
        found.push({ ...planned, index: found.length });
      }
    }
  }
  return found;
}
