import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenQuiet } from '../../src-renderer/state/when-quiet.ts';

describe('what follows when nothing more happens', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const counting = () => {
    let count = 0;
    const soon = whenQuiet(
      () => {
        count += 1;
      },
      150,
      1000,
    );
    return { soon, count: () => count };
  };

  it('is done once for calls in a row, after a pause', () => {
    const { soon, count } = counting();
    soon();
    vi.advanceTimersByTime(100);
    soon();
    vi.advanceTimersByTime(149);
    expect(count()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(count()).toBe(1);
    vi.advanceTimersByTime(5000);
    expect(count()).toBe(1);
  });

  it('is not put off for ever', () => {
    const { soon, count } = counting();
    for (let i = 0; i < 20; i += 1) {
      soon();
      vi.advanceTimersByTime(100);
    }
    expect(count()).toBe(2);
  });

  it('is not done when it was cancelled', () => {
    const { soon, count } = counting();
    soon();
    soon.cancel();
    vi.advanceTimersByTime(5000);
    expect(count()).toBe(0);
    soon();
    vi.advanceTimersByTime(150);
    expect(count()).toBe(1);
  });
});
