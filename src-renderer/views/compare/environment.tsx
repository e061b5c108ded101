import type { ComponentChild } from 'preact';
import type { CompareSide, RunsComparison } from '../../../src-main/contract/procedures/compare.ts';
import { sideNames } from '../../state/forest.ts';
import { sourceRow } from '../../state/run-code.ts';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table-box.tsx';

type Row = RunsComparison['environment'][number];

type Props = {
  readonly comparison: RunsComparison;
  readonly nameOf: (side: CompareSide) => ComponentChild;
  /** Shown after the name of an attribute. */
  readonly asideOf?: (row: Row) => ComponentChild;
};

/** The attributes of machine and versions that differ between the sides. */
export function Environment({ comparison, nameOf, asideOf }: Props) {
  const { sides, environment } = comparison;
  const machines = environment.filter(({ machine }) => machine);
  // What can explain a change stands first: another machine, then other code, then versions.
  const rank = ({ attribute, machine }: Row) =>
    machine ? 0 : sourceRow(attribute) !== null ? 1 : /version/i.test(attribute) ? 2 : 3;
  const ordered = [...environment].sort((a, b) => rank(a) - rank(b));
  const names = sideNames(sides);
  const runs = new Set(sides.map(({ run }) => run.id)).size;
  return (
    <Section title="Environment">
      {sides.map(({ ref, warnings = [] }, i) =>
        warnings.length === 0 ? null : (
          <p key={ref} class="note warn">
            {names[i]}: {warnings.join('; ')}
          </p>
        ),
      )}
      {environment.length === 0 ? (
        <p>
          {runs === 1
            ? 'All cases are from one run: same machine, same versions.'
            : 'All runs have the same machine and the same versions.'}
        </p>
      ) : (
        <>
          {machines.length === 0 ? (
            <p class="muted">The machine is the same; the environment differs.</p>
          ) : (
            <p class="note warn">
              The runs were measured on different machines:{' '}
              {machines.map(({ attribute }) => attribute).join(', ')}{' '}
              {machines.length === 1 ? 'differs' : 'differ'}.
            </p>
          )}
          <Table
            label="Differences of the environment"
            rows={ordered}
            keyOf={({ attribute }) => attribute}
            columns={[
              [
                'Differs',
                (row) => (
                  <>
                    {row.attribute} {row.machine ? <span class="badge warn">machine</span> : null}
                    {asideOf?.(row)}
                  </>
                ),
              ],
              ...sides.map(
                (side, i): Column<Row> => [
                  nameOf(side),
                  ({ values }) => values[i] ?? <span class="muted">not known</span>,
                  'prose',
                ],
              ),
            ]}
          />
        </>
      )}
    </Section>
  );
}
