import { describe, expect, it } from 'vitest';
import { judge } from '../../src-main/stats/judge.ts';
import { sideOf } from './processes.ts';

it('the same program with other samples is said to hold so many executions in a sample', () => {
  const [a, b] = [sideOf('a', [900, 905, 903]), sideOf('b', [1000, 1004, 1002])];
  const warned = (one?: number, other?: number): string =>
    judge(
      { ...a, ...(one !== undefined && { executions: one }) },
      { ...b, ...(other !== undefined && { executions: other }) },
      { sameRun: false },
    ).warnings?.join() ?? '';
  expect(warned(4, 1)).toContain(
    'batch sizes differ: a sample of a is the mean of 4 executions, a sample of b of 1 execution',
  );
  for (const same of [warned(), warned(4, 4), warned(4)]) {
    expect(same).not.toContain('executions');
  }
});

describe('a side whose cores were watched', () => {
  const [a, b] = [
    sideOf('a', [900, 905, 902], { watched: false }),
    sideOf('b', [1000, 1004, 1001], { watched: false }),
  ] as const;
  const watched = { ...a, watched: true } as const;

  it('says so next to one whose cores were not', () => {
    const text =
      'contended samples of a were taken again, those of b were not: its times may include contention on shared cores';
    expect(judge(watched, b, { sameRun: false }).warnings).toContain(text);
    expect(judge(b, watched, { sameRun: false }).warnings).toContain(text);
    for (const pair of [[a, b] as const, [watched, { ...b, watched: true }] as const]) {
      expect(judge(...pair, { sameRun: false }).warnings?.join()).not.toContain('contended');
    }
  });
});
