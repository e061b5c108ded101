import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import type { Revision } from '../../../src-main/contract/run.ts';
import { settleSame } from '../../../src-main/core/store/reference.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { failureOf } from './failure-of.ts';
import { configuration, finished, machine, newRun, planned } from './fixtures.ts';

let store: Store;
let days = 0;

beforeEach(() => {
  store = openStore(temporaryFolder());
  days = 0;
});

afterEach(() => store.close());

type Given = {
  readonly title?: string;
  readonly commit?: string;
  readonly revision?: Revision;
  readonly fingerprint?: string;
  readonly configuration?: Partial<Configuration>;
  readonly measured?: boolean;
};

/** A run of one case, a day after the one before. */
function stored(id: string, given: Given = {}): string {
  days += 1;
  const { commit, revision, fingerprint = machine.fingerprint, measured = true } = given;
  const versions = { ...machine.versions, ...(commit === undefined ? {} : { commit }) };
  store.createRun(
    newRun([planned(0)], {
      id,
      createdAt: `2025-01-0${days}T00:00:00.000Z`,
      title: given.title ?? 'A run',
      configuration: configuration(given.configuration),
      machine: { ...machine, fingerprint, versions },
      ...(revision === undefined ? {} : { revision }),
    }),
  );
  if (measured) store.saveCase(id, finished(0));
  store.finishRun(id, 'complete');
  return id;
}

describe('a tag, a title or a commit', () => {
  it('names the newest of its runs, and with a step back the ones before', () => {
    stored('r1', { title: 'Night run', commit: 'abcdef0123' });
    stored('r2', { title: 'Night run', commit: 'abcdef0123' });
    stored('r3');
    store.tag('r1', 'nightly');
    store.tag('r2', 'nightly', 'two words');
    expect(store.resolve('nightly')).toBe('r2');
    expect(store.resolve('nightly~1')).toBe('r1');
    expect(store.resolve('two words')).toBe('r2');
    expect(store.resolve('Night run')).toBe('r2');
    expect(store.resolve('Night run~1')).toBe('r1');
    expect(store.resolve('abcdef0')).toBe('r2');
    expect(store.resolve('ABCDEF0123456789')).toBe('r2');
    expect(store.resolve('abcdef0~1')).toBe('r1');
    for (const nothing of ['nightly~2', 'night', 'Night run~2', 'abcdef', 'abcdef1']) {
      expect(failureOf(() => store.resolve(nothing)).code, nothing).toMatch(/not-found|bad-input/);
    }
    expect(failureOf(() => store.resolve('nightly~2'))).toEqual({
      code: 'not-found',
      message: '"nightly~2" is before the first run that "nightly" names.',
    });
  });

  it('is the commit of the lab, not that of the program, where a run has both', () => {
    const head = '88d01e2f00000000000000000000000000000000';
    stored('r1', { commit: 'abcdef0123', revision: { repository: null, head, dirty: true } });
    stored('r2');
    expect(store.resolve('88d01e2')).toBe('r1');
    expect(store.resolve(head)).toBe('r1');
    expect(failureOf(() => store.resolve('abcdef0')).code).toBe('not-found');
  });

  it('finds no run in the trash', () => {
    stored('r1');
    stored('r2');
    store.tag('r1', 'nightly');
    store.tag('r2', 'nightly');
    store.trash('r2');
    expect(store.resolve('nightly')).toBe('r1');
    store.trash('r1');
    expect(failureOf(() => store.resolve('nightly')).code).toBe('not-found');
  });

  it('of several meanings is refused unless they are one run', () => {
    stored('bee1');
    stored('cat1', { title: 'bee' });
    expect(failureOf(() => store.resolve('bee'))).toEqual({
      code: 'bad-input',
      message:
        '"bee" is the start of the id of run bee1 and the title of run cat1; give the id of the run.',
    });
    store.tag('bee1', 'cat');
    expect(failureOf(() => store.resolve('cat')).message).toContain('the tag of run bee1');
    store.tag('cat1', 'cat');
    expect(store.resolve('cat')).toBe('cat1');
  });

  it('with a + is a build with changes, without it that build too', () => {
    stored('r1', { commit: 'abcdef0123' });
    stored('r2', { commit: 'abcdef0123+' });
    stored('r3', { commit: 'abcdef0123' });
    expect(store.resolve('abcdef0123+')).toBe('r2');
    expect(store.resolve('abcdef0123')).toBe('r3');
    expect(store.resolve('abcdef0123~1')).toBe('r2');
    expect(store.resolve('abcdef01234567')).toBe('r3');
  });
});

describe('baseline', () => {
  it('is the run that is marked so', () => {
    stored('r1');
    stored('r2');
    expect(failureOf(() => store.resolve('baseline'))).toEqual({
      code: 'not-found',
      message: 'No run is marked as the baseline; `breakeven edit <run> --baseline` marks one.',
    });
    store.setBaseline('r1');
    expect(store.resolve('baseline')).toBe('r1');
    expect(store.resolve('Baseline')).toBe('r1');
  });
});

describe('same', () => {
  const other = { policy: { ...configuration().policy, repetitions: 3 } };

  it('is the last run of the same configuration, whatever its title, tags, note and order', () => {
    stored('r1');
    stored('r2', {
      configuration: { title: 'x', tags: ['t'], note: 'n', orderSeed: 99, preset: 'quick' },
    });
    stored('r3', { configuration: other });
    stored('r4');
    expect(store.resolve('same~1')).toBe('r2');
    expect(store.resolve('same~2')).toBe('r1');
    expect(failureOf(() => store.resolve('same~3'))).toEqual({
      code: 'not-found',
      message: 'same~3: 2 earlier runs have the configuration and the machine of run r4.',
    });
    expect(failureOf(() => store.resolve('same~1', 'r3')).message).toContain('no earlier run');
    expect(store.resolve('same~1', 'r2')).toBe('r1');
    for (const wrong of ['same', 'same~0']) {
      expect(failureOf(() => store.resolve(wrong)).code, wrong).toMatch(/not-found|bad-input/);
    }
  });

  it('passes over other machines, runs without a measured case and the trash', () => {
    stored('r1');
    stored('r2', { fingerprint: 'beef' });
    stored('r3', { measured: false });
    stored('r4');
    stored('r5');
    store.trash('r4');
    expect(store.resolve('same~1')).toBe('r1');
  });

  it('beside another run is of the configuration of that one', () => {
    stored('r1');
    stored('r2', { configuration: other });
    stored('r3');
    stored('r4', { configuration: other });
    expect(settleSame(store, ['same~1', 'r3'])).toEqual(['r1', 'r3']);
    expect(settleSame(store, ['r3:sequential', 'same~1:parallel'])).toEqual([
      'r3:sequential',
      'r1:parallel',
    ]);
    expect(settleSame(store, ['latest', 'same~1'])).toEqual(['latest', 'r2']);
    expect(settleSame(store, ['r1', 'r2'])).toEqual(['r1', 'r2']);
    expect(settleSame(store, ['same~1', 'same~2'])).toEqual(['same~1', 'same~2']);
  });
});
