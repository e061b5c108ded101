import { useEffect, useState } from 'preact/hooks';
import type { RunRow } from '../../../src-main/contract/run.ts';
import { useApp } from '../../state/context.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { IconButton } from '../../ui/button.tsx';

/** The name of a run, which can be changed where it stands. */
export function RunTitle({ run }: { readonly run: RunRow }) {
  const { curation } = useApp();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {run.title}{' '}
      <IconButton icon="edit" label="Change the title" onClick={() => setAsking(true)} />
      {asking ? (
        <AskDialog
          title="Change the title"
          label="Title"
          value={run.title}
          confirm="Change the title"
          onClose={() => setAsking(false)}
          onDone={(title) => void curation.rename(run.id, title)}
        />
      ) : null}
    </>
  );
}

/** Tags with a way to take each away and to add some. */
export function RunTags({ run }: { readonly run: RunRow }) {
  const { curation, history } = useApp();
  const [asking, setAsking] = useState(false);
  return (
    <span class="run-tags">
      {run.tags.map((tag) => (
        <span key={tag} class="tag">
          {tag}
          <button
            type="button"
            class="tag-remove"
            aria-label={`Take the tag ${tag} away`}
            onClick={() => void curation.tag([run.id], [], [tag])}
          >
            ×
          </button>
        </span>
      ))}
      <IconButton icon="tag" label="Add tags" onClick={() => setAsking(true)} />
      {asking ? (
        <AskDialog
          title="Add tags"
          label="Tags"
          help="Joined by commas."
          confirm="Add"
          suggestions={history.facets.value?.tag.map(({ value }) => value) ?? []}
          onClose={() => setAsking(false)}
          onDone={(text) => {
            const tags = text.split(',').map((word) => word.trim());
            void curation.tag([run.id], [...new Set(tags.filter((word) => word !== ''))]);
          }}
        />
      ) : null}
    </span>
  );
}

/** What a person wants to remember of a run. Kept when the field is left. */
export function RunNote({
  run,
  writing,
  setWriting,
}: {
  readonly run: RunRow;
  readonly writing: boolean;
  readonly setWriting: (writing: boolean) => void;
}) {
  const { curation } = useApp();
  const [text, setText] = useState(run.note);
  useEffect(() => {
    if (!writing) setText(run.note);
  }, [run.note, writing]);
  const keep = () => {
    setWriting(false);
    if (text !== run.note) void curation.note(run.id, text);
  };
  if (!writing) {
    return run.note === '' ? null : (
      <div class="run-note">
        <p title={run.note}>{run.note}</p>
        <IconButton icon="edit" label="Change the note" onClick={() => setWriting(true)} />
      </div>
    );
  }
  return (
    <textarea
      class="input note-input"
      aria-label="Note"
      placeholder="What this run was for, and what it showed"
      rows={3}
      value={text}
      ref={(field) => {
        if (field !== null && document.activeElement !== field) field.focus();
      }}
      onInput={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          setText(run.note);
          setWriting(false);
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.stopPropagation();
          keep();
        }
      }}
    />
  );
}
