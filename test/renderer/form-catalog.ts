import type { Axis, Catalog, Variant } from '../../src-main/contract/workload.ts';
import { integerAxis, variantOf } from '../helpers/catalog-parts.ts';
import { scriptedScopes } from '../helpers/scripted-provider.ts';

/** A catalog with every type of axis, a variant that is not here, and two workloads. */
const n = {
  ...integerAxis('n', 0, 2 ** 31 - 1, 1_000_000),
  ...{ title: 'Values', help: 'How many values the input has.' },
} satisfies Axis;

const axes: readonly Axis[] = [
  n,
  {
    ...integerAxis('bins', 1, 65_536, 8),
    ...{ title: 'Bins', help: 'How many bins are counted.' },
  },
  {
    id: 'distribution',
    title: 'Distribution',
    help: 'How the values are spread.',
    role: 'input',
    type: 'choice',
    default: 'uniform',
    choices: [
      { id: 'uniform', help: 'All values alike.' },
      { id: 'degenerate', help: 'One value only.' },
      { id: 'gaussian', help: 'Around the middle.' },
    ],
  },
  {
    id: 'freshInput',
    title: 'Fresh input',
    help: 'A new input for every sample.',
    role: 'measurement',
    type: 'flag',
    default: false,
  },
];

const threads: Axis = {
  ...integerAxis('threads', 0, 1024, 0),
  ...{ title: 'Threads', help: 'OpenMP threads; 0 takes all physical cores.' },
  ...{ role: 'variant', scale: 'linear' },
};

const gpu: Axis = {
  id: 'gpu',
  title: 'GPU',
  help: 'Which device, by index or UUID.',
  role: 'variant',
  type: 'text',
  default: '',
};

const variant = (id: string, summary: string, more: Partial<Variant> = {}): Variant =>
  variantOf(id, { summary, ...more });

const noDevice = {
  available: false,
  reason: 'no CUDA device: the driver is not installed',
} as const;

export function formCatalog(hasGpu: boolean): Catalog {
  const cuda: Partial<Variant> = {
    device: 'cuda',
    parameters: [gpu],
    ...(hasGpu ? {} : noDevice),
  };
  return {
    workloads: [
      {
        id: 'tally',
        title: 'Tally',
        summary: 'Counts how often each value occurs.',
        sizeAxis: 'n',
        baseline: 'plain',
        inputFiles: ['npy'],
        axes: [...axes],
        variants: [
          variant('plain', 'One loop over the values on one core.'),
          variant('split', 'A tally for each thread, added up at the end.', {
            parameters: [threads],
          }),
          variant('device-tally', 'One atomic addition a value in global memory.', cuda),
          variant('library-tally', "The vendor's own.", { ...cuda, kind: 'library' }),
        ],
      },
      {
        id: 'total',
        title: 'Total',
        summary: 'Adds the values up.',
        sizeAxis: 'n',
        baseline: 'plain',
        inputFiles: [],
        axes: [n],
        variants: [
          variant('plain', 'One loop.'),
          variant('split', 'One part a thread.', { parameters: [threads] }),
        ],
      },
    ],
    scopes: scriptedScopes,
    criteria: [
      {
        id: 'precision',
        title: 'Precise median',
        help: 'Until the interval of the median is narrow enough.',
        parameters: [
          {
            ...{ ...integerAxis('width', 0.0001, 1, 0.005), role: 'measurement', type: 'real' },
            ...{ title: 'Width', help: 'Half width of the interval as a share of the median.' },
          },
        ],
      },
      {
        id: 'fixed',
        title: 'Fixed number',
        help: 'Exactly so many samples.',
        parameters: [
          {
            ...{ ...integerAxis('samples', 1, 1e9, 50), role: 'measurement' },
            ...{ title: 'Samples', help: 'How many samples a case has.' },
          },
        ],
      },
    ],
    problems: [],
  };
}
