import { forkScriptedEngine } from './scripted-engine.ts';

/** A parent to be killed: starts a scripted engine, lets it run a case for ever, and says which process it is. */
const child = forkScriptedEngine({});
child.onEvent((event) => {
  // The case has begun: from here on it is silent, or blocks its process.
  if (event.type === 'sample') process.stdout.write(`${child.pid}\n`);
  if (event.type !== 'ready') return;
  child.send({
    type: 'run',
    id: 1,
    case: {
      index: 0,
      workload: 'trouble',
      variant: process.argv[2] ?? 'hang',
      values: { n: 1 },
      inputKey: 'k',
      policy: {
        criterion: 'fixed',
        parameters: {},
        timeLimitS: 1,
        repetitions: 1,
        order: 'shuffled',
      },
      repetition: 0,
    },
  });
});
