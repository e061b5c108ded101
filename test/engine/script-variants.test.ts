import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineCase } from '../../src-main/contract/engine-protocol.ts';
import type { Policy } from '../../src-main/contract/run.ts';
import { caseResultSchema } from '../../src-main/contract/run.ts';
import {
  type Axis,
  type Catalog,
  catalogSchema,
  type Values,
} from '../../src-main/contract/workload.ts';
import type { ExpectedAnswer, Provider } from '../../src-main/engine/provider.ts';
import { createScriptProvider, withScripts } from '../../src-main/engine/script-provider.ts';
import { findVariants } from '../../src-main/engine/variants/find-variants.ts';
import { variant as javascript } from '../../src-main/engine/variants/mandelbrot/javascript.ts';
import { variant as python } from '../../src-main/engine/variants/mandelbrot/python.ts';
import { createReplyReader, findProgram } from '../../src-main/engine/variants/script-process.ts';
import type { ScriptVariant } from '../../src-main/engine/variants/script-variant.ts';
import { scriptedCatalog } from '../helpers/scripted-provider.ts';
import { describedCriteria } from '../helpers/stopping-criteria.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openAddon } from '../native/native-addons.ts';
import { digestOf, secondPicture } from '../native/second-mandelbrot.ts';

const picture = { xres: 24, yres: 18, maxiter: 90, rectangle: [-2, 0.5, -1.25, 1.25] as const };
const pixels = secondPicture(picture);
const expected: ExpectedAnswer = {
  sha256: digestOf(pixels),
  facts: { rectangle: '-2,0.5,-1.25,1.25', sum: 1, iterations: 7000 },
  values: { xres: 24, yres: 18, maxiter: 90, region: 'whole' },
};

const integer = (id: string, standard: number): Catalog['workloads'][number]['axes'][number] => ({
  id,
  title: id,
  help: id,
  role: 'input',
  type: 'integer',
  min: 1,
  max: 65_536,
  default: standard,
  scale: 'log',
});

const nativeCatalog: Catalog = {
  ...scriptedCatalog,
  stopRules: [...describedCriteria],
  workloads: scriptedCatalog.workloads.slice(0, 1).map((workload) => ({
    ...workload,
    id: 'mandelbrot',
    sizeAxis: 'xres',
    axes: [integer('xres', 1024), integer('yres', 1024), integer('maxiter', 1000)],
  })),
};

let answered: unknown[] = [];
beforeEach(() => {
  answered = [];
});

const native: Provider & Required<Pick<Provider, 'answer'>> = {
  catalog: () => nativeCatalog,
  machine: () => ({ gpus: [], versions: {}, noGpuReason: null }),
  estimate: () => ({ hostBytes: 16, deviceBytes: 0, seconds: 2, reason: null }),
  answer: async (_, values) => {
    answered.push(values);
    return { ...expected, values: { ...expected.values, ...values } };
  },
  run: async () => {
    throw new Error('not asked for');
  },
  cancel: () => {},
};

const policy: Policy = {
  rule: 'fixed',
  parameters: { samples: 4 },
  timeLimitS: null,
  rounds: 1,
  order: 'sequential',
};

const caseOf = (variant: string, more: Partial<EngineCase> = {}): EngineCase => ({
  index: 0,
  workload: 'mandelbrot',
  variant,
  values: { xres: 24, yres: 18, maxiter: 90 },
  inputKey: 'any',
  policy,
  repetition: 2,
  ...more,
});

const ids = ['javascript', ...(findProgram('python3') === null ? [] : ['python'])];
const variants = [javascript, python];
const provider = () => createScriptProvider(native, variants);

describe('variants that are scripts', () => {
  it('are found by their files', async () => {
    const found = await findVariants();
    expect(found.map(({ workload, describe }) => `${workload}/${describe().id}`).sort()).toEqual([
      'mandelbrot/javascript',
      'mandelbrot/python',
    ]);
  });

  it('describe themselves in the catalog of the native workload', () => {
    const catalog = catalogSchema.parse(provider().catalog());
    expect(catalog.workloads.map(({ id }) => id)).toEqual(['mandelbrot']);
    expect(catalog.workloads[0]?.axes).toEqual(nativeCatalog.workloads[0]?.axes);
    expect(catalog.workloads[0]?.variants.map(({ id }) => id)).toEqual(['javascript', 'python']);
  });

  it('are left out where no native library can verify them', () => {
    const { answer: _, ...mute } = native;
    const named = [{ name: 'mute', provider: mute }];
    expect(withScripts(named, variants)).toBe(named);
    expect(withScripts([{ name: 'cpu', provider: native }], variants)).toHaveLength(2);
  });

  it.each(ids)(
    '%s gives the answer of a second implementation, with samples of every span',
    async (id) => {
      const events: string[] = [];
      const result = await provider().run(caseOf(id), ({ phase, timesNs }) => {
        events.push(phase);
        expect(timesNs).toBeInstanceOf(Float64Array);
      });
      caseResultSchema.parse(result);
      expect(result).toMatchObject({
        outcome: 'ok',
        stopReason: 'count',
        operations: 6 * 7000 + 5 * 432,
      });
      expect(result.verification).toMatchObject({ rule: 'exact', passed: true });
      expect(result.answer).toEqual({ sha256: expected.sha256, facts: expected.facts });
      expect(result.coldStartNs).toBeGreaterThan(0);
      expect(result.samples.map(({ scope, repetition }) => [scope, repetition])).toEqual([
        ['kernel', 2],
        ['call', 2],
        ['total', 2],
      ]);
      for (const { timesNs, cpuNs } of result.samples) {
        expect(timesNs).toHaveLength(4);
        expect(cpuNs).toHaveLength(4);
        expect(timesNs.every((time) => time > 0)).toBe(true);
      }
      expect(new Set(events)).toEqual(new Set(['reference', 'verify', 'warm-up', 'sample']));
    },
  );

  it.each(ids)('%s hands out its picture without timing it', async (id) => {
    const reply = await provider().once?.(caseOf(id), true, () => {});
    expect(reply?.result).toMatchObject({ outcome: 'ok', stopReason: null, samples: [] });
    const digest = createHash('sha256')
      .update(reply?.output ?? new Uint8Array())
      .digest('hex');
    expect(digest).toBe(expected.sha256);
  });

  it('fail where the answer is wrong, and have no samples then', async () => {
    const wrong: ScriptVariant = {
      ...javascript,
      open: async (task) => ({
        ...(await javascript.open(task)),
        output: async () => new Uint8Array(8 * pixels.length),
      }),
    };
    const result = await createScriptProvider(native, [wrong]).run(caseOf('javascript'), () => {});
    expect(result).toMatchObject({ outcome: 'failed', samples: [] });
    expect(result.reason).toMatch(/^wrong answer before timing: the digest of the answer is/);
  });

  it('fail where they throw, in one sentence', async () => {
    const broken: ScriptVariant = {
      ...javascript,
      open: async () => {
        throw new Error('python3 ended with code 1: MemoryError');
      },
    };
    const result = await createScriptProvider(native, [broken]).run(caseOf('javascript'), () => {});
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: 'python3 ended with code 1: MemoryError',
    });
  });

  it('stop at the time limit and when they are cancelled', async () => {
    const endless = { ...policy, parameters: { samples: 1e6 } };
    const limited = await provider().run(
      caseOf('javascript', { policy: { ...endless, timeLimitS: 0.2 } }),
      () => {},
    );
    expect(limited.stopReason).toBe('time-limit');
    for (const id of ids) {
      const scripts = provider();
      const running = scripts.run(caseOf(id, { policy: endless }), ({ phase }) => {
        if (phase === 'sample') scripts.cancel();
      });
      await expect(running, id).rejects.toMatchObject({ code: 'cancelled' });
    }
  });
});

describe('how scripts are measured', () => {
  const cache: Axis = {
    id: 'cache',
    title: 'Cache',
    help: 'What the caches hold when a sample starts.',
    role: 'measurement',
    type: 'choice',
    default: 'hot',
    choices: [
      { id: 'hot', help: 'What is there.' },
      { id: 'cold', help: 'Nothing.' },
    ],
  };
  const freshInput: Axis = {
    id: 'freshInput',
    title: 'Fresh input',
    help: 'New input for each sample.',
    role: 'measurement',
    type: 'flag',
    default: false,
  };
  const measured: typeof native = {
    ...native,
    catalog: () => ({
      ...nativeCatalog,
      workloads: nativeCatalog.workloads.map((workload) => ({
        ...workload,
        variants: workload.variants.map((one) => ({
          ...one,
          parameters: [...one.parameters, cache, freshInput],
        })),
      })),
    }),
  };
  const scripts = () => createScriptProvider(measured, variants);
  const asked = (more: Values) =>
    caseOf('javascript', { values: { xres: 24, yres: 18, maxiter: 90, ...more } });

  it('is described as for native variants of the workload', () => {
    const found = scripts().catalog().workloads[0]?.variants ?? [];
    expect(found.map(({ parameters }) => parameters.map(({ id }) => id))).toEqual([
      ['cache', 'freshInput'],
      ['allowLarge', 'cache', 'freshInput'],
    ]);
  });

  it('is refused where it cannot be had, before and when it runs', async () => {
    const cold = await scripts().run(asked({ cache: 'cold' }), () => {});
    expect(cold).toMatchObject({ outcome: 'skipped', samples: [] });
    expect(cold.reason).toMatch(/^cache is cold, but javascript runs .* allowed is hot$/);
    const values = { xres: 24, yres: 18, maxiter: 90, cache: 'cold' };
    expect(scripts().estimate?.('mandelbrot', 'javascript', values).reason).toBe(cold.reason);
    await expect(scripts().run(asked({ cache: 'warm' }), () => {})).rejects.toMatchObject({
      code: 'bad-input',
      message: 'cache is warm, allowed is hot or cold',
    });
  });

  it('makes fresh input where there is none to make, and is refused elsewhere', async () => {
    const fresh = await scripts().run(asked({ cache: 'hot', freshInput: true }), () => {});
    expect(fresh).toMatchObject({ outcome: 'ok', reason: null });
    const sharing: ScriptVariant = { ...javascript, input: 'shared' };
    const refused = await createScriptProvider(measured, [sharing]).run(
      asked({ freshInput: true }),
      () => {},
    );
    expect(refused).toMatchObject({ outcome: 'skipped' });
    expect(refused.reason).toContain('freshInput is true');
  });
});

describe('Python', () => {
  it('refuses large pictures unless they are allowed', async () => {
    const values = { xres: 300, yres: 300, maxiter: 1 };
    const reason =
      'the picture has 90000 pixels, Python takes up to 65536 unless allowLarge is set';
    const scripts = provider();
    const refused = scripts.estimate?.('mandelbrot', 'python', values);
    expect(refused).toMatchObject({ seconds: 600, reason: ids.length > 1 ? reason : /python3/ });
    expect(scripts.estimate?.('mandelbrot', 'python', {})?.reason).toContain('1048576 pixels');
    const allowed = scripts.estimate?.('mandelbrot', 'python', { ...values, allowLarge: true });
    expect(allowed?.reason).toBeNull();
    const result = await scripts.run(caseOf('python', { values }), () => {});
    expect(result).toMatchObject({ outcome: 'skipped', reason });
    expect(answered).toEqual([values]);
  });

  it('wants a flag for allowLarge', () => {
    expect(() => provider().estimate?.('mandelbrot', 'python', { allowLarge: 1 })).toThrow(
      'allowLarge is 1, allowed is true or false',
    );
  });

  it('is looked for on the PATH, where it must be a program', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a', 'python3'), { recursive: true });
    mkdirSync(join(folder, 'b'));
    mkdirSync(join(folder, 'c'));
    writeFileSync(join(folder, 'b', 'python3'), '');
    chmodSync(join(folder, 'b', 'python3'), 0o644);
    const paths = ['a', 'b'].map((name) => join(folder, name));
    const isRoot = process.getuid?.() === 0;
    // Files without the right to run are refused for root as well: access(2) says so for X_OK.
    expect(findProgram('python3', paths.join(delimiter)), `root: ${isRoot}`).toBeNull();
    writeFileSync(join(folder, 'c', 'python3'), '#!/bin/sh\n');
    chmodSync(join(folder, 'c', 'python3'), 0o755);
    const found = findProgram('python3', [...paths, join(folder, 'c')].join(delimiter));
    expect(found).toBe(join(folder, 'c', 'python3'));
    expect(findProgram('python3', '')).toBeNull();
  });
});

describe('replies of a script', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('are cut from the stream wherever it was cut', async () => {
    const stream = bytes('{"ns":5}\n{"bytes":3}\n\n\n!{"last":true}\n');
    for (const size of [1, 2, 7, stream.length]) {
      const reader = createReplyReader();
      for (let at = 0; at < stream.length; at += size) reader.take(stream.subarray(at, at + size));
      expect(await reader.next()).toEqual({ head: { ns: 5 }, body: new Uint8Array() });
      expect((await reader.next()).body).toEqual(Uint8Array.of(10, 10, 33));
      expect((await reader.next()).head).toEqual({ last: true });
    }
  });

  it('end with the reason', async () => {
    const reader = createReplyReader();
    const waiting = reader.next();
    reader.take(bytes('Traceback\n'));
    await expect(waiting).rejects.toThrow('something that is no reply');
    await expect(reader.next()).rejects.toThrow('something that is no reply');
  });
});

describe('against the built native library', () => {
  it('agrees on every named view', async () => {
    const { answer } = openAddon('cpu') as unknown as typeof native;
    for (const region of ['whole', 'seahorses', 'elephants', 'inside', 'outside']) {
      const values = { xres: 31, yres: 27, maxiter: 70, region };
      const real = createScriptProvider({ ...native, answer }, variants);
      for (const id of ids) {
        const result = await real.run(caseOf(id, { values }), () => {});
        expect(result.verification, `${id} ${region}`).toMatchObject({ passed: true });
      }
    }
  });
});
