import { expect, it } from 'vitest';
import { speedupFigure } from '../../../src-main/core/figures/speedup.ts';
import { judge } from '../../../src-main/stats/judge.ts';
import { summarizeProcess } from '../../../src-main/stats/process-summary.ts';
import { histogram, sourceOf, sweep } from './fixture.ts';

const source = sourceOf(sweep);

type Device = 'cpu' | 'cuda';

/** Speedup and interval of a case over `sequential` at its size, with processes as they are expected of two devices. */
function expectedOf(variant: string, n: number, devices: readonly [Device, Device]) {
  const [contender, baseline] = [variant, 'sequential'].map((id, i) => {
    const stored = source.cases.find((one) => one.variant === id && one.values.n === n);
    if (stored === undefined) throw new Error(`the fixture has no ${id} at ${n}`);
    const processes = source.repetitions(stored.index, 'kernel').map((times, repetition) => {
      const process = summarizeProcess(times);
      return {
        repetition,
        medianNs: process.medianNs,
        logError: process.logError,
        n: process.n,
        effectiveN: process.effectiveN,
      };
    });
    return { label: id, device: devices[i] ?? 'cpu', scope: 'kernel', processes };
  });
  if (contender === undefined || baseline === undefined) throw new Error('two sides');
  const { ratio, ci95 } = judge(contender, baseline, { sameRun: true });
  if (ratio === null || ci95 === null) throw new Error('the fixture has no ratio');
  return { y: 1 / ratio, lo: 1 / ci95[1], hi: 1 / ci95[0] };
}

it('a speedup has the interval of its own two devices', () => {
  const { series } = speedupFigure(source, { scope: 'kernel' });
  const cuda = histogram.variants.filter(({ device }) => device === 'cuda');
  let told = 0;
  for (const { id } of cuda) {
    const drawn = series.find(({ label }) => label === id);
    for (const point of drawn?.mark === 'line' ? drawn.points : []) {
      const near = { y: point.y, lo: point.lo, hi: point.hi };
      expect(near, `${id} ${point.x}`).toEqual(expectedOf(id, point.x, ['cuda', 'cpu']));
      const swapped = expectedOf(id, point.x, ['cpu', 'cuda']);
      told += Math.abs(Math.log(swapped.hi / (near.hi ?? 0))) > 1e-6 ? 1 : 0;
    }
  }
  // Where both sides are of one class of time the two expectations add up to the same.
  expect(told).toBeGreaterThan(3);
});
