import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../src-main/contract/run.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import { engineCase, obstacle, openAddon, runCase } from './native-addons.ts';

const noGpu = obstacle('exclusive-scan', 'cuda-fast');

const scan = (variant: string, values: Values, batch?: Readonly<Record<string, number>>) =>
  runCase(openAddon('cuda'), {
    ...engineCase('exclusive-scan', variant, { n: 1024, ...values }),
    ...(batch === undefined ? {} : { batch, repetition: 1 }),
  });

const scopesOf = ({ samples }: CaseResult): readonly string[] => samples.map(({ scope }) => scope);

describe.skipIf(noGpu !== null)(`executions back to back (${noGpu})`, () => {
  it.each(['cuda-fast', 'cub'])('are sampled of a short kernel: %s', async (variant) => {
    const result = await scan(variant, {});
    expect(result).toMatchObject({ outcome: 'ok', verification: { passed: true } });
    const [batch] = result.samples.filter(({ scope }) => scope === 'batch');
    expect(batch).toMatchObject({ launchIncluded: false });
    // As many as fit into the queue of a held stream: all launches of a batch together.
    expect(batch?.repeats).toBe(variant === 'cub' ? 16 : 32);
    expect(batch?.timesNs.every((time) => time > 0)).toBe(true);
  });

  it.each([
    ['is flushed before each', 'cuda-fast', { cache: 'cold' }],
    ['has new input each time', 'cuda-fast', { freshInput: true }],
    ['has pages to move', 'cuda-fast', { memory: 'managed' }],
    ['overwrites its input', 'blelloch-recursive', {}],
    ['is long', 'cuda-fast', { n: 1 << 24 }],
  ])('are not sampled of a kernel that %s', async (_, variant, values) => {
    const result = await scan(variant, values);
    expect(result.outcome, String(result.reason)).toBe('ok');
    expect(scopesOf(result)).not.toContain('batch');
  });

  it('are sampled in later repetitions where they were in the first one', async () => {
    expect(scopesOf(await scan('cuda-fast', {}, { kernel: 1, call: 1 }))).not.toContain('batch');
    expect(scopesOf(await scan('cuda-fast', { n: 1 << 23 }, { kernel: 1, batch: 32 }))).toContain(
      'batch',
    );
  });
});

describe('batches of a case that has become long since its first repetition', () => {
  it('are right programs whatever their last batch had as its input', async () => {
    const batch = { kernel: 2, call: 2 };
    for (let run = 0; run < 8; ++run) {
      const mandelbrot = { xres: 201, yres: 203, maxiter: 500 };
      const more = { batch, repetition: 1 };
      const slow = engineCase('mandelbrot', 'sequential', mandelbrot, more);
      const result = await runCase(openAddon('cpu'), slow);
      expect(result.outcome, String(result.reason)).toBe('ok');
    }
  });
});
