import { caseName, varyingAxes } from '../../../src-main/contract/case-names.ts';
import { changeText } from '../../../src-main/contract/change-text.ts';
import type {
  SeriesChange,
  TrendDifference,
} from '../../../src-main/contract/procedures/trends.ts';
import { scopeName } from '../../../src-main/contract/timing-scopes.ts';
import { hrefOf } from '../../state/route.ts';
import { dateTime } from '../../ui/format.ts';
import { Table } from '../../ui/table-box.tsx';

/** A row a change: when, which case, by how much, what came with it, and the ways to look closer. */
export function ChangesTable({ changes }: { readonly changes: readonly SeriesChange[] }) {
  const axes = varyingAxes(changes).map(({ id }) => id);
  const hosts = new Set(changes.map(({ hostname }) => hostname)).size > 1;
  const scopes = [...new Set(changes.map(({ scope }) => scopeName(scope)))];
  return (
    <Table
      label="Changes, the newest first"
      rows={changes}
      keyOf={({ after, scope, kind }) => `${after.runId} ${after.caseIndex} ${scope} ${kind}`}
      columns={[
        [
          'Since',
          ({ after, title }) => (
            <a href={hrefOf({ screen: 'run', ref: after.runId, tab: 'results' })} title={title}>
              <time dateTime={after.at}>{dateTime(after.at)}</time>
            </a>
          ),
        ],
        [
          'Case',
          (change) => `${change.workload} ${caseName(change, axes)}`,
          undefined,
          (change) => `${change.workload} ${caseName(change)}, ${scopeName(change.scope)}`,
        ],
        [
          scopes.length === 1 ? `Change of ${scopes[0]} time` : 'Change',
          ({ kind, ...step }) => (
            <>
              <ChangeOf step={step} />
              {kind === 'creep' ? ' little by little' : ''}
            </>
          ),
          undefined,
          ({ sentence }) => sentence,
        ],
        ['Changed with it', (change) => <Cause change={change} />, 'cause'],
        hosts ? ['Host', ({ hostname }) => hostname] : null,
        ['Runs', ({ runs }) => runs, 'number'],
        ['Look closer', (change) => <Ways change={change} />, 'ways'],
      ]}
    />
  );
}

/** `slower +12 % [9, 15]`: by how much a case changed, with its word in front. */
export function ChangeOf({ step: { ratio, ci95 } }: { readonly step: Changed }) {
  return (
    <>
      <span class={`badge ${ratio > 1 ? 'bad' : 'good'}`}>{ratio > 1 ? 'slower' : 'faster'}</span>{' '}
      {changeText(ratio, ci95)}
    </>
  );
}

type Changed = Pick<SeriesChange, 'ratio' | 'ci95'>;

function Ways({ change }: { readonly change: SeriesChange }) {
  const { workload, variant, scope, before, after } = change;
  const run = { screen: 'run', ref: after.runId } as const;
  const index = String(after.caseIndex);
  const ways = [
    ['Trend', { ...run, tab: 'history', view: { of: index, scope, workload } }],
    ['Case', { ...run, tab: 'why', view: { pane: 'case', case: index } }],
    [
      'Before and after',
      {
        screen: 'compare',
        refs: [before, after].map(({ runId }) => `${runId}:${variant}`),
        view: { scope },
      },
    ],
  ] as const;
  return ways.map(([title, route]) => (
    <a key={title} href={hrefOf(route)}>
      {title}
    </a>
  ));
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
