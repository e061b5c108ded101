import type { Configuration } from '../../src-main/contract/configuration.ts';
import { expectedTimeText, knownTime } from '../../src-main/contract/expected-time.ts';
import { format } from '../../src-main/contract/units.ts';
import type { Catalog } from '../../src-main/contract/workload.ts';
import { useApp } from '../state/context.ts';
import { type Draft, emptyDraft, emptyGroup } from '../state/draft.ts';
import { usePreset } from '../state/palette.ts';
import { type PlanSummary, planSummary } from '../state/plan-summary.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { chooseFiles, saveFile } from '../ui/files.ts';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuEntry } from '../ui/menu.tsx';
import { Empty, Failed, Loaded, Notes, Page, Section } from '../ui/page.tsx';
import { useCall } from '../ui/use-call.ts';
import { GroupForm } from '../views/new-run/group-form.tsx';
import { PolicyForm } from '../views/new-run/policy-form.tsx';
import { CommandEntries } from '../views/run/actions.tsx';

/** The form that describes a run. Every field comes from the catalog; the panel next to it says what it amounts to. */
export function screen() {
  const app = useApp();
  return (
    <Page title="New run" wide actions={<Presets />}>
      <Loaded of={app.catalog} what="workloads">
        {(catalog) => <Form catalog={catalog} />}
      </Loaded>
    </Page>
  );
}

function Form({ catalog }: { readonly catalog: Catalog }) {
  const app = useApp();
  const { newRun } = app;
  const draft = newRun.draft.value;
  if (draft === null) {
    return (
      <Empty action={{ label: 'Check this machine', run: () => app.go({ screen: 'home' }) }}>
        The engine offers no workload, so there is nothing to run; the native addons may be missing.
      </Empty>
    );
  }
  const [first] = catalog.workloads;
  return (
    <form
      class="new-run"
      aria-label="New run"
      onSubmit={(event) => {
        event.preventDefault();
        void app.startRun();
      }}
    >
      <div class="form-column">
        <Notes texts={catalog.problems} />
        {draft.groups.map((group, index) => (
          <GroupForm
            key={`${index} ${group.workload}`}
            catalog={catalog}
            group={group}
            index={index}
            remove={
              draft.groups.length === 1 ? null : (
                <IconButton
                  icon="close"
                  label="Leave this workload out"
                  onClick={() =>
                    newRun.change({ groups: draft.groups.filter((_, i) => i !== index) })
                  }
                />
              )
            }
          />
        ))}
        {first !== undefined && catalog.workloads.length > 1 ? (
          <div class="add-group">
            <Button
              icon="new"
              tone="quiet"
              onClick={() => {
                const unused = catalog.workloads.find(
                  ({ id }) => !draft.groups.some((group) => group.workload === id),
                );
                newRun.change({
                  groups: [
                    ...draft.groups,
                    emptyGroup(unused ?? first, app.settings.peek().defaults),
                  ],
                });
              }}
            >
              Add another workload
            </Button>
          </div>
        ) : null}
        <PolicyForm catalog={catalog} policy={draft.policy} />
        <LabelForm draft={draft} />
      </div>
      <PlanPanel />
    </form>
  );
}

/** What the run is called and found by. */
function LabelForm({ draft }: { readonly draft: Draft }) {
  const { newRun } = useApp();
  const errors = newRun.resolved.value?.errors ?? {};
  return (
    <Section title="Title and notes" fields>
      <TextField
        id="title"
        label="Title"
        help="Empty: named after what it measures."
        error={errors.title}
        value={draft.title}
        onInput={(title) => newRun.change({ title })}
      />
      <TextField
        id="tags"
        label="Tags"
        help="Words to find it by, joined by commas."
        error={errors.tags}
        value={draft.tags}
        onInput={(tags) => newRun.change({ tags })}
      />
      <TextField
        id="note"
        label="Note"
        value={draft.note}
        onInput={(note) => newRun.change({ note })}
      />
    </Section>
  );
}

/** What the form amounts to, and the button that starts it. */
function PlanPanel() {
  const app = useApp();
  const { resolved, plan, starting, startFailure } = app.newRun;
  const configuration = resolved.value?.configuration ?? null;
  const errors = Object.values(resolved.value?.errors ?? {});
  const { value, failure, loading } = plan.value;
  const summary = value === null ? null : planSummary(value);
  const active = app.live.progress.value?.status === 'running';
  const nothing =
    summary !== null &&
    summary.skipped.reduce((sum, { count }) => sum + count, 0) === summary.cases;
  const busy = active || app.elsewhere.run.value !== null;
  const why =
    errors.length > 0
      ? `${plural(errors.length, 'field')} must be changed first.`
      : failure !== null
        ? 'The plan has an error.'
        : nothing
          ? 'No case can run here.'
          : null;
  const time = summary?.expected == null ? null : knownTime(summary.expected);
  return (
    <aside class="plan-panel" aria-label="This run">
      <h2>This run</h2>
      <div class={loading ? 'plan-facts stale' : 'plan-facts'} aria-live="polite">
        {configuration === null ? (
          <ul class="error-list">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        ) : failure !== null ? (
          <p class="error">{failure.message}</p>
        ) : summary === null ? (
          <p class="muted">Counting cases …</p>
        ) : (
          <Summary summary={summary} />
        )}
      </div>
      <button type="submit" class="button primary wide" disabled={why !== null || starting.value}>
        <Icon name={busy ? 'history' : 'play'} />
        {starting.value ? 'Starting …' : busy ? 'Add to the queue' : 'Start'}
        {why !== null || time === null ? null : <span>{time}</span>}
        <kbd>Ctrl+Enter</kbd>
      </button>
      {why === null ? null : <p class="muted">{why}</p>}
      {busy && why === null ? (
        <p class="muted">A run is active; this one starts when the machine is free.</p>
      ) : null}
      {startFailure.value === null ? null : (
        <Failed what="The run did not start" failure={startFailure.value} />
      )}
      {startFailure.value?.code === 'busy' ? (
        <Button tone="primary" icon="history" onClick={() => void app.queueRun()}>
          Queue it
        </Button>
      ) : null}
      {configuration === null ? null : <Command configuration={configuration} />}
    </aside>
  );
}

function Summary({ summary }: { readonly summary: PlanSummary }) {
  const { hostBytes, deviceBytes, expected } = summary;
  return (
    <>
      <p class="case-count">
        <strong>{summary.cases}</strong> {summary.cases === 1 ? 'case' : 'cases'}
      </p>
      <dl class="facts">
        {hostBytes === null ? null : (
          <>
            <dt>Memory peak</dt>
            <dd>{format(hostBytes, 'bytes')}</dd>
          </>
        )}
        {deviceBytes === null || deviceBytes === 0 ? null : (
          <>
            <dt>Device memory peak</dt>
            <dd>{format(deviceBytes, 'bytes')}</dd>
          </>
        )}
        <dt>Time</dt>
        <dd>{expected === null ? 'none: no case can run here' : expectedTimeText(expected)}</dd>
      </dl>
      {summary.skipped.map(({ reason, variants, count }) => (
        <p key={reason} class="note warn">
          {plural(count, 'case')} will be skipped ({variants.join(', ')}): {reason}
        </p>
      ))}
    </>
  );
}

/** A flag a line, as shells read it too. */
const inLines = (command: string) => command.replaceAll(/ (?=--\w)/g, ' \\\n  ');

function Command({ configuration }: { readonly configuration: Configuration }) {
  const { value } = useCall('commandOf', { configuration });
  const text = value?.run.text ?? '';
  return (
    <details class="command">
      <summary>
        <h3>As a command</h3>
      </summary>
      <div class="section-head">
        <Menu label="Copy" icon="copy" right up>
          <CommandEntries configuration={configuration} />
        </Menu>
      </div>
      <pre>{text.split('\n').map(inLines).join('\n\n')}</pre>
    </details>
  );
}

/** The prepared runs: those of the product and one's own, which can be kept, renamed, deleted and passed on. */
function Presets() {
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
