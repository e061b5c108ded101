import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { Queue } from '../../src-main/contract/procedures/queue.ts';
import { createQueue } from '../../src-renderer/state/queue.ts';
import { createToasts, type Toast } from '../../src-renderer/state/toasts.ts';

const waiting = (id: string): Queue['queued'][number] => ({
  id,
  what: `the run "${id}"`,
  since: '2026-11-22T10:00:00Z',
  behind: null,
});
const end = (id: string, runId: string | null, code?: 'cancelled' | 'engine') => ({
  id,
  what: `the run "${id}"`,
  runId,
  failure: code === undefined ? null : { code, message: 'no engine' },
});

function made(queueRun: () => Promise<unknown> = async () => ({ id: 'q1' })) {
  const said: { text: string; action: Toast['action'] }[] = [];
  const now: Queue = { queued: [waiting('q1')], ended: [] };
  const call = async (name: string) => (name === 'queue' ? now : await queueRun());
  const queue = createQueue({
    client: { call: call as never },
    toast: (text, more) => said.push({ text, action: more?.action ?? null }),
    watch: () => undefined,
  });
  return { queue, said };
}

describe('the queue of a window', () => {
  it('says once what is said again while it stands', () => {
    const { toasts, toast } = createToasts();
    for (const text of ['waits', 'other', 'waits']) toast(text, { tone: 'bad' });
    expect(toasts.value.map(({ text }) => text)).toEqual(['other', 'waits']);
  });

  it('tells once of each turn and each failure, not of what ended before it was opened', () => {
    const { queue, said } = made();
    queue.receive({ queued: [waiting('b')], ended: [end('a', 'run-a')] });
    expect([said, queue.queued.value.map(({ id }) => id)]).toEqual([[], ['b']]);
    // Between leaving the queue and beginning it is neither.
    queue.receive({ queued: [], ended: [end('a', 'run-a'), end('b', null)] });
    expect(said).toEqual([]);
    const later = [end('b', 'run-b'), end('c', null, 'cancelled'), end('d', null, 'engine')];
    queue.receive({ queued: [], ended: later });
    queue.receive({ queued: [], ended: later });
    expect(said.map(({ text, action }) => [text, action?.label])).toEqual([
      ['It is the turn of the run "b".', 'Watch'],
      ['The run "d" was not started: no engine', undefined],
    ]);
  });

  it('is offered where the machine is busy, and nowhere else', () => {
    const { queue, said } = made();
    const wait = async () => undefined;
    queue.sayRefused('The run was not started', new BreakevenError('busy', 'ada measures'), wait);
    queue.sayRefused('The run was not started', new BreakevenError('store', 'is full'), wait);
    expect(said.map(({ text, action }) => [text, action?.label])).toEqual([
      ['The run was not started: ada measures', 'Queue it'],
      ['The run was not started: is full', undefined],
    ]);
  });

  it('shows what was added, and says why something was not', async () => {
    const { queue, said } = made();
    await queue.add({} as never);
    expect([queue.queued.value.length, said[0]?.action?.label]).toEqual([1, 'Show the queue']);
    const refused = made(() => Promise.reject(new BreakevenError('bad-input', 'no case')));
    await refused.queue.add({} as never);
    expect(refused.said[0]?.text).toBe('The run was not queued: no case');
  });
});
