import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { engineCase, openAddon, runCase, verifyCase } from '../native-addons.ts';
import { hostVariant, integerAxis, library, saxpy } from './lab-fixture.ts';

const addon = openAddon('cpu');
const folder = temporaryFolder();
afterEach(async () => addon.closeLab('sums'));

const shell = (line: string) => ['/bin/sh', '-c', line];

/** The sum of whole numbers. */
const sums = {
  ...{ ...saxpy, id: 'sums', baseline: 'sum', axes: [integerAxis('n', { min: 1 })] },
  args: [
    { name: 'n', scalar: 'uint32', value: 'n' },
    { name: 'x', array: 'int32', shape: ['n'], fill: 'integers(0, 100)', out: false },
    { name: 'y', array: 'int64', shape: ['1'], out: true },
  ],
  check: { rule: 'exact', rtol: 0, atol: 0 },
  work: { bytes: '4 * n' },
};
const reference = {
  path: library(`void breakeven_call(void **a) {
  uint32_t n = *(uint32_t *)a[0]; int32_t *x = a[1]; int64_t *y = a[2];
  *y = 0; for (uint32_t i = 0; i < n; ++i) *y += x[i];
}`),
};

async function opened(run: readonly string[], more: object = {}, args = sums.args) {
  const command = { run, folder, answer: 'y', format: 'text', answerFormat: 'text', ...more };
  const variants = [hostVariant('sum', { kind: 'command', command })];
  const artifacts = { reference, variants: { sum: [{ defines: {}, path: '/nowhere' }] } };
  await addon.openLab({ ...sums, args, variants }, artifacts);
}

const request = (values: Values = { n: 50 }) => engineCase('sums', 'sum', values);
const adds = shell(`awk '{ s += $1 } END { print s, "is the sum" }' {x}`);

async function reasonOf(run: readonly string[], more: object = {}): Promise<string> {
  await opened(run, more);
  const { outcome, reason } = await verifyCase(addon, request());
  expect(outcome).toBe('failed');
  return reason ?? '';
}

describe('another program', () => {
  it('is verified, and measured from its start to its end', async () => {
    await opened(adds);
    expect(await verifyCase(addon, request())).toMatchObject({ outcome: 'ok', reason: null });
    const measured = await runCase(addon, request());
    expect(measured).toMatchObject({ outcome: 'ok', bytesMoved: 200, stopReason: 'count' });
    expect(measured.samples.map(({ scope, timesNs }) => [scope, timesNs.length])).toEqual([
      ['total', 3],
    ]);
    expect(measured.interference).not.toHaveProperty('watchedSamples');
    const { userNs, systemNs, peakMemoryBytes, spawnNs } = measured.attributes;
    expect(Number(userNs) + Number(systemNs)).toBeGreaterThanOrEqual(0);
    expect(Number(peakMemoryBytes)).toBeGreaterThan(100_000);
    expect(Number(spawnNs)).toBeGreaterThan(0);
  });

  it('gets arrays as numbers in text, as bytes and as NumPy has them', async () => {
    const size = (line: string) => shell(`test $(${line}) -eq {n} && ${adds[2]}`);
    await opened(size('wc -l < {x}'));
    expect((await verifyCase(addon, request())).reason).toBeNull();
    const sum = 'od -An -v -td4 -w4';
    await opened(shell(`${sum} {x} | awk '{ s += $1 } END { print s }'`), { format: 'raw' });
    expect((await verifyCase(addon, request())).reason).toBeNull();
    await opened(shell(`${sum} -j128 {x} | awk '{ s += $1 } END { print s }'`), { format: 'npy' });
    expect((await verifyCase(addon, request())).reason).toBeNull();
  });

  it('may write its answer into a file', async () => {
    await opened(shell(`awk '{ s += $1 } END { print s }' {x} > {y}`), { answer: '' });
    expect((await verifyCase(addon, request())).reason).toBeNull();
  });

  it('may change a file in place, which is put back before each run', async () => {
    const args = [
      sums.args[0],
      { name: 'y', array: 'int64', shape: ['1'], fill: 'constant(7)', out: true },
    ] as typeof sums.args;
    const plus = library(
      'void breakeven_call(void **a) { *(int64_t *)a[1] += *(uint32_t *)a[0]; }',
    );
    const command = {
      ...{ run: shell('v=$(cat {y}); echo $((v + {n})) > {y}'), folder, format: 'text' },
      answerFormat: 'text',
    };
    await addon.openLab(
      { ...sums, args, variants: [hostVariant('sum', { kind: 'command', command })] },
      { reference: { path: plus }, variants: { sum: [{ defines: {}, path: '/nowhere' }] } },
    );
    expect((await runCase(addon, request())).reason).toBeNull();
  });

  it('is prepared before each run and cleaned up once', async () => {
    const note = (word: string) => shell(`echo ${word} >> ${folder}/notes`);
    await opened(shell(`echo run >> ${folder}/notes; ${adds[2]}`), {
      prepare: note('prepare'),
      cleanup: note('cleanup'),
    });
    expect((await runCase(addon, request())).reason).toBeNull();
    const words = readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');
    expect(words.at(-1)).toBe('cleanup');
    const pairs = words.slice(0, -1);
    expect(pairs.filter((_, at) => at % 2 === 0).every((word) => word === 'prepare')).toBe(true);
    expect(pairs.filter((_, at) => at % 2 === 1).every((word) => word === 'run')).toBe(true);
  });

  it('leaves no folder behind', async () => {
    await opened(adds);
    await runCase(addon, request());
    const left = readdirSync(tmpdir()).filter((name) =>
      name.startsWith(`breakeven-command-${process.pid}-`),
    );
    expect(left).toEqual([]);
  });
});

describe('another program that is wrong', () => {
  it.each<[string, readonly string[], RegExp]>([
    [
      'prints another number',
      shell('echo 5'),
      /^wrong answer in the first run: y\[0\] is 5, expect/,
    ],
    ['prints none', shell('true'), /^its standard output has 0 numbers, 1 are expected$/],
    ['prints a word', shell('echo five'), /has "five" where a number of type int64 is expected$/],
    ['prints too many', shell('echo 1 2'), /has more numbers than the 1 that are expected$/],
    ['fails', shell('echo no way >&2; exit 4'), /^\/bin\/sh ended with code 4: no way$/],
    ['is killed', shell('kill -9 $$'), /^\/bin\/sh ended by signal 9$/],
    ['is not there', ['/nowhere/program'], /^\/nowhere\/program cannot be started: No such file/],
    [
      'changes its input',
      shell(`${adds[2]}; sed -i 1s/.*/123/ {x}`),
      /^it changed its input x\[0\]$/,
    ],
    [
      'replays its answer',
      shell(`[ -f kept ] || ${adds[2]} > kept; cat kept`),
      /on values not seen/,
    ],
  ])('and %s is a failed case', async (_, run, reason) => {
    expect(await reasonOf(run)).toMatch(reason);
  });

  it.each<[string, readonly string[], RegExp]>([
    [
      'prints without end',
      shell('exec yes'),
      /wrote more than 64 MiB to its standard output and was/,
    ],
    [
      'complains without end',
      shell('exec yes >&2'),
      /wrote more than 64 MiB to its standard error and was ended$/,
    ],
    ['writes without end', shell('exec yes > {y}'), /more than 64 MiB to its file of y and was/],
    [
      'prints one endless word',
      shell("head -c 60000000 /dev/zero | tr '\\0' 1"),
      /^its standard output has "1{40}" where a number of type int64 is expected$/,
    ],
    [
      'complains in one endless line',
      shell("head -c 60000000 /dev/zero | tr '\\0' 1 >&2; exit 3"),
      /^\/bin\/sh ended with code 3: 1{500}$/,
    ],
  ])('and %s costs no disk and no memory', async (_, run, reason) => {
    expect(await reasonOf(run)).toMatch(reason);
  });

  it('and writes no file is one, though an earlier run did', async () => {
    const once = shell(`[ -f {x}.done ] || ${adds[2]} > {y}; touch {x}.done`);
    expect(await reasonOf(once, { answer: '' })).toBe('its file of y is not there');
  });
});
