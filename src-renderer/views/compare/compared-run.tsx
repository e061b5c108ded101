import type { CompareSide } from '../../../src-main/contract/procedures/compare.ts';
import { hrefOf } from '../../state/route.ts';
import { dateTime } from '../../ui/format.ts';

/** What a side is: a run, or one variant of it. */
export function ComparedRunName({ side }: { readonly side: CompareSide }) {
  const { run, variant } = side;
  return (
    <span class="side-name">
      <a href={hrefOf({ screen: 'run', ref: run.id, tab: 'summary' })}>
        {variant === null ? run.title : variant}
      </a>
      <span class="muted">
        {variant === null ? dateTime(run.createdAt) : run.title} <code>{run.id}</code>
      </span>
    </span>
  );
}
