import type { EngineChild, EngineEvent, ForkEngine } from '../../contract/engine-protocol.ts';

type Environment = Readonly<Record<string, string>>;

type Spare = {
  readonly child: EngineChild;
  /** What it has said already. */
  readonly events: EngineEvent[];
  listener: ((event: EngineEvent) => void) | null;
};

/** Engine processes that are started before they are needed: they wait, and measure nothing. */
export function createSpareEngines(fork: ForkEngine) {
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
    /** Hands out a process that waits, else starts one. */
    fork(environment: Environment): EngineChild {
      const [spare, ...rest] = waiting;
      if (spare === undefined) return fork(environment);
      waiting = rest;
      return taken(spare);
    },
    /** Starts processes until so many wait. */
    prepare(environment: Environment, count: number): void {
      const missing = Math.max(0, count - waiting.length);
      waiting = [...waiting, ...Array.from({ length: missing }, () => start(environment))];
    },
    /** Ends those that wait. */
    close(): void {
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
