import type { OpenApp } from '../host-app.ts';

/** Opens the application of this process; imported on first use, since help and bad flags need none of it. */
export const openApp: OpenApp = async ({ sandbox, ...options }) => {
  const [{ createApp }, { createForkEngine }] = await Promise.all([
    import('../../core/app.ts'),
    import('../fork-engine.ts'),
  ]);
  return createApp({
    ...options,
    forkEngine: createForkEngine(undefined, sandbox),
    confine: sandbox?.confine,
  });
};
