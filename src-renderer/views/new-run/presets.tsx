import { useApp } from '../../state/context.ts';
import { emptyDraft } from '../../state/draft.ts';
import { usePreset } from '../../state/palette.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { chooseFiles, saveFile } from '../../ui/files.ts';
import { Menu, MenuEntry } from '../../ui/menu.tsx';

/** The prepared runs: those of the product and one's own, which can be kept, renamed, deleted and passed on. */
export function Presets() {
  const app = useApp();
  const presets = app.presets.state.value.value ?? [];
  const draft = app.newRun.draft.value;
  const configuration = app.newRun.resolved.value?.configuration ?? null;
  const used = configuration?.preset ?? '';
  // A preset that was changed in the form is still the one that is replaced or renamed.
  const origin = presets.find(({ id }) => id === (draft?.preset?.id ?? used));
  const own = origin?.own === true ? origin : undefined;
  const catalog = app.catalog.state.value.value;
  if (draft === null || catalog === null) return null;

  const act = (what: string, run: () => Promise<string>) =>
    app.attempt(what, async () => {
      const done = await run();
      await app.presets.load();
      app.toast(done, { tone: 'good' });
    });
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
  const pass = (id: string) =>
    app.attempt('The preset was not saved', async () =>
      saveFile((await app.client.call('exportPreset', { id })).file),
    );
  const fetch = () =>
    chooseFiles('.json', false, ([file]) =>
      act('The preset was not imported', async () => {
        const text = (await file?.text()) ?? '';
        const { id } = await app.client.call('importPreset', { text });
        return `The preset ${id} was imported.`;
      }),
    );
  const ask = (title: string, renamed?: NonNullable<typeof own>) => {
    app.asking.value = {
      title,
      fields: [{ label: 'Name', value: renamed?.title ?? draft.title }],
      confirm: renamed === undefined ? 'Keep the preset' : 'Rename',
      done: (name = '') =>
        void (renamed === undefined
          ? save(name)
          : act('The preset was not renamed', async () => {
              await app.client.call('renamePreset', { id: renamed.id, title: name });
              return `The preset is called “${name}”.`;
            })),
    };
  };
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
        <MenuEntry disabled={configuration === null} onClick={() => ask('Keep as a preset')}>
          Keep as a preset …
        </MenuEntry>
        {own === undefined ? null : (
          <>
            <MenuEntry
              disabled={configuration === null}
              onClick={() => void save(own.title, own.id)}
            >{`Replace “${own.title}”`}</MenuEntry>
            <MenuEntry
              onClick={() => ask('Rename the preset', own)}
            >{`Rename “${own.title}” …`}</MenuEntry>
            <MenuEntry onClick={() => void remove(own)}>{`Delete “${own.title}”`}</MenuEntry>
          </>
        )}
        {origin === undefined ? null : (
          <MenuEntry
            onClick={() => void pass(origin.id)}
          >{`Save “${origin.title}” as a file`}</MenuEntry>
        )}
        <MenuEntry onClick={fetch}>Import a preset file …</MenuEntry>
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
    </>
  );
}
