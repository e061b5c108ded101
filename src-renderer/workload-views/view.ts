import type { ComponentChild } from 'preact';
import type { RunDetail } from '../../src-main/contract/api.ts';

/**
 * What a workload has to show besides numbers. A file of this folder that is named as its workload and exports `view` is
 * found by itself; a workload without one has no Picture tab.
 */
export type WorkloadView = {
  readonly Picture: (props: { readonly detail: RunDetail }) => ComponentChild;
};

const files = import.meta.glob<{ readonly view?: WorkloadView }>('./*.tsx', { eager: true });

/** The views by workload. */
export const workloadViews: ReadonlyMap<string, WorkloadView> = new Map(
  Object.entries(files).flatMap(([path, { view }]) => {
    const name = /([^/]+)\.tsx$/.exec(path)?.[1];
    return name === undefined || view === undefined ? [] : [[name, view] as const];
  }),
);
