import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { numberText } from '../../../../src-main/contract/numbers.ts';
import {
  type ClaimVerdict,
  claimVerdictText,
  type StudyColumn,
  type StudyReport,
  type StudyTable,
} from '../../../../src-main/contract/study.ts';
import { Figure } from '../../../charts/figure.tsx';
import { plural } from '../../../ui/format.ts';
import { Loaded, Notes, Section } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';

/** The study that the run reproduces: its claims judged by this run, and its tables with the values of this machine. */
export function Study({ detail }: { readonly detail: RunDetail }) {
  const asked = useCall('study', { ref: detail.run.id }, detail);
  return (
    <Loaded of={asked} what="the study" failed="This study cannot be shown">
      {(value) => (
        <>
          <p>
            {value.name}, compared with this run on {value.machine}.
          </p>
          {value.claims.length === 0 ? null : <Claims report={value} />}
          {value.tables.map((table) => (
            <Section key={`${table.title}\t${table.notes[0]}`} title={table.title}>
              <Values table={table} />
            </Section>
          ))}
          {value.figures.length === 0 ? null : (
            <Section title="Figures of the tables">
              {value.figures.map((spec) => (
                <Figure
                  key={`${spec.title}\t${spec.caption}`}
                  spec={spec}
                  name={spec.title}
                  small
                />
              ))}
            </Section>
          )}
          {value.notes.length === 0 ? null : (
            <Section title="Notes on the study">
              <ul class="remarks">
                {value.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

const tones = {
  holds: 'good',
  'does not hold': 'bad',
  'cannot be told': 'warn',
} as const satisfies Record<ClaimVerdict, string>;

/** `6 claims: 5 hold, 1 does not hold, 0 inconclusive.` */
function claimsText(claims: StudyReport['claims']): string {
  const count = (verdict: ClaimVerdict) => claims.filter((one) => one.verdict === verdict).length;
  const [held, not] = [count('holds'), count('does not hold')];
  return [
    `${plural(claims.length, 'claim')}: ${held} ${held === 1 ? 'holds' : 'hold'}`,
    `${not} ${not === 1 ? 'does' : 'do'} not hold`,
    `${count('cannot be told')} inconclusive.`,
  ].join(', ');
}

function Claims({ report: { claims } }: { readonly report: StudyReport }) {
  return (
    <Section title="Claims of the study">
      <p class="strong">{claimsText(claims)}</p>
      <Table
        label="Claims of the study"
        rows={claims}
        columns={[
          ['Claim', ({ claim }) => claim, 'prose'],
          [
            'Here',
            ({ verdict }) => (
              <span class={`badge ${tones[verdict]}`}>{claimVerdictText(verdict)}</span>
            ),
          ],
          ['Estimate', ({ estimate }) => estimateText(estimate), 'number'],
          [
            '95 % CI',
            ({ ci95 }) => (ci95 === null ? '–' : `[${ci95.map(estimateText).join(', ')}]`),
            'number',
          ],
          [
            'Found and expected',
            ({ finding, reason, expected }) => (
              <>
                {finding}. {reason} <span class="muted">Expected {expected}.</span>
              </>
            ),
            'prose',
          ],
        ]}
      />
      <p class="muted">
        Estimates are ratios of times, exponents, or the best value. A claim holds where the
        interval lies wholly inside its range.
      </p>
    </Section>
  );
}

function Values({ table: { title, columns, rows, notes } }: { readonly table: StudyTable }) {
  const tone = ({ source }: StudyColumn) => (source === 'published' ? 'number muted' : 'number');
  return (
    <>
      <Table
        label={title}
        rows={rows}
        columns={columns.map(
          (column, i): Column<(typeof rows)[number]> => [
            headOf(column),
            (row) => cellText(row[i] ?? null),
            i === 0 ? undefined : tone(column),
          ],
        )}
      />
      <Notes texts={notes} kind="muted" />
    </>
  );
}

function headOf({ title, unit, source }: StudyColumn): string {
  const name = source === 'published' && unit !== null ? `${title}, published` : title;
  return unit === null ? name : `${name} (${unit})`;
}

/** With the digits of the sentence next to it. */
const estimateText = (value: number | null): string =>
  value === null ? '–' : numberText(Number(value.toPrecision(3)));

/** Four digits are what a table is read for; whole numbers stay whole. */
function cellText(cell: string | number | null): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  return numberText(Number.isInteger(cell) ? cell : Number(cell.toPrecision(4)));
}
