import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Energy } from '../../../src-main/contract/energy.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { finished, newRun, scope } from '../../core/store/fixtures.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Joules of one execution by device at a size, in each of five repetitions. */
type Side = {
  readonly device: 'cpu' | 'cuda';
  readonly joules: Readonly<Partial<Record<Energy['device'], (n: number) => number>>>;
};

/** A run over six sizes. */
function storeOf(variants: Readonly<Record<string, Side>>) {
  const home = temporaryFolder();
  const store = openStore(home);
  const sizes = [1000, 2000, 4000, 8000, 16_000, 32_000];
  const cases = Object.entries(variants).flatMap(([variant, { device, joules }], side) =>
    sizes.map((n, at) =>
      finished(side * sizes.length + at, {
        ...{ device, planned: { variant, values: { n } } },
        result: {
          samples: [0, 1, 2, 3, 4].map((repetition) =>
            scope('kernel', repetition, [5000, 5010, 5005, 5002, 5008]),
          ),
          energy: [0, 1, 2, 3, 4].flatMap((repetition) =>
            Object.entries(joules).map(([name, of]): Energy => {
              const value = of(n) * (1 + 0.004 * (repetition - 2));
              const interval = { low: 0.99 * value, high: 1.01 * value };
              const known = { idleW: 90, executions: 400 };
              return {
                repetition,
                device: name as Energy['device'],
                joules: value,
                ...interval,
                ...known,
              };
            }),
          ),
        },
      }),
    ),
  );
  const { id } = store.createRun(newRun(cases.map(({ planned }) => planned)));
  for (const { metrics: _, ...each } of cases) store.saveCase(id, each);
  store.finishRun(id, 'complete');
  store.close();
  const cwd = temporaryFolder();
  const app = createScriptedApp({}, { home });
  return (...words: readonly string[]) =>
    cliSession({ ...app, close: async () => undefined }, words, { cwd }).then((ended) => ({
      ...ended,
      cwd,
    }));
}

/** A card whose kernel has a fixed cost against one that is proportional: equal at n = 10,000. */
const fixed: Side = { device: 'cuda', joules: { gpu: (n) => 0.05 + 5e-6 * n } };
const growing: Side = { device: 'cuda', joules: { gpu: (n) => 1e-5 * n } };

describe('a break-even by energy', () => {
  it('of two variants of a card is the size from which one needs fewer joules', async () => {
    const session = storeOf({ 'shared-atomics': growing, cub: fixed });
    const { stdout, code } = await session('break-even', 'latest', '--by', 'energy', '--json');
    expect(code).toBe(0);
    const { breakEvens, refused } = JSON.parse(stdout);
    const [found] = breakEvens;
    expect(found).toMatchObject({
      unit: 'J',
      scope: 'energy',
      small: 'shared-atomics',
      large: 'cub',
    });
    expect(found.ci95[0]).toBeLessThan(10_000);
    expect(found.ci95[1]).toBeGreaterThan(10_000);
    expect(found.at).toBeGreaterThan(9500);
    expect(found.at).toBeLessThan(10_500);
    expect(refused).toEqual([]);
    const told = await session('break-even', 'latest', '--by', 'energy');
    expect(told.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'cub needs less energy than shared-atomics from n = 10',
    );
    expect(told.stdout).toContain('Energy: card.');
    // By time both are alike.
    const times = await session('break-even', 'latest', '--json');
    expect(times.stdout).not.toContain('"unit"');
  });

  it('of a CPU and a card is refused without joules of the host, and else of the same sum', async () => {
    const alone = storeOf({
      sequential: { device: 'cpu', joules: {} },
      cub: fixed,
      'shared-atomics': growing,
    });
    const { stdout } = await alone('break-even', 'latest', '--by', 'energy', '--json');
    const { breakEvens, refused } = JSON.parse(stdout);
    expect(breakEvens).toHaveLength(1);
    expect(refused).toEqual([
      'histogram: CPU and GPU are not compared: joules of the host are not known here: powercap/energy_uj cannot be read (root only since CVE-2020-8694)',
    ]);
    const pair = await alone(
      'break-even',
      'latest',
      '--by',
      'energy',
      '--variants',
      'sequential,cub',
    );
    expectEnd(pair, 2, `breakeven: ${refused[0]}\n`);
    // The card rests at 90 W while the CPU works, and the host while the card works.
    const both = storeOf({
      sequential: {
        device: 'cpu',
        joules: { package: (n) => 1e-5 * n, dram: () => 0.001, gpu: (n) => 1e-6 * n },
      },
      cub: { device: 'cuda', joules: { ...fixed.joules, package: () => 0.01, dram: () => 0.001 } },
    });
    const answer = await both('break-even', 'latest', '--by', 'energy', '--json');
    const [crossing] = JSON.parse(answer.stdout).breakEvens;
    // 0.06 + 5e-6 n = 1.1e-5 n
    expect(crossing).toMatchObject({ small: 'sequential', large: 'cub', headline: 'cpu-gpu' });
    expect(crossing.ci95[0]).toBeLessThan(10_000);
    expect(crossing.ci95[1]).toBeGreaterThan(10_000);
    expect(crossing.sentence).toContain('Energy: card and processors and memory of the host.');
    const several = storeOf({
      sequential: { device: 'cpu', joules: { package: (n) => 1e-5 * n } },
      cub: { device: 'cuda', joules: { ...fixed.joules, package: () => 0.01 } },
    });
    const refusal = await several('break-even', 'latest', '--by', 'energy');
    expect(refusal.stderr).toContain('joules of the card are not known while the CPU works');
    // What both have is the card, which rests while the CPU works.
    const unlike = storeOf({
      sequential: { device: 'cpu', joules: { package: (n) => 1e-5 * n, gpu: (n) => 1e-6 * n } },
      cub: fixed,
    });
    const card = await unlike('break-even', 'latest', '--by', 'energy');
    expect([card.code, card.stdout]).toEqual([2, '']);
    expect(card.stderr).toContain('joules of the host are not known here');
  });

  it('of a run without an energy says how it is measured', async () => {
    const session = storeOf({
      cub: { device: 'cuda', joules: {} },
      'shared-atomics': { device: 'cuda', joules: {} },
    });
    expectEnd(
      await session('break-even', 'latest', '--by', 'energy'),
      2,
      'run --energy measures it in each process',
    );
  });
});

describe('the energy of a case', () => {
  it('is in the table, the document, energy.csv, a figure, and in the file of the run', async () => {
    const session = storeOf({ 'shared-atomics': growing, cub: fixed });
    expect((await session('show', 'latest', '--long')).stdout).toMatch(/energy[\s\S]*10\.0 mJ/);
    const { stdout } = await session('show', 'latest', '--json');
    const here = JSON.parse(stdout).cases.map(({ energy }: { energy: unknown }) => energy);
    expect(here[0]).toHaveLength(5);
    const { cwd } = await session('export', 'latest', '--format', 'csv', '--out', 'x');
    await session('export', 'latest', '--format', 'breakeven', '--out', 'x');
    const lines = readFileSync(join(cwd, 'x', 'energy.csv'), 'utf8').split('\r\n');
    expect(lines[0]).toBe(
      'run,case,workload,variant,values,repetition,device,joules,joules_low,joules_high,idle_w,executions',
    );
    expect(lines.filter((line) => line.includes(',gpu,'))).toHaveLength(60);
    const figure = await session('figure', 'latest', '--kind', 'energy', '--out', 'energy.csv');
    expect(figure.code).toBe(0);
    expect(readFileSync(join(cwd, 'energy.csv'), 'utf8')).toContain('cub');
    const run = JSON.parse(stdout).run.id;
    const other = createScriptedApp();
    const there = (...words: readonly string[]) =>
      cliSession({ ...other, close: async () => undefined }, words, { cwd });
    expect((await there('import', join('x', `${run}.breakeven`))).code).toBe(0);
    const imported = JSON.parse((await there('show', 'imported', '--json')).stdout).cases;
    expect(imported.map(({ energy }: { energy: unknown }) => energy)).toEqual(here);
  });
});
