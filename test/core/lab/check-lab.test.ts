import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Measuring } from '../../../src-main/core/engines/engines.ts';
import { createOpenLabs } from '../../../src-main/core/lab/open-labs.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { checkLab } from '../../../src-main/core/run/check-lab.ts';
import { labFolder } from '../../helpers/lab-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const kernel = `__global__ void saxpy(unsigned n, float a, const float *x, float *y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
`;

/** An application without the CUDA addon: no engine knows the variant, and NVRTC compiles what a test says. */
function checked(log: string | null) {
  const home = temporaryFolder();
  const lab = readLab(labFolder({ 'naive.cu': kernel }));
  const compiled = { cubin: log === null ? new Uint8Array(8) : null, ptx: '.version 8.8' };
  const labs = createOpenLabs({
    home: () => home,
    kernels: {
      compile: async () => ({
        ...compiled,
        log: log ?? '',
        symbol: 'saxpy',
        version: 'NVRTC 13.0',
      }),
      close: async () => {},
    },
  });
  labs.open(lab);
  const catalog = { workloads: [{ id: 'saxpy', variants: [] }] };
  const measuring = {
    describe: async () => ({ catalog }),
    supervisor: { restart: async () => {} },
  } as unknown as Measuring;
  return checkLab(lab, { labs, measuring }, { ref: lab.folder, variants: ['naive'] });
}

it('compiles a kernel where nothing here can run it', async () => {
  vi.stubEnv('PATH', join(temporaryFolder(), 'empty'));
  vi.stubEnv('CC', '/usr/bin/cc');
  try {
    expect(await checked(null)).toMatchObject([
      {
        id: 'naive',
        state: 'unavailable',
        reason: expect.stringMatching(/^it compiles; no NVIDIA GPU .*: breakeven doctor says why$/),
      },
    ]);
    const log = 'naive.cu(3): error: identifier "y2" is undefined\n';
    expect(await checked(log)).toMatchObject([
      {
        id: 'naive',
        state: 'not-compiled',
        reason: expect.stringContaining('"y2" is undefined'),
        log,
      },
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
});

it('says after five seconds what it waits for, and gives up when it is told to', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const home = temporaryFolder();
    const lab = readLab(labFolder());
    const labs = createOpenLabs({ home: () => home });
    labs.open(lab);
    const variants = [{ id: 'omp', device: 'cpu', available: true, reason: null }];
    const values = { n: 31, seed: 1 };
    const draft = { configuration: {}, cases: [{ workload: 'saxpy', variant: 'omp', values }] };
    const limits: number[] = [];
    const ok = { outcome: 'ok', warnings: [], verification: { passed: true } };
    const measuring = {
      describe: async () => ({ catalog: { workloads: [{ id: 'saxpy', variants }] } }),
      plan: async () => draft,
      supervisor: {
        restart: async () => {},
        once: async (_case: unknown, _output: boolean, options: { hangLimitMs: number }) => {
          limits.push(options.hangLimitMs);
          await vi.advanceTimersByTimeAsync(4999);
          expect(said).toEqual([]);
          await vi.advanceTimersByTimeAsync(1);
          return { result: ok };
        },
      },
    } as unknown as Measuring;
    const said: string[] = [];
    const request = { ref: lab.folder, variants: ['omp'], hangLimitS: 20 };
    const onWait = (what: string): void => void said.push(what);
    const compiled = { ...labs, prepare: async () => draft as never };
    const found = await checkLab(lab, { labs: compiled, measuring }, { ...request, onWait });
    expect(found).toMatchObject([{ id: 'omp', state: 'verified', cases: 1 }]);
    expect(limits).toEqual([20_000]);
    expect(said).toEqual(['omp n=31: the answer is waited for, at most 20 s (--hang-limit)']);
  } finally {
    vi.useRealTimers();
  }
});
