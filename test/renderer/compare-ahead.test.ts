import { describe, expect, it } from 'vitest';
import type { RunsComparison } from '../../src-main/contract/procedures/compare.ts';
import type { Client } from '../../src-renderer/client.ts';
import { createCompareAhead, rowsInSight } from '../../src-renderer/state/ahead.ts';
import { historyOf } from '../helpers/curated-history.ts';

const settings = { peek: () => ({ scope: 'total' }) };

describe('a comparison that is likely to be asked for', () => {
  it('is judged once the ticking rests, and anew when runs have changed', async () => {
    const { client } = await historyOf(3);
    const asked: unknown[] = [];
    const watched = {
      ...client,
      call: ((name: never, input: { refs: unknown }) => {
        asked.push(input.refs);
        return client.call(name, input as never);
      }) as Client['call'],
    };
    const ahead = createCompareAhead(watched, settings);
    ahead.expect(['r000001']);
    ahead.expect(['r000001', 'r000002']);
    ahead.expect(['r000001', 'r000003']);
    await expect.poll(() => asked).toEqual([['r000001', 'r000003']]);
    expect((await ahead.get(['r000001', 'r000003'], null)).sides.length).toBe(2);
    expect(asked.length).toBe(1);
    await ahead.get(['r000001', 'r000003'], 'call');
    ahead.forget();
    await ahead.get(['r000001', 'r000003'], null);
    expect(asked.length).toBe(3);
    await expect(ahead.get(['r000001', 'gone'], null)).rejects.toThrow('No run is called');
    await expect(ahead.get(['r000001', 'gone'], null)).rejects.toThrow('No run is called');
    expect(asked.length).toBe(5);
  });

  it('that is long is shown with the verdicts of its first rows, then whole', async () => {
    const { client } = await historyOf(3);
    const asked: unknown[] = [];
    const watched = {
      ...client,
      call: (async (name: never, input: { judge?: number }) => {
        asked.push(input.judge);
        const whole = (await client.call(name, input as never)) as RunsComparison;
        return input.judge === undefined ? whole : { ...whole, judged: input.judge };
      }) as unknown as Client['call'],
    };
    const ahead = createCompareAhead(watched, settings, () => 800);
    const seen: unknown[] = [];
    const show = (comparison: RunsComparison) => seen.push(comparison.judged);
    const refs = ['r000001', 'r000003'];
    expect((await ahead.get(refs, null, show)).judged).toBeUndefined();
    expect(asked).toEqual([7, undefined]);
    expect(seen).toEqual([7]);
    // What is known whole is shown whole.
    await ahead.get(refs, null, show);
    expect(asked.length).toBe(2);
    await ahead.get(refs, 'call', show);
    expect(asked).toEqual([7, undefined, 7, undefined]);
    expect(seen).toEqual([7, 7]);
  });

  it('is judged first as far as a window shows it', () => {
    // Seen in windows of these heights: 4 and 14 rows of two sides, 2 and 7 of eight.
    expect([rowsInSight(800, 2), rowsInSight(1440, 2)]).toEqual([7, 16]);
    expect([rowsInSight(800, 8), rowsInSight(1440, 8)]).toEqual([4, 9]);
    expect(rowsInSight(300, 8)).toBe(3);
  });
});
