import type { Api, ApiEvent } from '../../src-main/contract/api.ts';
import type { Configuration } from '../../src-main/contract/configuration.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { Queued, QueueEnd } from '../../src-main/contract/procedures/queue.ts';
import type { Progress } from '../../src-main/contract/progress.ts';
import type { FakeRun } from './fake-results.ts';
import { fakeCase, fakeMedian, fakeRow } from './fake-runs.ts';
import type { FakeStored } from './fake-stored.ts';

type MeasuringProcedures = Pick<
  Api,
  | 'startRun'
  | 'resumeRun'
  | 'cancelRun'
  | 'pauseRun'
  | 'skipCase'
  | 'progress'
  | 'queueRun'
  | 'queue'
  | 'cancelQueued'
>;

/** Runs that take their time: what they measure is made up, how they go on, rest and end is not. */
export function fakeMeasuring(
  { find, begin }: Pick<FakeStored, 'find' | 'begin'>,
  /** Milliseconds that a case takes. */
  caseMs: number,
  emit: (event: ApiEvent) => void,
): { readonly procedures: MeasuringProcedures; readonly stop: () => void } {
  let progress: Progress | null = null;
  let stop = false;
  let paused = false;
  let skipped: number | null = null;
  let queued: readonly (Queued & { readonly configuration: Configuration })[] = [];
  let ended: readonly QueueEnd[] = [];
  let arrivals = 0;
  const queueNow = () => ({
    queued: queued.map(({ configuration: _configuration, ...rest }) => rest),
    ended,
  });
  const queueChanged = () => emit({ type: 'queue-changed', queue: queueNow() });

  const measure = async (run: FakeRun) => {
    const started = Date.now();
    const report = (more: Partial<Progress>) => {
      const done = run.cases.length;
      const elapsedS = (Date.now() - started) / 1000;
      const left = ((run.plan.cases.length - done) * caseMs) / 1000;
      progress = {
        runId: run.row.id,
        status: run.row.status,
        done,
        total: run.plan.cases.length,
        current: null,
        samples: 0,
        medianNs: null,
        ci95LoNs: null,
        ci95HiNs: null,
        elapsedS,
        etaS: done === 0 ? null : [left * 0.8, left * 1.5],
        failure: null,
        paused,
        ...more,
      };
      emit({ type: 'progress', progress });
    };
    for (const planned of run.plan.cases.slice(run.cases.length)) {
      while (paused && !stop) {
        report({});
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (let step = 0; step < 4 && !stop && skipped !== planned.index; step += 1) {
        const median =
          fakeMedian(planned.variant, Number(planned.values.n)) * (1 + 0.01 / (step + 1));
        report({
          current: planned,
          samples: step * 12,
          ...(step === 0
            ? {}
            : {
                medianNs: median,
                // The third GPU case of a run gets hot.
                clock: planned.variant.includes('tally')
                  ? {
                      medianHz: run.cases.length < 6 ? 1.98e9 : 1.98e9 - 2.4e8 * step,
                      throttledSamples: run.cases.length < 6 ? 0 : step,
                    }
                  : null,
                ci95LoNs: median * 0.99,
                ci95HiNs: median * 1.01,
                bins: {
                  from: median * 0.98,
                  to: median * 1.03,
                  counts: [1, 4, 9, 6, 3, 1, 1],
                  beyond: 0,
                },
              }),
        });
        await new Promise((resolve) => setTimeout(resolve, caseMs / 4));
      }
      if (stop) break;
      const done =
        skipped === planned.index
          ? { ...planned, skip: 'skipped by hand while it was measured' }
          : planned;
      run.cases.push(fakeCase(done, new Date().toISOString()));
      run.row = fakeRow(run.row.id, run.row.createdAt, run.plan, 'running', run.cases);
      emit({ type: 'history-changed', runId: run.row.id });
    }
    run.row = fakeRow(
      run.row.id,
      run.row.createdAt,
      run.plan,
      stop ? 'cancelled' : 'complete',
      run.cases,
    );
    report({});
    emit({ type: 'history-changed', runId: run.row.id });
    const [next] = queued;
    if (next === undefined) return;
    queued = queued.slice(1);
    const { runId } = beginNow(next.configuration);
    ended = [...ended, { id: next.id, what: next.what, runId, failure: null }];
    queueChanged();
  };
  const beginNow = (configuration: Configuration) => {
    stop = false;
    const run = begin(configuration);
    void measure(run);
    return { runId: run.row.id };
  };

  const procedures: MeasuringProcedures = {
    startRun: async ({ configuration }) => {
      if (progress?.status === 'running') {
        throw new BreakevenError('busy', 'another run is active');
      }
      return beginNow(configuration);
    },
    resumeRun: async ({ ref }) => {
      const run = find(ref);
      stop = false;
      void measure(run);
      return { runId: run.row.id };
    },
    queueRun: async ({ configuration }) => {
      arrivals += 1;
      const id = `q${arrivals}`;
      const title = configuration.title ?? configuration.preset ?? 'run';
      queued = [
        ...queued,
        {
          ...{ id, configuration, what: `the run "${title}"` },
          ...{ since: new Date().toISOString(), behind: 'the run "night" is being measured' },
        },
      ];
      queueChanged();
      return { id };
    },
    queue: async () => queueNow(),
    cancelQueued: async ({ id }) => {
      const found = queued.find((each) => each.id === id);
      queued = queued.filter((each) => each.id !== id);
      queueChanged();
      return { cancelled: found !== undefined };
    },
    cancelRun: async ({ runId }) => {
      if (progress?.runId === runId) {
        stop = true;
        return { cancelled: true };
      }
      // Of another process: it ends by itself.
      const other = find(runId);
      other.row = { ...other.row, status: 'cancelled' };
      return { cancelled: true };
    },
    pauseRun: async (wish) => {
      paused = wish.paused;
      return { paused };
    },
    skipCase: async ({ index }) => {
      skipped = index;
      return { skipped: progress?.current?.index === index };
    },
    progress: async ({ runId }) =>
      runId === undefined || progress?.runId === runId ? progress : (find(runId).progress ?? null),
  };
  return {
    procedures,
    stop() {
      stop = true;
    },
  };
}
