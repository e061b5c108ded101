import { useState } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { SelectField } from '../../ui/field.tsx';

const startTexts: Readonly<Record<string, string>> = {
  c: 'C, and OpenMP',
  cuda: 'C, OpenMP and a CUDA kernel',
  python: 'Python with NumPy',
  command: 'other programs',
  saxpy: 'all of saxpy: C, C++, CUDA and Python',
  sgemm: 'all of sgemm: loops, CUDA, OpenBLAS and cuBLAS',
  'line-count': 'all of line-count: other programs',
};

/** Asks for the name of a lab and what it begins with; the desktop app asks for its folder then. */
export function NewLab({
  starts,
  onClose,
}: {
  readonly starts: readonly string[];
  readonly onClose: () => void;
}) {
  const app = useApp();
  const [from, setFrom] = useState(starts[0] ?? '');
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
        options={starts.map((id) => ({ id, title: startTexts[id] ?? id }))}
        onChange={setFrom}
      />
    </AskDialog>
  );
}
