import { useApp } from '../../state/context.ts';
import type { Draft } from '../../state/draft.ts';
import { Field, TextInput } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';

/** What the run is called and found by. */
export function LabelForm({ draft }: { readonly draft: Draft }) {
  const { newRun } = useApp();
  const errors = newRun.resolved.value?.errors ?? {};
  return (
    <Section title="Title and notes">
      <div class="fields">
        <Field
          id="title"
          label="Title"
          help="Empty: named after what it measures."
          error={errors.title}
        >
          <TextInput
            id="title"
            value={draft.title}
            error={errors.title}
            onInput={(title) => newRun.change({ title })}
          />
        </Field>
        <Field
          id="tags"
          label="Tags"
          help="Words to find it by, joined by commas."
          error={errors.tags}
        >
          <TextInput
            id="tags"
            value={draft.tags}
            error={errors.tags}
            onInput={(tags) => newRun.change({ tags })}
          />
        </Field>
        <Field id="note" label="Note">
          <TextInput id="note" value={draft.note} onInput={(note) => newRun.change({ note })} />
        </Field>
      </div>
    </Section>
  );
}
