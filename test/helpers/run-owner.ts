import type { Configuration } from '../../src-main/contract/configuration.ts';
import { createApp } from '../../src-main/core/app.ts';
import { forkScriptedEngine } from './scripted-engine.ts';

/**
 * A process to be killed: runs 300 short cases, prints its engine's pid, then one line a finished case. It stops itself
 * after 250, so that it is not done before a slow test kills it.
 */
const [home = '', lockName = ''] = process.argv.slice(2);
const app = createApp({
  home,
  lockName,
  forkEngine: (environment) => {
    const child = forkScriptedEngine(environment);
    process.stdout.write(`engine ${child.pid}\n`);
    return child;
  },
});
app.onEvent((event) => {
  if (event.type !== 'progress') return;
  process.stdout.write(`done ${event.progress.done}\n`);
  if (event.progress.done >= 250) process.kill(process.pid, 'SIGSTOP');
});
export const ownedConfiguration: Configuration = {
  groups: [
    {
      workload: 'count',
      variants: ['sequential', 'parallel', 'accelerated'],
      set: {},
      sweep: { n: Array.from({ length: 100 }, (_, i) => 1000 + i) },
    },
  ],
  policy: {
    criterion: 'fixed',
    parameters: { samples: 15 },
    timeLimitS: null,
    repetitions: 1,
    order: 'shuffled',
  },
  orderSeed: 5,
};
await app.api.startRun({ configuration: ownedConfiguration });
