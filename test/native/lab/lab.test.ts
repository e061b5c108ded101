import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { engineCase, openAddon, runCase, verifyCase } from '../native-addons.ts';
import {
  built,
  hostVariant,
  integerAxis,
  library,
  openLabOf,
  saxpy,
  saxpyCall,
  saxpyLoop,
} from './lab-fixture.ts';

const addon = openAddon('cpu');
const reference = saxpyCall(saxpyLoop);

afterEach(async () => addon.closeLab('saxpy'));

const open = (bodies: Readonly<Record<string, string>>, more: object = {}): Promise<void> => {
  const code = Object.entries(bodies).map(([id, body]) => [id, saxpyCall(body)]);
  return openLabOf(addon, { ...saxpy, ...more }, reference, Object.fromEntries(code));
};

const run = (variant: string, values: Values = { n: 1000 }) =>
  runCase(addon, engineCase('saxpy', variant, values));
const described = () => addon.catalog().workloads.find(({ id }) => id === 'saxpy');

describe('a lab', () => {
  it('stands in the catalog until it is closed, and runs as any workload', async () => {
    await open({ sequential: saxpyLoop });
    expect(described()).toMatchObject({
      lab: { contract: 'c'.repeat(64) },
      ...{ title: 'SAXPY', sizeAxis: 'n', baseline: 'sequential' },
      axes: [
        { id: 'n', type: 'integer', scale: 'log', default: 1000 },
        { id: 'seed', type: 'integer' },
      ],
      variants: [{ id: 'sequential', device: 'cpu', source: 'own code', available: true }],
    });
    expect(addon.catalog().problems).toEqual([]);
    const result = await run('sequential');
    expect(result).toMatchObject({
      outcome: 'ok',
      verification: { passed: true, rule: 'tolerance' },
    });
    expect(result).toMatchObject({ bytesMoved: 12_000, operations: 2000, operationUnit: 'FLOP' });
    expect(result.samples.map(({ scope }) => scope)).toEqual(['kernel', 'call', 'total']);
    await addon.closeLab('saxpy');
    expect(described()).toBeUndefined();
    await addon.closeLab('saxpy');
  });

  it('needs nothing for an empty size', async () => {
    await open({ sequential: saxpyLoop });
    expect(await run('sequential', { n: 0 })).toMatchObject({ outcome: 'ok' });
  });

  it('restores what is changed in place before every run, of `total` as well', async () => {
    await open({ sequential: saxpyLoop });
    const request = engineCase('saxpy', 'sequential', { n: 100_000 });
    const policy = { ...request.policy, parameters: { samples: 40, otherSamples: 40 } };
    const result = await runCase(addon, { ...request, policy });
    expect(result.outcome).toBe('ok');
    expect(result.samples[2]?.repeats).toBe(1);
  });

  it('is replaced with what it holds, without a stale input or answer', async () => {
    await open({ sequential: saxpyLoop });
    const before = await run('sequential');
    const args = saxpy.args.with(3, { ...saxpy.args[3], fill: 'constant(1)' });
    await open({ sequential: saxpyLoop }, { args, contract: 'd'.repeat(64) });
    const after = await run('sequential');
    expect(after.outcome).toBe('ok');
    expect(after.answer?.sha256).not.toBe(before.answer?.sha256);
    expect(described()?.variants.map(({ id }) => id)).toEqual(['sequential']);
  });

  it('may not take the place of a built-in workload', async () => {
    await expect(open({ sequential: '' }, { id: 'histogram' })).rejects.toThrow(
      "'histogram' is a built-in workload: give the lab another name",
    );
    await expect(addon.closeLab('histogram')).rejects.toThrow("'histogram' is a built-in workload");
  });

  it('names the first element that is wrong, and how many are', async () => {
    await open({ wrong: `${saxpyLoop} y[n - 2] += 1; y[n - 1] += 1;` });
    expect(await run('wrong')).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(
        /^wrong answer before timing: y\[998\] is -?[\d.e-]+, expected -?[\d.e-]+; 2 of 1000 elements differ$/,
      ),
    });
  });

  it('takes generated arrays from the generator, anew for each sample', async () => {
    const generate = library(`void breakeven_generate(void **a, uint64_t seed) {
      uint32_t n = *(uint32_t *)a[0];
      for (uint32_t i = 0; i < n; ++i) ((float *)a[2])[i] = seed + i;
    }`);
    const args = saxpy.args.with(2, { ...saxpy.args[2], fill: 'generate' });
    // y begins at 1, so that x is seen in the answer: 2 (seed + i) + 1.
    const first = args.with(3, { ...saxpy.args[3], fill: 'constant(1)' });
    const variants = { sequential: built(saxpyCall(saxpyLoop)) };
    const artifacts = { reference: { path: reference }, generate: { path: generate }, variants };
    await addon.openLab({ ...saxpy, args: first }, artifacts);
    const result = await run('sequential', { n: 3, seed: 7 });
    const digest = createHash('sha256')
      .update(Float32Array.of(15, 17, 19))
      .digest('hex');
    expect(result).toMatchObject({ outcome: 'ok', answer: { sha256: digest } });
    const fresh = { n: 3, seed: 7, freshInput: true };
    expect(await run('sequential', fresh)).toMatchObject({ outcome: 'ok' });
  });

  it('chooses the build of the values of a case', async () => {
    const axes = [
      { ...integerAxis('step'), kind: 'choice', values: [1, 2], default: 1, define: 'STEP' },
    ];
    const builds = [1, 2].map((step) => ({
      defines: { step },
      path: saxpyCall(`if (${step} == 2) return; ${saxpyLoop}`),
    }));
    const variants = [hostVariant('steps', { axes, where: 'step * n < 1500' })];
    const artifacts = { reference: { path: reference }, variants: { steps: builds } };
    await addon.openLab({ ...saxpy, variants }, artifacts);
    const at = (values: Record<string, string | number>) =>
      runCase(addon, engineCase('saxpy', 'steps', values));
    expect(described()?.variants[0]?.parameters[0]).toMatchObject({
      ...{ id: 'step', type: 'choice', default: '1', role: 'variant' },
      choices: [{ id: '1' }, { id: '2' }],
    });
    expect(await at({ n: 100 })).toMatchObject({ outcome: 'ok' });
    expect(await at({ n: 100, step: '2' })).toMatchObject({ outcome: 'failed' });
    expect(await at({ n: 1000, step: '2' })).toMatchObject({
      outcome: 'skipped',
      reason: 'its condition step * n < 1500 does not hold at these values',
    });
    const one = { reference: { path: reference }, variants: { steps: builds.slice(0, 1) } };
    await addon.openLab({ ...saxpy, variants }, one);
    expect(await at({ n: 100, step: '2' })).toMatchObject({
      outcome: 'skipped',
      reason: 'it is not built with step=2',
    });
  });

  it('tells OpenMP how many threads a case has', async () => {
    const code = `#include <omp.h>
      void breakeven_call(void **a) {
        int64_t *got = a[0];
        #pragma omp parallel
        #pragma omp single
        got[0] = omp_get_num_threads();
      }`;
    const threads = integerAxis('threads', { default: 0 });
    const description = {
      ...saxpy,
      axes: [integerAxis('n')],
      args: [{ name: 'got', array: 'int64', shape: ['1'], out: true }],
      check: { rule: 'exact', rtol: 0, atol: 0 },
      work: {},
      variants: [hostVariant('team', { axes: [threads] })],
    };
    const three = library('void breakeven_call(void **a) { *(int64_t *)a[0] = 3; }');
    const team = library(code, ['-O2', '-fopenmp']);
    await addon.openLab(description, {
      reference: { path: three },
      variants: { team: built(team) },
    });
    const at = (count: number) =>
      verifyCase(addon, engineCase('saxpy', 'team', { threads: count }));
    expect(await at(3)).toMatchObject({ outcome: 'ok' });
    expect(await at(2)).toMatchObject({
      reason: expect.stringContaining('got[0] is 2, expected 3'),
    });
  });
});

describe('what is wrong with a lab', () => {
  const refused = (more: object, artifacts: object = {}) => {
    const all = { reference: { path: reference }, variants: {}, ...artifacts };
    return expect((async () => addon.openLab({ ...saxpy, ...more }, all))()).rejects;
  };
  const withArgument = (more: object) => ({
    args: saxpy.args.with(2, { ...saxpy.args[2], ...more }),
  });

  it.each<[string, object]>([
    ["argument x has the unknown type 'float'", withArgument({ array: 'float' })],
    ['argument x is an input array without a fill', withArgument({ fill: undefined })],
    [`the shape of argument x: "n *" ends where a value`, withArgument({ shape: ['n *'] })],
    [`the shape of argument x: unknown name "m"; there are n`, withArgument({ shape: ['m'] })],
    [
      `argument x: unknown fill "noise"; there are uniform, integers`,
      withArgument({ fill: 'noise' }),
    ],
    [
      'argument x: uniform takes 2 values, it has 1; the form is uniform(low, high)',
      withArgument({ fill: 'uniform(1)' }),
    ],
    [
      `argument x: uniform fills floating-point arrays, for int32 there is integers`,
      withArgument({ array: 'int32', fill: 'uniform(0, 1)' }),
    ],
    [
      'argument x is to be generated, and the lab has no generator',
      withArgument({ fill: 'generate' }),
    ],
    ['argument y is given twice', withArgument({ name: 'y' })],
    ["the size axis 'm' is no axis of the lab", { size: 'm' }],
    ['no array of the lab is an output', { args: saxpy.args.slice(0, 3) }],
    [`work.bytes: unknown name "m"`, { work: { bytes: '12 * m' } }],
    [
      'axis n of variant sequential is there already',
      { variants: [hostVariant('sequential', { axes: [integerAxis('n')] })] },
    ],
    [
      `where of variant sequential: "n <" ends where a value`,
      { variants: [hostVariant('sequential', { where: 'n <' })] },
    ],
    [
      "lab 'saxpy' has two variants 'sequential'",
      { variants: [hostVariant('sequential'), hostVariant('sequential')] },
    ],
    ['the lab.title is missing or not a text', { title: 1 }],
    ['the lab.args[0].value is missing or not a text', { args: [{ name: 'n', scalar: 'int32' }] }],
  ])('%s', async (message, more) => {
    await refused(more).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(message) }),
    );
  });

  it('a reference that cannot be opened', async () => {
    await refused({}, { reference: { path: '/nowhere.so' } }).toThrow(
      /^the reference cannot be opened: /,
    );
    const other = library('int nothing;');
    await refused({}, { reference: { path: other } }).toThrow(
      `the reference has no function breakeven_call in ${other}`,
    );
  });

  it('a lab of which nothing is built is planned, and runs nothing', async () => {
    const variants = [hostVariant('sequential')];
    await addon.openLab({ ...saxpy, variants }, { reference: null, variants: {} });
    expect(described()?.axes.map(({ id }) => id)).toContain('n');
    expect(await run('sequential')).toMatchObject({
      outcome: 'skipped',
      reason: 'it is not built',
    });
    const sequential = built(reference);
    await addon.openLab({ ...saxpy, variants }, { reference: null, variants: { sequential } });
    await expect(run('sequential')).rejects.toThrow(
      "the reference of the lab 'saxpy' is not built",
    );
  });

  it('a variant that cannot be opened is not available, and costs nothing else', async () => {
    const variants = [
      ...[hostVariant('sequential'), hostVariant('gone'), hostVariant('none')],
      hostVariant('failed'),
    ];
    await addon.openLab(
      { ...saxpy, variants },
      {
        reference: { path: reference },
        variants: {
          sequential: built(reference),
          gone: built('/nowhere.so'),
          failed: [{ defines: {}, unavailable: 'it does not compile: fast.c:3: x is undeclared' }],
        },
      },
    );
    expect(described()?.variants.map(({ id, reason }) => [id, reason])).toEqual([
      ['sequential', null],
      ['failed', 'it does not compile: fast.c:3: x is undeclared'],
      ['gone', expect.stringMatching(/^variant gone cannot be opened: .*nowhere\.so/)],
      ['none', 'it is not built'],
    ]);
    expect(await run('gone')).toMatchObject({ outcome: 'skipped' });
    expect(await run('sequential')).toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, object, object]>([
    [
      'the shape of x, n / 2, is 0.5 at these values: allowed is a whole number from 0',
      withArgument({ shape: ['n / 2'] }),
      { n: 1 },
    ],
    [
      'the shape of x, n - 2, is -1 at these values: allowed is a whole number from 0',
      withArgument({ shape: ['n - 2'] }),
      { n: 1 },
    ],
    [
      'array x has more than 2^53 elements at these values',
      withArgument({ shape: ['n', 'n'] }),
      { n: 1e9 },
    ],
    [
      "fill 'integers(0, n)' has no numbers from 0 below 0",
      withArgument({ fill: 'integers(0, n)' }),
      { n: 0 },
    ],
    [
      "fill 'integers(0, n)' makes 299, which is no int8",
      withArgument({ array: 'int8', fill: 'integers(0, n)' }),
      { n: 300 },
    ],
    [
      'the value of n is 300 at these values, which is no uint8',
      { args: saxpy.args.with(0, { name: 'n', scalar: 'uint8', value: 'n' }) },
      { n: 300 },
    ],
  ])('a case is skipped: %s', async (reason, more, values) => {
    await openLabOf(addon, { ...saxpy, ...more }, reference, { sequential: reference });
    const request = engineCase('saxpy', 'sequential', { ...values });
    expect(await runCase(addon, request)).toMatchObject({ outcome: 'skipped', reason });
  });

  it('arrays that do not fit into the memory are not allocated', async () => {
    await open({ sequential: saxpyLoop }, { ...withArgument({ shape: ['n', '1_000_000'] }) });
    expect(await run('sequential', { n: 1_000_000 })).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringMatching(/^needs 3\.6 TiB of host memory, /),
    });
  });
});
