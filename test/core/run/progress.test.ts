import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../src-main/contract/progress.ts';
import { progressSchema } from '../../../src-main/contract/progress.ts';
import type { SampleEvent } from '../../../src-main/core/engines/engine-process.ts';
import { createProgress } from '../../../src-main/core/run/progress.ts';
import { planned, policy } from '../store/fixtures.ts';

function event(more: Partial<SampleEvent>): SampleEvent {
  return {
    type: 'sample',
    id: 1,
    scope: 'kernel',
    phase: 'sample',
    timesNs: Float64Array.of(5),
    ...more,
  };
}

const nothing = () => [];

function begun() {
  const told: Progress[] = [];
  const progress = createProgress('run', (now) => told.push(now));
  progress.plan(2);
  progress.begin(planned(0), nothing);
  return { progress, told };
}

it('the case under way says how far its own repetition is, and the run stops counting at its end', () => {
  const told: Progress[] = [];
  const progress = createProgress('run', (now) => told.push(now));
  const own = { parameters: { samples: 10 }, timeLimitS: 5, repetitions: 2 };
  progress.begin({ ...planned(0), policy: { ...policy, ...own } }, nothing, 1);
  expect(progressSchema.parse(progress.current()).own).toMatchObject({
    repetition: 1,
    repetitions: 2,
    samples: 5,
    timeLimitS: 5,
  });
  progress.sample(event({}));
  expect(progress.current()).toMatchObject({ samples: 1, ci95LoNs: null, ci95HiNs: null });
  progress.end('complete');
  expect(progress.current()).not.toHaveProperty('own');
  const { elapsedS } = progress.current();
  const later = performance.now() + 2;
  while (performance.now() < later);
  expect(progress.current().elapsedS).toBe(elapsedS);
});

describe('the clock in progress', () => {
  it('is absent before the first sample and of the next case', () => {
    const { progress } = begun();
    expect(progress.current()).not.toHaveProperty('clock');
    progress.sample(event({ clocksHz: Float64Array.of(1.98e9), throttledSamples: 4 }));
    expect(progress.current().clock).toEqual({ medianHz: 1.98e9, throttledSamples: 4 });
    progress.begin(planned(1), nothing);
    expect(progress.current()).not.toHaveProperty('clock');
    progress.sample(event({ clocksHz: Float64Array.of(1.2e9), throttledSamples: 0 }));
    expect(progress.current().clock).toEqual({ medianHz: 1.2e9, throttledSamples: 0 });
  });

  it('is the median over the samples that tell it, of whichever scope', () => {
    const { progress } = begun();
    progress.sample(
      event({
        timesNs: Float64Array.of(5, 6, 7),
        clocksHz: Float64Array.of(1.5e9, Number.NaN, 1.9e9),
        throttledSamples: 1,
      }),
    );
    progress.sample(
      event({ scope: 'call', clocksHz: Float64Array.of(1.8e9), throttledSamples: 3 }),
    );
    const now = progress.current();
    expect(now.clock).toEqual({ medianHz: 1.8e9, throttledSamples: 3 });
    expect(now.samples).toBe(3);
    expect(progressSchema.parse(now)).toEqual(now);
  });

  it('tells of samples that were set aside before there is a time', () => {
    const { progress } = begun();
    const waiting = {
      timesNs: new Float64Array(),
      clocksHz: Float64Array.of(0.9e9),
      throttledSamples: 1,
    };
    progress.sample(event(waiting));
    const now = progress.current();
    expect(now.clock).toEqual({ medianHz: 0.9e9, throttledSamples: 1 });
    expect(now.samples).toBe(0);
  });

  it('has no rate while no sample could be trusted', () => {
    const { progress } = begun();
    progress.sample(event({ clocksHz: Float64Array.of(Number.NaN), throttledSamples: 0 }));
    expect(progress.current().clock).toEqual({ medianHz: null, throttledSamples: 0 });
  });

  it('is null for work whose clock nobody samples, and gone with the run', () => {
    const { progress } = begun();
    progress.sample(event({}));
    expect(progress.current().clock).toBeNull();
    progress.end('complete');
    expect(progress.current()).not.toHaveProperty('clock');
  });
});

it('the remaining time reaches to the end of what may follow', () => {
  const { progress } = begun();
  progress.took(planned(0), 10);
  progress.begin(planned(1), () => [{ planned: planned(0), count: 1, thorough: false }]);
  const [low, high] = progress.current().etaS ?? [];
  const expected = 10 * 1.6;
  expect(low).toBeCloseTo(expected / 1.35, 6);
  expect(high).toBeCloseTo(expected * 1.35, 6);
  progress.later(100);
  expect(progress.current().etaS?.[1]).toBeCloseTo(expected * 1.35 + 100, 6);
});
