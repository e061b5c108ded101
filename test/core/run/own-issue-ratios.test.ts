import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OwnIssueRatios } from '../../../src-main/core/run/own-issue-ratios.ts';
import { repositoryRoot } from '../../helpers/paths.ts';

describe('issue ratios of cores of its own', () => {
  const seen = (...all: readonly (readonly [number, number])[]): OwnIssueRatios => {
    const own = new OwnIssueRatios();
    for (const [watchedThreads, ownIssueRatio] of all) own.see({ watchedThreads, ownIssueRatio });
    return own;
  };

  it('are the lowest that any process saw, by watched threads', () => {
    expect(seen().known()).toEqual({});
    const own = seen([1, 2.3], [2, 3.1], [1, 2.1], [1, 2.4]);
    expect(own.known()).toEqual({ ownIssueRatios: { 1: 2.1, 2: 3.1 } });
  });

  it('are of one thread as a case of several saw it', () => {
    const own = new OwnIssueRatios();
    own.see({ watchedThreads: 16, ownIssueRatioOfOne: 1.6, issueRatio: 3.2 });
    expect(own.known()).toEqual({ ownIssueRatios: { 1: 1.6 } });
    // Nothing is known of sixteen.
    expect(own.sharedIn({ watchedThreads: 16, issueRatio: 9 })).toBeNull();
    own.see({ watchedThreads: 1, ownIssueRatio: 2, ownIssueRatioOfOne: 1 });
    expect(own.known()).toEqual({ ownIssueRatios: { 1: 1.6 } });
  });

  it('do not tell of a team whose threads share cores', () => {
    const own = seen([1, 1.6], [16, 2.8]);
    for (const issueRatio of [2.9, 3.9, 6]) {
      expect(own.sharedIn({ watchedThreads: 16, issueRatio })).toBeNull();
    }
    expect(own.sharedIn({ watchedThreads: 1, issueRatio: 2 })).toContain('1.60 in a process');
    own.see({ watchedThreads: 16, ownIssueRatio: 1.7 });
    expect(own.sharedIn({ watchedThreads: 16, issueRatio: 2.9 })).toContain('1.70 in a process');
  });

  it('are nothing of a case that was not watched', () => {
    const own = seen([1, 0]);
    for (const found of [undefined, {}, { watchedThreads: 2 }, { ownIssueRatio: 2 }]) {
      own.see(found);
    }
    expect(own.known()).toEqual({});
  });

  it('show that the cores of a repetition were shared', () => {
    const own = seen([1, 2], [2, 2.1]);
    const of = (watchedThreads: number, issueRatio: number) =>
      own.sharedIn({ watchedThreads, issueRatio });
    expect(of(1, 2.4)).toBe(
      'its physical cores were shared (issue ratio 2.40, 2.00 in a process with cores of its own)',
    );
    expect(of(1, 2.39)).toBeNull();
    expect(of(2, 2.4)).toBeNull();
    expect(of(2, 3.7)).toContain('issue ratio 3.70');
    // Nothing was seen of as many threads, or nothing recorded.
    expect(of(4, 9)).toBeNull();
    for (const found of [undefined, null, {}, { issueRatio: 9 }, { watchedThreads: 1 }]) {
      expect(own.sharedIn(found)).toBeNull();
    }
  });

  it('have the limits that the engine has', () => {
    const source = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
    const valueIn = (path: string, name: string) =>
      Number(new RegExp(`${name} = ([\\d.]+);`).exec(source(path))?.[1]);
    const engine = 'native/core/contention.cpp';
    const own = valueIn(engine, 'own_up_to');
    expect(own).toBeGreaterThan(1);
    expect(valueIn('src-main/core/run/own-issue-ratios.ts', 'ownUpTo')).toBe(own);
    const most = valueIn(engine, 'max_contended');
    expect(most).toBeGreaterThan(0);
    expect(valueIn('src-main/core/run/interference.ts', 'maxContended')).toBe(most);
  });

  it('tell whether watched cores are its own', () => {
    const watched = (watchedThreads: number, issueRatio: number) => ({
      ...{ watchedThreads, issueRatio },
      coresWatched: true,
    });
    const own = seen([1, 2], [2, 2.1], [4, 2.5]);
    expect(own.areOwn(watched(1, 2.1))).toBe(true);
    expect(own.areOwn(watched(2, 2.2))).toBe(true);
    expect(own.areOwn(watched(1, 2.5))).toBe(false);
    // A team that is far from the others has no cores of its own, or other ones.
    expect(own.areOwn(watched(4, 2.5))).toBe(false);
    expect(own.areOwn({ ...watched(1, 2.1), coresWatched: false })).toBe(false);
    // Results of earlier versions have no ratios.
    expect(seen([2, 3.1]).areOwn(watched(2, 3.1))).toBe(true);
    expect(seen([1, 1.6], [2, 3.1], [2, 3.2]).areOwn(watched(2, 3.1))).toBe(false);
    expect(own.areOwn({ coresWatched: true })).toBe(true);
    for (const found of [undefined, null, {}]) expect(own.areOwn(found)).toBe(false);
  });
});
