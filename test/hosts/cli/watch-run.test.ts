import { afterEach, expect, it, vi } from 'vitest';
import type { ApiEvent } from '../../../src-main/contract/api.ts';
import type { Progress } from '../../../src-main/contract/progress.ts';
import { watchRun } from '../../../src-main/hosts/cli/watch-run.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

afterEach(() => void vi.useRealTimers());

const progress: Progress = {
  runId: 'r',
  status: 'running',
  done: 0,
  total: 2,
  current: {
    index: 0,
    workload: 'count',
    variant: 'stuck',
    values: { n: 8, bins: 3, seed: 1 },
    inputKey: '',
    policy: {
      criterion: 'fixed',
      parameters: {},
      timeLimitS: null,
      repetitions: 1,
      order: 'sequential',
    },
  },
  samples: 0,
  medianNs: null,
  ci95LoNs: null,
  ci95HiNs: null,
  elapsedS: 0,
  etaS: [0, 1],
  failure: null,
};

/** A run that is watched, its host's events, and what is said of it. Time is scripted. */
function scriptedRun(terminal: boolean) {
  vi.useFakeTimers();
  const fake = createScriptedApp();
  let listener: (event: ApiEvent) => void = () => undefined;
  const app = {
    ...fake,
    api: { ...fake.api, progress: async () => progress },
    onEvent(given: (event: ApiEvent) => void) {
      listener = given;
      return () => undefined;
    },
  };
  const said: string[] = [];
  const io = {
    ...{ out: () => undefined, err: (text: string) => void said.push(text) },
    ...{ cwd: '/', env: {}, terminal, columns: 200, colors: false },
    onInterrupt: () => () => undefined,
  };
  const emit = (change: Partial<Progress> = {}) =>
    listener({ type: 'progress', progress: { ...progress, ...change } });
  const watch = async (first: () => void = () => undefined) => {
    const start = async (): Promise<{ runId: string }> => {
      first();
      return { runId: 'r' };
    };
    await watchRun(app, start, io, false, () => ['n', 'bins', 'share']);
  };
  return { emit, watch, said };
}

it.each([
  [false, 2],
  [true, 20],
])('tells of a case that is not heard of (terminal: %s)', async (terminal, atLeast) => {
  const { emit, watch, said } = scriptedRun(terminal);
  const ended = watch(() => emit());
  await vi.advanceTimersByTimeAsync(4000);
  expect(said.join('')).not.toContain('nothing heard');
  await vi.advanceTimersByTimeAsync(46_000);
  emit({ status: 'complete', current: null });
  await ended;
  const hints = said.filter((text) => text.includes('nothing heard'));
  expect(hints.length).toBeGreaterThanOrEqual(atLeast);
  expect(hints[0]).toContain('[1/2] count stuck n=8 bins=3: nothing heard for 5 s; Ctrl-C cancels');
  if (!terminal) expect(hints).toHaveLength(2);
});

it('has a line at each tenth where lines are not overwritten', async () => {
  const { emit, watch, said } = scriptedRun(false);
  const ended = watch();
  for (let done = 0; done < 200; done += 1) {
    for (const samples of [10, 20]) emit({ done, total: 200, samples, medianNs: 2000 });
    // Repetitions that are added make the part that is done smaller: no tenth is told twice.
    emit({ done, total: 400 });
  }
  emit({ status: 'complete', current: null });
  await ended;
  const told = said.filter((text) => text.includes('count stuck'));
  expect(told.map((text) => /^\[\d+\/\d+\]/.exec(text)?.[0])).toEqual(
    [1, 21, 41, 61, 81, 101, 121, 141, 161, 181].map((at) => `[${at}/200]`),
  );
});
