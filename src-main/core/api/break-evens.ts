import type { Handlers } from '../../contract/procedure.ts';
import type { breakEvenProcedures } from '../../contract/procedures/break-evens.ts';
import { waitFor } from '../run/waiting-list.ts';
import type { ApiContext } from './context.ts';

/** Break-evens beyond those that a run shows by itself. */
export function breakEvensApi({ open }: ApiContext): Handlers<typeof breakEvenProcedures> {
  return {
    async breakEvensBetween({ ref, axis, small, large, ...filter }) {
      const [{ store, reports }, { checkFilter, selected }] = await Promise.all([
        open(),
        import('../adaptive/refine.ts'),
      ]);
      const { run, cases } = store.run(ref);
      checkFilter(filter, cases);
      const views = reports.between(run.id, { axis, small, large });
      return { breakEvens: selected(views, filter) };
    },
    async breakEvensByEnergy({ ref, allowDisturbed = false, ...filter }) {
      const [{ store, comparer }, { checkFilter, selected }, { breakEvensByEnergy }, { sourceOf }] =
        await Promise.all([
          open(),
          import('../adaptive/refine.ts'),
          import('../analysis/break-even/by-energy.ts'),
          import('../analysis/reports.ts'),
        ]);
      const stored = store.run(ref);
      checkFilter(filter, stored.cases);
      const { workload, variants } = filter;
      const cases = stored.cases.filter(
        (each) =>
          (workload === undefined || each.workload === workload) &&
          // One variant alone is compared with each other one.
          (variants === undefined || variants.length === 1 || variants.includes(each.variant)),
      );
      const source = sourceOf(store, comparer, { ...stored, cases });
      const { breakEvens, refused } = breakEvensByEnergy({ ...source, allowDisturbed });
      return { breakEvens: selected(breakEvens, filter), refused };
    },
    async breakEvenCalls({ ref, strategy, ...filter }) {
      const [{ store, comparer }, { checkFilter }, { callsBySize }, { sourceOf }] =
        await Promise.all([
          open(),
          import('../adaptive/refine.ts'),
          import('../analysis/headline/calls-by-size.ts'),
          import('../analysis/reports.ts'),
        ]);
      const stored = store.run(ref);
      checkFilter(filter, stored.cases);
      return { rows: callsBySize(sourceOf(store, comparer, stored), strategy, filter) };
    },
    async callRate({ ref, workload, variants, ...request }) {
      const [{ store, comparer }, { checkFilter }, { callRate }, { sourceOf }] = await Promise.all([
        open(),
        import('../adaptive/refine.ts'),
        import('../analysis/headline/call-rate.ts'),
        import('../analysis/reports.ts'),
      ]);
      const stored = store.run(ref);
      checkFilter({ scope: undefined, workload, variants }, stored.cases);
      return callRate(sourceOf(store, comparer, stored), { workload, variants, ...request });
    },
    async scalingOver({ ref, ...request }) {
      const [
        { store, comparer },
        { checkFilter },
        { seriesOverCount },
        { peakShares },
        { sourceOf },
      ] = await Promise.all([
        open(),
        import('../adaptive/refine.ts'),
        import('../analysis/over-count.ts'),
        import('../analysis/percent-of-peak.ts'),
        import('../analysis/reports.ts'),
      ]);
      const stored = store.run(ref);
      const { workload, variants } = request;
      checkFilter({ scope: undefined, workload, variants }, stored.cases);
      const source = sourceOf(store, comparer, stored);
      const peaks = store.measuredPeaks(stored.machine.fingerprint);
      const shares = peakShares(source.cases, source.descriptors, peaks);
      return { series: seriesOverCount(source, request, shares) };
    },
    async refine({ ref, target, timeLimitS, maxPoints, waitS, ...filter }) {
      const { store, comparer, runner } = await open();
      if (waitS === undefined) runner.refuseWhileActive();
      const [{ refineSteps }, { checkFilter }] = await Promise.all([
        import('../adaptive/refine-steps.ts'),
        import('../adaptive/refine.ts'),
      ]);
      const runId = store.resolve(ref);
      checkFilter(filter, store.run(runId).cases);
      const limits = { target, timeLimitS, maxPoints };
      const steps = refineSteps(store, comparer, runId, filter, limits);
      return { runId: await runner.extend(runId, steps, waitFor(waitS)) };
    },
  };
}
