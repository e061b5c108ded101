import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { FigureView } from './figure-view.tsx';
import { KindSelect } from './kind-select.tsx';
import { SpanSelect, useSpan } from './span-select.tsx';
import { useWorkload } from './workload-select.tsx';

const kinds = [
  { id: 'scaling', title: 'Time' },
  { id: 'throughput', title: 'Throughput' },
  { id: 'speedup', title: 'Speedup' },
] as const;

/** Time over the size of the problem with the break-even marked, and what follows from it. */
export function Scaling({ detail }: { readonly detail: RunDetail }) {
  const span = useSpan(detail);
  const { workload, choice } = useWorkload(detail);
  const [kind, setKind] = useState<(typeof kinds)[number]['id']>('scaling');
  return (
    <FigureView
      input={{ ref: detail.run.id, kind, workload, span }}
      version={detail}
      controls={
        <>
          <KindSelect kinds={kinds} kind={kind} choose={setKind} />
          {choice}
          <SpanSelect detail={detail} />
        </>
      }
    />
  );
}
