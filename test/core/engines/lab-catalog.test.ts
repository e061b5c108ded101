import { expect, it } from 'vitest';
import type { EngineDescription } from '../../../src-main/contract/engine-protocol.ts';
import type { Variant } from '../../../src-main/contract/workload.ts';
import { needsCudaAddon, withLabVariants } from '../../../src-main/core/engines/lab-catalog.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { labFolder } from '../../helpers/lab-folder.ts';

const kernel = `/// breakeven
// [axes.blockSize]
// values = [64, 128]
// [axes.unroll]
// min = 1
// max = 8
// default = 2
///
__global__ void saxpy(unsigned n, float a, const float *x, float *y) {}
`;
const host = (id: string, reason: string | null): Variant => ({
  ...{ id, title: id, summary: '', device: 'cpu', kind: 'study', source: '', parameters: [] },
  ...{ scopes: [], available: reason === null, reason },
});
/** What an engine says that has no CUDA addon. */
const said = {
  catalog: {
    workloads: [
      { id: 'mean', variants: [host('sequential', 'it is not built')] },
      {
        id: 'saxpy',
        variants: [host('omp', 'it is not built'), host('sequential', 'it is not built')],
      },
    ],
  },
  absent: [],
} as unknown as EngineDescription;

it('has variants of labs that no loaded addon runs, with the reason and their axes', () => {
  const { description } = readLab(labFolder({ 'naive.cu': kernel }));
  const opened = [{ description, artifacts: { variants: {} } }];
  const { catalog } = withLabVariants(said, opened, (_lab, variant) => variant === 'sequential');
  const [mean, saxpy] = catalog.workloads;
  expect(mean).toEqual(said.catalog.workloads[0]);
  expect(saxpy?.variants.map(({ id, available, reason }) => [id, available, reason])).toEqual([
    ['naive', false, needsCudaAddon],
    ['omp', true, null],
    ['sequential', false, 'it is not built'],
  ]);
  expect(saxpy?.variants[0]?.parameters).toMatchObject([
    { id: 'blockSize', type: 'choice', default: '64', choices: [{ id: '64' }, { id: '128' }] },
    { id: 'unroll', type: 'integer', min: 1, max: 8, default: 2, role: 'variant' },
  ]);
});
