import type { ProviderEvent } from '../provider.ts';

const eventPeriodNs = 1e8;

export type SampleBatches = {
  readonly add: (scope: string, ns: number) => void;
  readonly flush: () => void;
};

/** Sends new samples in batches, about ten times a second, one event for each timing scope. */
export function createSampleBatches(
  onEvent: (event: ProviderEvent) => void,
  nowNs: () => number,
): SampleBatches {
  const pending = new Map<string, number[]>();
  let sentAt = nowNs();

  function flush(): void {
    for (const [scope, times] of pending) {
      onEvent({ scope, phase: 'sample', timesNs: Float64Array.from(times) });
    }
    pending.clear();
    sentAt = nowNs();
  }

  return {
    add(scope, ns) {
      const times = pending.get(scope);
      if (times === undefined) pending.set(scope, [ns]);
      else times.push(ns);
      if (nowNs() - sentAt > eventPeriodNs) flush();
    },
    flush,
  };
}
