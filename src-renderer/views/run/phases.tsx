import type { RunDetail } from '../../../src-main/contract/api.ts';
import { FigureView } from './figure-view.tsx';
import { useWhere } from './where.tsx';
import { useWorkload } from './workload-select.tsx';

/** Where the time of each variant goes: allocation, copies, kernels, host part. */
export function Phases({ detail }: { readonly detail: RunDetail }) {
  const { workload, choice } = useWorkload(detail);
  const { where, choices } = useWhere(detail, workload);
  return (
    <FigureView
      input={{ ref: detail.run.id, kind: 'phases', workload, where }}
      version={detail}
      controls={
        <>
          {choice}
          {choices}
        </>
      }
    />
  );
}
