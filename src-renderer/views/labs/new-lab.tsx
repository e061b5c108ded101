import { useState } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { SelectField } from '../../ui/field.tsx';

/** Asks for the name of a lab and what it begins with; the desktop app asks for its folder then. */
export function NewLab({
  starts,
  onClose,
}: {
  readonly starts: readonly { readonly id: string; readonly title: string }[];
  readonly onClose: () => void;
}) {
  const app = useApp();
  const [from, setFrom] = useState(starts[0]?.id ?? '');
  return (
    <AskDialog
      title="New lab"
      label="Name"
      help="Small letters, digits and -, at most 40. It is the name of the folder as well."
      confirm="Choose where"
      onClose={onClose}
      onDone={(name) => void app.labs.make(name, from)}
    >
      <SelectField
        id="lab-start"
        label="Begins with"
        value={from}
        options={starts}
        onChange={setFrom}
      />
    </AskDialog>
  );
}
