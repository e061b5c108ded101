import { join } from 'node:path';
import type {
  EngineCase,
  EngineChild,
  EngineEvent,
  ForkEngine,
} from '../../src-main/contract/engine-protocol.ts';
import type { Interference } from '../../src-main/contract/interference.ts';
import { createEngine } from '../../src-main/engine/engine.ts';
import { createForkEngine } from '../../src-main/hosts/fork-engine.ts';
import { createScriptedProvider, type ScriptedOptions, timesScaled } from './scripted-provider.ts';

export * from './scripted-provider.ts';

/** Scripted engines as real child processes. */
export const forkScriptedEngine: ForkEngine = createForkEngine(
  join(import.meta.dirname, 'scripted-engine-child.ts'),
);

export type ScriptedEngines = {
  readonly fork: ForkEngine;
  /** One entry a process that was started, with the cases that it ran. */
  readonly processes: readonly { readonly ran: readonly EngineCase[]; readonly alive: boolean }[];
};

/**
 * Scripted engines inside this process: quick, and what they were asked can be looked at.
 *
 * @param interferenceOf what else happened while a case was measured
 * @param scaleOf how many times as long a case takes
 * @param options of what is scripted
 */
export function createScriptedEngines(
  interferenceOf?: (engineCase: EngineCase) => Interference,
  scaleOf: (engineCase: EngineCase) => number = () => 1,
  options: Omit<ScriptedOptions, 'crash'> = {},
): ScriptedEngines {
  const processes: { ran: readonly EngineCase[]; alive: boolean }[] = [];
  const fork: ForkEngine = () => {
    let listener: (event: EngineEvent) => void = () => {};
    let onExit: (how: string) => void = () => {};
    const record = { ran: [] as readonly EngineCase[], alive: true };
    const die = (how: string) => {
      if (!record.alive) return;
      record.alive = false;
      queueMicrotask(() => onExit(how));
    };
    // Over structured clone like a real channel, and never in the turn of the sender.
    const emit = (event: EngineEvent) => {
      const copy = structuredClone(disturbed(event));
      queueMicrotask(() => record.alive && listener(copy));
    };
    const disturbed = (event: EngineEvent): EngineEvent => {
      const last = record.ran.at(-1);
      if (last === undefined || event.type !== 'reply' || !('result' in event.reply)) return event;
      const scale = scaleOf(last);
      const { result } = event.reply;
      const found = interferenceOf === undefined ? {} : { interference: interferenceOf(last) };
      const changed = scale === 1 ? result : timesScaled(result, scale);
      return { ...event, reply: { ...event.reply, result: { ...changed, ...found } } };
    };
    const provider = createScriptedProvider({ ...options, crash: () => die('signal SIGSEGV') });
    record.ran = provider.ran;
    processes.push(record);
    const engine = createEngine([{ name: 'breakeven_cpu', provider }], [], emit);
    const child: EngineChild = {
      pid: processes.length,
      send: (message) => {
        const copy = structuredClone(message);
        queueMicrotask(() => record.alive && engine.handle(copy));
      },
      onEvent: (given) => {
        listener = given;
      },
      onExit: (given) => {
        onExit = given;
      },
      kill: () => die('signal SIGKILL'),
    };
    emit({ type: 'ready' });
    return child;
  };
  return { fork, processes };
}
