import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseResultSchema } from '../../src-main/contract/run.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import { programPath } from '../../src-main/core/util/programs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import {
  addonFolder,
  codeOf,
  engineCase,
  openAddon,
  runCase,
  threeSamples,
} from './native-addons.ts';
import { digestOf, secondPicture } from './second-mandelbrot.ts';

const addon = openAddon('cpu');
const ids = ['javascript', ...(programPath('python3') === null ? [] : ['python'])];
const small = { xres: 24, yres: 18, maxiter: 90 };
const request = (id: string, values: Values = small) => engineCase('mandelbrot', id, values);

describe.each(ids)('%s of Mandelbrot', (id) => {
  it('is verified and measured in every scope, with its CPU time', async () => {
    const result = await runCase(addon, request(id));
    expect(result).toMatchObject({
      ...{ outcome: 'ok', reason: null, stopReason: 'count' },
      verification: { rule: 'exact', passed: true },
      attributes: { runtime: expect.stringMatching(/^(V8|CPython) \d/) },
    });
    expect(result.coldStartNs).toBeGreaterThan(0);
    expect(result.samples.map(({ scope }) => scope)).toEqual(['kernel', 'call', 'total']);
    for (const { timesNs } of result.samples) expect(timesNs.every((ns) => ns > 0)).toBe(true);
    expect(result.samples[0]?.cpuNs).toHaveLength(3);
    expect(result.interference).toMatchObject({ threads: 1, measuredS: expect.any(Number) });
  });

  it('hands out the picture of a second implementation', async () => {
    const reply = await addon.once(request(id), true, () => undefined);
    const { result, output } = reply as { result: unknown; output: Uint8Array };
    expect(caseResultSchema.parse(result)).toMatchObject({ outcome: 'ok', samples: [] });
    const expected = secondPicture({ ...small, rectangle: [-2, 0.5, -1.25, 1.25] });
    expect(createHash('sha256').update(output).digest('hex')).toBe(digestOf(expected));
  });

  it.each(['whole', 'seahorses', 'elephants', 'inside', 'outside'])(
    'is right of %s',
    async (region) => {
      const values = { xres: 31, yres: 27, maxiter: 70, region };
      expect(await runCase(addon, request(id, values))).toMatchObject({ outcome: 'ok' });
    },
  );

  it('takes samples of several executions where one is short', async () => {
    const { samples } = await runCase(addon, request(id, { xres: 1, yres: 1, maxiter: 2 }));
    expect(samples.every(({ repeats }) => repeats > 1)).toBe(true);
  });

  it('takes fresh input, and has no cold caches', async () => {
    const fresh = await runCase(addon, request(id, { ...small, freshInput: true }));
    expect(fresh).toMatchObject({ outcome: 'ok', reason: null });
    expect(await runCase(addon, request(id, { ...small, cache: 'cold' }))).toMatchObject({
      outcome: 'skipped',
      reason: `cache is cold, but ${id} runs in a process of its own: allowed is hot`,
    });
  });

  it('ends when it is cancelled', async () => {
    const policy = { ...threeSamples, parameters: { samples: 1e6 } };
    const running = runCase(addon, { ...request(id), policy }, ({ phase }) => {
      if (phase === 'sample') addon.cancel();
    });
    expect(await codeOf(running)).toBe('cancelled');
  });
});

describe('Python of Mandelbrot', () => {
  const estimate = (id: string, values: Values) => addon.estimate('mandelbrot', id, values);

  it.skipIf(ids.length < 2)('refuses large pictures unless they are allowed', async () => {
    const values = { xres: 300, yres: 300, maxiter: 1 };
    const reason =
      'the picture has 90000 pixels, Python takes up to 65536 unless allowLarge is set';
    expect(estimate('python', values).reason).toBe(reason);
    expect(await runCase(addon, request('python', values))).toMatchObject({
      outcome: 'skipped',
      reason,
    });
    expect(estimate('python', { ...values, allowLarge: true }).reason).toBeNull();
    expect(estimate('python', { allowLarge: 1 }).reason).toBe(
      'allowLarge is 1, allowed is true or false',
    );
  });

  it('is planned with its time and memory: each pixel is an object', () => {
    const [native, python] = [estimate('sequential', small), estimate('python', small)];
    expect(python.seconds / native.seconds).toBeCloseTo(300);
    expect(python.hostBytes - native.hostBytes).toBe(80 * 24 * 18);
  });
});

describe('an interpreter', () => {
  /** Node under another name, as an engine that is no Node sees the machine. */
  const folder = temporaryFolder();
  const engine = join(folder, 'engine');
  try {
    linkSync(process.execPath, engine);
  } catch {
    copyFileSync(process.execPath, engine);
  }

  /** Why each script is not available there. */
  function reasonsWith(environment: Readonly<Record<string, string>>): unknown {
    const ask = `
      const { workloads } = require(${JSON.stringify(join(addonFolder, 'breakeven_cpu.node'))}).catalog();
      const { variants } = workloads.find(({ id }) => id === 'mandelbrot');
      const of = (id) => variants.find((variant) => variant.id === id).reason;
      console.log(JSON.stringify([of('javascript'), of('python')]));`;
    const env = { PATH: folder, ...environment };
    return JSON.parse(execFileSync(engine, ['-e', ask], { env, encoding: 'utf8' }));
  }

  /** A folder with one program that says this. */
  function withProgram(name: string, says: string, mode = 0o755): string {
    const made = temporaryFolder();
    writeFileSync(join(made, name), `#!/bin/sh\necho ${says}\n`);
    chmodSync(join(made, name), mode);
    return made;
  }

  const noNode = 'node 24 or later was not found on the PATH';
  const noPython = 'python3 was not found on the PATH';

  it('that is not there is the reason why its scripts are not available', () => {
    expect(reasonsWith({})).toEqual([noNode, noPython]);
    expect(reasonsWith({ PATH: '' })).toEqual([noNode, noPython]);
  });

  it('is a program on the PATH', () => {
    mkdirSync(join(folder, 'a', 'python3'), { recursive: true });
    // Files without the right to run are refused for root as well: access(2) says so for X_OK.
    const searched = [join(folder, 'a'), withProgram('python3', 'no', 0o644)];
    expect(reasonsWith({ PATH: searched.join(delimiter) })).toEqual([noNode, noPython]);
    const found = [...searched, withProgram('python3', 'yes')].join(delimiter);
    expect(reasonsWith({ PATH: found })).toEqual([noNode, null]);
  });

  it.each([
    ['v20.20.2', noNode],
    ['v24.0.0', null],
    ['24', noNode],
  ])('Node is one of version 24 or later: %s', (version, reason) => {
    expect(reasonsWith({ PATH: withProgram('node', version) })).toEqual([reason, noPython]);
  });

  it('Node is the one that the host brings, where it brings one', () => {
    expect(reasonsWith({ BREAKEVEN_NODE: process.execPath })).toEqual([null, noPython]);
    expect(reasonsWith({ BREAKEVEN_NODE: join(folder, 'none') })).toEqual([noNode, noPython]);
  });
});
