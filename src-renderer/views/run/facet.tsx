import type { ComponentChild } from 'preact';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { workloadsOf } from '../../state/run-attributes.ts';
import type { Facetted } from '../../state/run-summary.ts';
import { useWhere } from './where.tsx';
import { useWorkload } from './workload-select.tsx';

/** The workload and the point that the screen shows, all its sizes, and the fields that choose them. */
export function useFacet(
  detail: RunDetail,
  shown: RunDetail,
): {
  /** Null where nothing is known of the workload. */
  readonly facet: Facetted | null;
  readonly workload: string;
  readonly sizeAxis: string | undefined;
  readonly choices: ComponentChild;
} {
  const app = useApp();
  const { workload, sizeAxis, choice } = useWorkload(detail);
  const { where, choices } = useWhere(detail, workload, sizeAxis);
  const { known = null } =
    workloadsOf(detail, app.catalog.state.value.value).find(({ id }) => id === workload) ?? {};
  return {
    facet: known === null ? null : { detail: shown, known, where },
    workload,
    sizeAxis,
    choices: (
      <>
        {choice}
        {choices}
      </>
    ),
  };
}
