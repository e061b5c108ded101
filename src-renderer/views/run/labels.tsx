import { useEffect, useState } from 'preact/hooks';
import type { RunRow } from '../../../src-main/contract/run.ts';
import { useApp } from '../../state/context.ts';
import { IconButton } from '../../ui/button.tsx';
import { askTags } from '../ask-tags.ts';

/** The name of a run, which can be changed where it stands. */
export function RunTitle({ run }: { readonly run: RunRow }) {
  const { asking, curation } = useApp();
  const title = 'Change the title';
  const ask = () => {
    asking.value = {
      ...{ title, confirm: title, fields: [{ label: 'Title', value: run.title }] },
      done: (text) => void curation.rename(run.id, text),
    };
  };
  return (
    <>
      {run.title} <IconButton icon="edit" label={title} onClick={ask} />
    </>
  );
}

/** Tags with a way to take each away and to add some. */
export function RunTags({ run }: { readonly run: RunRow }) {
  const app = useApp();
  return (
    <span class="run-tags">
      {run.tags.map((tag) => (
        <span key={tag} class="tag">
          {tag}
          <button
            type="button"
            class="tag-remove"
            aria-label={`Take the tag ${tag} away`}
            onClick={() => void app.curation.tag([run.id], [], [tag])}
          >
            ×
          </button>
        </span>
      ))}
      <IconButton icon="tag" label="Add tags" onClick={() => askTags(app, [run.id], 'Add tags')} />
    </span>
  );
}

type Props = {
  readonly run: RunRow;
  readonly writing: boolean;
  readonly setWriting: (writing: boolean) => void;
};

/** What a person wants to remember of a run. Kept when the field is left. */
export function RunNote({ run, writing, setWriting }: Props) {
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
