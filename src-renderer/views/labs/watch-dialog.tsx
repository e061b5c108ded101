import { useState } from 'preact/hooks';
import { fieldText, readNumber } from '../../../src-main/contract/axis-values.ts';
import type { LabView } from '../../../src-main/contract/procedures/labs.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

const anySize = { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true };

/** Asks what is watched: which variant, at which size. */
export function WatchDialog({
  lab: { id, title, size, variants },
  onClose,
}: {
  readonly lab: LabView;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const [variant, setVariant] = useState('');
  const [text, setText] = useState(size === null ? '' : fieldText(size.default));
  const read = size === null ? null : readNumber(size.id, text, anySize);
  const begin = () => {
    if (read?.ok === false) return;
    onClose();
    void app.labs.watch({
      id,
      ...(variant === '' ? {} : { variant }),
      set: size === null || read === null ? {} : { [size.id]: read.value },
    });
  };
  return (
    <Dialog label={`Watch ${title}`} kind="ask" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <h2>Watch {title}</h2>
        <p>
          Each version is compiled, verified and measured as you save it, compared with the baseline
          and with the version before. Only versions that you keep are stored.
        </p>
        <SelectField
          id="watch-variant"
          label="Variant"
          value={variant}
          options={[
            { id: '', title: 'Each one that changes' },
            ...variants.map((one) => ({ id: one.id, title: one.title })),
          ]}
          onChange={setVariant}
        />
        {size === null ? null : (
          <TextField
            id="watch-size"
            label={`At ${size.id} =`}
            numeric
            value={text}
            error={read?.ok === false ? read.error : undefined}
            onInput={setText}
          />
        )}
        <div class="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <button type="submit" class="button primary" disabled={read?.ok === false}>
            Watch
          </button>
        </div>
      </form>
    </Dialog>
  );
}
