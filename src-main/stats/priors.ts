import { isTimedByEvents } from '../contract/timing-scopes.ts';

/**
 * What is known of variation before a case is measured: how far processes that run the same program differ (the
 * standard deviation of their log medians), and how far the estimates of whole runs do beyond that. Each is worth some
 * degrees of freedom, as if it had been seen on so many more processes (Smyth 2004); it washes out with repetitions.
 *
 * The degrees are few because cases differ: on one machine one case varies by 0.1 % from process to process and another
 * one by 10 %.
 */
export interface Prior {
  readonly processes: Component;
  readonly runs: Component;
  /** Absent where nothing of it was learned from a machine's own results. */
  readonly learned?: Learned;
}

/** What a prior was learned from. */
export interface Learned {
  /** Cases whose processes tell; 0 where `processes` was shipped. */
  readonly cases: number;
  /** Runs whose estimates tell; 0 where `runs` was shipped. */
  readonly runs: number;
}

/** A standard deviation of logarithms (0.01 is 1 %), and the degrees of freedom that it is worth. */
export interface Component {
  readonly sd: number;
  readonly degrees: number;
}

/**
 * What times vary by depends on the device, and on a CPU on whether the cores were watched while samples were taken: whether
 * those during which another virtual machine used the same core were taken again.
 */
export const devices = ['cpu', 'watchedCpu', 'cuda'] as const;
export type Device = (typeof devices)[number];
export type PriorScope = 'kernel' | 'call' | 'total';
/** Of the time of one execution. */
export type TimeClass = 'below100us' | 'below10ms' | 'above';

export type PriorTable = Readonly<
  Record<Device, Readonly<Record<PriorScope, Readonly<Record<TimeClass, Prior>>>>>
>;

const prior = (processSd: number, degrees: number, runSd: number, runDegrees = 5): Prior => ({
  processes: { sd: processSd, degrees },
  runs: { sd: runSd, degrees: runDegrees },
});

/*
 * "Recorded runs" are research/data/aa-h200-host.csv.gz: 4 runs of 88 unchanged cases, 5 repetitions each, on a busy shared
 * host (Xeon, H200); `npm run bench -- aa` shows what the judge makes of them. They are tuning data: values are the
 * smallest that keep false verdicts across runs at 5 % in each device and scope. Tuned on one of its two workloads alone,
 * false verdicts of the other one are 2 to 5 % (cuda kernel), 0 to 12 % (cuda call), 1 to 17 % (cuda total) and 2 to 11 % (cpu):
 * how far runs differ is a matter of the hour, so a machine's own results replace these as soon as there are enough.
 */

/*
 * CPU. Shared virtual machine (AMD EPYC, samples histogram-cpu and scan-cpu, 3 processes per case): median standard
 * deviation of processes 1.8 to 4.2 % below 100 us, 0.8 to 1.5 % above, a tenth of the cases 40 %. 40 runs of one program on
 * it: their medians have a standard deviation of 3.2 %. Recorded runs: median 4 to 25 % by workload and time, worth 2 degrees.
 */
const cpu: Readonly<Record<TimeClass, Prior>> = {
  below100us: prior(0.04, 2, 0.032),
  below10ms: prior(0.025, 2, 0.032),
  above: prior(0.025, 2, 0.032),
};

/* Recorded runs: processes as in `kernel`, runs 2.5 to 11 % beyond that, where `kernel` has up to 10 %. */
const cpuTotal: Readonly<Record<TimeClass, Prior>> = {
  below100us: prior(0.1, 2, 0.05),
  below10ms: prior(0.1, 2, 0.05),
  above: prior(0.025, 2, 0.032),
};

/*
 * Watched CPU. Virtual machine of two cores (AMD EPYC), 7 runs of 36 cases (research/data/aa-vm-watched-tuned.csv.gz): fitted standard
 * deviation of processes 0.8 % (kernel) and 1.2 % (end to end), worth 1 degree, since some cases have processes of two kinds that differ
 * by 1.1 to 2.5 times. Machines differ in how far their runs do: 0.5 to 2 % on that one, 4 to 5 % on a host of an H200
 * (research/data/aa-h200-watched-2.csv.gz). So it is worth 3 degrees, and a machine's own runs soon replace it; 2.6 % keeps false
 * verdicts on that host below 5 % (2.5 % leaves 5.5 %; 1.5 %, worth 5 degrees, left 12 %).
 */
const watched: Prior = prior(0.01, 1, 0.026, 3);

/** What a machine without results of its own expects. */
export const shippedPriors: PriorTable = {
  cpu: { kernel: cpu, call: cpu, total: cpuTotal },
  watchedCpu: {
    kernel: { ...cpu, below100us: watched },
    call: { ...cpu, below100us: watched },
    total: { ...cpuTotal, below100us: watched },
  },
  cuda: {
    /*
     * H200, hundreds of processes of unchanged kernels of 40 us: 0.12 to 0.38 % within a run. A run of `quick` of 2026-11-22: 0.9 %
     * below 100 us; longer ones 2 %, most of them data-dependent. Recorded runs: median 1.3 % below 100 us, none from run to run.
     */
    kernel: {
      below100us: prior(0.006, 4, 0.002),
      below10ms: prior(0.005, 3, 0.004),
      above: prior(0.005, 3, 0.004),
    },
    /*
     * The host takes part. Recorded runs: median 6.3 % (histogram) and 9.4 % (scan) below 100 us, 15 % to 10 ms; from run to
     * run 0.6 to 3.6 %. A run of `quick` of 2026-11-22: 6 % and 10 %.
     */
    call: {
      below100us: prior(0.06, 4, 0.03),
      below10ms: prior(0.1, 4, 0.03),
      above: prior(0.02, 2, 0.01),
    },
    /*
     * Allocation and copies too. Recorded runs: median 12.8 % (scan) and 15 % (histogram) to 10 ms, nearly the same in all cases;
     * from run to run 5.9 % and 0. A run of `quick` of 2026-11-22: 5.5 % below 100 us, 13.5 % to 10 ms.
     */
    total: {
      below100us: prior(0.1, 4, 0.045),
      below10ms: prior(0.1, 4, 0.045),
      above: prior(0.03, 2, 0.02),
    },
  },
};

/*
 * Four runs of 36 unchanged CPU cases on a virtual machine with two cores, next to four programs that never rest
 * (research/data/aa-vm-load-4.csv.gz): cases of a run shift together by 3 to 22 % against those of another one, and each by as
 * much again. The value is the smallest that keeps false verdicts on them at 5 %; next to two such programs, where nothing was tuned,
 * 0.5 % are false.
 */
const busyRuns: Component = { sd: 0.13, degrees: 5 };

/**
 * What is expected of a run that began while other work kept its machine busy: its CPU times may shift as a whole, which no
 * repetition of this run shows. Times below 100 us of watched cores are excepted: their contended samples are taken again, and
 * estimates of sequential cases differ from run to run by 1.7 % on an idle machine, 1.8 % next to two and 2.2 % next to four busy
 * programs (root mean squares, research/data/aa-vm-across-processes.csv.gz and the same with -load-2 and -load-4). Longer times
 * of watched cores were not recorded next to busy programs.
 */
export function whileBusy({ cpu, watchedCpu, cuda }: PriorTable): PriorTable {
  const shifted = (one: Prior): Prior =>
    one.runs.sd >= busyRuns.sd ? one : { ...one, runs: busyRuns };
  const ofTimes = ({ below100us, below10ms, above }: PriorTable['cpu']['kernel']) => ({
    below100us: shifted(below100us),
    below10ms: shifted(below10ms),
    above: shifted(above),
  });
  const ofScopes = ({ kernel, call, total }: PriorTable['cpu']) => ({
    kernel: ofTimes(kernel),
    call: ofTimes(call),
    total: ofTimes(total),
  });
  const longer = (times: PriorTable['cpu']['kernel']) => ({
    ...ofTimes(times),
    below100us: times.below100us,
  });
  const { kernel, call, total } = watchedCpu;
  return {
    cpu: ofScopes(cpu),
    watchedCpu: { kernel: longer(kernel), call: longer(call), total: longer(total) },
    cuda,
  };
}

/** A table that expects the same of everything. */
export function tableOf(expected: Prior): PriorTable {
  const classes = { below100us: expected, below10ms: expected, above: expected };
  const scopes = { kernel: classes, call: classes, total: classes };
  return { cpu: scopes, watchedCpu: scopes, cuda: scopes };
}

export function timeClassOf(nanoseconds: number): TimeClass {
  return nanoseconds < 1e5 ? 'below100us' : nanoseconds < 1e7 ? 'below10ms' : 'above';
}

/** Phases of an execution (allocation, copies, host parts) vary as the whole of it does, a batch as the kernel. */
export function priorScopeOf(scope: string): PriorScope {
  if (isTimedByEvents(scope)) return 'kernel';
  return scope === 'call' ? scope : 'total';
}

export function priorFor(
  table: PriorTable,
  device: Device,
  scope: string,
  nanoseconds: number,
): Prior {
  return table[device][priorScopeOf(scope)][timeClassOf(nanoseconds)];
}
