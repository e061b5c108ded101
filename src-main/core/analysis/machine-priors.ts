import type { Calibration } from '../../contract/calibration.ts';
import { type CaseHistory, learnPriors } from '../../stats/learn-priors.ts';
import { type PriorTable, shippedPriors, whileBusy } from '../../stats/priors.ts';
import type { MeasuredRuns, ProcessValue } from '../store/process-values.ts';
import type { Store } from '../store/store.ts';
import { createLru } from '../util/lru.ts';

/** What is expected of a machine's variation, and a name that changes with it. */
export type ExpectedVariation = { readonly table: PriorTable; readonly key: string };

/** What the machine of a run varies by, learned from its runs as far as there are enough; more where the run began busy. */
export type MachinePriors = (runId: string) => ExpectedVariation;

export type MachinePriorsStore = Pick<Store, 'measuredRuns' | 'processValues'>;

/** Fewer processes say too little of how far they differ. */
const minRepetitions = 3;

const shipped: ExpectedVariation = { table: shippedPriors, key: 'shipped' };

export const shippedAlone: MachinePriors = () => shipped;

/**
 * Worked out once for the same finished runs of a machine. What its calibration found stands where its runs are too few.
 *
 * @param calibrations the newest one of each machine
 */
export function createMachinePriors(
  store: MachinePriorsStore,
  calibrations: () => readonly Calibration[] = () => [],
): MachinePriors {
  const known = createLru(16);
  const ofMachine = (measured: MeasuredRuns): ExpectedVariation => {
    const { fingerprint, runs, key: ofRuns } = measured;
    const calibration = calibrations().find(({ machine }) => machine === fingerprint);
    if (runs.length === 0 && calibration === undefined) {
      return measured.beganBusy
        ? { table: whileBusy(shippedPriors), key: 'shipped busy' }
        : shipped;
    }
    const busy = measured.beganBusy;
    const key = `${ofRuns} ${calibration?.measuredAt ?? ''}${busy ? ' busy' : ''}`;
    const table = known.remember(key, () => {
      const histories = historiesOf(store.processValues(runs), { busy });
      const learned = learnPriors(histories, calibratedTable(calibration));
      return busy ? whileBusy(learned) : learned;
    });
    return { table, key };
  };
  return (runId) => ofMachine(store.measuredRuns(runId));
}

/** Programs of a calibration last less than 10 ms: of longer ones it knows nothing. */
function calibratedTable(calibration: Calibration | undefined): PriorTable {
  let table = shippedPriors;
  for (const { device, scope, sd, degrees, cases } of calibration?.scopes ?? []) {
    const before = table[device][scope];
    const own = { processes: { sd, degrees }, learned: { cases, runs: 0 } };
    const times = {
      ...before,
      below100us: { ...before.below100us, ...own },
      below10ms: { ...before.below10ms, ...own },
    };
    table = { ...table, [device]: { ...table[device], [scope]: times } };
  }
  return table;
}

/**
 * Series with the runs of them that have enough repetitions. On a CPU `call` is `kernel`, and not stored.
 *
 * @param busy whether runs that began on a busy machine say how far runs differ; else they say so of processes alone
 */
export function historiesOf(
  values: readonly ProcessValue[],
  { busy }: { readonly busy: boolean },
): readonly CaseHistory[] {
  const series = Map.groupBy(values, (one) => JSON.stringify([one.series, one.device, one.scope]));
  const withCall = new Set(values.filter(({ scope }) => scope === 'call').map((one) => one.series));
  return [...series.values()].flatMap((own): CaseHistory[] => {
    const [first] = own;
    if (first === undefined) return [];
    const repeated = [...Map.groupBy(own, ({ run }) => run).values()].filter(
      ({ length }) => length >= minRepetitions,
    );
    if (repeated.length === 0) return [];
    const [apart, runs] = [true, false].map((isApart) =>
      repeated
        .filter(([one]) => (!busy && one?.beganBusy === true) === isApart)
        .map((processes) => processes.map(({ medianNs }) => Math.log(medianNs))),
    );
    const { device } = first;
    const history: CaseHistory = {
      device,
      scope: first.scope,
      runs: runs ?? [],
      apart: apart ?? [],
    };
    return device !== 'cuda' && first.scope === 'kernel' && !withCall.has(first.series)
      ? [history, { ...history, scope: 'call' }]
      : [history];
  });
}
