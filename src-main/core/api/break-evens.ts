import type { Handlers } from '../../contract/procedure.ts';
import type { breakEvenProcedures } from '../../contract/procedures/break-evens.ts';
import type { RefineFilter } from '../adaptive/refine.ts';
import { waitFor } from '../run/waiting-list.ts';
import type { ApiContext } from './context.ts';

/** Break-evens beyond those that a run shows by itself. */
export function breakEvensApi({ open }: ApiContext): Handlers<typeof breakEvenProcedures> {
  /** A run with what it was measured of. @throws BreakevenError `bad-input` where it has nothing that the filter names. */
  async function filtered(ref: string, filter: RefineFilter) {
    const [{ store, comparer, reports }, { checkFilter, selected }, { sourceOf }] =
      await Promise.all([
        open(),
        import('../adaptive/refine.ts'),
        import('../analysis/reports.ts'),
      ]);
    const stored = store.run(ref);
    checkFilter(filter, stored.cases);
    const source = (cases = stored.cases) => sourceOf(store, comparer, { ...stored, cases });
    return { store, reports, stored, source, selected };
  }

  return {
    async breakEvensBetween({ ref, axis, small, large, ...filter }) {
      const { reports, stored, selected } = await filtered(ref, filter);
      const views = reports.between(stored.run.id, { axis, small, large });
      return { breakEvens: selected(views, filter) };
    },
    async breakEvensByEnergy({ ref, allowDisturbed = false, ...filter }) {
      const { stored, source, selected } = await filtered(ref, filter);
      const { breakEvensByEnergy } = await import('../analysis/break-even/by-energy.ts');
      const { workload, variants } = filter;
      const cases = stored.cases.filter(
        (each) =>
          (workload === undefined || each.workload === workload) &&
          // One variant alone is compared with each other one.
          (variants === undefined || variants.length === 1 || variants.includes(each.variant)),
      );
      const { breakEvens, refused } = breakEvensByEnergy({ ...source(cases), allowDisturbed });
      return { breakEvens: selected(breakEvens, filter), refused };
    },
    async breakEvenCalls({ ref, strategy, ...filter }) {
      const { source } = await filtered(ref, filter);
      const { callsBySize } = await import('../analysis/headline/calls-by-size.ts');
      return { rows: callsBySize(source(), strategy, filter) };
    },
    async callRate({ ref, ...request }) {
      const { workload, variants } = request;
      const { source } = await filtered(ref, { workload, variants });
      const { callRate } = await import('../analysis/headline/call-rate.ts');
      return callRate(source(), request);
    },
    async scalingOver({ ref, ...request }) {
      const { workload, variants } = request;
      const { store, stored, source } = await filtered(ref, { workload, variants });
      const [{ seriesOverCount }, { peakShares }] = await Promise.all([
        import('../analysis/over-count.ts'),
        import('../analysis/percent-of-peak.ts'),
      ]);
      const own = source();
      const peaks = store.measuredPeaks(stored.machine.fingerprint);
      const shares = peakShares(own.cases, own.descriptors, peaks);
      return { series: seriesOverCount(own, request, shares) };
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
