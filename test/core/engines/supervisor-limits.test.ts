import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineReply } from '../../../src-main/contract/engine-protocol.ts';
import type { OpenedLab } from '../../../src-main/contract/lab.ts';
import { createEngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { PuppetChild, pass, turn, watched } from '../../helpers/puppet-engine.ts';
import { scriptedResult } from '../../helpers/scripted-provider.ts';
import { planned } from '../store/fixtures.ts';

let children: PuppetChild[];

function supervise(labs: readonly OpenedLab[] = []) {
  return createEngineSupervisor({
    environment: {},
    labs: () => labs,
    fork: () => {
      const child = new PuppetChild(children.length + 1);
      children.push(child);
      return child;
    },
  });
}

/** The newest process. */
function child(): PuppetChild {
  const last = children.at(-1);
  if (last === undefined) throw new Error('no engine was started');
  return last;
}

const engineCase = { ...planned(0), repetition: 0 };
const good: EngineReply = { ok: true, result: scriptedResult(engineCase) };
const limit = 10_000;

/** A case of a new supervisor, whose engine is ready. */
async function started() {
  const state = watched(supervise().run(engineCase, { hangLimitMs: limit }));
  await turn();
  child().ready();
  await turn();
  return state;
}

beforeEach(() => {
  children = [];
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('an engine that is started', () => {
  it('may take a minute until it is ready, and is ended then', async () => {
    const state = watched(supervise().run(engineCase, { hangLimitMs: 1e9 }));
    await pass(59_999);
    expect([state(), child().killed]).toEqual(['waiting', false]);
    await pass(1);
    expect(child().killed).toBe(true);
    expect(state()).toMatchObject({
      outcome: 'failed',
      reason: 'the engine stopped: it was not ready within 60 s',
    });
  });

  it('is not started where there is no room for it, which is said at once', async () => {
    let shortage: string | null = 'the limit leaves 3';
    const supervisor = createEngineSupervisor({
      environment: {},
      fork: () => {
        children.push(new PuppetChild(1));
        return child();
      },
      shortage: () => shortage,
    });
    await expect(supervisor.describe()).rejects.toMatchObject({
      code: 'environment',
      message: 'the engine cannot be started: the limit leaves 3',
    });
    expect(children).toEqual([]);
    shortage = null;
    const state = watched(supervisor.run(engineCase, { hangLimitMs: 1e9 }));
    await turn();
    expect([state(), children.length]).toEqual(['waiting', 1]);
  });

  it('that was ready in time is not ended later for that', async () => {
    const state = watched(supervise().run(engineCase, { hangLimitMs: 1e9 }));
    await pass(59_999);
    child().ready();
    await pass(1e6);
    expect([state(), child().killed]).toEqual(['waiting', false]);
  });
});

describe('an engine that ends in the middle of a case', () => {
  it('is looked at now and then, and its end is put into words', async () => {
    const looks: (number | undefined)[] = [];
    const supervisor = createEngineSupervisor({
      environment: {},
      fork: () => new PuppetChild(7),
      watchMemory: (pid) => ({
        look: () => looks.push(pid()),
        explain: (how) => `memory ran out (${how})`,
      }),
      startLimitMs: 3500,
    });
    const state = watched(supervisor.run(engineCase, { hangLimitMs: 1e9 }));
    await pass(3400);
    expect(looks).toEqual([7, 7, 7]);
    await pass(100);
    expect(state()).toMatchObject({ outcome: 'failed' });
    await pass(5000);
    expect(looks).toHaveLength(3);
  });

  it('says how, as whoever followed its memory explains it', async () => {
    const puppet = new PuppetChild(7);
    const supervisor = createEngineSupervisor({
      environment: {},
      fork: () => puppet,
      watchMemory: () => ({ look: () => {}, explain: (how) => `memory ran out (${how})` }),
    });
    const state = watched(supervisor.run(engineCase, { hangLimitMs: 1e9 }));
    await turn();
    puppet.ready();
    await turn();
    puppet.die('signal SIGKILL');
    await turn();
    expect(state()).toMatchObject({
      outcome: 'failed',
      reason: 'the engine stopped: memory ran out (signal SIGKILL)',
    });
  });
});

describe('a case that is silent', () => {
  async function begin(signal?: AbortSignal) {
    const supervisor = supervise();
    const onSample = vi.fn();
    const options = { hangLimitMs: limit, onSample, ...(signal === undefined ? {} : { signal }) };
    const state = watched(supervisor.run(engineCase, options));
    await turn();
    child().ready();
    await turn();
    return { supervisor, state, onSample };
  }

  it('is ended at the limit and not before, and the next one has a new process', async () => {
    const { supervisor, state } = await begin();
    await pass(limit - 1);
    expect([state(), child().killed]).toEqual(['waiting', false]);
    await pass(1);
    expect(state()).toMatchObject({
      outcome: 'failed',
      reason: 'the engine stopped: it did not respond for 10 s',
    });
    expect([child().killed, supervisor.pid()]).toEqual([true, undefined]);
    const next = watched(supervisor.run(engineCase, { hangLimitMs: limit }));
    await turn();
    child().ready();
    await turn();
    child().reply(2, good);
    await turn();
    expect(children).toHaveLength(2);
    expect(next()).toMatchObject({ outcome: 'ok' });
  });

  it('starts its limit anew with each sample', async () => {
    const { state, onSample } = await begin();
    for (let i = 0; i < 3; i += 1) {
      await pass(limit - 1);
      child().sample(1);
    }
    expect(onSample).toHaveBeenCalledTimes(3);
    await pass(limit - 1);
    expect(state()).toBe('waiting');
    await pass(1);
    expect(state()).toMatchObject({ outcome: 'failed' });
  });

  it('gets no more time from what belongs to another request', async () => {
    const { state, onSample } = await begin();
    await pass(limit - 1);
    child().sample(7);
    child().reply(7, good);
    await turn();
    expect([state(), onSample.mock.calls]).toEqual(['waiting', []]);
    await pass(1);
    expect(state()).toMatchObject({ outcome: 'failed' });
  });

  it('is not watched any more once it has answered', async () => {
    const { state, supervisor } = await begin();
    child().reply(1, good);
    await pass(10 * limit);
    expect(state()).toMatchObject({ outcome: 'ok' });
    expect([child().killed, supervisor.pid()]).toEqual([false, 1]);
  });

  it('is asked to stop by a cancel, and ended when it does not within 60 ms', async () => {
    const stop = new AbortController();
    const { state, onSample } = await begin(stop.signal);
    stop.abort();
    child().sample(1);
    expect(child().sent.at(-1)).toEqual({ type: 'cancel' });
    await pass(59);
    expect([state(), child().killed]).toEqual(['waiting', false]);
    await pass(1);
    expect([state(), child().killed]).toEqual(['cancelled: the case was cancelled', true]);
    expect(onSample).not.toHaveBeenCalled();
  });

  it('keeps its process where it stops in time, whatever it answers', async () => {
    const stop = new AbortController();
    const { state } = await begin(stop.signal);
    stop.abort();
    child().reply(1, good);
    await pass(1e6);
    expect([state(), child().killed]).toEqual(['cancelled: the case was cancelled', false]);
  });

  it('that was cancelled is not called hung or dead', async () => {
    const stop = new AbortController();
    const { state } = await begin(stop.signal);
    await pass(limit - 10);
    stop.abort();
    await pass(20);
    expect([state(), child().killed]).toEqual(['waiting', false]);
    child().die('signal SIGSEGV');
    await turn();
    expect(state()).toBe('cancelled: the case was cancelled');
  });
});

describe('one engine', () => {
  it('has one question at a time', async () => {
    const supervisor = supervise();
    void supervisor.run(engineCase, { hangLimitMs: limit });
    await turn();
    child().ready();
    await turn();
    await expect(supervisor.describe()).rejects.toMatchObject({
      code: 'busy',
      message: 'the engine is busy',
    });
    child().reply(1, good);
    await turn();
    expect(child().sent).toHaveLength(1);
  });

  it('is not started for what was cancelled before', async () => {
    const signal = AbortSignal.abort();
    const run = supervise().run(engineCase, { hangLimitMs: limit, signal });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(children).toHaveLength(0);
  });

  it('that gives another answer than was asked for is not believed', async () => {
    const state = await started();
    child().reply(1, { ok: true, estimates: [] });
    await turn();
    expect(state()).toMatchObject({
      outcome: 'failed',
      reason: 'the engine did not answer "run"',
    });
  });

  it('is asked for the case, what it throws is the reason, and its process ends', async () => {
    const state = await started();
    expect(child().sent).toEqual([{ type: 'run', case: engineCase, id: 1 }]);
    child().reply(1, { ok: false, failure: { code: 'engine', message: 'out of memory' } });
    await turn();
    expect(child().killed).toBe(true);
    expect(state()).toMatchObject({ outcome: 'failed', reason: 'out of memory' });
  });

  it('is not asked a case again that it died of', async () => {
    const state = await started();
    child().die('signal SIGSEGV');
    await turn();
    expect(children).toHaveLength(1);
    expect(state()).toMatchObject({
      outcome: 'failed',
      reason: 'the engine stopped: signal SIGSEGV',
    });
  });
});

describe('a question that measures nothing', () => {
  type Supervisor = ReturnType<typeof supervise>;
  const questions: readonly (readonly [string, number, (asked: Supervisor) => Promise<unknown>])[] =
    [
      ['describe', 60, (asked) => asked.describe()],
      ['estimate', 60, (asked) => asked.estimate([])],
      ['inspect', 600, (asked) => asked.inspectInput('count', '/a.npy')],
      ['sketch', 600, (asked) => asked.sketch('count', {}, null)],
      ['measure-peaks', 300, (asked) => asked.measurePeaks(null)],
    ];

  it.each(questions)('(%s) may take %i s, and is not asked again when silent', async (...of) => {
    const [, seconds, ask] = of;
    const state = watched(ask(supervise()));
    await turn();
    child().ready();
    await pass(seconds * 1000 - 1);
    expect(state()).toBe('waiting');
    await pass(1);
    expect(state()).toBe(`engine: the engine stopped: it did not respond for ${seconds} s`);
    expect(children).toHaveLength(1);
  });

  it('is asked of three engines that die, and of no fourth', async () => {
    const state = watched(supervise().describe());
    for (let i = 1; i <= 3; i += 1) {
      await turn();
      expect([children.length, state()]).toEqual([i, 'waiting']);
      child().die('exit code 1');
    }
    await turn();
    expect(state()).toBe('engine: the engine stopped: exit code 1');
    expect(children).toHaveLength(3);
  });

  it('is answered by the second one where the first has died', async () => {
    const state = watched(supervise().estimate([]));
    await turn();
    child().die('exit code 1');
    await turn();
    child().ready();
    await turn();
    child().reply(1, { ok: true, estimates: [] });
    await turn();
    expect(state()).toEqual([]);
  });
});

describe('labs', () => {
  const lab = { description: { id: 'own' }, artifacts: { variants: {} } } as unknown as OpenedLab;

  it('are opened by every new process before anything else is asked of it', async () => {
    const supervisor = supervise([lab]);
    for (const count of [1, 2]) {
      const state = watched(supervisor.run(engineCase, { hangLimitMs: limit }));
      child().ready();
      await turn();
      expect(children).toHaveLength(count);
      expect(child().sent).toEqual([{ type: 'open-labs', id: 0, labs: [lab] }]);
      child().reply(0, { ok: true, opened: 1 });
      await turn();
      expect(child().sent.at(-1)).toMatchObject({ type: 'run' });
      child().reply(count, good);
      await turn();
      expect(state()).toMatchObject({ outcome: 'ok' });
      await supervisor.restart();
    }
  });

  it('that cannot be opened are the reason of what fails, and the process is not used', async () => {
    const state = watched(supervise([lab]).describe());
    child().ready();
    const message = 'variant omp: cannot be opened';
    child().reply(0, { ok: false, failure: { code: 'bad-input', message } });
    await turn();
    expect(state()).toBe(`bad-input: ${message}`);
    expect(child().killed).toBe(true);
  });
});
