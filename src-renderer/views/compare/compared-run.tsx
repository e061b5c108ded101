import type { CompareSide } from '../../../src-main/contract/procedures/compare.ts';
import { hrefOf } from '../../state/route.ts';
import { sourceRow } from '../../state/run-code.ts';
import { dateTime } from '../../ui/format.ts';

/** What a side is: a run, or one variant of it. */
export function ComparedRunName({ side }: { readonly side: CompareSide }) {
  const { run, variant } = side;
  return (
    <span class="side-name">
      <a href={hrefOf({ screen: 'run', ref: run.id, tab: 'results' })}>
        {variant === null ? run.title : variant}
      </a>
      <span class="muted">
        {variant === null ? dateTime(run.createdAt) : run.title} <code>{run.id}</code>
      </span>
    </span>
  );
}

type Props = {
  readonly attribute: string;
  readonly values: readonly (string | null)[];
  readonly sides: readonly CompareSide[];
};

/** To the difference of the first run and the first that differs, where a row of the environment names a source. */
export function SourceLink({ attribute, values, sides }: Props) {
  const row = sourceRow(attribute);
  const before = sides[0];
  const after = sides[values.findIndex((value) => value !== values[0])];
  if (row === null || before === undefined || after === undefined) return null;
  const view = { build: row.variant, from: before.run.id };
  return (
    <a
      href={hrefOf({
        screen: 'run',
        ref: after.run.id,
        tab: 'why',
        view: { ...view, pane: 'source' },
      })}
    >
      Show the difference
    </a>
  );
}
