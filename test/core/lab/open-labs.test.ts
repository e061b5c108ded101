import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src-main/contract/run.ts';
import type { Lab } from '../../../src-main/core/lab/lab.ts';
import { forgetLab } from '../../../src-main/core/lab/lab-registry.ts';
import { trustContent } from '../../../src-main/core/lab/lab-trust.ts';
import { createOpenLabs } from '../../../src-main/core/lab/open-labs.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { labOfVariants, labOfVersions } from '../../../src-main/core/run/versions.ts';
import { labFolder, saxpyC } from '../../helpers/lab-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { configuration, planned } from '../store/fixtures.ts';

/** A plan of one case of each variant of the lab `saxpy`. */
function planOf(...variants: readonly string[]): Plan {
  const cases = variants.map((variant, index) =>
    planned(index, { workload: 'saxpy', variant, values: { n: 100, seed: 1 } }),
  );
  return { schemaVersion: 1, configuration: configuration(), cases };
}

function opened(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  const folder = labFolder(files);
  const labs = createOpenLabs({ home: () => home });
  labs.open(readLab(folder));
  return { home, folder, labs };
}

describe('a plan with cases of a lab', () => {
  it('is compiled, and says which lab and code it means', async () => {
    const { labs } = opened();
    expect(labs.opened()).toEqual([]);
    const ready = await labs.prepare(planOf('omp'));
    expect(ready.configuration.labs).toEqual([
      {
        id: 'saxpy',
        contract: labs.lab('saxpy')?.description.contract,
        code: [expect.any(String), expect.any(String)],
      },
    ]);
    expect(ready.cases.map(({ skip }) => skip)).toEqual([undefined]);
    expect(labs.opened()).toHaveLength(1);
    const [first] = ready.cases;
    const builds = first === undefined ? [] : labs.buildsOf(first);
    expect(builds.map(({ role }) => role).sort()).toEqual(['reference', 'variant']);
    const own = builds.find(({ role }) => role === 'variant');
    expect(own?.build.sources.map(({ name }) => name)).toEqual(['workload.toml', 'omp.c']);
    expect(own?.flags).toBe('-O3 -march=native -fopenmp');
  });

  it('skips cases that are not compiled with the reason, and runs the others', async () => {
    const { labs } = opened({ 'a.c': 'int saxpy(' });
    const ready = await labs.prepare(planOf('a', 'omp'));
    expect(ready.cases.map(({ skip }) => skip)).toEqual([
      expect.stringMatching(/^a\.c: .* \(in .*:\d+\)$/),
      undefined,
    ]);
  });

  it('is left as it is where it names no lab', async () => {
    const { labs } = opened();
    const plan: Plan = { schemaVersion: 1, configuration: configuration(), cases: [planned(0)] };
    expect(await labs.prepare(plan)).toBe(plan);
  });
});

describe('a run that goes on', () => {
  it('finds its lab by the id that is remembered, and needs the same contract and code', async () => {
    const { home, folder, labs } = opened();
    const begun = await labs.prepare(planOf('omp', 'sequential'));
    const later = () => {
      const fresh = createOpenLabs({ home: () => home });
      return fresh.prepare(begun);
    };
    expect((await later()).configuration).toEqual(begun.configuration);
    const write = (name: string, from: string, to: string) => {
      const path = join(folder, name);
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    };
    write('workload.toml', '"SAXPY"', '"Other title"');
    expect((await later()).configuration).toEqual(begun.configuration);
    write('omp.c', 'a * x[i]', 'x[i] * a');
    await expect(later()).rejects.toThrow(
      'the code of the lab saxpy has changed since the run began',
    );
    write('omp.c', 'x[i] * a', 'a * x[i]');
    expect((await later()).configuration).toEqual(begun.configuration);
    write('workload.toml', 'value = 2.5', 'value = 3.5');
    await expect(later()).rejects.toThrow('the contract of the lab saxpy');
  });

  it('may take more of the lab than it began with', async () => {
    const { labs } = opened({ 'more.c': saxpyC });
    const begun = await labs.prepare(planOf('omp'));
    const extended = { ...planOf('omp', 'more'), configuration: begun.configuration };
    const ready = await labs.prepare(extended);
    expect(ready.configuration.labs?.[0]?.code).toEqual(
      expect.arrayContaining(begun.configuration.labs?.[0]?.code ?? ['none']),
    );
  });

  it('finds only what is trusted where a window asks, however it was opened', async () => {
    const { home, folder, labs } = opened();
    const begun = await labs.prepare(planOf('omp'));
    const window = createOpenLabs({ home: () => home, trustedOnly: true });
    const refused = 'the lab "saxpy" is not trusted here';
    await expect(window.prepare(begun)).rejects.toThrow(refused);
    trustContent(home, readLab(folder));
    expect((await window.prepare(begun)).configuration).toEqual(begun.configuration);
    // It is open now, and stays a lab that nobody trusts any more.
    forgetLab(home, 'saxpy');
    await expect(window.prepare(begun)).rejects.toThrow(refused);
    await expect(window.prepare(planOf('omp'))).rejects.toThrow(refused);
    // Another folder under its id is another lab.
    trustContent(home, readLab(labFolder()));
    await expect(window.prepare(begun)).rejects.toThrow(refused);
  });

  it('is trusted as it is now where what is saved is trusted, each of two labs by itself', async () => {
    const { home, folder } = opened();
    const saved = createOpenLabs({ home: () => home, trustedOnly: 'as-saved' });
    const lab = () => readLab(folder);
    const building = (one: Lab) => saved.build(one, new Map([['omp', []]]));
    trustContent(home, lab());
    writeFileSync(join(folder, 'omp.c'), `${saxpyC}\n`);
    await expect(building(lab())).rejects.toThrow('the lab "saxpy" has changed since');
    trustContent(home, lab(), { saved: true });
    writeFileSync(join(folder, 'omp.c'), `${saxpyC}// once more\n`);
    await building(lab());
    const window = createOpenLabs({ home: () => home, trustedOnly: true });
    await window.build(lab(), new Map());
    const other = readLab(labFolder());
    const { lab: both } = labOfVersions(lab(), other);
    await expect(building(both)).rejects.toThrow('is not trusted here');
    await expect(building(labOfVersions(other, lab()).lab)).rejects.toThrow('is not trusted here');
    await building(labOfVariants(lab(), 'sequential', 'omp'));
    expect(() => labOfVariants(lab(), 'sequential', 'onp')).toThrow('did you mean "omp"?');
  });

  it('says that its lab is not remembered', async () => {
    const { labs } = opened();
    const begun = await labs.prepare(planOf('omp'));
    const elsewhere = createOpenLabs({ home: () => temporaryFolder() });
    await expect(elsewhere.prepare(begun)).rejects.toThrow(
      'the lab saxpy is not remembered; name its folder with --lab',
    );
  });
});
