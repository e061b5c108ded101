import { expect, it } from 'vitest';
import type { Machine } from '../../../src-main/contract/machine.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { finished, machine, newRun, scope } from '../../core/store/fixtures.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const other: Machine = {
  ...machine,
  ...{ fingerprint: 'beef', logicalCores: 96, usableCores: 12, hostname: 'bench-2' },
  gpus: machine.gpus.map((gpu) => ({ ...gpu, name: 'Test GPU H20' })),
  versions: { ...machine.versions, compiler: 'GCC 99' },
};

/** A run whose GPU variant takes so long to start: it wins from about `startNs` elements on. */
function measured(home: string, on: Machine, startNs: number, sizes: readonly number[]): string {
  const store = openStore(home);
  const sides = { sequential: (n: number) => n, cuda: (n: number) => startNs + n / 100 };
  const cases = Object.entries(sides).flatMap(([variant, timeOf], side) =>
    sizes.map((n, at) =>
      finished(side * sizes.length + at, {
        planned: { variant, values: { n } },
        device: variant === 'cuda' ? 'cuda' : 'cpu',
        result: {
          samples: ['kernel', 'call', 'total'].flatMap((id) =>
            [0, 1, 2, 3, 4].map((repetition) =>
              scope(
                id,
                repetition,
                [1, 1.001, 1.002, 1.001, 1].map((x) => x * timeOf(n)),
              ),
            ),
          ),
        },
      }),
    ),
  );
  const run = newRun(
    cases.map(({ planned }) => planned),
    { machine: on },
  );
  const { id } = store.createRun(run);
  for (const { metrics: _, ...each } of cases) store.saveCase(id, each);
  store.finishRun(id, 'complete');
  store.close();
  return id;
}

const sizes = [1000, 2000, 4000, 8000, 16_000, 32_000];

it('break-evens stand side by side, a line a machine, and what is not in common is said', async () => {
  const home = temporaryFolder();
  const first = measured(home, machine, 3000, sizes);
  const second = measured(home, other, 9000, [...sizes, 64_000]);
  const app = createScriptedApp({}, { home });
  const session = (...words: readonly string[]) =>
    cliSession({ ...app, close: async () => undefined }, ['break-even', ...words], {});
  const { stdout: out, code: status } = await session(first, '--by', 'machine', '--with', second);
  expect(status).toBe(0);
  const text = out.replaceAll(/\n +/g, ' ');
  expect(text).toMatch(/1x Test GPU H9, 4 cores \(\w+\): .*from n = 3030 /);
  expect(text).toMatch(/1x Test GPU H20, 12 of 96 cores \(\w+\): .*from n = 9090 /);
  expect(text).toMatch(
    new RegExp(`not in common: inputs of histogram: .* in ${first}, .*n=64,000.* in ${second}`),
  );
  expect(text).toMatch(
    new RegExp(`not in common: Compiler of the engine: .* in ${first}, GCC 99 in ${second}`),
  );
  expect(text).not.toMatch(/not in common: (repetitions|stopping|variants|GPU)/);
  const document = JSON.parse(
    (await session(first, '--by', 'machine', '--with', second, '--json')).stdout,
  );
  expect(
    document.machines.map(({ machineClass }: { machineClass: string }) => machineClass),
  ).toEqual(['1x Test GPU H9, 4 cores', '1x Test GPU H20, 12 of 96 cores']);
  const alone = await session(first, '--by', 'machine');
  expectEnd(alone, 2, 'name it by --with');
});

it('two runs of one class of machine are said to be that', async () => {
  const home = temporaryFolder();
  const [first, second] = [
    measured(home, machine, 3000, sizes),
    measured(home, machine, 3000, sizes),
  ];
  const app = createScriptedApp({}, { home });
  const { stdout: out } = await cliSession(
    app,
    ['break-even', first, '--by', 'machine', '--with', second],
    {},
  );
  expect(out.replaceAll(/\n +/g, ' ')).toContain(
    `not in common: ${first} and ${second} are of one class of machine, 1x Test GPU H9, 4 cores`,
  );
});
