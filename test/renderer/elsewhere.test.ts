import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createElsewhere } from '../../src-renderer/state/elsewhere.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store in which another process has a run with so many finished cases; null: no run. */
function watched() {
  let done: number | null = null;
  let asked = 0;
  let seen = true;
  let answers = 0;
  const call = async (name: string, input: { readonly runId?: string }) => {
    if (name === 'progress') {
      answers += 1;
      return {
        runId: input.runId,
        status: 'running',
        current: null,
        medianNs: null,
        done: answers,
      };
    }
    asked += 1;
    return { rows: done === null ? [] : [{ id: 'r1', ok: done, elsewhere: true }], total: 0 };
  };
  const elsewhere = createElsewhere(
    { call } as never,
    () => null,
    () => seen,
  );
  const end = elsewhere.watch();
  return {
    elsewhere,
    end,
    set: (next: { readonly done?: number | null; readonly seen?: boolean }) => {
      if (next.done !== undefined) done = next.done;
      if (next.seen !== undefined) seen = next.seen;
    },
    asked: () => asked,
    answers: () => answers,
  };
}

it('looks every five seconds for a run of another process, and each second while there is one', async () => {
  const { elsewhere, set, asked, end } = watched();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked(), elsewhere.run.value]).toEqual([2, null]);
  set({ done: 0 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(elsewhere.run.value).toMatchObject({ ok: 0 });
  set({ done: 1 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(elsewhere.run.value).toMatchObject({ ok: 1 });
  const before = asked();
  await vi.advanceTimersByTimeAsync(4000);
  expect(asked() - before).toBe(4);
  set({ done: null });
  await vi.advanceTimersByTimeAsync(1000);
  expect(elsewhere.run.value).toBeNull();
  end();
  const last = asked();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(last);
});

it('asks the process that measures how far it is, each second, and nobody when nothing is measured', async () => {
  const { elsewhere, set, answers, end } = watched();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([answers(), elsewhere.live.progress.value]).toEqual([0, null]);
  set({ done: 3 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(elsewhere.live.progress.value).toMatchObject({ runId: 'r1', done: 1 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(elsewhere.live.progress.value).toMatchObject({ done: 4 });
  end();
});

it('looks as seldom as before while nobody sees the window', async () => {
  const { set, asked, answers, end } = watched();
  set({ done: 3, seen: false });
  await vi.advanceTimersByTimeAsync(5000);
  const before = asked();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked() - before).toBe(2);
  expect(answers()).toBe(0);
  end();
});
