import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { breakEvenElsewhere } from '../../state/run-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { FigureView } from './figure-view.tsx';
import { KindSelect } from './kind-select.tsx';
import { useOver } from './over-select.tsx';
import { usePublished } from './published-menu.tsx';
import { ScopeSelect, useScope } from './scope-select.tsx';
import { useWhere } from './where.tsx';
import { useWorkload } from './workload-select.tsx';

const kinds = [
  { id: 'scaling', title: 'Time' },
  { id: 'throughput', title: 'Throughput' },
  { id: 'speedup', title: 'Speedup' },
  { id: 'theory', title: 'Theory' },
] as const;

/** Time over the size of the problem with the break-even marked, and what follows from it. */
export function Scaling({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const span = useScope(detail);
  const { workload, sizeAxis, choice } = useWorkload(detail);
  const [wanted, setKind] = useState<(typeof kinds)[number]['id']>('scaling');
  // A theory is about some workloads alone.
  const offered = kinds.filter(({ id }) => id !== 'theory' || detail.theory?.includes(workload));
  const kind = offered.some(({ id }) => id === wanted) ? wanted : 'scaling';
  const chosen = useOver(detail, workload, sizeAxis);
  const free = kind === 'scaling' || kind === 'throughput';
  const over = free ? chosen.over : sizeAxis;
  const { where, choices } = useWhere(detail, workload, over);
  const { published, choice: publishedChoice } = usePublished(workload, over);
  const elsewhere = breakEvenElsewhere(detail, workload, span);
  const titleOf = (id: string) =>
    app.catalog.state.value.value?.spans.find((each) => each.id === id)?.title ?? id;
  const figure = (
    <FigureView
      // Without its size axis the figure itself chooses what it draws.
      input={{
        ref: detail.run.id,
        kind,
        workload,
        span,
        ...(sizeAxis === undefined ? {} : { where }),
        ...(free && over !== undefined && over !== sizeAxis ? { over } : {}),
        ...(kind === 'scaling' && published.length > 0 ? { published: [...published] } : {}),
      }}
      version={detail}
      controls={
        <>
          <KindSelect kinds={offered} kind={kind} choose={setKind} />
          {choice}
          <ScopeSelect detail={detail} />
          {free && sizeAxis !== undefined ? chosen.choice : null}
          {sizeAxis === undefined ? null : choices}
          {kind === 'scaling' ? publishedChoice : null}
        </>
      }
    />
  );
  if (elsewhere === null || kind !== 'scaling') return figure;
  return (
    <>
      <p class="note">
        No single break-even was found in {titleOf(span)}; {titleOf(elsewhere.span)} has{' '}
        {elsewhere.count === 1 ? 'one' : elsewhere.count}.{' '}
        <Button tone="quiet" onClick={() => app.changeSettings({ span: elsewhere.span })}>
          Show {titleOf(elsewhere.span)}
        </Button>
      </p>
      {figure}
    </>
  );
}
