import { expect, it } from 'vitest';
import { testNativeFolder } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startCommand } from '../soak/command.ts';
import { makeMemoryGroup } from '../soak/memory-group.ts';

/** Enough for the program and its engine, and not for what the variant takes. */
const bytes = 400e6;

it('a variant that takes all memory of a control group costs its own case, which says so', async ({
  skip,
}) => {
  const group = makeMemoryGroup(`breakeven-test-${process.pid}`, bytes);
  if (group === null) return skip('no control group with a limit of memory can be made here');
  const words = [
    ...['run', '--workload', 'histogram', '--variants', 'test-leak,sequential'],
    ...['--sweep', 'n=20000,30000', '--samples', '12', '--repetitions', '1', '--json'],
  ];
  const home = temporaryFolder();
  const ending = await startCommand(words, {
    ...{ home, native: testNativeFolder, under: group.enter },
  }).ended.finally(group.remove);
  const { cases } = JSON.parse(ending.out) as {
    cases: { variant: string; outcome: string; reason: string | null }[];
  };
  const of = (variant: string) =>
    cases
      .filter((one) => one.variant === variant)
      .map(({ outcome, reason }) => [outcome, reason?.replace(/\(.*/, '').trim() ?? null]);
  const why = 'the engine stopped: the system ended it because memory ran out';
  expect(of('test-leak')).toEqual([
    ['failed', why],
    ['failed', why],
  ]);
  expect(of('sequential')).toEqual([
    ['ok', null],
    ['ok', null],
  ]);
  expect(ending.code).toBe(1);
});
