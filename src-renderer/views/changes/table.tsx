import { caseName, varyingAxes } from '../../../src-main/contract/case-names.ts';
import { changeText } from '../../../src-main/contract/change-text.ts';
import type {
  SeriesChange,
  TrendDifference,
} from '../../../src-main/contract/procedures/trends.ts';
import { scopeName } from '../../../src-main/contract/timing-scopes.ts';
import { hrefOf } from '../../state/route.ts';
import { dateTime } from '../../ui/format.ts';
import { Head, numbers, TableBox } from '../../ui/table-box.tsx';

/** A row a change: when, which case, by how much, what came with it, and the ways to look closer. */
export function ChangesTable({ changes }: { readonly changes: readonly SeriesChange[] }) {
  const axes = varyingAxes(changes).map(({ id }) => id);
  const hosts = new Set(changes.map(({ hostname }) => hostname)).size > 1;
  const scopes = [...new Set(changes.map(({ scope }) => scopeName(scope)))];
  return (
    <TableBox label="Changes, the newest first">
      <table class="table changes">
        <Head
          columns={[
            'Since',
            'Case',
            scopes.length === 1 ? `Change of ${scopes[0]} time` : 'Change',
            'Changed with it',
            hosts ? 'Host' : null,
            ...numbers('Runs'),
            'Look closer',
          ]}
        />
        <tbody>
          {changes.map((change) => (
            <Row key={keyOf(change)} change={change} axes={axes} hosts={hosts} />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

const keyOf = ({ after, scope, kind }: SeriesChange): string =>
  `${after.runId} ${after.caseIndex} ${scope} ${kind}`;

function Row({
  change,
  axes,
  hosts,
}: {
  readonly change: SeriesChange;
  readonly axes: readonly string[];
  readonly hosts: boolean;
}) {
  const { kind, workload, variant, scope, before, after, ratio, ci95, sentence } = change;
  const index = String(after.caseIndex);
  return (
    <tr>
      <td>
        <a href={hrefOf({ screen: 'run', ref: after.runId, tab: 'results' })} title={change.title}>
          <time dateTime={after.at}>{dateTime(after.at)}</time>
        </a>
      </td>
      <th scope="row" title={`${workload} ${caseName(change)}, ${scopeName(scope)}`}>
        {workload} {caseName(change, axes)}
      </th>
      <td title={sentence}>
        <span class={`badge ${ratio > 1 ? 'bad' : 'good'}`}>{ratio > 1 ? 'slower' : 'faster'}</span>{' '}
        {changeText(ratio, ci95)}
        {kind === 'creep' ? ' little by little' : ''}
      </td>
      <td class="cause">
        <Cause change={change} />
      </td>
      {hosts ? <td>{change.hostname}</td> : null}
      <td class="number">{change.runs}</td>
      <td class="ways">
        <a
          href={hrefOf({
            ...{ screen: 'run', ref: after.runId, tab: 'history' },
            view: { of: index, scope, workload },
          })}
        >
          Trend
        </a>
        <a
          href={hrefOf({
            screen: 'run',
            ref: after.runId,
            tab: 'why',
            view: { pane: 'case', case: index },
          })}
        >
          Case
        </a>
        <a
          href={hrefOf({
            screen: 'compare',
            refs: [`${before.runId}:${variant}`, `${after.runId}:${variant}`],
          })}
        >
          Before and after
        </a>
      </td>
    </tr>
  );
}

const named = ({ attribute, before, after }: TrendDifference): string =>
  `${attribute} ${before ?? 'not known'} → ${after ?? 'not known'}`;

/** What came with the change and stayed is suspected; what only the two runs next to it differ in is said after it. */
function Cause({ change: { differences, kind } }: { readonly change: SeriesChange }) {
  const lasting = differences.filter((one) => one.lasting);
  const shown = lasting.length > 0 ? lasting : differences;
  if (shown.length === 0) {
    return (
      <span class="muted">{kind === 'creep' ? 'no single run' : 'nothing that is recorded'}</span>
    );
  }
  return (
    <span title={differences.map(named).join('\n')}>
      {shown.slice(0, 2).map(named).join('; ')}
      {shown.length > 2 ? ` and ${shown.length - 2} more` : ''}
      {lasting.length === 0 ? <span class="muted"> (in these two runs alone)</span> : null}
    </span>
  );
}
