import { describe, expect, it, vi } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import type { Progress } from '../../../src-main/contract/progress.ts';
import type { CaseResult } from '../../../src-main/contract/run.ts';
import type { EngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { createRunner, type RunnerSources } from '../../../src-main/core/run/runner.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { scriptedCatalog } from '../../helpers/scripted-engine.ts';
import { machine, newRun, planned, result, scope } from '../store/fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

const good = (): CaseResult => result({ samples: [scope('kernel', 0, [1, 2, 3])] });
const cases = [0, 1].map((index) =>
  planned(index, { workload: 'count', values: { n: 10 + index } }),
);
const { plan } = newRun(cases);

/** A runner over an engine of which the test ends each case. */
function controlled(more: Partial<RunnerSources> = {}) {
  const seen: Progress[] = [];
  const changes: string[] = [];
  const statuses: string[] = [];
  const asked: { readonly index: number; readonly end: (with_: CaseResult | Error) => void }[] = [];
  const supervisor = {
    restart: vi.fn(async () => {}),
    async run({ index }, { signal }) {
      const answer = Promise.withResolvers<CaseResult>();
      signal?.addEventListener('abort', () =>
        answer.reject(new BreakevenError('cancelled', 'the case was cancelled')),
      );
      asked.push({
        index,
        end: (given) => (given instanceof Error ? answer.reject(given) : answer.resolve(given)),
      });
      return await answer.promise;
    },
  } satisfies Partial<EngineSupervisor>;
  const runner = createRunner({
    store: () => store,
    supervisor: supervisor as unknown as EngineSupervisor,
    survey: async () => ({
      catalog: scriptedCatalog,
      machine,
      free: { hostBytes: 1e12, gpus: [] },
    }),
    lock: async () => ({ neighbours: async () => [], release: async () => {} }),
    onProgress: (progress) => seen.push(progress),
    onChange: (id) => {
      changes.push(id);
      statuses.push(store.row(id).status);
    },
    ...more,
  });
  const begun = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));
  const end = (which: number, with_: CaseResult | Error = good()) => asked[which]?.end(with_);
  return { runner, seen, changes, statuses, supervisor, begun, end, asked };
}

describe('a run under way', () => {
  it('holds before its next case while it is paused, and not another run', async () => {
    const { runner, begun, end, asked, seen } = controlled();
    const id = await runner.start(plan, 'paused');
    await begun(1);
    expect(runner.pause('another', true)).toBe(false);
    expect(runner.pause(id, true)).toBe(true);
    end(0);
    await vi.waitFor(() => expect(store.run(id).cases).toHaveLength(1));
    expect([asked.length, seen.at(-1)?.paused]).toEqual([1, true]);
    expect(runner.pause(id, true)).toBe(true);
    expect(runner.pause(id, false)).toBe(false);
    await begun(2);
    end(1);
    await runner.idle();
    const texts = store.logOf(id, 0, 20).map(({ text }) => text);
    expect(texts.filter((text) => /^(paused|continued)$/.test(text))).toEqual([
      'paused',
      'continued',
    ]);
    expect(runner.pause(id, true)).toBe(false);
  });

  it('ends the case that is named alone, and goes on', async () => {
    const { runner, begun, end } = controlled();
    const id = await runner.start(plan, 'skipped');
    await begun(1);
    expect([runner.skip('another', 0), runner.skip(id, 1)]).toEqual([false, false]);
    expect(runner.skip(id, 0)).toBe(true);
    await begun(2);
    end(1);
    await runner.idle();
    expect(store.run(id).cases.map(({ outcome }) => outcome)).toEqual(['skipped', 'ok']);
    expect([store.row(id).status, runner.skip(id, 0)]).toEqual(['complete', false]);
  });

  it('takes an error that is no skip for what it is', async () => {
    const { runner, begun, end, seen } = controlled();
    const id = await runner.start(plan, 'broken');
    await begun(1);
    end(0, new Error('the pipe broke'));
    await runner.idle();
    await vi.waitFor(() => expect(seen.at(-1)?.status).toBe('failed'));
    expect(seen.at(-1)?.failure?.message).toContain('the pipe broke');
    expect([store.row(id).status, store.run(id).cases]).toEqual(['failed', []]);
  });

  it('that is cancelled while a case is skipped is cancelled', async () => {
    const { runner, begun } = controlled();
    const id = await runner.start(plan, 'both');
    await begun(1);
    const cancelled = runner.cancel(id);
    runner.skip(id, 0);
    await cancelled;
    await runner.idle();
    expect([store.row(id).status, store.run(id).cases]).toEqual(['cancelled', []]);
  });

  it('acknowledges a cancel before its engine has gone', async () => {
    const { runner, begun, supervisor } = controlled();
    const id = await runner.start(plan, 'slow to end');
    await begun(1);
    const gone = Promise.withResolvers<void>();
    supervisor.restart.mockReturnValue(gone.promise);
    expect(await runner.cancel(id)).toBe(true);
    expect(runner.isActive()).toBe(true);
    gone.resolve();
    await runner.idle();
    expect([runner.isActive(), store.row(id).status]).toEqual([false, 'cancelled']);
  });

  it('is announced when it begins and when it has ended', async () => {
    const { runner, begun, end, changes, statuses } = controlled();
    const id = await runner.start({ ...plan, cases: plan.cases.slice(0, 1) }, 'short');
    await begun(1);
    expect([changes, statuses]).toEqual([[id], ['running']]);
    end(0);
    await vi.waitFor(() => expect(changes.length).toBeGreaterThan(1));
    expect([changes.at(-1), statuses.at(-1)]).toEqual([id, 'complete']);
  });

  it('refuses to be resumed or to go on a second time', async () => {
    const { runner, begun } = controlled();
    const id = await runner.start(plan, 'under way');
    await begun(1);
    const busy = { code: 'busy', message: `run ${id} is being measured right now` };
    await expect(runner.resume(id)).rejects.toMatchObject(busy);
    await expect(runner.extend(id, () => null)).rejects.toMatchObject(busy);
    await runner.close();
    expect(store.row(id).status).toBe('cancelled');
  });

  it('is marked as running again when it is resumed', async () => {
    const { runner, begun, end } = controlled();
    const id = await runner.start(plan, 'resumed');
    await begun(1);
    end(0);
    await begun(2);
    await runner.cancel(id);
    await runner.idle();
    expect(await runner.resume(id)).toBe(id);
    await begun(3);
    expect(store.row(id).status).toBe('running');
    end(2);
    await runner.idle();
    expect(store.run(id).run).toMatchObject({ status: 'complete', ok: 2 });
  });
});
