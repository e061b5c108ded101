import type { App } from '../../src-main/core/app.ts';

/** Starts a run, or goes on with one, and waits until it has ended. Returns its id. */
export async function runToEnd(
  app: App,
  start: () => Promise<{ readonly runId: string }>,
): Promise<string> {
  const ended = Promise.withResolvers<void>();
  const off = app.onEvent((event) => {
    if (event.type === 'progress' && event.progress.status !== 'running') ended.resolve();
  });
  const { runId } = await start();
  await ended.promise;
  off();
  return runId;
}
