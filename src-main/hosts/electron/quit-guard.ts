import { app, BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { ApiEvent } from '../../contract/api.ts';
import type { HostApp } from '../host-app.ts';

/** An engine in the middle of a long sample must not keep the app from ending. */
const closeLimitMs = 5000;

const question: MessageBoxOptions = {
  type: 'question',
  message: 'A run is measuring.',
  detail: 'Quitting cancels it. Its finished cases are stored and stay.',
  buttons: ['Keep Measuring', 'Cancel the Run and Quit'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
};

/**
 * Ends the app: asks once while a run is measuring, then cancels it and closes the store before the process goes.
 * Closing the last window counts as quitting, and is asked about before the window goes.
 */
export function createQuitGuard(hostApp: HostApp) {
  let running: string | null = null;
  let asking = false;
  let state: 'open' | 'closing' | 'closed' = 'open';

  async function quit(): Promise<void> {
    if (asking || state !== 'open') return;
    if (running !== null) {
      asking = true;
      const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
      const { response } = await (window === undefined
        ? dialog.showMessageBox(question)
        : dialog.showMessageBox(window, question));
      asking = false;
      if (response !== 1) return;
    }
    state = 'closing';
    const limit = new Promise<void>((resolve) => setTimeout(resolve, closeLimitMs).unref());
    await Promise.race([closeApp(hostApp, running), limit]);
    state = 'closed';
    app.quit();
  }

  return {
    quit,
    onEvent(event: ApiEvent): void {
      if (event.type !== 'progress') return;
      running = event.progress.status === 'running' ? event.progress.runId : null;
    },
    /** For `before-quit`: true when the app must not go yet. */
    holdQuit(): boolean {
      if (state === 'closed') return false;
      void quit();
      return true;
    },
    /** For a window's `close`: true when it must stay for the question. */
    holdClose(): boolean {
      const last = BrowserWindow.getAllWindows().length <= 1;
      if (state !== 'open' || running === null || !last) return false;
      void quit();
      return true;
    },
  };
}

async function closeApp(hostApp: HostApp, running: string | null): Promise<void> {
  try {
    if (running !== null) await hostApp.api.cancelRun({ runId: running });
    await hostApp.close();
  } catch (error) {
    console.error('the application did not close cleanly:', error);
  }
}
