import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { engineCase, openAddon, runCase, testAddonFolder } from './native-addons.ts';

const addon = openAddon('cpu', testAddonFolder);
const run = (variant: string) => {
  return runCase(addon, engineCase('histogram', variant, { n: 1000 }));
};

const left = [
  'a handler of signal 12',
  'a mask of signal 10',
  'a timer',
  'how numbers are rounded',
  ...(availableParallelism() > 1 ? ['the CPUs of its thread'] : []),
];

it('handlers, masks, timers, CPUs and rounding are put back, and the case says so', async () => {
  for (let again = 0; again < 2; ++again) {
    const { outcome, warnings } = await run('test-state');
    expect(outcome).toBe('ok');
    expect(warnings).toEqual(
      expect.arrayContaining(left.map((what) => `it left ${what} behind, which was undone`)),
    );
    expect(warnings.filter((warning) => warning.includes('a timer')).length).toBe(2);
  }
  expect((await run('sequential')).warnings).toEqual([]);
});

it('a process whose parent has ended is found and ended', async () => {
  expect(await run('test-daemon')).toMatchObject({
    outcome: 'failed',
    reason: '1 process was still running after the case and was ended',
  });
  expect((await run('sequential')).outcome).toBe('ok');
});

it('no library looks up the address of a function when it is called', () => {
  for (const file of readdirSync(testAddonFolder).filter((name) => /\.(node|so)$/.test(name))) {
    const text = execFileSync('readelf', ['-dlW', join(testAddonFolder, file)], {
      encoding: 'utf8',
    });
    expect(text, file).toMatch(/GNU_RELRO/);
    expect(text, file).toMatch(/BIND_NOW|FLAGS_1.*NOW/);
  }
});

it('a variant on the processor has the phases kernel, scratch and restore, and no other', () => {
  const file = join(temporaryFolder(), 'phases.cpp');
  const header = join(import.meta.dirname, '../../native/core/variant.h');
  const calls = ['kernel', 'scratch', 'restore', 'alloc', 'h2d', 'gather', 'host', 'd2h'].map(
    (phase) => `void call_${phase}(breakeven::Phases& phases) { phases.${phase}([] {}); }\n`,
  );
  writeFileSync(file, [`#include "${header}"\n`, ...calls].join(''));
  const words = ['-std=c++20', '-fsyntax-only', file];
  const { stderr } = spawnSync(process.env.CXX ?? 'c++', words, { encoding: 'utf8' });
  const refused = [...stderr.matchAll(/error: .*no member named .(\w+)/g)].map(([, name]) => name);
  expect(refused, stderr).toEqual(['alloc', 'h2d', 'gather', 'host', 'd2h']);
  expect(stderr.match(/error: /g), stderr).toHaveLength(refused.length);
});
