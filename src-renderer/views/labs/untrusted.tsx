import type { LabView, UntrustedView } from '../../../src-main/contract/procedures/labs.ts';
import { useApp } from '../../state/context.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { DifferenceLines } from './excerpt.tsx';

/** Content of a lab that nobody has trusted: what it is, and where trust is given. A page never gives it. */
export function Untrusted({
  lab: { id, title },
  of: { digest, before, files, command },
  folders,
}: {
  readonly lab: LabView;
  readonly of: UntrustedView;
  readonly folders: boolean;
}) {
  const app = useApp();
  return (
    <div class="note warn untrusted">
      <p>
        <strong>{before ? 'Changed since it was trusted' : 'Not trusted'}</strong>, digest{' '}
        <code title={digest}>{digest.slice(0, 12)}</code>. Nothing of it runs until you trust it
        {folders ? '.' : ' at the terminal:'}
      </p>
      {files.map(({ name, state, lines, left }) => (
        <details key={name}>
          <summary>
            <code>{name}</code> {state}
          </summary>
          <DifferenceLines name={name} lines={lines} />
          {lines.length === 0 ? <p>It is no text, or too long to show.</p> : null}
          {left === 0 ? null : <p>{left} more lines differ.</p>}
        </details>
      ))}
      {folders ? (
        <Button icon="check" onClick={() => void app.labs.trust({ id })}>{`Trust ${title}`}</Button>
      ) : (
        <div class="command-line">
          <code>{command}</code>
          <CopyButton text={command} what="The command">
            Copy
          </CopyButton>
        </div>
      )}
    </div>
  );
}
