import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../src-main/contract/api.ts';
import { valueText } from '../../src-main/contract/axis-values.ts';
import { useApp } from '../state/context.ts';
import { useView } from '../state/workspace.ts';
import { Button } from '../ui/button.tsx';
import { LabelledSelect } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { Empty, Loaded, Page } from '../ui/page.tsx';
import { useCall } from '../ui/use-call.ts';
import { ChangesTable } from '../views/changes/table.tsx';

const directions = [
  { id: 'both', title: 'all changes' },
  { id: 'slower', title: 'slower' },
  { id: 'faster', title: 'faster' },
] as const;

const pageSize = 100;
/** How long the screen waits before it asks again while runs are pending. */
const pendingMs = 1000;

/** Where the histories of all cases changed, the newest first, and what changed with them. */
export function screen() {
  const app = useApp();
  const [show, setShow] = useView('show');
  const direction = directions.find(({ id }) => id === show)?.id ?? 'both';
  const [limit, setLimit] = useState(pageSize);
  const input = { direction, limit: Math.min(limit, 200) };
  const asked = useCall('changes', input, app.recent.state.value.value);
  const { value, again } = asked;
  const own = app.recent.state.value.value?.find(({ importedAt }) => importedAt === undefined);
  // Each question examines some of the runs that are pending.
  useEffect(() => {
    if (value === null || value.pending === 0) return;
    const timer = setTimeout(again, pendingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <Page
      title="Changes"
      wide
      under={value === null || value.examined === 0 ? undefined : underText(value)}
      actions={
        <LabelledSelect
          id="changes-direction"
          label="Show"
          value={direction}
          options={directions}
          onChange={(id) => setShow(id === 'both' ? null : id)}
        />
      }
    >
      <Loaded of={asked} what="changes" failed="Could not read the changes">
        {(value) =>
          value.changes.length === 0 ? (
            <Empty
              action={
                value.examined + value.pending > 0
                  ? { label: 'Show history', run: () => app.go({ screen: 'history' }) }
                  : own === undefined
                    ? { label: 'New run', run: () => app.go({ screen: 'new' }) }
                    : { label: `Run ${own.title} again`, run: () => void app.runAgain(own.id) }
              }
            >
              {emptyText(value, direction)}
            </Empty>
          ) : (
            <>
              <ChangesTable changes={value.changes} />
              {value.total > value.changes.length && limit < 200 ? (
                <p class="pager">
                  <Button onClick={() => setLimit(limit + pageSize)}>Show more</Button>
                  <span class="muted">
                    {valueText(value.changes.length)} of {valueText(value.total)}
                  </span>
                </p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function underText({ total, examined, pending, falseDiscoveryRate }: Output<'changes'>): string {
  const open = pending === 0 ? '' : `; ${plural(pending, 'run')} pending`;
  return `${plural(total, 'change')} in ${plural(examined, 'history').replace('historys', 'histories')}, false discovery rate ${falseDiscoveryRate * 100} %${open}`;
}

function emptyText({ examined, pending, needed }: Output<'changes'>, direction: string): string {
  if (pending > 0)
    return `${plural(pending, 'run')} pending: their histories are not examined yet.`;
  if (examined === 0)
    return needed === ''
      ? 'No case has been measured yet. Measure the same case in several runs: a change between them is listed here.'
      : `${needed} to tell a change.`;
  const what = direction === 'both' ? 'changed' : `became ${direction}`;
  return `No case ${what}, as far as its runs can tell${needed === '' ? '' : `; ${needed}`}.`;
}
