import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { facetOf } from '../../state/facets.ts';
import { pointText, readPoint, useView } from '../../state/workspace.ts';
import { FacetFields } from './facet-fields.tsx';

/** One point of the sweep, and the fields that choose it. */
export function useWhere(
  detail: RunDetail,
  workload: string,
  /** The axis that the figure draws. */
  drawn?: string,
): { readonly where: Values; readonly choices: preact.ComponentChild } {
  const cases = detail.cases.filter((each) => each.workload === workload && each.outcome === 'ok');
  const all = cases.map(({ values }) => values);
  const [text, choose] = useView('at');
  const chosen = readPoint(text, all);
  const facet = facetOf(all, chosen, drawn);
  return {
    where: facet.where,
    choices: (
      <FacetFields
        name="where"
        facet={facet}
        chosen={chosen}
        choose={(values) => choose(pointText(values))}
      />
    ),
  };
}
