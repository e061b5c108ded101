import { describe, expect, it } from 'vitest';
import { openAddon } from '../native-addons.ts';

const addon = openAddon('cpu');
const { available, reason } = addon.nvrtc();

const request = {
  source: `template <class T>
    __device__ T times(T a, T b) { return a * b; }
    __global__ void saxpy(unsigned n, float a, const float *x, float *y) {
      unsigned i = blockIdx.x * BLOCK + threadIdx.x;
      if (i < n) y[i] = times(a, x[i]) + y[i];
    }`,
  ...{ path: 'naive.cu', function: 'saxpy', options: ['-DBLOCK=128'], arch: 'sm_90' },
};

it.runIf(!available)('says in one sentence that there is no NVRTC', async () => {
  expect(reason).toMatch(/^NVRTC was not found: install the CUDA toolkit or /);
  await expect(addon.nvrtcCompile(request)).rejects.toMatchObject({
    code: 'bad-input',
    message: reason,
  });
});

describe.runIf(available)('a source that is compiled at run time', () => {
  it('is machine code with the name of its kernel, its registers and its PTX', async () => {
    const program = await addon.nvrtcCompile(request);
    expect(program.cubin?.subarray(1, 4).toString()).toBe('ELF');
    expect(program.symbol).toBe('_Z5saxpyjfPKfPf');
    expect(program.cubin?.includes('_Z5saxpyjfPKfPf')).toBe(true);
    expect(program.log).toMatch(/Used \d+ registers/);
    expect(program.ptx).toContain('.entry _Z5saxpyjfPKfPf');
  });

  it('or the messages of the compiler, with the file and the line', async () => {
    const program = await addon.nvrtcCompile({ ...request, options: [] });
    expect(program).toMatchObject({ cubin: null, ptx: null, symbol: null });
    expect(program.log).toMatch(/^naive\.cu\(4\): error: identifier "BLOCK" is undefined/);
  });

  it('names a kernel that is not there and an option that is wrong', async () => {
    const other = await addon.nvrtcCompile({ ...request, function: 'sapxy' });
    expect(other.cubin).toBeNull();
    expect(other.log).toMatch(/sapxy/);
    const option = await addon.nvrtcCompile({ ...request, options: ['--no-such-option'] });
    expect(option.cubin).toBeNull();
    expect(option.log).toMatch(/no-such-option|NVRTC_ERROR_INVALID_OPTION/i);
  });
});
