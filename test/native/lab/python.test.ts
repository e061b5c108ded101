import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { hasNumpy, python } from '../../helpers/numpy.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { engineCase, openAddon, runCase, verifyCase } from '../native-addons.ts';
import { built, hostVariant, saxpy, saxpyCall, saxpyLoop } from './lab-fixture.ts';

const addon = openAddon('cpu');
const folder = temporaryFolder();
afterEach(async () => addon.closeLab('saxpy'));

let written = 0;

/** A Python file as an artifact; its function is `saxpy` unless named. */
function pythonFile(text: string, symbol = 'saxpy') {
  const path = join(folder, `file-${written++}.py`);
  writeFileSync(path, text);
  return { path, symbol, python: { program: python, name: 'numpy.py', folder } };
}

const reference = { path: hasNumpy ? saxpyCall(saxpyLoop) : '' };
const computes = 'def saxpy(n, a, x, y):\n    y += a * x\n';

async function opened(text: string, more: object = {}, artifacts: object = {}) {
  const variant = hostVariant('numpy', { kind: 'python' });
  await addon.openLab(
    { ...saxpy, variants: [variant], ...more },
    { reference, variants: { numpy: [{ defines: {}, ...pythonFile(text) }] }, ...artifacts },
  );
}

const request = (values: Values = { n: 1000 }) => engineCase('saxpy', 'numpy', values);

async function reasonOf(text: string): Promise<string> {
  await opened(text);
  const { outcome, reason } = await verifyCase(addon, request());
  expect(outcome).toBe('failed');
  return reason ?? '';
}

describe.skipIf(!hasNumpy)('a Python function (needs NumPy)', () => {
  it('is verified and measured as compiled code is', async () => {
    await opened(computes);
    expect(await verifyCase(addon, request())).toMatchObject({ outcome: 'ok', reason: null });
    const measured = await runCase(addon, request());
    expect(measured).toMatchObject({
      outcome: 'ok',
      verification: { passed: true, rule: 'tolerance' },
      attributes: { runtime: expect.stringMatching(/^cpython 3\.\d+\.\d+, NumPy \d/) },
      bytesMoved: 12_000,
    });
    expect(measured.samples.map(({ scope }) => scope)).toEqual(['kernel', 'call', 'total']);
    for (const { timesNs, cpuNs } of measured.samples) {
      expect(timesNs.every((time) => time > 0)).toBe(true);
      expect(cpuNs?.every((time) => time >= 0)).not.toBe(false);
    }
    // It runs on cores that this process does not watch.
    expect(measured.interference).not.toHaveProperty('watchedSamples');
  });

  it('takes arrays that are only written, scalars as numbers, and no elements at all', async () => {
    const args = saxpy.args.with(3, { name: 'y', array: 'float32', shape: ['n'], out: true });
    const text = `def saxpy(n, a, x, y):
    assert type(n) is int and type(a) is float and x.dtype == "float32" and type(x).__name__ == "ndarray"
    y[:] = x * a
`;
    const doubled = { path: saxpyCall('for (uint32_t i = 0; i < n; ++i) y[i] = f * x[i];') };
    await opened(text, { args }, { reference: doubled });
    for (const n of [0, 1, 1000]) {
      expect(await runCase(addon, request({ n }))).toMatchObject({ outcome: 'ok', reason: null });
    }
  });

  it('is right end to end after values that it had not seen, where its first run is long', async () => {
    // So long that no sample of another scope follows: each scope is sampled by itself.
    const slowOnce = `import time
runs = 0
def saxpy(n, a, x, y):
    global runs
    if runs == 0: time.sleep(2.1)
    runs += 1
    y += a * x
`;
    await opened(slowOnce);
    const later = { ...request({ n: 100_000 }), repetition: 1 };
    expect(await runCase(addon, later)).toMatchObject({ outcome: 'ok', reason: null });
  });

  it('may print and read without harm', async () => {
    const text = `import sys\ndef saxpy(n, a, x, y):\n    print("ok 1 2"); sys.stdin.read()\n    y += a * x\n`;
    await opened(text);
    expect((await verifyCase(addon, request())).reason).toBeNull();
  });

  it('sees fresh input, and has no cold caches', async () => {
    await opened(computes);
    const fresh = await runCase(addon, request({ n: 1000, freshInput: true }));
    expect(fresh).toMatchObject({ outcome: 'ok' });
    expect(await runCase(addon, request({ n: 1000, cache: 'cold' }))).toMatchObject({
      outcome: 'skipped',
      reason: 'cache is cold, but numpy runs in a process of its own: allowed is hot',
    });
  });
});

describe.skipIf(!hasNumpy)('a Python function that is wrong (needs NumPy)', () => {
  it.each<[string, string, RegExp]>([
    ['answers wrongly', 'y += 2.5 * x', /^wrong answer in the first run: y\[\d+\] is /],
    [
      'leaves out the last element',
      'y[:-1] += a * x[:-1]',
      /^wrong answer .*: y was not written from element 999 on, 1 of 1000$/,
    ],
    [
      'makes a new array',
      'y = y + a * x',
      /^wrong answer .*: nothing was written to y: y\[:\] = \.\.\. writes into it, y = \.\.\. makes a new array$/,
    ],
    [
      'goes on after it returned',
      'y += a * x; import threading, time; threading.Thread(target=time.sleep, args=(9,), daemon=True).start()',
      /^it leaves threads behind: \d+ before a run, \d+ after it$/,
    ],
    ['changes its input', 'y += a * x; x[5] = 0', /^it changed its input x\[5\]$/],
    [
      'writes behind an array',
      'y += a * x; import numpy; numpy.lib.stride_tricks.as_strided(y, (n + 4,), (4,))[n + 3] = 0',
      /^access out of bounds in the first run: wrote behind the end of y, at byte 12$/,
    ],
    ['returns its answer', 'return y + a * x', /returns something: the answer is written into y/],
    ['raises', 'y += a * x\n    raise ValueError("no\\nway")', /^numpy\.py:3: ValueError: no way$/],
    ['ends its process', 'import os; os._exit(3)', /python3? ended with code 3$/],
    ['is not there', 'pass\ndel saxpy', /^there is no function saxpy in numpy\.py$/],
  ])('and %s is a failed case', async (_, body, reason) => {
    expect(await reasonOf(`def saxpy(n, a, x, y):\n    ${body}\n`)).toMatch(reason);
  });

  it('replays what it has answered before', async () => {
    const text = `kept = {}
def saxpy(n, a, x, y):
    if n not in kept:
        kept[n] = y + a * x
    y[:] = kept[n]
`;
    expect(await reasonOf(text)).toMatch(/^wrong answer on values not seen before: y\[/);
  });

  it('leaves out all but its first run', async () => {
    const text = `runs = 0
def saxpy(n, a, x, y):
    global runs
    runs += 1
    if runs == 1: y += a * x
`;
    expect(await reasonOf(text)).toMatch(/^wrong answer .*: nothing was written to y: /);
  });

  it('and the next case runs', async () => {
    await reasonOf('def saxpy(n, a, x, y):\n    import os; os.abort()\n');
    await opened(computes);
    expect((await verifyCase(addon, request())).outcome).toBe('ok');
  });
});

describe.skipIf(!hasNumpy)('other files of a lab in Python (needs NumPy)', () => {
  const variants = [hostVariant('right'), hostVariant('wrong')];
  const code = {
    right: built(hasNumpy ? saxpyCall(saxpyLoop) : ''),
    wrong: built(hasNumpy ? saxpyCall('y[0] += 1;') : ''),
  };
  const outcomes = async () => {
    const found = [];
    for (const id of ['right', 'wrong']) {
      found.push(await runCase(addon, engineCase('saxpy', id, { n: 1000 })));
    }
    return found.map(({ outcome, reason }) => reason ?? outcome);
  };

  it('reference.py gives the expected answer', async () => {
    await addon.openLab(
      { ...saxpy, variants },
      { reference: pythonFile(computes), variants: code },
    );
    expect(await outcomes()).toEqual(['ok', expect.stringMatching(/^wrong answer before timing/)]);
  });

  it('generate.py makes what no fill says, of scalars and a seed', async () => {
    const text = `import numpy
def generate(n, a, seed, x, y):
    assert a == 2
    x[:] = numpy.random.default_rng(seed).uniform(1, 2, n)
`;
    const args = saxpy.args.with(2, {
      ...{ name: 'x', array: 'float32', shape: ['n'], fill: 'generate', out: false },
    });
    const generate = pythonFile(text, 'generate');
    await addon.openLab({ ...saxpy, args, variants }, { reference, generate, variants: code });
    expect(await outcomes()).toEqual(['ok', expect.stringMatching(/^wrong answer/)]);
  });

  it('check.py decides, with its own words', async () => {
    const text = `import numpy
def check(inputs, expected, actual):
    assert sorted(inputs) == ["a", "n", "x", "y"] and list(actual) == ["y"]
    worst = float(numpy.abs(expected["y"] - actual["y"]).max())
    return worst < 1e-3, f"off by {worst:.0f}"
`;
    const check = pythonFile(text, 'check');
    const rule = { check: { rule: 'python', rtol: 0, atol: 0 } };
    await addon.openLab({ ...saxpy, ...rule, variants }, { reference, check, variants: code });
    expect(await outcomes()).toEqual([
      'ok',
      expect.stringMatching(/^wrong answer before timing: off by \d/),
    ]);
  });

  it('is named with its line where it fails', async () => {
    const text = 'def saxpy(n, a, x, y):\n    y += b * x\n';
    await addon.openLab({ ...saxpy, variants }, { reference: pythonFile(text), variants: code });
    await expect(outcomes()).rejects.toThrow(
      "the reference: numpy.py:2: NameError: name 'b' is not defined",
    );
  });
});
