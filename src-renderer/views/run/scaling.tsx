import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { breakEvenElsewhere, scopeOfBreakEven } from '../../state/run-facts.ts';
import { useView } from '../../state/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { FigureView } from './figure-view.tsx';
import { KindSelect } from './kind-select.tsx';
import { useOver } from './over-select.tsx';
import { usePublished } from './published-menu.tsx';
import { SpanSelect, useSpan } from './span-select.tsx';
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
  const { workload, sizeAxis, choice } = useWorkload(detail);
  const [, chooseScope] = useView('scope');
  // Without a choice it opens where there is something to see: a scope that has a break-even.
  const span = useSpan(detail, scopeOfBreakEven(detail, workload, app.settings.value.span));
  const [wanted, setKind] = useView('figure');
  // A theory is about some workloads alone.
  const offered = kinds.filter(({ id }) => id !== 'theory' || detail.theory?.includes(workload));
  const kind = offered.find(({ id }) => id === wanted)?.id ?? 'scaling';
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
          <SpanSelect detail={detail} span={span} />
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
        <Button tone="quiet" onClick={() => chooseScope(elsewhere.span)}>
          Show {titleOf(elsewhere.span)}
        </Button>
      </p>
      {figure}
    </>
  );
}
