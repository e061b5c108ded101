import { useEffect, useState } from 'preact/hooks';
import type { StorageView } from '../../../src-main/contract/procedures/settings.ts';
import { format } from '../../../src-main/contract/units.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/button.tsx';
import { dateTime, plural } from '../../ui/format.ts';
import { Failed, Loading, Notes, Section } from '../../ui/page.tsx';
import { Attributes } from '../run/environment.tsx';

/** Where the results are, how much room they take, and what can be done about it. */
export function Storage() {
  const app = useApp();
  const [busy, setBusy] = useState(false);
  const { storage } = app;
  useEffect(() => void storage.load(), [storage]);
  const { value, failure } = storage.state.value;
  const act = async (what: string, done: string, run: () => Promise<unknown>) => {
    setBusy(true);
    await app.attempt(what, async () => {
      await run();
      app.toast(done, { tone: 'good' });
    });
    setBusy(false);
    void storage.load();
  };
  const askMove = () => {
    app.asking.value = {
      title: 'Move the database',
      fields: [
        {
          label: 'Empty folder',
          help: 'Path on the measuring machine. The database and its backups move there.',
        },
      ],
      confirm: 'Move',
      done: (folder = '') =>
        void act('The database was not moved', `The database is in ${folder} now.`, () =>
          app.client.call('moveStore', { folder }),
        ),
    };
  };
  return (
    <Section title="Storage">
      {failure !== null ? (
        <Failed
          what="The database could not be read"
          failure={failure}
          retry={() => void storage.load()}
        />
      ) : value === null ? (
        <Loading what="the storage" />
      ) : (
        <>
          <Notes texts={value.warnings} />
          <Attributes attributes={attributesOf(value)} />
          <div class="actions">
            <Button
              icon="save"
              disabled={busy}
              onClick={() =>
                void act('No backup was made', 'A backup was made.', () =>
                  app.client.call('backUp', {}),
                )
              }
            >
              Back up now
            </Button>
            <Button
              disabled={busy}
              hint="Frees the disk space of removed runs"
              onClick={() =>
                void act('The database was not compacted', 'The database is compact.', () =>
                  app.client.call('compact', {}),
                )
              }
            >
              Compact
            </Button>
            <Button
              disabled={busy || value.fixed !== null}
              {...(value.fixed === null ? {} : { hint: value.fixed })}
              onClick={askMove}
            >
              Move to another folder …
            </Button>
            <Button
              tone="quiet"
              onClick={() => {
                app.history.setQuery('is:trash');
                app.go({ screen: 'history' });
              }}
            >
              Look at the trash ({value.trashed})
            </Button>
          </div>
          {value.fixed === null ? null : <p class="muted">{value.fixed}</p>}
        </>
      )}
    </Section>
  );
}

function attributesOf(storage: StorageView): readonly (readonly [string, string])[] {
  const [newest] = [...storage.backups].sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
  return [
    ['Database', storage.file],
    ['Size', format(storage.bytes, 'bytes')],
    ['Runs', `${plural(storage.runs, 'run')}, ${storage.trashed} in the trash`],
    ['Free on the disk', format(storage.freeBytes, 'bytes')],
    [
      'Backups',
      newest === undefined
        ? 'none yet'
        : `${storage.backups.length}, the newest of ${dateTime(newest.takenAt)} (${format(newest.bytes, 'bytes')})`,
    ],
  ];
}
