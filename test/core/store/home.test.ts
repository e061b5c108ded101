import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { homePointer, resolveHome } from '../../../src-main/core/store/home.ts';
import { failureOf } from './failure-of.ts';

describe('the home folder', () => {
  it('is --home, then BREAKEVEN_HOME, as absolute paths', () => {
    const environment = { BREAKEVEN_HOME: '/from/environment' };
    expect(resolveHome({ flag: 'here', environment })).toBe(path.resolve('here'));
    expect(resolveHome({ environment })).toBe(path.resolve('/from/environment'));
  });

  it.each([
    [{}, '/home/ada', '/home/ada/.local/share/breakeven'],
    [{ XDG_DATA_HOME: '/data' }, '/home/ada', '/data/breakeven'],
    [{ XDG_DATA_HOME: 'relative' }, '/home/ada', '/home/ada/.local/share/breakeven'],
  ] as const)('is the user data folder otherwise (%o)', (environment, userFolder, expected) => {
    expect(resolveHome({ environment, userFolder })).toBe(expected);
  });

  it('of a test is a temporary one', () => {
    expect(path.dirname(path.dirname(path.dirname(homePointer())))).toBe(tmpdir());
  });

  it('refuses an empty folder by name', () => {
    expect(failureOf(() => resolveHome({ flag: ' ', environment: {} })).message).toMatch(
      /^--home is empty/,
    );
    expect(failureOf(() => resolveHome({ environment: { BREAKEVEN_HOME: '' } }))).toEqual({
      code: 'bad-input',
      message: 'BREAKEVEN_HOME is empty; give it a folder or leave it out.',
    });
  });
});
