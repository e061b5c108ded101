import { expect, it } from 'vitest';
import { withoutNames } from '../../../src-main/core/machine/without-names.ts';

const names = {
  home: '/home/ada',
  store: '/home/ada/.local/share/breakeven',
  user: 'ada',
  host: 'tower',
};

it.each([
  ['/home/ada/.local/share/breakeven/breakeven.db', '<store>/breakeven.db'],
  ['/home/ada/src, by Ada', '<home>/src, by <user>'],
  ['/home/bob/lib and /Users/eve: x', '<home>/lib and <home>: x'],
  ['Tower, tower.example, towers', '<host>, <host>.example, towers'],
  ['Canada, adam, ada_1', 'Canada, adam, <user>_1'],
  ['NVIDIA H200, 24.21.0', 'NVIDIA H200, 24.21.0'],
])('%j becomes %j', (text, expected) => {
  expect(withoutNames(text, names)).toBe(expected);
});

it('goes through all that a document holds, names of fields included', () => {
  const document = { '/home/ada': ['tower', 1, null, { deep: 'ada' }], ok: true };
  expect(withoutNames(document, names)).toEqual({
    '<home>': ['<host>', 1, null, { deep: '<user>' }],
    ok: true,
  });
});

it('leaves users alone that every system has, and a home that is the root', () => {
  expect(withoutNames('root of /usr', { ...names, home: '/', user: 'root' })).toBe('root of /usr');
});
