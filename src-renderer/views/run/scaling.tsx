import type { RunDetail } from '../../../src-main/contract/api.ts';
import { FigureView } from './figure-view.tsx';
import { SpanSelect, useSpan } from './span-select.tsx';
import { useWorkload } from './workload-select.tsx';

/** Time over the size of the problem, with the break-even marked. */
export function Scaling({ detail }: { readonly detail: RunDetail }) {
  const span = useSpan(detail);
  const { workload, choice } = useWorkload(detail);
  return (
    <FigureView
      input={{ ref: detail.run.id, kind: 'scaling', workload, span }}
      version={detail}
      controls={
        <>
          {choice}
          <SpanSelect detail={detail} />
        </>
      }
    />
  );
}
