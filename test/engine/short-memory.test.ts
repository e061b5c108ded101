import { expect, it } from 'vitest';
import { labFolder, saxpyC } from '../helpers/lab-folder.ts';
import { nativeFolder, testNativeFolder } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startCommand } from '../soak/command.ts';
import { makeMemoryGroup } from '../soak/memory-group.ts';

/** Enough for the program and its engine, and not for what the variant takes. */
const bytes = 400e6;

/** Takes memory and touches it, without end. */
const leak = saxpyC
  .replace('#include', '#include <stdlib.h>\n#include')
  .replace(
    'for',
    'for (;;) { volatile char *p = malloc(1 << 24); for (int k = 0; p && k < 1 << 24; k += 4096) p[k] = 1; } for',
  );

it.for([
  ['of the product', 'test-leak', testNativeFolder],
  ['of a lab', 'leak', nativeFolder],
] as const)(
  'a variant %s that takes all memory of a control group costs its own case, which says so',
  {
    timeout: 120_000,
  },
  async ([, bad, native], { skip }) => {
    const group = makeMemoryGroup(`breakeven-test-${process.pid}-${bad}`, bytes);
    if (group === null) return skip('no control group with a limit of memory can be made here');
    const what =
      bad === 'leak' ? ['--lab', labFolder({ 'leak.c': leak })] : ['--workload', 'histogram'];
    const words = [
      ...['run', ...what, '--variants', `${bad},sequential`],
      ...['--sweep', 'n=20000,30000', '--samples', '12', '--repetitions', '1', '--json'],
    ];
    const home = temporaryFolder();
    const ending = await startCommand(words, {
      ...{ home, native, under: group.enter },
    }).ended.finally(group.remove);
    const { cases } = JSON.parse(ending.out) as {
      cases: { variant: string; outcome: string; reason: string | null }[];
    };
    const of = (variant: string) =>
      cases
        .filter((one) => one.variant === variant)
        .map(({ outcome, reason }) => [outcome, reason?.replace(/\(.*/, '').trim() ?? null]);
    const why = 'the engine stopped: the system ended it because memory ran out';
    expect(of(bad)).toEqual([
      ['failed', why],
      ['failed', why],
    ]);
    expect(of('sequential')).toEqual([
      ['ok', null],
      ['ok', null],
    ]);
    expect(ending.code).toBe(1);
  },
);
