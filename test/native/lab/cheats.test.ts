import { afterEach, describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { engineCase, openAddon, runCase, verifyCase } from '../native-addons.ts';
import {
  built,
  hostVariant,
  library,
  openLabOf,
  saxpy,
  saxpyCall,
  saxpyLoop,
} from './lab-fixture.ts';

const addon = openAddon('cpu');
const reference = saxpyCall(saxpyLoop);

afterEach(async () => addon.closeLab('saxpy'));

async function measured(body: string, before = '', values: Values = { n: 1000 }) {
  await openLabOf(addon, saxpy, reference, { cheat: saxpyCall(body, before) });
  const request = engineCase('saxpy', 'cheat', values);
  const verified = await verifyCase(addon, request);
  return { verified, timed: await runCase(addon, request) };
}

/** Answers from memory when it has seen inputs like these. */
const replay = (seen: string) => `
  if (${seen}) { memcpy(y, keep, sizeof *y * n); return; }
  ${saxpyLoop}
  memcpy(keep, y, sizeof *y * n); have = n;`;
const memory = 'static float keep[1 << 20]; static unsigned have;';

describe('code that answers without computing', () => {
  it('a replay of the last answer is wrong on values it has not seen', async () => {
    const { verified, timed } = await measured(replay('have == n'), memory);
    for (const result of [verified, timed]) {
      expect(result).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(/^wrong answer .*: y\[/),
      });
    }
  });

  it('so is one of a sum, which is the same in any order', async () => {
    const y = { name: 'y', array: 'float32', shape: ['1'], out: true };
    const x = { name: 'x', array: 'float32', shape: ['n'], fill: 'integers(0, 9)', out: false };
    const args = saxpy.args.with(2, x).with(3, y);
    const sum = '*y = 0; for (uint32_t i = 0; i < n; ++i) *y += x[i];';
    const cheat = saxpyCall(
      `if (have == n) { *y = keep[0]; return; } ${sum} keep[0] = *y; have = n;`,
      memory,
    );
    await openLabOf(addon, { ...saxpy, args }, saxpyCall(sum), { cheat: cheat });
    expect(await verifyCase(addon, engineCase('saxpy', 'cheat', { n: 1000 }))).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/on values not seen before: y\[0\]/),
    });
  });

  describe('where no input is random', () => {
    /** The lab of one input `x` with this fill. */
    const withFill = (fill: string, type = 'float32') => [
      ...saxpy.args.slice(0, 2),
      { name: 'x', array: type, shape: ['n'], fill, out: false },
      { name: 'y', array: type, shape: ['n'], out: true },
    ];
    const twice = (type: string) => `
      uint32_t n = *(uint32_t *)a[0]; ${type} *x = a[2], *y = a[3];
      static uint32_t have;
      static ${type} keep[1 << 12];
      if (HAVE && have == n) { memcpy(y, keep, sizeof *y * n); return; }
      for (uint32_t i = 0; i < n; ++i) y[i] = 2 * x[i];
      memcpy(keep, y, sizeof *y * n); have = n;`;
    async function verdict(args: readonly object[], type: string, replays: boolean) {
      const code = (have: number) =>
        library(`void breakeven_call(void **a) { ${twice(type)} }`, ['-O2', `-DHAVE=${have}`]);
      const check = { rule: 'exact', rtol: 0, atol: 0 };
      await openLabOf(addon, { ...saxpy, check, args }, code(0), { double: code(replays ? 1 : 0) });
      const request = engineCase('saxpy', 'double', { n: 1000 });
      return [await verifyCase(addon, request), await runCase(addon, request)];
    }

    it.each<[string, string, string]>([
      ['sorted', 'float32', 'float'],
      ['sorted(-1, 1)', 'float64', 'double'],
      ['sorted(-90000, 90000)', 'int32', 'int32_t'],
      ['sorted(0, 1e6)', 'uint64', 'uint64_t'],
    ])('a replay is wrong on another %s array of %s', async (fill, type, c) => {
      for (const result of await verdict(withFill(fill, type), c, true)) {
        expect(result).toMatchObject({
          outcome: 'failed',
          reason: expect.stringMatching(/^wrong answer .*: y\[/),
        });
      }
      for (const result of await verdict(withFill(fill, type), c, false)) {
        expect(result).toMatchObject({ outcome: 'ok', warnings: [] });
      }
    });

    it.each(['arange', 'constant(3)', 'sorted'])(
      'and %s has one form for whole numbers, it is said that replay is not checked',
      async (fill) => {
        for (const result of await verdict(withFill(fill, 'int32'), 'int32_t', false)) {
          expect(result).toMatchObject({
            outcome: 'ok',
            warnings: ['replay is not checked: no input can be varied'],
          });
        }
      },
    );

    it('and other values have the same answer, that is said', async () => {
      const args = withFill('sorted').with(3, {
        ...{ name: 'y', array: 'float32', shape: ['1'], out: true },
      });
      const length = library(
        'void breakeven_call(void **a) { *(float *)a[3] = *(uint32_t *)a[0]; }',
      );
      await addon.openLab(
        { ...saxpy, args, work: {}, variants: [hostVariant('length')] },
        { reference: { path: length }, variants: { length: built(length) } },
      );
      expect(await runCase(addon, engineCase('saxpy', 'length', { n: 1000 }))).toMatchObject({
        outcome: 'ok',
        warnings: ['replay is not checked: no input can be varied'],
      });
    });

    it('a single random element is made anew', async () => {
      const { verified } = await measured(replay('have == n'), memory, { n: 1 });
      expect(verified).toMatchObject({ outcome: 'failed' });
    });
  });

  // It is told by times: where other programs take the processor in each of its runs, it cannot be.
  it('a replay that looks at its whole input is labelled', { retry: 8 }, async () => {
    const sum = `double s = 0; for (uint32_t i = 0; i < n; ++i) s += x[i] * (i % 7 + 1) + y[i] * (i % 5 + 1);
      for (int k = 0; s != last && k < 60; ++k) for (uint32_t i = 0; i < n; ++i) waste += x[i];
      int same = s == last; last = s;`;
    const before = `${memory} static double last = -1e300; static volatile double waste;`;
    const { timed } = await measured(`${sum} ${replay('same && have == n')}`, before, {
      n: 20_000,
    });
    expect(timed, String(timed.reason)).toMatchObject({
      outcome: 'ok',
      attributes: { fasterOnSeenInput: true },
    });
    expect(timed.warnings.join()).toMatch(
      /^faster on inputs it has seen: [\d.e+]+ us for the input/,
    );
  });

  it.runIf(process.arch === 'x64')('work that no kernel can move is said of the lab', async () => {
    for (const [bytes, tooMuch] of [
      ['1e12 * n', true],
      ['12 * n', undefined],
    ]) {
      const work = { bytes, operations: '', unit: '' };
      await openLabOf(addon, { ...saxpy, work }, reference, { sequential: reference });
      const result = await runCase(addon, engineCase('saxpy', 'sequential', { n: 20_000 }));
      expect(result.outcome).toBe('ok');
      expect(result.attributes.declaresTooMuch).toBe(tooMuch);
      const said = /^workload\.toml declares more than the kernel can move: its bytes at /;
      expect(result.warnings.some((warning) => said.test(warning))).toBe(tooMuch === true);
    }
  });

  it('code that computes is not', async () => {
    const { timed } = await measured(saxpyLoop, '', { n: 20_000 });
    expect(timed.outcome).toBe('ok');
    expect(timed.attributes).not.toHaveProperty('fasterOnSeenInput');
  });

  it.each<[string, string, string]>([
    ['all but the first run', '', `static int runs; if (runs++) return; ${saxpyLoop}`],
    [
      'its work for what its memory holds',
      '#include <stdlib.h>',
      'float *kept = malloc(sizeof *y * n); memcpy(y, kept, sizeof *y * n); free(kept);',
    ],
  ])('leaves out %s', async (_, before, body) => {
    const { verified, timed } = await measured(body, before);
    for (const result of [verified, timed]) {
      expect(result).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(/^wrong answer /),
      });
    }
  });
});

describe('code that writes where it may not', () => {
  it.each<[string, string, RegExp]>([
    ['its input', `${saxpyLoop} x[5] = 0;`, /it changed its input at x\[5\]$/],
    ['behind an array', `${saxpyLoop} y[n + 3] = 0;`, /wrote behind the end of y, at byte 12/],
    ['before an array', `${saxpyLoop} y[-1] = 0;`, /wrote before the start of y, at byte -4/],
    ['behind an input', `${saxpyLoop} x[n] = 0;`, /wrote behind the end of x, at byte 0/],
  ])('%s', async (_, body, reason) => {
    const { verified, timed } = await measured(body);
    for (const result of [verified, timed]) {
      expect(result).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(reason) });
    }
  });

  it('its input, for the variants that follow as well', async () => {
    const cheat = saxpyCall(`${saxpyLoop} x[5] = 0;`);
    await openLabOf(addon, saxpy, reference, { cheat, sequential: reference });
    const run = (id: string) => runCase(addon, engineCase('saxpy', id, { n: 1000 }));
    expect(await run('cheat')).toMatchObject({ outcome: 'failed' });
    expect(await run('sequential')).toMatchObject({ outcome: 'ok' });
  });
});

describe('code that goes on after it returned', () => {
  it('is found by the threads that it leaves', async () => {
    const code = library(
      `#include <pthread.h>
      #include <unistd.h>
      static void *linger(void *a) { usleep(300000); return a; }
      void breakeven_call(void **a) {
        uint32_t n = *(uint32_t *)a[0]; float f = *(float *)a[1], *x = a[2], *y = a[3];
        ${saxpyLoop}
        pthread_t t;
        if (pthread_create(&t, 0, linger, 0) == 0) pthread_detach(t);
      }`,
      ['-O2', '-pthread'],
    );
    await openLabOf(addon, saxpy, reference, { lingers: code });
    expect(await runCase(addon, engineCase('saxpy', 'lingers', { n: 1000 }))).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/^it leaves threads behind: \d+ before a run, \d+ after it$/),
    });
  });
});

describe('a rule that accepts what is no answer', () => {
  const answer = (value: string) => saxpyCall(`for (uint32_t i = 0; i < n; ++i) y[i] = ${value};`);
  const reasonOf = async (check: object, value: string) => {
    const code = answer(value);
    await openLabOf(addon, { ...saxpy, check }, code, { own: code });
    const { outcome, reason } = await runCase(addon, engineCase('saxpy', 'own', { n: 1000 }));
    return reason ?? outcome;
  };

  it.each([
    ['an answer of zeros', 0, 1e-3, '1e-5f * (1 + i % 7)'],
    ['the input as an answer', 1e-5, 0, '1.000002f * x[i]'],
    ['an answer that was never written', 1e-5, 0, '-431602080.0f * (1 + 1e-6f * (i % 7))'],
    ['a shifted answer', 1e-5, 0, '1000.0f + 1e-5f * i'],
    ['a reversed answer', 1e-5, 0, '(i < 500 ? 999 - i : i) * (1 + 5e-9 * i)'],
  ])('that accepts %s fails every case', async (accepted, rtol, atol, value) => {
    const check = { rule: 'tolerance', rtol, atol };
    expect(await reasonOf(check, value)).toBe(`this tolerance accepts ${accepted}`);
  });

  it('is not the usual one, which follows the answer', async () => {
    const usual = { rule: 'tolerance', rtol: 1e-5, atol: null };
    for (const factor of ['1e-30f', '1', '1e20f']) {
      expect(await reasonOf(usual, `${factor} * (1 + i % 7)`)).toBe('ok');
    }
  });
});
