import { expect, it } from 'vitest';
import type { RunReport } from '../../../src-main/contract/run-report.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { engines, makeRunner, planOf, seen, store, useEngines } from './runner-over-scripted.ts';

/** Seconds of a repetition of a case, by a clock that nothing else moves. */
const usualSeconds = { short: 0.2, thorough: 0.7 };
const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => n * 1000);

/** Runs 20 cases in three repetitions; says what progress told of the headline, and when. */
async function run(seconds = usualSeconds) {
  let clock = 0;
  /** Processes that had started when the run was asked what it says. */
  const started: number[] = [];
  useEngines(
    createScriptedEngines(({ thorough }) => {
      clock += 1000 * (thorough === true ? seconds.thorough : seconds.short);
      return {};
    }),
  );
  const runner = makeRunner({
    now: () => clock,
    report: () => {
      started.push(engines.processes.length);
      const headline = { sentence: `answer ${started.length}`, workloads: [] };
      return { comparisons: {}, breakEvens: [], headline } as unknown as RunReport;
    },
  });
  const group = { variants: ['sequential', 'parallel'], sweep: { n: sizes } };
  const plan = planOf(group, { repetitions: 3 });
  const timed = plan.cases.map((planned) => ({
    ...planned,
    estimate: { hostBytes: 1, deviceBytes: 0, seconds: Number(planned.values.n) },
  }));
  await runner.start({ ...plan, cases: timed }, 'twenty cases');
  await runner.idle();
  const told = seen.flatMap(({ headline, elapsedS, done }) =>
    headline === undefined ? [] : [{ ...headline, elapsedS, done }],
  );
  const ran = engines.processes.flatMap((each) => each.ran);
  return { told, started, ran };
}

it('a run of 20 cases has a provisional answer within 5 s, and a better one after each repetition', async () => {
  const { told } = await run();
  const first = told[0];
  const sofar = { done: 10, of: 20 };
  expect(first).toMatchObject({
    sentence: 'answer 1',
    repetition: 0,
    repetitions: 3,
    cases: sofar,
  });
  expect(first?.elapsedS).toBeCloseTo(10 * usualSeconds.short, 6);
  const changes = told.filter(({ sentence }, i) => sentence !== told[i - 1]?.sentence);
  expect(changes.map(({ repetition, done, cases }) => [repetition, done, cases])).toEqual([
    [0, 10, sofar],
    [0, 20, undefined],
    [1, 40, undefined],
    [2, 60, undefined],
  ]);
});

it('a long first repetition says what its complete sizes show whenever its time has doubled', async () => {
  const { told, ran } = await run({ short: 1, thorough: 1 });
  const partial = told.flatMap(({ cases }) => cases?.done ?? []);
  expect([...new Set(partial)]).toEqual([2, 4, 8, 16]);
  const first = ran.slice(0, 20).map(({ values }) => values.n);
  expect(first).toEqual(first.toSorted((a, b) => Number(a) - Number(b)));
});

it('claims no more than the end of the run: disturbed cases are disturbed from the first answer on', async () => {
  useEngines(
    createScriptedEngines(({ variant }) =>
      variant === 'parallel' ? { cpuS: 10, stolenS: 5 } : {},
    ),
  );
  const comparer = createComparer(store, () => defaultMargins);
  const reports = createReports(store, comparer);
  const runner = makeRunner({ report: reports.underway });
  const group = { variants: ['sequential', 'parallel'], sweep: { n: sizes } };
  const run = await runner.start(planOf(group, { repetitions: 3 }), 'ten sizes');
  await runner.idle();
  const [last] = seen.flatMap(({ headline }) => headline ?? []).toReversed();
  expect(last?.repetition).toBeGreaterThan(1);
  expect(last?.sentence).toContain('inconclusive: disturbed');
  expect(last?.sentence).toBe(reports.of(run).headline?.sentence);
});

it('asks once a repetition what the run says, while the next process starts', async () => {
  const { started } = await run();
  expect(started).toEqual([1, 2, 3, 3]);
});

it('one repetition of each case is thorough: the second, or the only one', async () => {
  await run();
  const ran = engines.processes.flatMap((each) => each.ran);
  const thorough = ran.filter((each) => each.thorough).map(({ repetition }) => repetition);
  expect(thorough).toEqual(Array(20).fill(1));
  useEngines(createScriptedEngines());
  const runner = makeRunner();
  await runner.start(planOf({}, { repetitions: 1 }), 'one');
  await runner.idle();
  expect(engines.processes.flatMap((each) => each.ran).map((each) => each.thorough)).toEqual([
    true,
  ]);
});
