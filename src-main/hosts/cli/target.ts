import type { Group } from '../../contract/configuration.ts';
import type { Workload } from '../../contract/workload.ts';

/** A group of a configuration with the workload that it names. */
export type Target = { readonly group: Group; readonly workload: Workload };
