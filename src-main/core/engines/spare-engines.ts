import type { EngineChild, EngineEvent, ForkEngine } from '../../contract/engine-protocol.ts';

type Environment = Readonly<Record<string, string>>;

/** Engine processes that are started before they are needed: they wait, and measure nothing. */
export type SpareEngines = {
  /** Hands out a process that waits, else starts one. */
  readonly fork: ForkEngine;
  /** Starts processes until so many wait. */
  prepare(environment: Environment, count: number): void;
  /** Ends those that wait. */
  close(): void;
};

type Spare = {
  readonly child: EngineChild;
  /** What it has said already. */
  readonly events: EngineEvent[];
  listener: ((event: EngineEvent) => void) | null;
};

export function createSpareEngines(fork: ForkEngine): SpareEngines {
  let waiting: readonly Spare[] = [];

  function start(environment: Environment): Spare {
    const spare: Spare = { child: fork(environment), events: [], listener: null };
    spare.child.onEvent((event) => {
      if (spare.listener === null) spare.events.push(event);
      else spare.listener(event);
    });
    // One that dies while it waits is not handed out.
    spare.child.onExit(() => {
      waiting = waiting.filter((one) => one !== spare);
    });
    return spare;
  }

  return {
    fork(environment) {
      const [spare, ...rest] = waiting;
      if (spare === undefined) return fork(environment);
      waiting = rest;
      return taken(spare);
    },
    prepare(environment, count) {
      const missing = Math.max(0, count - waiting.length);
      waiting = [...waiting, ...Array.from({ length: missing }, () => start(environment))];
    },
    close() {
      const ended = waiting;
      waiting = [];
      for (const { child } of ended) child.kill();
    },
  };
}

/** The process as one that was just started: what it has said comes once somebody listens. */
function taken(spare: Spare): EngineChild {
  const { child, events } = spare;
  return {
    ...child,
    onEvent(listener) {
      queueMicrotask(() => {
        for (const event of events.splice(0)) listener(event);
        spare.listener = listener;
      });
    },
  };
}
