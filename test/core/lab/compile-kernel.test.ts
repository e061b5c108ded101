import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CompiledKernel, KernelRequest } from '../../../src-main/contract/lab.ts';
import { createEngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { createBuildCache } from '../../../src-main/core/lab/build-cache.ts';
import type { CompileKernel } from '../../../src-main/core/lab/build-request.ts';
import { compile } from '../../../src-main/core/lab/compile.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { forkEngine } from '../../../src-main/hosts/fork-engine.ts';
import { labFolder } from '../../helpers/lab-folder.ts';
import { nativeFolder } from '../../helpers/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openAddon } from '../../native/native-addons.ts';

afterEach(() => void vi.unstubAllEnvs());

const kernel = `#include "scale.h"
__global__ void saxpy(unsigned n, float a, const float *x, float *y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = SCALE * a * x[i] + y[i];
}
`;
const files = { 'a.cu': kernel, 'scale.h': '#define SCALE 1\n' };

const compiledBy = (found: Partial<CompiledKernel>): CompiledKernel => ({
  ...{ cubin: Buffer.from('machine code'), ptx: '.entry _Z5saxpy', symbol: '_Z5saxpy' },
  ...{
    log: "ptxas info : Compiling entry function '_Z5saxpy'\nUsed 12 registers",
    version: 'NVRTC 13',
  },
  ...found,
});

/** A lab whose kernel is compiled by `byNvrtc`, where nothing else can. */
function labOf(byNvrtc: CompileKernel, given: Readonly<Record<string, string>> = files) {
  vi.stubEnv('NVCC', 'no-nvcc');
  const folder = labFolder(given);
  const cache = createBuildCache(temporaryFolder());
  return {
    folder,
    build: async (macros: Readonly<Record<string, number>> = {}) => {
      const lab = readLab(folder);
      const source = lab.sources.get('a');
      if (source === undefined) throw new Error('there is no a.cu');
      const options = { cache, cudaArchitecture: 'sm_90', compileKernel: byNvrtc };
      return await compile({ lab, source, role: 'variant', macros }, options);
    },
  };
}

describe('a kernel', () => {
  it('is compiled by NVRTC where that is, for the device, and kept with its PTX', async () => {
    const asked: KernelRequest[] = [];
    const { build, folder } = labOf(async (request) => {
      asked.push(request);
      return compiledBy({});
    });
    const result = await build({ BLOCK: 64 });
    if (!result.ok) throw new Error(result.reason);
    expect(asked[0]).toMatchObject({ function: 'saxpy', arch: 'sm_90' });
    expect(asked[0]?.options).toEqual(
      expect.arrayContaining(['-std=c++17', '-DBLOCK=64', `-I${folder}`]),
    );
    expect(asked[0]?.source).toContain(`#include "${join(folder, 'a.cu')}"`);
    expect(readFileSync(result.path, 'utf8')).toBe('machine code');
    expect(result.record).toMatchObject({
      ...{ symbol: '_Z5saxpy', ptx: '.entry _Z5saxpy', registers: 12, compiler: 'NVRTC 13' },
      sources: [{ name: 'a.cu' }, { name: 'scale.h' }],
    });
    expect((await build({ BLOCK: 64 })).ok).toBe(true);
    expect(asked.length).toBe(1);
    writeFileSync(join(folder, 'scale.h'), '#define SCALE 2\n');
    await build({ BLOCK: 64 });
    expect(asked.length).toBe(2);
  });

  it('that is wrong is told with its line', async () => {
    const { build, folder } = labOf(async () =>
      compiledBy({
        ...{ cubin: null, ptx: null, symbol: null },
        log: `${join(folder, 'a.cu')}(4): error: identifier "k" is undefined\n`,
      }),
    );
    expect(await build()).toMatchObject({
      ok: false,
      line: 4,
      reason: 'a.cu:4: identifier "k" is undefined',
    });
  });

  it.each<[string, CompiledKernel | null]>([
    ['there is no NVRTC', null],
    [
      'the source needs a header of the toolkit',
      compiledBy({
        cubin: null,
        log: 'a.cu(1): catastrophic error: cannot open source file "cub/cub.cuh"',
      }),
    ],
    [
      'a flag is one of nvcc',
      compiledBy({ cubin: null, log: 'nvrtc: error: unrecognized option --x' }),
    ],
  ])('is left to nvcc where %s', async (_, found) => {
    const { build } = labOf(async () => found);
    expect(await build()).toMatchObject({
      ok: false,
      missing: true,
      reason: 'a.cu: $NVCC is "no-nvcc", which is no program',
    });
  });

  it('whose compiler hangs costs its variant', async () => {
    const { build } = labOf(async () => {
      throw new Error('it sent nothing for 120 s');
    });
    expect(await build()).toMatchObject({
      ok: false,
      reason: 'a.cu: it was not compiled: it sent nothing for 120 s',
    });
  });
});

describe('an engine', { timeout: 60_000 }, () => {
  const { available } = openAddon('cpu').nvrtc();
  const environment = { BREAKEVEN_NATIVE: nativeFolder };

  it('compiles kernels where this machine has NVRTC, and says where it has none', async () => {
    const supervisor = createEngineSupervisor({ fork: forkEngine, environment });
    try {
      const { build } = labOf((request, limits) => supervisor.compileKernel(request, limits));
      const result = await build();
      expect([result.ok, result.ok ? null : result.reason + result.log]).toEqual([
        available,
        available ? null : expect.any(String),
      ]);
      if (!result.ok) return;
      expect(result.record.symbol).toBe('_Z5saxpyjfPKfPf');
      expect(result.record.ptx).toContain('.entry _Z5saxpyjfPKfPf');
      expect(result.record.registers).toBeGreaterThan(0);
      const wrong = labOf((request, limits) => supervisor.compileKernel(request, limits), {
        ...files,
        'a.cu': kernel.replace('const float *x', 'const double *x'),
      });
      expect(await wrong.build()).toMatchObject({
        ok: false,
        reason: 'a.cu:2: x is const double * in a.cu, workload.toml says float32',
      });
    } finally {
      await supervisor.restart();
    }
  });
});
