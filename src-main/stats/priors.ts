/**
 * What is known of variation before a case is measured: how far processes that run the same program differ (the standard
 * deviation of their log medians), and how far the estimates of whole runs do beyond that. Each is worth some degrees of
 * freedom, as if it had been seen on so many more processes (Smyth 2004); it washes out with repetitions.
 *
 * The degrees are few because cases differ: on one machine one case varies by 0.1 % from process to process and
 * another one by 10 %.
 */
export interface Prior {
  readonly processes: Component;
  readonly runs: Component;
}

/** A standard deviation of logarithms (0.01 is 1 %), and the degrees of freedom that it is worth. */
export interface Component {
  readonly sd: number;
  readonly degrees: number;
}

export type Device = 'cpu' | 'cuda';
export type PriorScope = 'kernel' | 'call' | 'total';
/** Of the time of one execution. */
export type TimeClass = 'below100us' | 'below10ms' | 'above';

export type PriorTable = Readonly<
  Record<Device, Readonly<Record<PriorScope, Readonly<Record<TimeClass, Prior>>>>>
>;

const prior = (processSd: number, degrees: number, runSd: number): Prior => ({
  processes: { sd: processSd, degrees },
  runs: { sd: runSd, degrees: 5 },
});

/*
 * CPU. Shared virtual machine (AMD EPYC, samples histogram-cpu and scan-cpu, 3 processes a case): median standard
 * deviation of processes 1.8 to 4.2 % below 100 us, 0.8 to 1.5 % above, a tenth of the cases 40 %. Shared host of an H200
 * (sample quick-gpu, 2 processes, 120 ms a case): 10 % below 100 us, 4 % to 10 ms. 40 runs of one program on the virtual
 * machine: their medians have a standard deviation of 3.2 %. On a CPU `call` is `kernel`; `total` varies as they do.
 */
const cpu: Readonly<Record<TimeClass, Prior>> = {
  below100us: prior(0.04, 2, 0.032),
  below10ms: prior(0.025, 2, 0.032),
  above: prior(0.025, 2, 0.032),
};

/** What a machine without results of its own expects. */
export const shippedPriors: PriorTable = {
  cpu: { kernel: cpu, call: cpu, total: cpu },
  cuda: {
    /*
     * H200, hundreds of processes of unchanged kernels of 40 us: 0.12 to 0.38 % within a run. Sample quick-gpu: 0.9 %
     * below 100 us, where a dozen samples know a median to 0.5 %; longer ones 2 %, most of them data-dependent.
     */
    kernel: {
      below100us: prior(0.004, 3, 0.004),
      below10ms: prior(0.005, 3, 0.004),
      above: prior(0.005, 3, 0.004),
    },
    /*
     * The host takes part. H200: differences between two processes for which intervals of 1 % were false in 58 % of
     * comparisons, which is a standard deviation of 2 % or more. Sample quick-gpu: median 6 % below 100 us, 10 % to 10 ms.
     */
    call: {
      below100us: prior(0.04, 2, 0.02),
      below10ms: prior(0.04, 2, 0.02),
      above: prior(0.02, 2, 0.01),
    },
    /*
     * Allocation and copies too. H200: intervals of 1 % were false in 75 % of comparisons between two processes: 3 % or
     * more. Sample quick-gpu: median 5.5 % below 100 us, 13.5 % to 10 ms.
     */
    total: {
      below100us: prior(0.05, 2, 0.03),
      below10ms: prior(0.07, 2, 0.03),
      above: prior(0.03, 2, 0.02),
    },
  },
};

export function timeClassOf(nanoseconds: number): TimeClass {
  return nanoseconds < 1e5 ? 'below100us' : nanoseconds < 1e7 ? 'below10ms' : 'above';
}

/** Phases of an execution (allocation, copies, host parts) vary as the whole of it does. */
export function priorScopeOf(scope: string): PriorScope {
  return scope === 'kernel' || scope === 'call' ? scope : 'total';
}

export function priorFor(
  table: PriorTable,
  device: Device,
  scope: string,
  nanoseconds: number,
): Prior {
  return table[device][priorScopeOf(scope)][timeClassOf(nanoseconds)];
}
