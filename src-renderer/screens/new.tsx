import type { Catalog } from '../../src-main/contract/workload.ts';
import { useApp } from '../state/context.ts';
import { type Draft, emptyGroup } from '../state/draft.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Empty, Loaded, Notes, Page, Section } from '../ui/page.tsx';
import { GroupForm } from '../views/new-run/group-form.tsx';
import { PlanPanel } from '../views/new-run/plan-panel.tsx';
import { PolicyForm } from '../views/new-run/policy-form.tsx';
import { Presets } from '../views/new-run/presets.tsx';

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
