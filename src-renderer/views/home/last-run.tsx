import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { HistoryRow } from '../../../src-main/contract/run-results.ts';
import { useApp } from '../../state/context.ts';
import { hrefOf } from '../../state/route.ts';
import { Loaded, Section } from '../../ui/page.tsx';
import { useFacet } from '../run/choices.tsx';
import { FigureView } from '../run/figure-view.tsx';
import { Quality } from '../run/results/headline.tsx';
import { useScope } from '../run/scope-choice.tsx';

/** The last run as its Results begin: the sentence and the curve. */
export function LastRun({ row }: { readonly row: HistoryRow }) {
  const app = useApp();
  const open = { screen: 'run', ref: row.id, tab: 'results' } as const;
  return (
    <Section title={`Last run: ${row.title}`} aside={<a href={hrefOf(open)}>Open it</a>}>
      {row.results?.sentence == null ? null : <p class="answer">{row.results.sentence}</p>}
      <Loaded of={app.run(row.id)} what="the last run">
        {(detail) => (detail.cases.length === 0 ? null : <Curve detail={detail} />)}
      </Loaded>
    </Section>
  );
}

function Curve({ detail }: { readonly detail: RunDetail }) {
  const scope = useScope(detail);
  const { facet, workload } = useFacet(detail, detail);
  return (
    <>
      <p class="quality">
        <Quality detail={detail} />
      </p>
      <FigureView
        input={{
          ...{ ref: detail.run.id, kind: 'scaling', workload, scope },
          ...(facet === null ? {} : { where: facet.where }),
        }}
        version={detail}
        small
      />
    </>
  );
}
