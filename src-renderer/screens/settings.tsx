import { useEffect, useState } from 'preact/hooks';
import { type Read, readNumber } from '../../src-main/contract/axis-values.ts';
import type { StorageView } from '../../src-main/contract/procedures/settings.ts';
import { format } from '../../src-main/contract/units.ts';
import { useApp } from '../state/context.ts';
import { standardSettings } from '../state/settings.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { dateTime, plural } from '../ui/format.ts';
import { Failed, Loading, Notes, Page, Section } from '../ui/page.tsx';
import { LanguageField } from '../views/composer/form.tsx';
import { Attributes } from '../views/run/environment.tsx';

/** How the window looks, what runs and figures begin with, and where results are kept. */
export function screen() {
  const app = useApp();
  const settings = app.settings.value;
  const scopes = app.catalog.state.value.value?.scopes ?? [];
  const gpus = app.doctor.state.value.value?.machine.gpus ?? [];
  const { margins, defaults, figure } = settings;
  const percent = (name: string, text: string) =>
    readNumber(name, text, { min: 0, max: 50, whole: false });
  return (
    <Page title="Settings" wide>
      <div class="sections">
        <Section title="Appearance" fields>
          <SelectField
            id="theme"
            label="Theme"
            value={settings.theme}
            options={[
              { id: 'system', title: 'As the system' },
              { id: 'light', title: 'Light' },
              { id: 'dark', title: 'Dark' },
            ]}
            onChange={(theme) => app.changeSettings({ theme })}
          />
          <SelectField
            id="density"
            label="Density"
            value={settings.density}
            options={[
              { id: 'comfortable', title: 'Comfortable' },
              { id: 'compact', title: 'Compact' },
            ]}
            onChange={(density) => app.changeSettings({ density })}
          />
          {scopes.length === 0 ? null : (
            <SelectField
              id="standard-scope"
              label="Default timing scope"
              help={scopes.find(({ id }) => id === settings.scope)?.help}
              value={settings.scope}
              options={scopes.map(({ id, title }) => ({ id, title }))}
              onChange={(scope) => app.changeSettings({ scope })}
            />
          )}
        </Section>
        <Section title="Verdicts" fields>
          <NumberSetting
            id="margin-difference"
            label="Faster or slower beyond (%)"
            help="Faster or slower: the interval of the ratio lies wholly beyond this."
            value={Number((margins.difference * 100).toPrecision(6))}
            read={(text) => percent('difference', text)}
            keep={(value) =>
              app.changeSettings({ margins: { ...margins, difference: value / 100 } })
            }
            check={(value) =>
              value / 100 < margins.same
                ? null
                : `must be below the ${margins.same * 100} % of “equivalent”`
            }
          />
          <NumberSetting
            id="margin-same"
            label="Equivalent within (%)"
            help="Equivalent: the interval of the ratio lies wholly within this."
            value={Number((margins.same * 100).toPrecision(6))}
            read={(text) => percent('same', text)}
            keep={(value) => app.changeSettings({ margins: { ...margins, same: value / 100 } })}
            check={(value) =>
              value / 100 > margins.difference
                ? null
                : `must be above the ${margins.difference * 100} % of “faster or slower”`
            }
          />
        </Section>
        <Section title="New runs begin with" fields>
          <NumberSetting
            id="default-repetitions"
            label="Repetitions"
            help="Empty: the built-in default."
            value={defaults.repetitions}
            read={(text) => readNumber('repetitions', text, { min: 1, max: 50, whole: true })}
            keep={(repetitions) => app.changeSettings({ defaults: { ...defaults, repetitions } })}
            clear={() => app.changeSettings({ defaults: { ...defaults, repetitions: null } })}
          />
          <NumberSetting
            id="default-limit"
            label="Time limit per case (s)"
            help="Empty: the built-in default."
            value={defaults.timeLimitS}
            read={(text) => readNumber('time limit', text, { min: 0.001, max: 1e6, whole: false })}
            keep={(timeLimitS) => app.changeSettings({ defaults: { ...defaults, timeLimitS } })}
            clear={() => app.changeSettings({ defaults: { ...defaults, timeLimitS: null } })}
          />
          <SelectField
            id="default-gpu"
            label="GPU"
            help={
              gpus.length === 0
                ? 'No CUDA device was found here.'
                : 'The GPU of variants that need one.'
            }
            value={defaults.gpu ?? ''}
            options={[
              { id: '', title: 'The first one' },
              ...gpus.map(({ uuid, index, name }) => ({ id: uuid, title: `${index}: ${name}` })),
              ...(defaults.gpu === null || gpus.some(({ uuid }) => uuid === defaults.gpu)
                ? []
                : [{ id: defaults.gpu, title: `${defaults.gpu} (not here)` }]),
            ]}
            onChange={(gpu) =>
              app.changeSettings({ defaults: { ...defaults, gpu: gpu === '' ? null : gpu } })
            }
          />
        </Section>
        <Section title="Figures begin with" fields>
          {(
            [
              ['widthMm', 'Width (mm)', 20, 600],
              ['heightMm', 'Height (mm)', 20, 600],
              ['dpi', 'Resolution (dpi)', 50, 1200],
              ['fontPt', 'Font size (pt)', 5, 30],
            ] as const
          ).map(([key, label, min, max]) => (
            <NumberSetting
              key={key}
              id={`figure-${key}`}
              label={label}
              {...(key === 'heightMm' ? { help: 'Empty: the height that the content needs.' } : {})}
              value={figure[key]}
              read={(text) => readNumber(label, text, { min, max, whole: false })}
              keep={(value) => app.changeSettings({ figure: { ...figure, [key]: value } })}
              clear={() =>
                app.changeSettings({ figure: { ...figure, [key]: standardSettings.figure[key] } })
              }
            />
          ))}
          <LanguageField
            id="figure-language"
            value={figure.language ?? ''}
            change={(language) =>
              app.changeSettings({ figure: { ...figure, language: language || null } })
            }
          />
        </Section>
        <Storage />
      </div>
    </Page>
  );
}

/** A number that is kept as soon as it is a good one; what is no good is said next to the field and not kept. */
function NumberSetting({
  id,
  label,
  help,
  value,
  read,
  keep,
  clear,
  check = () => null,
}: {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly value: number | null;
  readonly read: (text: string) => Read<number>;
  readonly keep: (value: number) => void;
  /** What an empty field means; without it an empty field is an error. */
  readonly clear?: () => void;
  /** Why a number does not go with the other settings; null when it does. */
  readonly check?: (value: number) => string | null;
}) {
  const kept = value === null ? '' : String(value);
  const [text, setText] = useState(kept);
  const [error, setError] = useState<string | undefined>();
  useEffect(() => {
    setText(kept);
    setError(undefined);
  }, [kept]);
  const onInput = (next: string) => {
    setText(next);
    if (next.trim() === '' && clear !== undefined) {
      setError(undefined);
      clear();
      return;
    }
    const given = read(next);
    const wrong = given.ok ? check(given.value) : given.error;
    setError(wrong ?? undefined);
    if (given.ok && wrong === null) keep(given.value);
  };
  return (
    <TextField
      id={id}
      label={label}
      help={help}
      error={error}
      value={text}
      numeric
      onInput={onInput}
    />
  );
}

/** Where the results are, how much room they take, and what can be done about it. */
function Storage() {
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
