import { learnRuns, nothingLearned, type RunVariation } from '../../stats/run-variation.ts';
import type { Store } from '../store/store.ts';
import { createLru } from '../util/lru.ts';

/** What runs of a machine differ by, and a name that changes with it. */
export type KnownVariation = { readonly learned: RunVariation; readonly key: string };

/** What the runs of the machine that measured a run differ by, as far as its store shows it. */
export type MachineVariation = (runId: string) => KnownVariation;

export type MachineVariationStore = Pick<Store, 'measuredRuns' | 'processValues'>;

export const nothingKnown: MachineVariation = () => ({ learned: nothingLearned, key: '' });

/** Worked out once for the same finished runs of a machine. */
export function createMachineVariation(store: MachineVariationStore): MachineVariation {
  const known = createLru(16);
  return (runId) => {
    const { runs, key } = store.measuredRuns(runId);
    const learned = known.remember(key, () => learnRuns(store.processValues(runs)));
    return { learned, key };
  };
}
