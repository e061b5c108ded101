import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/button.tsx';

/** Cancels the run under way, whichever process measures it. */
export function CancelRun({ cancelling }: { readonly cancelling: boolean }) {
  const app = useApp();
  return (
    <Button
      tone="danger"
      icon="stop"
      hint="Ctrl+."
      disabled={cancelling}
      onClick={() => void app.cancelRun()}
    >
      {cancelling ? 'Cancelling …' : 'Cancel the run'}
    </Button>
  );
}
