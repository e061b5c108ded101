import { describe, expect, it, onTestFinished } from 'vitest';
import type { EngineCase } from '../../src-main/contract/engine-protocol.ts';
import { createEngineSupervisor } from '../../src-main/core/engines/engine-supervisor.ts';
import { createBuildCache } from '../../src-main/core/lab/build-cache.ts';
import { buildLab, neededFor } from '../../src-main/core/lab/build-lab.ts';
import { readLab } from '../../src-main/core/lab/read-lab.ts';
import { createForkEngine } from '../../src-main/hosts/fork-engine.ts';
import { labFolder, saxpyToml } from '../helpers/lab-folder.ts';
import { nativeFolder } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { enginesOf, orphansOf, processesOf } from '../soak/processes.ts';

const lines = {
  loops: 'while :; do :; done',
  waits: 'sleep 1000 & wait',
  pipes: 'sleep 1000 | cat',
  becomes: 'exec sleep 1000',
};

const engineCase = (variant: string): EngineCase => ({
  ...{ index: 0, workload: 'saxpy', variant, values: { n: 100 }, inputKey: '', repetition: 0 },
  policy: {
    ...{ criterion: 'fixed', parameters: { samples: 3 }, timeLimitS: null },
    ...{ repetitions: 1, order: 'sequential' },
  },
});

/** An engine with a lab of these programs. */
async function started() {
  const home = temporaryFolder();
  const toml = Object.entries(lines).map(
    ([id, run]) => `[[command]]\nid = "${id}"\nrun = "${run}"\nshell = true\nanswer = "{y}"\n`,
  );
  const lab = readLab(labFolder({ 'workload.toml': `${saxpyToml}\n${toml.join('\n')}` }));
  const { description } = lab;
  const cases = Object.keys(lines).map(engineCase);
  const { artifacts } = await buildLab(lab, neededFor(lab, cases), {
    cache: createBuildCache(home),
  });
  const supervisor = createEngineSupervisor({
    fork: createForkEngine(),
    // By its home a process is told from those of other tests.
    environment: { BREAKEVEN_NATIVE: nativeFolder, BREAKEVEN_HOME: home },
    labs: () => [{ description, artifacts }],
  });
  onTestFinished(() => supervisor.restart());
  return { home, supervisor };
}

describe('a program of a lab that goes on for ever', { timeout: 60_000 }, () => {
  it.each(Object.keys(lines))('%s: is ended with its case', async (id) => {
    const { home, supervisor } = await started();
    const result = await supervisor.run(engineCase(id), { hangLimitMs: 1500 });
    expect(result.reason).toMatch(/^the engine stopped: it did not respond for 1\.5 s$/);
    expect(await orphansOf(home)).toEqual([]);
  });

  it('is ended with its engine, whoever ends that', async () => {
    const { home, supervisor } = await started();
    const result = supervisor.run(engineCase('becomes'), { hangLimitMs: 60_000 });
    const programs = (): readonly number[] => processesOf(home, /^sleep\0/);
    await expect.poll(programs, { timeout: 20_000 }).toHaveLength(1);
    for (const pid of enginesOf(home)) process.kill(pid, 'SIGKILL');
    expect((await result).reason).toMatch(/^the engine stopped: signal SIGKILL/);
    await expect.poll(programs, { timeout: 5000 }).toEqual([]);
  });
});
