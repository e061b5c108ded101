import type { Preset } from '../../src-main/contract/procedures/files.ts';

export const fakePolicy = {
  criterion: 'fixed',
  parameters: { samples: 50 },
  timeLimitS: 15,
  repetitions: 2,
  order: 'shuffled',
} as const;

export const fakePresets: readonly Preset[] = [
  {
    id: 'quick',
    title: 'Quick look',
    summary: 'Tally and total at a few sizes, two minutes at most.',
    configuration: {
      title: 'Quick look',
      groups: [
        {
          workload: 'tally',
          variants: 'all',
          set: { bins: 8 },
          sweep: { n: [1e3, 1e4, 1e5, 1e6] },
        },
        { workload: 'total', variants: 'all', set: {}, sweep: { n: [1e3, 1e6] } },
      ],
      policy: fakePolicy,
      orderSeed: 7,
    },
  },
];
