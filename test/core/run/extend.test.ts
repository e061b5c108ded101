import { describe, expect, it } from 'vitest';
import type { PlannedCase } from '../../../src-main/contract/run.ts';
import type { Step } from '../../../src-main/core/run/step.ts';
import { engines, makeRunner, planOf, seen, store, waitFor } from './runner-over-scripted.ts';

const plan = planOf({ sweep: { n: [10, 30] } });

/** A case at a size that the run does not have, measured by repetitions of its own. */
function another(n: number, index: number): PlannedCase {
  const [template] = planOf({ sweep: { n: [n] } }).cases;
  if (template === undefined) throw new Error('a plan of one size has one case');
  return { ...template, index, firstRepetition: 2 };
}

const ran = (from: number) =>
  engines.processes
    .slice(from)
    .flatMap(({ ran: cases }) => cases.map(({ values, repetition }) => [values.n, repetition]));

describe('a complete run that is added to', () => {
  it('is measured at what is added and nowhere else, though its plan has more', async () => {
    const runner = makeRunner();
    const id = await runner.start(plan, 'complete');
    await runner.idle();
    // As a case whose last repetitions were skipped by the user.
    store.replacePlan(id, { ...plan, cases: [...plan.cases, another(50, 2)] });
    const before = engines.processes.length;
    const added = [another(20, 3)];
    const steps: (Step | string)[] = [{ added, again: [] }, 'there is enough'];
    expect(await runner.extend(id, () => steps.shift() ?? null)).toBe(id);
    await runner.idle();
    expect(ran(before)).toEqual([
      [20, 2],
      [20, 3],
    ]);
    expect(store.run(id).cases.map(({ values }) => values.n)).toEqual([10, 30, 20]);
    expect(store.row(id).status).toBe('complete');
    expect(store.logOf(id, 0, 100).map(({ text }) => text)).toContain('there is enough');
  });

  it('has its measurements counted before the first step', async () => {
    const runner = makeRunner();
    const id = await runner.start(plan, 'counted');
    await runner.idle();
    const before = engines.processes.length;
    await runner.extend(id, () => 'there is enough');
    await waitFor(() => seen.at(-1)?.status === 'complete');
    await runner.idle();
    expect(ran(before)).toEqual([]);
    expect(runner.progress()).toMatchObject({ done: 4, total: 4 });
  });
});

describe('a run that ended before it was complete', () => {
  it('is not added to, and says what comes first', async () => {
    const runner = makeRunner();
    const group = { workload: 'trouble', variants: ['good', 'slow'] };
    const id = await runner.start(
      planOf(group, { order: 'sequential', repetitions: 1 }),
      'cancelled',
    );
    await waitFor(() => seen.some(({ current }) => current?.variant === 'slow'));
    await runner.cancel(id);
    await runner.idle();
    const before = engines.processes.length;
    let asked = 0;
    const advance = () => {
      asked += 1;
      return null;
    };
    await expect(runner.extend(id, advance)).rejects.toMatchObject({
      code: 'bad-input',
      message: `run ${id} is cancelled: cases of it may be missing; resume it before it is refined (run --resume ${id})`,
    });
    expect([asked, ran(before), store.row(id).status]).toEqual([0, [], 'cancelled']);
    expect(runner.isActive()).toBe(false);
  });

  it('is not added to either where that happened while the machine was waited for', async () => {
    const first = makeRunner();
    const id = await first.start(plan, 'spoiled meanwhile');
    await first.idle();
    const second = makeRunner({
      lock: async () => {
        store.setStatus(id, 'cancelled');
        return { neighbours: async () => [], release: async () => {} };
      },
    });
    await expect(second.extend(id, () => null, { seconds: null })).rejects.toMatchObject({
      message: expect.stringContaining('resume it before it is refined'),
    });
    expect(store.row(id).status).toBe('cancelled');
  });
});
