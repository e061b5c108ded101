import { useApp } from '../../state/context.ts';
import type { Draft } from '../../state/draft.ts';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';

/** What the run is called and found by. */
export function LabelForm({ draft }: { readonly draft: Draft }) {
  const { newRun } = useApp();
  const errors = newRun.resolved.value?.errors ?? {};
  return (
    <Section title="Title and notes">
      <div class="fields">
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
      </div>
    </Section>
  );
}
