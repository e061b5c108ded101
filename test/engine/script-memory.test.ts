import { expect, it } from 'vitest';
import type { Catalog } from '../../src-main/contract/workload.ts';
import { createScriptProvider } from '../../src-main/engine/script-provider.ts';
import { variant as javascript } from '../../src-main/engine/variants/mandelbrot/javascript.ts';
import { variant as python } from '../../src-main/engine/variants/mandelbrot/python.ts';
import { scriptedCatalog } from '../helpers/scripted-provider.ts';

const catalog: Catalog = {
  ...scriptedCatalog,
  workloads: scriptedCatalog.workloads
    .slice(0, 1)
    .map((workload) => ({ ...workload, id: 'mandelbrot', axes: [] })),
};

it('of a script is planned where it is more than native code needs: each pixel of Python is an object', () => {
  const provider = createScriptProvider(
    {
      catalog: () => catalog,
      machine: () => ({ gpus: [], versions: {}, noGpuReason: null }),
      estimate: () => ({ hostBytes: 16e6, deviceBytes: 0, seconds: 2, reason: null }),
      answer: async (_, values) => ({ sha256: '', facts: {}, values }),
      run: async () => {
        throw new Error('not asked for');
      },
      cancel: () => {},
    },
    [javascript, python],
  );
  const bytes = (id: string, values: Readonly<Record<string, number | boolean>>) =>
    provider.estimate?.('mandelbrot', id, values).hostBytes;
  const large = { xres: 1000, yres: 1000 };
  expect(bytes('javascript', large)).toBe(16e6);
  expect(bytes('python', { ...large, allowLarge: true })).toBe(72e6);
  expect(bytes('python', { xres: 8, yres: 8 })).toBe(16e6);
});
