import type { RunDetail } from '../../../src-main/contract/api.ts';
import { FigureView } from './figure-view.tsx';
import { SpanSelect, useSpan } from './span-select.tsx';
import { useWhere } from './where.tsx';
import { useWorkload } from './workload-select.tsx';

/** How near each case comes to what the device can do. */
export function Roofline({ detail }: { readonly detail: RunDetail }) {
  const span = useSpan(detail);
  const { workload, choice } = useWorkload(detail);
  const { where, choices } = useWhere(detail, workload);
  return (
    <FigureView
      input={{ ref: detail.run.id, kind: 'roofline', workload, span, where }}
      version={detail}
      controls={
        <>
          {choice}
          <SpanSelect detail={detail} />
          {choices}
        </>
      }
    />
  );
}
