import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { FigureView } from './figure-view.tsx';
import { KindSelect } from './kind-select.tsx';
import { usePublished } from './published-menu.tsx';
import { SpanSelect, useSpan } from './span-select.tsx';
import { useWhere } from './where.tsx';
import { useWorkload } from './workload-select.tsx';

const kinds = [
  { id: 'scaling', title: 'Time' },
  { id: 'throughput', title: 'Throughput' },
  { id: 'speedup', title: 'Speedup' },
] as const;

/** Time over the size of the problem with the break-even marked, and what follows from it. */
export function Scaling({ detail }: { readonly detail: RunDetail }) {
  const span = useSpan(detail);
  const { workload, sizeAxis, choice } = useWorkload(detail);
  const { where, choices } = useWhere(detail, workload, sizeAxis);
  const [kind, setKind] = useState<(typeof kinds)[number]['id']>('scaling');
  const { published, choice: publishedChoice } = usePublished(workload);
  return (
    <FigureView
      // Without its size axis the figure itself chooses what it draws.
      input={{
        ref: detail.run.id,
        kind,
        workload,
        span,
        ...(sizeAxis === undefined ? {} : { where }),
        ...(kind === 'scaling' && published.length > 0 ? { published: [...published] } : {}),
      }}
      version={detail}
      controls={
        <>
          <KindSelect kinds={kinds} kind={kind} choose={setKind} />
          {choice}
          <SpanSelect detail={detail} />
          {sizeAxis === undefined ? null : choices}
          {kind === 'scaling' ? publishedChoice : null}
        </>
      }
    />
  );
}
