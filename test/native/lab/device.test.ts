import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { engineCase, hasCuda, openAddon, runCase, verifyCase } from '../native-addons.ts';
import { built, hostVariant, integerAxis, saxpy, saxpyCall, saxpyLoop } from './lab-fixture.ts';

/** Labs on a GPU. Kernels are compiled by NVRTC, host code by nvcc where it is. */
const cpu = openAddon('cpu');
const cuda = hasCuda ? openAddon('cuda') : null;
const gpu = cuda
  ?.catalog()
  .workloads.flatMap(({ variants }) => variants)
  .find(({ available, device }) => available && device === 'cuda');
const capability = process.env.BREAKEVEN_TEST_SM ?? 'sm_90';

const folder = temporaryFolder();
let files = 0;

const kernel = (body: string) =>
  `__global__ void saxpy(unsigned n, float f, float *x, float *y) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    ${body}
  }`;
const plain = kernel('if (i < n) y[i] = f * x[i] + y[i];');

describe.runIf(cuda !== null && gpu !== undefined && cpu.nvrtc().available)('on a GPU', () => {
  afterEach(async () => {
    await cuda?.closeLab('saxpy');
  });

  async function cubin(source: string): Promise<{ path: string; symbol: string }> {
    const program = await cpu.nvrtcCompile({
      ...{ source, path: 'kernel.cu', function: 'saxpy', options: [], arch: capability },
    });
    if (program.cubin === null) throw new Error(program.log);
    const path = join(folder, `${files++}.cubin`);
    writeFileSync(path, program.cubin);
    return { path, symbol: program.symbol ?? '' };
  }

  async function open(artifact: object, variant: object = {}): Promise<void> {
    const kind = 'cuda-kernel';
    const description = { ...saxpy, variants: [hostVariant('own', { kind, ...variant })] };
    const reference = { path: saxpyCall(saxpyLoop) };
    await cuda?.openLab(description, {
      reference,
      variants: { own: [{ defines: {}, ...artifact }] },
    });
  }

  const run = async (values: Values) => {
    if (cuda === null) throw new Error('there is no CUDA addon');
    return runCase(cuda, engineCase('saxpy', 'own', values));
  };

  it.each<Values>([
    ...[{ n: 0 }, { n: 1 }, { n: 257 }, { n: 100_003 }],
    { n: 100_003, cache: 'cold' },
    { n: 5000, freshInput: true },
    ...['pinned', 'mapped', 'managed'].map((memory) => ({ n: 5000, memory })),
  ])('a kernel is verified and measured: %o', async (values) => {
    await open(await cubin(plain));
    const result = await run(values);
    expect(result.reason).toBeNull();
    expect(result.outcome).toBe('ok');
    expect(result.samples.map(({ scope }) => scope)).toContain('h2d');
    if (values.n !== 0) {
      expect(result.attributes).toMatchObject({ registers: expect.any(Number), code: 'sass' });
    }
  });

  it('takes block, grid and shared memory from expressions', async () => {
    const axes = [integerAxis('width', { max: 1024, default: 64 })];
    const tiled = kernel('for (; i < n; i += gridDim.x * blockDim.x) y[i] = f * x[i] + y[i];');
    const launch = { axes, block: 'width', grid: 'min(ceildiv(n, 4 * block), sms)' };
    await open(await cubin(tiled), { ...launch, shared: '49152 + 1024' });
    const result = await run({ n: 100_000, width: 128 });
    expect(result).toMatchObject({ outcome: 'ok', attributes: { block: '128 x 1 x 1' } });
    expect(result.attributes.sharedDynamicBytes).toBe(50_176);
    await open(await cubin(tiled), { axes, block: ['width', '32'] });
    expect(await run({ n: 100, width: 64 })).toMatchObject({
      outcome: 'skipped',
      reason: 'a block has 2048 threads: allowed is up to 1024',
    });
  });

  it.each<[string, string, RegExp]>([
    [
      'its input',
      'if (i < n) { y[i] = f * x[i] + y[i]; } if (i == 5) x[5] = 9;',
      /^it changed its input x\[5\] on the device$/,
    ],
    [
      'behind an array',
      'if (i < n + 2) y[i] = f * x[i] + y[i];',
      /wrote behind the end of an array of/,
    ],
    ['nothing', '', /^wrong answer before timing: nothing was written to y$/],
    [
      'nothing but its first answer',
      `static __device__ char done[1000];
      if (i < n && done[i] == 0) { y[i] = f * x[i] + y[i]; done[i] = 1; }`,
      /^wrong answer .*: nothing was written to y$/,
    ],
    [
      'what it has answered before',
      `static __device__ char known[1000]; static __device__ float kept[1000];
      if (i < n && known[i] == 0) { kept[i] = f * x[i] + y[i]; known[i] = 1; }
      if (i < n) y[i] = kept[i];`,
      /^wrong answer on values not seen before: y\[/,
    ],
  ])('finds a kernel that writes %s', async (_, body, reason) => {
    await open(await cubin(kernel(body)));
    expect(await run({ n: 1000 })).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(reason),
    });
  });

  it('names a kernel whose parameters are others', async () => {
    const artifact = await cubin('__global__ void saxpy(double n, float *x) { *x = n; }');
    await open(artifact);
    expect(await run({ n: 10 })).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/has 2 parameters, the lab has 4 arguments$/),
    });
    await open({ ...artifact, symbol: 'nothing' });
    expect(await run({ n: 10 })).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/^variant own has no kernel nothing: /),
    });
  });

  const nvcc = process.env.NVCC ?? 'nvcc';
  const hasNvcc = (() => {
    try {
      return execFileSync(nvcc, ['--version'], { stdio: 'pipe' }).length > 0;
    } catch {
      return false;
    }
  })();

  describe.runIf(hasNvcc)('host code', () => {
    const compiled = (call: string) => {
      const base = join(folder, `host-${files++}`);
      writeFileSync(
        `${base}.cu`,
        `#include <cstdint>
        ${plain}
        __global__ void linger() {
          for (int k = 0; k < 2000; ++k) __nanosleep(1000);
        }
        extern "C" void breakeven_call(void **a) {
          uint32_t n = *(uint32_t *)a[0]; float f = *(float *)a[1];
          float *x = (float *)a[2], *y = (float *)a[3];
          cudaStream_t stream = *(cudaStream_t *)a[4];
          if (n > 0) { ${call} }
        }`,
      );
      const options = ['-O2', '-shared', '-Xcompiler', '-fPIC', `-arch=${capability}`];
      execFileSync(nvcc, [...options, `${base}.cu`, '-o', `${base}.so`], { stdio: 'pipe' });
      return `${base}.so`;
    };

    it('works on the stream of the case', async () => {
      const path = compiled('saxpy<<<(n + 255) / 256, 256, 0, stream>>>(n, f, x, y);');
      await open({ path }, { kind: 'cuda-host' });
      expect(await run({ n: 100_003 })).toMatchObject({ outcome: 'ok' });
      if (cuda === null) return;
      const verified = await verifyCase(cuda, engineCase('saxpy', 'own', { n: 1000 }));
      expect(verified).toMatchObject({ outcome: 'ok' });
    });

    // The code may have a CUDA runtime of its own, whose errors nobody else sees.
    it('fails where a launch is refused, though it does not look', async () => {
      const path = compiled(`saxpy<<<(n + 2047) / 2048, 2048, 0, stream>>>(n, f, x, y);`);
      await open({ path }, { kind: 'cuda-host' });
      expect(await run({ n: 1000 })).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(
          /^cudaErrorInvalid|^wrong answer before timing: nothing was written to y/,
        ),
      });
    });

    it.each([{ cache: 'hot' }, { cache: 'cold' }])(
      'finds nothing of the part of the L2 cache that it has set apart before: %o',
      async (values) => {
        // What a call finds at its beginning is in its answer: y[0] is 1 where a limit or a window is left of an earlier one,
        // and 2 where they could not be set.
        const path = compiled(`
          static float off = 0;
          int largest = 0, device = 0;
          size_t kept = 0;
          cudaStreamAttrValue window = {};
          cudaGetDevice(&device);
          cudaDeviceGetAttribute(&largest, cudaDevAttrMaxPersistingL2CacheSize, device);
          cudaDeviceGetLimit(&kept, cudaLimitPersistingL2CacheSize);
          cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window);
          if (kept != 0 || window.accessPolicyWindow.num_bytes != 0) off = 1;
          saxpy<<<(n + 255) / 256, 256, 0, stream>>>(n, f, x, y);
          if (off != 0) cudaMemcpyAsync(y, &off, sizeof off, cudaMemcpyDefault, stream);
          if (largest == 0) return;
          cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, largest);
          window.accessPolicyWindow = {x, n * sizeof(float), 1.0f, cudaAccessPropertyPersisting,
                                       cudaAccessPropertyStreaming};
          cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window);
          cudaDeviceGetLimit(&kept, cudaLimitPersistingL2CacheSize);
          cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window);
          if (kept == 0 || window.accessPolicyWindow.num_bytes == 0) off = 2;`);
        await open({ path }, { kind: 'cuda-host' });
        expect(await run({ n: 100_003, ...values })).toMatchObject({ outcome: 'ok', reason: null });
      },
      120_000,
    );

    it('may not leave work on another one', async () => {
      const path = compiled(`
        static cudaStream_t other = 0;
        if (other == 0) cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        saxpy<<<(n + 255) / 256, 256, 0, stream>>>(n, f, x, y);
        cudaStreamSynchronize(stream);
        linger<<<1, 1, 0, other>>>();`);
      await open({ path }, { kind: 'cuda-host' });
      expect(await run({ n: 1000 })).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(
          /^the device is still busy when the stream of the case is done/,
        ),
      });
    });
  });

  it('a variant without a build is not available', async () => {
    await cuda?.openLab(
      { ...saxpy, variants: [hostVariant('own', { kind: 'cuda-kernel' })] },
      { reference: { path: saxpyCall(saxpyLoop) }, variants: { own: [], other: built('x') } },
    );
    expect(await run({ n: 1 })).toMatchObject({ outcome: 'skipped', reason: 'it is not built' });
  });
});
