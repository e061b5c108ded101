import type { Machine } from '../../contract/machine.ts';
import type { Catalog } from '../../contract/workload.ts';
import type { FreeMemory } from '../plan/memory-limits.ts';

/** What the engine and the system say when a run begins. */
export type Survey = {
  readonly catalog: Catalog;
  readonly machine: Machine;
  readonly free: FreeMemory;
};
