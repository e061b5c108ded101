import { afterEach, describe, expect, it } from 'vitest';
import type { EngineCase } from '../../src-main/contract/engine-protocol.ts';
import { createEngineSupervisor } from '../../src-main/core/engines/engine-supervisor.ts';
import { policy } from '../core/store/fixtures.ts';
import { isAlive } from '../helpers/is-alive.ts';
import { forkScriptedEngine, scriptedCatalog } from '../helpers/scripted-engine.ts';

const supervisors: { restart(): Promise<void> }[] = [];

function supervise() {
  const supervisor = createEngineSupervisor({ fork: forkScriptedEngine, environment: {} });
  supervisors.push(supervisor);
  return supervisor;
}

afterEach(async () => {
  await Promise.all(supervisors.splice(0).map((supervisor) => supervisor.restart()));
});

const engineCase = (variant: string, workload = 'trouble'): EngineCase => ({
  index: 0,
  workload,
  variant,
  values: { n: 1000 },
  inputKey: 'k',
  policy: { ...policy, parameters: { samples: 9 }, timeLimitS: 1, order: 'shuffled' },
  repetition: 0,
});
const options = { hangLimitMs: 20_000 };

describe('the engine supervisor over a real process', () => {
  it('describes the engine and keeps typed arrays of results', async () => {
    const supervisor = supervise();
    expect((await supervisor.describe()).catalog).toEqual(scriptedCatalog);
    const result = await supervisor.run(engineCase('good'), options);
    expect(result.outcome).toBe('ok');
    expect(result.samples[0]?.timesNs).toBeInstanceOf(Float64Array);
    expect(result.samples[0]?.timesNs).toHaveLength(9);
  });

  it('turns a crash into a failed case and runs the next one in a new process', async () => {
    const supervisor = supervise();
    await supervisor.describe();
    const first = supervisor.pid();
    const crashed = await supervisor.run(engineCase('crash'), options);
    expect(crashed.outcome).toBe('failed');
    expect(crashed.reason).toMatch(/^the engine stopped: signal SIGSEGV/);
    const next = await supervisor.run(engineCase('good'), options);
    expect(next.outcome).toBe('ok');
    expect(supervisor.pid()).not.toBe(first);
  });

  it('ends a silent engine after the limit and says so', async () => {
    const supervisor = supervise();
    await supervisor.describe();
    const hung = await supervisor.run(engineCase('hang'), { hangLimitMs: 300 });
    expect(hung.outcome).toBe('failed');
    expect(hung.reason).toBe('the engine stopped: it did not respond for 0.3 s');
    expect((await supervisor.run(engineCase('good'), options)).outcome).toBe('ok');
  });

  it('tells of samples on the way', async () => {
    const supervisor = supervise();
    await supervisor.describe();
    let samples = 0;
    const stop = new AbortController();
    const running = supervisor.run(engineCase('slow'), {
      ...options,
      signal: stop.signal,
      onSample: () => {
        samples += 1;
        if (samples === 12) stop.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(samples).toBe(12);
  });

  it.each(['slow', 'deaf', 'hang'])('cancels while %s runs', async (variant) => {
    const supervisor = supervise();
    await supervisor.describe();
    const stop = new AbortController();
    const running = supervisor.run(engineCase(variant), {
      ...options,
      signal: stop.signal,
      // The case has begun.
      onSample: () => stop.abort(),
    });
    const outcome = running.then(
      () => 'finished',
      (error: unknown) => (error as { code: string }).code,
    );
    expect(await outcome).toBe('cancelled');
    expect((await supervisor.run(engineCase('good'), options)).outcome).toBe('ok');
  });

  it('reports what the engine throws, and results that are not as agreed, as failed cases', async () => {
    const supervisor = supervise();
    const thrown = await supervisor.run(engineCase('throws'), options);
    expect(thrown.reason).toBe('cudaMalloc failed at histogram.cu:12');
    const odd = await supervisor.run(engineCase('nonsense'), options);
    expect(odd.outcome).toBe('failed');
    expect(odd.reason).toMatch(/violates the protocol \(outcome: /);
    const unknown = await supervisor.run(engineCase('nowhere'), options);
    expect(unknown.reason).toBe('no loaded addon has the variant trouble/nowhere');
    expect((await supervisor.run(engineCase('good'), options)).outcome).toBe('ok');
  });

  it.each([
    ['poisons', 'failed'],
    ['spoils', 'ok'],
  ])('ends a process whose CUDA context %s broke, before the next case', async (id, outcome) => {
    const supervisor = supervise();
    const outcomeOf = {
      run: async (one: string) => (await supervisor.run(engineCase(one), options)).outcome,
      once: async (one: string) =>
        (await supervisor.once(engineCase(one), false, options)).result.outcome,
    };
    for (const first of [outcomeOf.run, outcomeOf.once]) {
      for (const second of [outcomeOf.run, outcomeOf.once]) {
        expect([await first(id), await second('good')]).toEqual([outcome, 'ok']);
      }
    }
    // One that is sound goes on.
    const pid = supervisor.pid();
    expect(pid).toBeDefined();
    expect(await outcomeOf.run('other')).toBe('ok');
    expect(supervisor.pid()).toBe(pid);
  });

  it('leaves no process behind after restart', async () => {
    const supervisor = supervise();
    await supervisor.describe();
    const pid = supervisor.pid();
    await supervisor.restart();
    expect(pid !== undefined && isAlive(pid)).toBe(false);
  });

  it('reports an engine that cannot start', async () => {
    const { createForkEngine } = await import('../../src-main/hosts/fork-engine.ts');
    const fork = createForkEngine('/nonexistent/engine.ts');
    const supervisor = createEngineSupervisor({ fork, environment: {} });
    const result = await supervisor.run(engineCase('good'), options);
    expect(result.outcome).toBe('failed');
    expect(result.reason).toMatch(/^the engine stopped: exit code 1/);
  });
});
