import type { Api, RunDetail } from '../../contract/api.ts';
import { agree } from '../../contract/case-names.ts';
import { notFound } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { detailProcedures, SamplePage } from '../../contract/procedures/detail.ts';
import type { Repetition, ScopeSamples } from '../../contract/run.ts';
import { type CaseTime, sumOfTimings } from '../../contract/timings.ts';
import type { ApiContext } from './context.ts';

/** What a run holds beyond its summary, and what can be done to the one under way. */
export function detailApi({
  open,
}: ApiContext): Handlers<typeof detailProcedures> & Pick<Api, 'run'> {
  /** @throws BreakevenError `not-found` where the case has no samples of the timing scope. */
  async function partsOf(ref: string, index: number, scope: string) {
    const { store } = await open();
    const parts = store.samples(ref, index, scope);
    if (parts.length > 0) return parts;
    const runId = store.resolve(ref);
    throw notFound(`case ${index} of run ${runId} has no samples of ${scope}`);
  }

  async function detail(ref: string, allowDisturbed: boolean): Promise<RunDetail> {
    const [{ store, comparer, reports, runner }, { shownBeside }, { storedWorkloads }] =
      await Promise.all([open(), import('./run-detail.ts'), import('../util/stored-workloads.ts')]);
    const { run, machine, plan, cases } = store.run(ref);
    const report = reports.of(run.id, allowDisturbed);
    const shown = { run: runner.asEnded(run), machine, plan, cases, ...report };
    const workloads = storedWorkloads([], store.descriptors(run.id));
    return { ...shown, workloads, ...shownBeside(store, comparer, shown) };
  }

  return {
    async run({ ref, where, allowDisturbed = false }) {
      const whole = await detail(ref, allowDisturbed);
      if (where === undefined) return whole;
      const { runWhere } = await import('./run-where.ts');
      const { store, comparer } = await open();
      return runWhere(store, comparer, whole, where, allowDisturbed);
    },
    async sampleBins({ ref, index, scope }) {
      const { sampleBins } = await import('../analysis/sample-bins.ts');
      return sampleBins(await partsOf(ref, index, scope));
    },
    async samples({ ref, index, scope, offset, limit }) {
      return pageOf(await partsOf(ref, index, scope), offset, limit);
    },
    async verdicts({ ref, scope, sofar = false, allowDisturbed = false }) {
      const [{ store, reports }, { checkScope, scopesOfRun }] = await Promise.all([
        open(),
        import('../analysis/timing-scopes.ts'),
      ]);
      const { run, cases } = store.run(ref);
      checkScope(scope, scopesOfRun(cases, store.descriptors(run.id)));
      const underway = sofar && run.status === 'running';
      return {
        scope,
        comparisons: underway
          ? reports.sofar(run.id, scope)
          : reports.verdicts(run.id, scope, allowDisturbed),
      };
    },
    async caseDetail({ ref, index }) {
      const [{ store }, { explainCases }, { everyPeakShare }] = await Promise.all([
        open(),
        import('../analysis/explain-cases.ts'),
        import('../analysis/percent-of-peak.ts'),
      ]);
      const { run, machine, cases } = store.run(ref);
      const descriptor = store.descriptors(run.id).get(index);
      const mine = cases.find((each) => each.index === index);
      const counters = store.counters(run.id);
      const others = cases.filter(
        ({ workload, variant, values, index: other }) =>
          mine !== undefined &&
          counters.has(other) &&
          workload === mine.workload &&
          variant !== mine.variant &&
          agree(values, mine.values),
      );
      const key = (one: number) => ({ ref: run.id, index: one });
      const found = explainCases(
        store,
        others.map((other) => [key(index), key(other.index)]),
      );
      return {
        peaks:
          mine === undefined || descriptor === undefined
            ? []
            : everyPeakShare(mine, descriptor, store.measuredPeaks(machine.fingerprint)),
        repetitions: store.repetitions(run.id).get(index) ?? [],
        counters: counters.get(index) ?? [],
        explanations: others.flatMap(({ variant }, i) => {
          const explanation = found[i] ?? null;
          return explanation === null ? [] : [{ variant, explanation }];
        }),
      };
    },
    async timings({ ref }) {
      const repetitions = [...(await open()).store.repetitions(ref)];
      const cases = repetitions.map(([index, own]) => ({ index, ...timeOf(own) }));
      return { cases, total: timeOf(repetitions.flatMap(([, own]) => own)) };
    },
    async runLog({ ref, after, limit }) {
      const { store } = await open();
      const lines = store.logOf(ref, after, limit + 1);
      return { lines: lines.slice(0, limit), more: lines.length > limit };
    },
    async pauseRun({ runId, paused }) {
      return { paused: (await open()).runner.pause(runId, paused) };
    },
    async skipCase({ runId, index }) {
      return { skipped: (await open()).runner.skip(runId, index) };
    },
  };
}

function timeOf(repetitions: readonly Repetition[]): CaseTime {
  return {
    repetitions: repetitions.length,
    seconds: repetitions.reduce((sum, { seconds }) => sum + seconds, 0),
    timings: sumOfTimings(repetitions.map(({ timings = {} }) => timings)),
  };
}

function pageOf(parts: readonly ScopeSamples[], offset: number, limit: number): SamplePage {
  const rows: SamplePage['rows'][number][] = [];
  let before = 0;
  for (const { repetition, timesNs, clocksHz, cpuNs } of parts) {
    const from = Math.max(0, offset - before);
    const to = Math.min(timesNs.length, from + limit - rows.length);
    for (let sample = from; sample < to; sample += 1) {
      rows.push({
        repetition,
        sample,
        timeNs: timesNs[sample] ?? Number.NaN,
        clockHz: knownOr(clocksHz?.[sample]),
        cpuNs: knownOr(cpuNs?.[sample]),
      });
    }
    before += timesNs.length;
  }
  return { total: before, rows };
}

function knownOr(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
