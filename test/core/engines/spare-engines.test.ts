import { expect, it } from 'vitest';
import type { EngineChild, EngineEvent } from '../../../src-main/contract/engine-protocol.ts';
import { createSpareEngines } from '../../../src-main/core/engines/spare-engines.ts';

/** Processes that only say what a test says for them. */
function scripted() {
  const made: { emit: (event: EngineEvent) => void; end: () => void; killed: boolean }[] = [];
  const fork = (): EngineChild => {
    const listeners: ((event: EngineEvent) => void)[] = [];
    const endings: ((how: string) => void)[] = [];
    const one = {
      emit: (event: EngineEvent) => {
        for (const listener of listeners) listener(event);
      },
      end: () => {
        for (const ending of endings) ending('signal SIGKILL');
      },
      killed: false,
    };
    made.push(one);
    return {
      pid: made.length,
      send: () => {},
      onEvent: (listener) => void listeners.push(listener),
      onExit: (listener) => void endings.push(listener),
      kill: () => {
        one.killed = true;
      },
    };
  };
  return { made, spares: createSpareEngines(fork) };
}
const microtasks = () =>
  new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

it('hands out a process that waits, with what it has said already and what follows', async () => {
  const { made, spares } = scripted();
  spares.prepare({}, 2);
  spares.prepare({}, 2);
  expect(made).toHaveLength(2);
  made[0]?.emit({ type: 'ready' });
  const child = spares.fork({});
  expect([child.pid, made.length]).toEqual([1, 2]);
  const heard: string[] = [];
  child.onEvent(({ type }) => void heard.push(type));
  await microtasks();
  made[0]?.emit({ type: 'reply', id: 1, reply: { ok: true, cancelled: true } } as never);
  expect(heard).toEqual(['ready', 'reply']);
});

it('starts one where none waits, and hands out none that has ended', () => {
  const { made, spares } = scripted();
  expect(spares.fork({}).pid).toBe(1);
  spares.prepare({}, 1);
  made[1]?.end();
  expect(spares.fork({}).pid).toBe(3);
});

it('ends those that wait, and none that was handed out', () => {
  const { made, spares } = scripted();
  spares.prepare({}, 2);
  spares.fork({});
  spares.close();
  expect(made.map(({ killed }) => killed)).toEqual([false, true]);
  expect(spares.fork({}).pid).toBe(3);
});
