import { useState } from 'preact/hooks';
import { toFailure } from '../../../src-main/contract/failure.ts';
import { useApp } from '../../state/context.ts';
import { emptyDraft } from '../../state/draft.ts';
import { usePreset } from '../../state/palette.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { chooseText, saveFile } from '../../ui/files.ts';
import { Menu, MenuEntry } from '../../ui/menu.tsx';

/** The prepared runs: those of the product and one's own, which can be kept, renamed, deleted and passed on. */
export function Presets() {
  const app = useApp();
  const [asking, setAsking] = useState<'save' | 'rename' | null>(null);
  const presets = app.presets.state.value.value ?? [];
  const draft = app.newRun.draft.value;
  const configuration = app.newRun.resolved.value?.configuration ?? null;
  const used = configuration?.preset ?? '';
  // A preset that was changed in the form is still the one that is replaced or renamed.
  const origin = presets.find(({ id }) => id === (draft?.preset?.id ?? used));
  const own = origin?.own === true ? origin : undefined;
  const catalog = app.catalog.state.value.value;
  if (draft === null || catalog === null) return null;

  const act = async (what: string, run: () => Promise<string>) => {
    try {
      const done = await run();
      await app.presets.load();
      app.toast(done, { tone: 'good' });
    } catch (error) {
      app.toast(`${what}: ${toFailure(error).message}`, { tone: 'bad' });
    }
  };
  const save = (title: string, id?: string) =>
    act('The preset was not kept', async () => {
      if (configuration === null) return 'The form has errors; nothing was kept.';
      const { preset: _preset, ...plain } = configuration;
      await app.client.call('savePreset', {
        title,
        configuration: plain,
        ...(id === undefined ? {} : { id }),
      });
      return `The preset “${title}” is kept.`;
    });
  const remove = (preset: NonNullable<typeof own>) =>
    act('The preset was not deleted', async () => {
      await app.client.call('deletePreset', { id: preset.id });
      app.newRun.change({ preset: null });
      return `The preset “${preset.title}” is deleted.`;
    });
  const pass = async (id: string) => {
    try {
      saveFile((await app.client.call('exportPreset', { id })).file);
    } catch (error) {
      app.toast(`The preset was not saved: ${toFailure(error).message}`, { tone: 'bad' });
    }
  };
  const fetch = () =>
    chooseText('.json', (text) =>
      act('The preset was not imported', async () => {
        const { id } = await app.client.call('importPreset', { text });
        return `The preset ${id} was imported.`;
      }),
    );
  return (
    <>
      <label for="preset">Preset</label>
      <Select
        id="preset"
        value={used}
        options={[
          { id: '', title: 'Own run' },
          ...presets.map(({ id, title, own: mine }) => ({
            id,
            title: mine === true ? `${title} (own)` : title,
          })),
        ]}
        onChange={(id) => {
          if (id !== '') usePreset(app, id);
        }}
      />
      <Menu label="Presets" quiet right>
        {(close) => {
          const entry = (text: string, run: () => void, disabled = false) => (
            <MenuEntry
              disabled={disabled}
              onClick={() => {
                close();
                run();
              }}
            >
              {text}
            </MenuEntry>
          );
          return (
            <>
              {entry('Keep as a preset …', () => setAsking('save'), configuration === null)}
              {own === undefined ? null : (
                <>
                  {entry(
                    `Replace “${own.title}”`,
                    () => void save(own.title, own.id),
                    configuration === null,
                  )}
                  {entry(`Rename “${own.title}” …`, () => setAsking('rename'))}
                  {entry(`Delete “${own.title}”`, () => void remove(own))}
                </>
              )}
              {origin === undefined
                ? null
                : entry(`Save “${origin.title}” as a file`, () => void pass(origin.id))}
              {entry('Import a preset file …', fetch)}
            </>
          );
        }}
      </Menu>
      <Button
        tone="quiet"
        onClick={() => {
          app.newRun.draft.value = emptyDraft(
            catalog,
            draft.groups[0]?.workload,
            app.settings.peek().defaults,
          );
        }}
      >
        Clear the form
      </Button>
      {asking === 'save' ? (
        <AskDialog
          title="Keep as a preset"
          label="Name"
          value={draft.title}
          confirm="Keep the preset"
          onClose={() => setAsking(null)}
          onDone={(title) => void save(title)}
        />
      ) : null}
      {asking === 'rename' && own !== undefined ? (
        <AskDialog
          title="Rename the preset"
          label="Name"
          value={own.title}
          confirm="Rename"
          onClose={() => setAsking(null)}
          onDone={(title) =>
            void act('The preset was not renamed', async () => {
              await app.client.call('renamePreset', { id: own.id, title });
              return `The preset is called “${title}”.`;
            })
          }
        />
      ) : null}
    </>
  );
}
