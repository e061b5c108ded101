import type { Configuration, Group } from '../../src-main/contract/configuration.ts';

/** A run of two variants of the scripted workload over three sizes, whose times are known. */
export function counted(
  group: Partial<Group> = {},
  more: Partial<Configuration> = {},
): Configuration {
  return {
    groups: [
      {
        workload: 'count',
        variants: ['sequential', 'parallel'],
        set: {},
        sweep: { n: [4000, 16_000, 64_000] },
        ...group,
      },
    ],
    policy: {
      criterion: 'fixed',
      parameters: { samples: 30 },
      timeLimitS: null,
      repetitions: 3,
      order: 'shuffled',
    },
    orderSeed: 5,
    ...more,
  };
}

/** All variants at the sizes that the group gives. */
export const countedAll = (
  group: Partial<Group>,
  more: Partial<Configuration> = {},
): Configuration => counted({ variants: 'all', sweep: {}, ...group }, more);
