import { expect, it } from 'vitest';
import type { RunRow } from '../../../src-main/contract/run.ts';
import { createUnkeptEnds } from '../../../src-main/core/run/unkept-ends.ts';

it('shows how a run ended until the store has it, and stores it once', () => {
  let isFull = true;
  const stored: string[][] = [];
  const changed: string[] = [];
  const ends = createUnkeptEnds(
    (...end) => {
      if (isFull) throw new Error('database or disk is full');
      stored.push(end);
    },
    (runId) => changed.push(runId),
  );
  const row = { id: 'a', status: 'running' } as RunRow;
  ends.add('a', 'the disk is full');
  ends.store();
  expect(ends.asEnded(row)).toMatchObject({ status: 'failed', failure: 'the disk is full' });
  expect([stored, changed]).toEqual([[], []]);
  isFull = false;
  ends.store();
  ends.store();
  expect([stored, changed]).toEqual([[['a', 'the disk is full']], ['a']]);
  expect(ends.asEnded(row)).toEqual(row);
});
