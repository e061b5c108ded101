import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuildCache } from '../../../src-main/core/lab/build-cache.ts';
import { compile } from '../../../src-main/core/lab/compile.ts';
import { findCompiler } from '../../../src-main/core/lab/compilers.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { labFolder } from '../../helpers/lab-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const kernel = `__global__ void saxpy(unsigned n, float a, const float *__restrict__ x, float *y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
`;
const host = `${kernel.replaceAll('saxpy', 'each')}
void saxpy(unsigned n, float a, const float *x, float *y, cudaStream_t stream) {
  if (n > 0) each<<<(n + 255) / 256, 256, 0, stream>>>(n, a, x, y);
}
`;

async function compiled(text: string) {
  const lab = readLab(labFolder({ 'a.cu': text }));
  const source = lab.sources.get('a');
  if (source === undefined) throw new Error('there is no a.cu');
  const cache = createBuildCache(temporaryFolder());
  return await compile(
    { lab, source, role: 'variant', macros: {} },
    { cache, cudaArchitecture: 'sm_90' },
  );
}

const reasonOf = async (text: string): Promise<string> => {
  const result = await compiled(text);
  return result.ok ? 'it was compiled' : result.reason;
};

const nvcc = findCompiler('cuda');

describe('a CUDA variant without a compiler', () => {
  it.skipIf(typeof nvcc !== 'string')('says how to get one', async () => {
    expect(await reasonOf(kernel)).toMatch(/no CUDA compiler was found \(nvcc\); apt-get install/);
  });
});

describe.skipIf(typeof nvcc === 'string')('a CUDA variant', { timeout: 120_000 }, () => {
  it('is a kernel with its symbol, registers and spills', async () => {
    const result = await compiled(kernel);
    if (!result.ok) throw new Error(result.log);
    expect(result.path).toMatch(/kernel\.cubin$/);
    expect(result.record).toMatchObject({
      symbol: '_Z5saxpyjfPKfPf',
      spillBytes: 0,
      sharedBytes: 0,
      ptx: expect.stringContaining('.entry _Z5saxpyjfPKfPf'),
    });
    expect(readdirSync(dirname(result.path))).not.toContain('kept');
    expect(result.record.registers).toBeGreaterThan(0);
    expect(result.record.sources.map(({ name }) => name)).toEqual(['a.cu']);
  });

  it('is host code that gets a stream', async () => {
    const result = await compiled(host);
    if (!result.ok) throw new Error(result.log);
    expect(result.path).toMatch(/variant\.so$/);
  });

  it('is host code with a setup, whose lines of ours are no files that were saved', async () => {
    const around = 'void saxpy_setup(unsigned, float) {}\nvoid saxpy_teardown(void) {}\n';
    expect(await reasonOf(`${host}${around}`)).toBe('it was compiled');
  });

  it('is not host code whose scalars are in another order', async () => {
    const text = host.replace('void saxpy(unsigned n, float a', 'void saxpy(float a, unsigned n');
    expect(await reasonOf(text)).toMatch(
      /^a\.cu:6: saxpy cannot be called as workload\.toml says: conversion from .* to .*float.* may change value$/,
    );
  });

  it('says which parameter of a kernel is another type', async () => {
    expect(await reasonOf(kernel.replace('const float *__restrict__ x', 'const double *x'))).toBe(
      'a.cu:1: x is const double * in a.cu, workload.toml says float32',
    );
    expect(await reasonOf(kernel.replace('float a,', 'double a,'))).toBe(
      'a.cu:1: a is double in a.cu, workload.toml says float32',
    );
    expect(await reasonOf(kernel.replace('float *y)', 'float *y, int more)'))).toBe(
      'a.cu:1: saxpy takes more arguments than workload.toml has (n, a, x, y)',
    );
    expect(
      await reasonOf(kernel.replace('const unsigned i', 'const unsigned i = k; unsigned j')),
    ).toMatch(/^a\.cu:2: identifier "k" is undefined/);
  });
});
