import { existsSync, fstatSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyResult } from '../../../src-main/contract/empty-result.ts';
import type { EngineCase } from '../../../src-main/contract/engine-protocol.ts';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import type { EngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import {
  type SharingEngine,
  type SharingOptions,
  shareInputs,
} from '../../../src-main/core/engines/shared-inputs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { planned } from '../store/fixtures.ts';

const kib = 1024;
const mib = 1024 * kib;

let engine: SharingEngine | undefined;
afterEach(() => engine?.close());

type Fill = (engineCase: EngineCase) => void;

/** Fills as an engine does: the memory is opened by its name. */
const fill: Fill = ({ memory }) => {
  if (memory === undefined) throw new Error('the case has no memory');
  if (!existsSync(memory.path)) {
    throw new BreakevenError('not-found', `${memory.path} cannot be opened`);
  }
  truncateSync(memory.path, 100 * kib);
};

function sharing(how: Fill, options: Partial<SharingOptions> = {}) {
  const made: string[] = [];
  const ran: EngineCase[] = [];
  const said: string[] = [];
  const restarted: string[] = [];
  const measuring = {
    run: async (engineCase: EngineCase) => {
      ran.push(engineCase);
      const timings = { input: 0.5, sample: 1 };
      return { ...emptyResult('skipped', ''), outcome: 'ok', reason: null, timings };
    },
    restart: async () => void restarted.push('engine'),
    replace: () => void restarted.push('next engine'),
  } satisfies Pick<EngineSupervisor, 'run' | 'restart' | 'replace'>;
  const maker = {
    share: async (engineCase: EngineCase) => {
      made.push(engineCase.inputKey);
      how(engineCase);
      return { input: 2, reference: 3 };
    },
    restart: async () => void restarted.push('maker'),
  };
  engine = shareInputs(measuring, maker, {
    say: (sentence) => said.push(sentence),
    free: () => ({ bytes: 64 * mib, limit: null }),
    ...options,
  });
  const { run } = engine;
  const measure = (inputKey: string, hostBytes = 300 * kib, sharedBytes = 100 * kib) => {
    const estimate = { hostBytes, deviceBytes: 0, sharedBytes, seconds: 0 };
    return run({ ...planned(0, { inputKey }), repetition: 0 }, { hangLimitMs: 1000, estimate });
  };
  const memoryOf = (position: number) => ran[position]?.memory;
  return { made, ran, said, restarted, measure, memoryOf };
}

/** Descriptors of this process that are memory of an input. */
const openMemories = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return statSync(`/proc/self/fd/${name}`).isFile() && fstatSync(Number(name)).nlink === 0;
    } catch {
      return false;
    }
  }).length;

describe('inputs of a run', () => {
  it('are made once each, whatever their cases are and in whichever process', async () => {
    const { made, measure, memoryOf, restarted } = sharing(fill);
    for (let repetition = 0; repetition < 3; repetition += 1) {
      await engine?.restart();
      for (const input of ['a', 'b', 'a', 'b', 'b']) await measure(input);
    }
    expect(made).toEqual(['a', 'b']);
    expect(memoryOf(0)).toBeDefined();
    expect(memoryOf(14)).toEqual(memoryOf(1));
    expect(memoryOf(1)).not.toEqual(memoryOf(0));
    // Nothing that made an input is there while a later process measures.
    expect(restarted.filter((one) => one === 'maker')).toHaveLength(3);
  });

  it('are in the times of the case that had them made, and of no other', async () => {
    const { measure } = sharing(fill);
    expect((await measure('a')).timings).toEqual({ input: 2.5, reference: 3, sample: 1 });
    expect((await measure('a')).timings).toEqual({ input: 0.5, sample: 1 });
  });

  it('are sealed when they are made', async () => {
    const { measure, memoryOf } = sharing(fill);
    await measure('a');
    const path = memoryOf(0)?.path ?? '';
    expect(statSync(path).size).toBe(100 * kib);
    expect(() => writeFileSync(path, 'x', { flag: 'r+' })).toThrow('EPERM');
    expect(() => truncateSync(path, 0)).toThrow();
  });

  it('give their memory back at the end', async () => {
    const before = openMemories();
    const { measure } = sharing(fill);
    for (const input of ['a', 'b', 'c']) await measure(input);
    expect(openMemories()).toBe(before + 3);
    await engine?.close();
    expect(openMemories()).toBe(before);
  });

  it('that do not fit together make room: the one used last, which is needed again last', async () => {
    // Half of 1,500 KiB takes one case of 400 KiB and three more inputs.
    const { made, measure } = sharing(fill, {
      free: () => ({ bytes: 1500 * kib - 100 * kib * openShares(), limit: null }),
    });
    const before = openMemories();
    const openShares = () => openMemories() - before;
    for (const input of ['a', 'b', 'c', 'd', 'e']) await measure(input);
    expect(made).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(openShares()).toBe(4);
    for (const input of ['a', 'b', 'c', 'd', 'e']) await measure(input);
    // Of five inputs that are used in turn four are there, where dropping the oldest leaves none.
    expect(made.slice(5)).toEqual(['d']);
  });

  it('of which a case would need more than half of the free memory are not shared, which is said once', async () => {
    const { made, said, measure, memoryOf } = sharing(fill, {
      free: () => ({ bytes: 700 * kib, limit: 'the limit of 1 MiB of the control group /job' }),
    });
    await measure('a');
    await measure('a');
    expect(made).toEqual([]);
    expect(memoryOf(1)).toBeUndefined();
    expect(said).toEqual([
      'a: each process makes this input itself; with a shared copy a case would need 400 KiB, and half of what is free within the limit of 1 MiB of the control group /job is 350 KiB',
    ]);
  });

  it('leave the memory to a case that needs all of it', async () => {
    const before = openMemories();
    const { measure } = sharing(fill, {
      free: () => ({ bytes: 1000 * kib - 100 * kib * (openMemories() - before), limit: null }),
    });
    await measure('a');
    expect(openMemories()).toBe(before + 1);
    await measure('b', 950 * kib, 300 * kib);
    expect(openMemories()).toBe(before);
  });
});

describe('an engine that dies while it makes an input', () => {
  it('costs the case, and the next one makes the input in new memory', async () => {
    let deaths = 1;
    const names: (string | undefined)[] = [];
    const before = openMemories();
    const { made, ran, measure } = sharing((engineCase) => {
      names.push(engineCase.memory?.identity);
      fill(engineCase);
      deaths -= 1;
      if (deaths >= 0) throw new BreakevenError('engine', 'the engine stopped: signal SIGKILL');
    });
    expect(await measure('a')).toMatchObject({
      outcome: 'failed',
      reason: 'the engine stopped: signal SIGKILL',
    });
    expect(openMemories()).toBe(before);
    expect(await measure('a')).toMatchObject({ outcome: 'ok' });
    expect(made).toEqual(['a', 'a']);
    expect(names[1]).not.toBe(names[0]);
    expect(ran).toHaveLength(1);
  });

  it('because it was cancelled ends the run, and leaves no memory', async () => {
    const before = openMemories();
    const { measure } = sharing(() => {
      throw new BreakevenError('cancelled', 'the case was cancelled');
    });
    await expect(measure('a')).rejects.toMatchObject({ code: 'cancelled' });
    expect(openMemories()).toBe(before);
  });
});

describe('an input that cannot be shared', () => {
  it('is made by each process, which says what is wrong with it', async () => {
    const { made, said, measure, memoryOf } = sharing(() => {
      throw new BreakevenError('internal', 'the file x.npy does not exist');
    });
    await measure('a');
    await measure('a');
    expect([made, memoryOf(0), memoryOf(1)]).toEqual([['a'], undefined, undefined]);
    expect(said).toEqual([
      'a: each process makes this input itself: the file x.npy does not exist',
    ]);
  });

  it('because descriptors of this process cannot be opened is shared by a file of this user alone', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'breakeven-input-4194304-left'), 'of a process that was killed');
    writeFileSync(join(folder, `breakeven-input-${process.ppid}-other`), 'of one that lives');
    const { made, said, measure, memoryOf } = sharing(fill, {
      folder,
      pathOf: (descriptor) => `/hidden/${process.pid}/fd/${descriptor}`,
    });
    await measure('a');
    await measure('b');
    await measure('a');
    expect([made, said]).toEqual([['a', 'a', 'b'], []]);
    const path = memoryOf(0)?.path ?? '';
    expect(path).toContain(join(folder, `breakeven-input-${process.pid}-`));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(memoryOf(2)).toEqual(memoryOf(0));
    await engine?.close();
    expect(readdirSync(folder)).toEqual([`breakeven-input-${process.ppid}-other`]);
  });
});
