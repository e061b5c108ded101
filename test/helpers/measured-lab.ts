import type { Configuration, Group, Policy } from '../../src-main/contract/configuration.ts';
import type { App } from '../../src-main/core/app.ts';
import { runToEnd } from './run-to-end.ts';

/** A run of a lab with few samples, in order. */
export const labRun = (
  group: Pick<Group, 'workload'> & Partial<Group>,
  policy: Partial<Policy> = {},
): Configuration => ({
  groups: [{ variants: 'all', set: {}, sweep: {}, ...group }],
  policy: {
    ...{ criterion: 'fixed', parameters: { samples: 6 }, timeLimitS: null, repetitions: 1 },
    order: 'sequential',
    ...policy,
  },
  orderSeed: 1,
});

/** The run of a lab, measured to its end. */
export async function measureLab(app: App, ...run: Parameters<typeof labRun>) {
  const ref = await runToEnd(app, () => app.api.startRun({ configuration: labRun(...run) }));
  return await app.api.run({ ref });
}
