import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSqlite } from '../../src-main/core/store/sqlite.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { finished, newRun, planned } from '../core/store/fixtures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { howClear } from './command.ts';
import { lookAt, lostSince } from './stored.ts';

function storeWith(...ids: readonly string[]): string {
  const home = temporaryFolder();
  const store = openStore(home);
  for (const id of ids) {
    store.createRun(newRun([planned(0)], { id }));
    store.saveCase(id, finished(0));
    store.finishRun(id, 'complete');
  }
  store.close();
  return home;
}

function change(home: string, sql: string): void {
  const raw = new (loadSqlite())(join(home, 'breakeven.db'));
  raw.pragma('foreign_keys = OFF');
  raw.exec(sql);
  raw.close();
}

describe('what the soak test compares', () => {
  it('misses nothing of a store that only grew', () => {
    const home = storeWith('one');
    const before = lookAt(home, true);
    expect(before.runs).toEqual(new Map([['one', 'complete']]));
    expect(before.samples.size).toBeGreaterThan(0);
    const store = openStore(home);
    store.createRun(newRun([planned(0)], { id: 'two' }));
    store.close();
    expect(lostSince(before, lookAt(home, true))).toEqual([]);
  });

  it.each([
    ['DELETE FROM samples', /^samples one 0 0 \w+ are gone$/],
    ['UPDATE samples SET times = zeroblob(8 * n)', /^samples one 0 0 \w+ are changed$/],
    ['UPDATE samples SET times = zeroblob(4)', /are changed$/],
    ['DELETE FROM run', /^run one is gone$/],
  ])('finds what is lost by %s', (sql, expected) => {
    const home = storeWith('one');
    const before = lookAt(home, true);
    change(home, sql);
    const lost = lostSince(before, lookAt(home, true));
    expect(lost[0]).toMatch(expected);
    expect(lostSince(before, lookAt(home, true), new Set(['one']))).not.toContain(lost[0]);
  });

  it('finds rows that refer to nothing and samples of a wrong length', () => {
    const home = storeWith('one');
    change(home, 'UPDATE samples SET times = zeroblob(12)');
    expect(lookAt(home, false).faults[0]).toMatch(/ are torn$/);
    change(home, 'DELETE FROM run_case');
    expect(lookAt(home, true).faults).toContainEqual(expect.stringMatching(/refer to what is not/));
  });

  it('lets a case whose engine was killed lose its samples', () => {
    const home = storeWith('one');
    const before = lookAt(home, true);
    change(home, `DELETE FROM samples; UPDATE run_case SET outcome = 'failed'`);
    expect(lostSince(before, lookAt(home, true))).toEqual([]);
  });
});

describe('what a command that failed has said', () => {
  const ending = { code: 3, signal: null, out: '' };
  it.each([
    ['breakeven: the disk is full\n', 'clear'],
    ['warning Load: 9\nbreakeven: the disk is full\n', 'clear'],
    ['', 'unclear'],
    ['breakeven: one\nbreakeven: two\n', 'unclear'],
    ['breakeven: Error\n    at run (/x/cli.ts:1:2)\n', 'unclear'],
    ['Error: too many open files\n    at x (node:internal/main:3:4)\n', 'node'],
    ['Error\n    at y (/a/src-main/b.ts:1:2)\n    at x (node:internal/main:3:4)\n', 'unclear'],
    ['  #  node[12]: pthread_create: Resource temporarily unavailable\n', 'node'],
  ])('%j is %s', (err, expected) => {
    expect(howClear({ ...ending, err })).toBe(expected);
  });

  it('is nothing to judge where it succeeded, and the table where cases failed', () => {
    expect(howClear({ ...ending, code: 0, err: '' })).toBe('fine');
    const summary = (failed: number) => ({
      ...{ ...ending, code: 1, err: '' },
      out: `Run 1 is complete: 1 ok, ${failed} failed, 0 skipped.\n`,
    });
    expect(howClear(summary(1))).toBe('clear');
    expect(howClear(summary(0))).toBe('unclear');
    expect(howClear({ ...ending, code: 1, err: '' })).toBe('unclear');
  });
});
