import { expect, it } from 'vitest';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import { acquireRunLock } from '../../../src-main/core/run/run-lock.ts';
import { createMeasuringApp } from '../../helpers/scripted-app.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';

const name = `early-engines-${process.pid}`;

function scripted() {
  const engines = createScriptedEngines();
  return { ...createMeasuringApp({ forkEngine: engines.fork, lockName: name }), engines };
}

const configuration = (n: number, repetitions: number): Configuration => ({
  groups: [{ workload: 'count', variants: ['sequential'], set: {}, sweep: { n: [n] } }],
  policy: {
    ...{ criterion: 'fixed', parameters: {}, timeLimitS: 1, order: 'sequential' },
    ...{ repetitions, maxRepetitions: repetitions },
  },
  orderSeed: 0,
});

it('measures the first repetition in the process that describes the machine, each later one in a new one', async () => {
  const { engines, measure, close } = scripted();
  await measure(configuration(1000, 3));
  const ran = engines.processes.map((process) => process.ran.length);
  // The first process describes and measures; the second is asked for estimates and makes the inputs.
  expect(ran[0]).toBe(1);
  expect(ran).toHaveLength(4);
  expect(ran.filter((cases) => cases > 0)).toEqual([1, 1, 1]);
  await close();
});

it('plans a run whose engines are started early with these alone', async () => {
  const { app, call, engines, close } = scripted();
  app.startEarly();
  expect(engines.processes).toHaveLength(2);
  await call('plan', { configuration: configuration(1000, 1) });
  const { runId } = await call('startRun', { configuration: configuration(1000, 1) });
  await expect.poll(async () => (await call('progress', { runId }))?.status).toBe('complete');
  expect(engines.processes).toHaveLength(2);
  expect(engines.processes.map(({ ran }) => ran.length)).toEqual([1, 0]);
  await close();
});

it('leaves no process of a run that does not begin', async () => {
  const { call, engines, close } = scripted();
  const wrong = configuration(-5, 1);
  await expect(call('startRun', { configuration: wrong })).rejects.toThrow('-5');
  expect(engines.processes.length).toBeGreaterThan(0);
  expect(engines.processes.slice(0, 2).map(({ alive }) => alive)).toEqual([false, false]);
  await close();
});

it('starts no engine of its own while another process measures', async () => {
  const { call, engines, close } = scripted();
  await call('plan', { configuration: configuration(1000, 1) });
  const asked = engines.processes.length;
  const holder = { pid: 1, user: 'somebody', what: 'another run' };
  const other = await acquireRunLock({ holder, name });
  const started = call('startRun', { configuration: configuration(1000, 1) });
  await expect(started).rejects.toThrow('another run is being measured');
  expect(engines.processes.length).toBe(asked);
  other.release();
  await close();
});
