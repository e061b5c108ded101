import { powerSaveBlocker } from 'electron';
import type { ApiEvent } from '../../contract/api.ts';

/** Keeps the machine from sleeping while a run measures; its screen may. */
export function createKeepAwake(): { onEvent(event: ApiEvent): void } {
  let blocker: number | null = null;
  return {
    onEvent(event) {
      if (event.type !== 'progress') return;
      const running = event.progress.status === 'running';
      if (running && blocker === null) {
        blocker = powerSaveBlocker.start('prevent-app-suspension');
      } else if (!running && blocker !== null) {
        powerSaveBlocker.stop(blocker);
        blocker = null;
      }
    },
  };
}
