import { describe, expect, it } from 'vitest';
import {
  architecturesOf,
  check,
  cudaFiles,
  onePerWorkload,
} from '../../src-main/tools/check-targets.ts';
import { packageTargets } from '../../src-main/tools/cuda.ts';

describe('check:targets', () => {
  it('finds the CUDA files of the core and of every workload', () => {
    expect(cudaFiles()).toEqual(
      expect.arrayContaining([
        'native/core/cuda/backend.cu',
        'native/workloads/min3x3/cuda-fast.cu',
        'native/workloads/mandelbrot/grid-2d-no-fma.cu',
      ]),
    );
  });

  it('takes the tuned file of each workload', () => {
    const chosen = onePerWorkload(cudaFiles());
    expect(chosen).toContain('native/workloads/min3x3/cuda-fast.cu');
    expect(chosen).toContain('native/workloads/fractal-pipeline/cuda-fused.cu');
    const folders = chosen.map((file) => file.split('/')[2]);
    expect(new Set(folders).size).toBe(chosen.length);
    expect(chosen).toHaveLength(8);
  });

  it('compiles for all targets at once, and names those that fail', async () => {
    const lines: string[] = [];
    const asked: (readonly number[])[] = [];
    const status = await check(
      ['good.cu', 'bad.cu'],
      packageTargets,
      (file, targets) => {
        asked.push(targets);
        return Promise.resolve(
          file === 'bad.cu' && targets.includes(75) ? 'no such thing\n' : null,
        );
      },
      (line) => void lines.push(line),
    );
    expect(status).toBe(1);
    expect(asked[0]).toEqual(packageTargets);
    expect(lines[0]).toMatch(/^good\.cu: ok /);
    expect(lines[1]).toMatch(/^bad\.cu: FAILED /);
    expect(lines.slice(2)).toEqual([
      'it does not compile for 75\nno such thing',
      '1 checks passed, 1 checks failed',
    ]);
  });

  it('reads which compute capabilities a toolkit knows', () => {
    expect(architecturesOf('compute_75\ncompute_90\ncompute_100\n')).toEqual([75, 90, 100]);
    expect(architecturesOf('nvcc: ENOENT\n')).toEqual([]);
  });

  it('fails where the compiler knows none of the targets, and compiles nothing', async () => {
    const lines: string[] = [];
    const never = (): Promise<null> => Promise.reject(new Error('compiled'));
    expect(await check(['good.cu'], [], never, (line) => void lines.push(line))).toBe(1);
    expect(lines.at(-1)).toBe('0 checks passed, 1 checks failed');
  });

  it('fails where there is nothing to check', async () => {
    expect(
      await check(
        [],
        packageTargets,
        () => Promise.resolve(null),
        () => undefined,
      ),
    ).toBe(1);
  });
});
