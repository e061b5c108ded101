import { useApp } from '../state/context.ts';
import { IconButton } from './button.tsx';

/** Short messages at the edge; a screen reader hears them where they come. */
export function Toasts() {
  const app = useApp();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {app.toasts.value.map(({ id, text, tone, action }) => (
        <div key={id} class={`toast ${tone}`}>
          <p>{text}</p>
          {action === null ? null : (
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                app.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton icon="close" label="Dismiss" onClick={() => app.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
