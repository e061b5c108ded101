import { expect, it } from 'vitest';
import { counterSuite } from '../../src-main/tools/gpu-counters.ts';
import { type Ended, gpuSuite } from '../../src-main/tools/gpu-suite.ts';

const variant = (id: string, device: string, reason: string | null = null) => ({
  id,
  device,
  available: reason === null,
  reason,
});
const ok = (answer: unknown): Ended => {
  const stdout = JSON.stringify(answer);
  return { code: 0, stdout, text: stdout };
};
const workloads = [
  { id: 'count', variants: [variant('sequential', 'cpu'), variant('blocks', 'cuda')] },
  {
    id: 'mark',
    variants: [variant('tagged-words', 'cuda'), variant('later', 'cuda', 'no graphs')],
  },
  { id: 'plain', variants: [variant('sequential', 'cpu')] },
];
const tested = (more: object = {}) => ({ passed: 4, failed: 0, skipped: 0, cases: [], ...more });

/** Runs the suite over answers to the command lines that it starts. */
async function suite(
  answer: (words: string) => Ended,
  sanitizer: string | null = '/bin/sanitizer',
  nativeTests?: Ended,
  of = gpuSuite,
) {
  const asked: string[] = [];
  const said: string[] = [];
  const counts = await of({
    async breakeven(words, under = []) {
      const line = [...under, ...words].join(' ');
      asked.push(line);
      return line === 'list --json' ? ok({ workloads }) : answer(line);
    },
    sanitizer: sanitizer ?? undefined,
    nativeTests: nativeTests === undefined ? undefined : async () => nativeTests,
    log: () => {},
    say: (line) => said.push(line),
  });
  return { counts, asked, said };
}

const sanitized = (tool: string) =>
  `/bin/sanitizer --tool ${tool} --target-processes all --error-exitcode 86 selftest --case-seconds 0.002`;

it('tries each workload alone and under each tool, and nothing that needs no GPU', async () => {
  const { counts, asked, said } = await suite(() => ok(tested()));
  expect(asked).toEqual([
    'list --json',
    'selftest --workload count --variants blocks --json',
    `${sanitized('memcheck')} --workload count --variants blocks`,
    `${sanitized('racecheck')} --workload count --variants blocks`,
    `${sanitized('synccheck')} --workload count --variants blocks`,
    'selftest --workload mark --variants tagged-words --json',
    `${sanitized('memcheck')} --workload mark --variants tagged-words`,
    `${sanitized('synccheck')} --workload mark --variants tagged-words`,
  ]);
  expect(counts).toEqual({ passed: 4 + 3 + 4 + 2, failed: 0, skipped: 3 });
  expect(said).toContain('skipped: mark later (no graphs)');
  expect(said).toContain('skipped: racecheck mark (its variants race on purpose)');
});

it('skips by name what a missing tool would have checked', async () => {
  const { counts, asked, said } = await suite(() => ok(tested()), null);
  expect(asked.filter((line) => line.includes('--tool'))).toEqual([]);
  expect(counts).toEqual({ passed: 8, failed: 0, skipped: 8 });
  expect(said).toContain('skipped: memcheck count (compute-sanitizer was not found)');
});

it('counts and names wrong answers, refusals, findings of a tool and what takes too long', async () => {
  const cases = [
    { workload: 'count', variant: 'blocks', values: { n: 3 }, outcome: 'failed', reason: 'bin 1' },
    { workload: 'count', variant: 'blocks', values: { n: 0 }, outcome: 'skipped', reason: 'empty' },
  ];
  const { counts, said } = await suite((line) => {
    if (line.startsWith('selftest --workload count')) {
      const report = tested({ failed: 1, skipped: 1, cases });
      return { ...ok(report), code: 1 };
    }
    if (line.startsWith('selftest')) return { code: 3, stdout: '', text: 'no driver\n' };
    if (line.includes('racecheck')) return { code: null, stdout: '', text: '' };
    return { code: 86, stdout: '', text: 'ERROR SUMMARY: 2 errors\n' };
  });
  // A wrong answer, a dead self-test, memcheck and synccheck of both workloads and racecheck of one.
  expect(counts).toEqual({ passed: 4, failed: 7, skipped: 4 });
  expect(said).toEqual(
    expect.arrayContaining([
      'failed: selftest count blocks {"n":3}: bin 1',
      'skipped: selftest count blocks: empty (1)',
      'failed: selftest mark: exit status 3\nno driver',
      'failed: memcheck count: exit status 86\nERROR SUMMARY: 2 errors',
      'failed: racecheck count: it took too long\n',
    ]),
  );
});

it('fails where the catalog cannot be had', async () => {
  const counts = await gpuSuite({
    breakeven: async () => ({ code: 3, stdout: '', text: 'nothing can be measured here\n' }),
    sanitizer: undefined,
    nativeTests: undefined,
    log: () => {},
    say: () => {},
  });
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('adds what the tests of the addons count, and fails where they do not count', async () => {
  const ended = (code: number, text: string): Ended => ({ code, stdout: text, text });
  const counted = await suite(
    () => ok(tested()),
    null,
    ended(0, 'one\n7 passed, 0 failed, 2 skipped\n'),
  );
  expect(counted.counts).toEqual({ passed: 15, failed: 0, skipped: 9 });
  const wrong = await suite(() => ok(tested()), null, ended(1, '6 passed, 1 failed, 2 skipped\n'));
  expect(wrong.counts).toEqual({ passed: 14, failed: 1, skipped: 9 });
  expect(wrong.said).toContain('failed: tests of the addons: see native-tests.txt');
  const mute = await suite(() => ok(tested()), null, ended(1, 'no such file\n'));
  expect(mute.counts).toEqual({ passed: 8, failed: 1, skipped: 7 });
  const late = await suite(() => ok(tested()), null, ended(1, '7 passed, 0 failed, 0 skipped\n'));
  expect(late.counts).toEqual({ passed: 8, failed: 1, skipped: 7 });
});

/** Counters of `blocks` that move so many bytes in each of two turns, of 1,000 that it declares. */
async function counted(first: number, second: number) {
  const turns = [first, second];
  const cases = (bytes: number) => [
    {
      ...{ index: 0, variant: 'blocks' },
      counters: { kernels: [{ metrics: { 'dram__bytes.sum': bytes } }] },
    },
  ];
  return await suite(
    (line) =>
      line.startsWith('counters')
        ? ok({ cases: cases(turns.shift() ?? 0) })
        : ok({ cases: [{ index: 0, bytesMoved: 1000 }] }),
    null,
    undefined,
    counterSuite,
  );
}

it('counts each variant twice: the same bytes, near those that it declares or named', async () => {
  const alike = await counted(1010, 1005);
  expect(alike.asked.slice(1, 3)).toEqual([
    'run --workload count --variants blocks --repetitions 1 --max-repetitions 1 --time-limit 0.2 --quiet',
    'counters latest --json --quiet',
  ]);
  expect(alike.said).toContain('ok: count blocks: DRAM 1.01 of declared');
  expect((await counted(1010, 1100)).counts.failed).toBe(1);
  expect((await counted(11_000, 11_000)).said).toContain(
    'listed: count blocks: DRAM 11 of declared',
  );
  // What caches serve is not compared.
  const cached = await counted(90, 40);
  expect(cached.counts.failed).toBe(0);
  expect(cached.said).toContain('listed: count blocks: DRAM 0.09 of declared: caches serve it');
  const without = await suite(
    (line) =>
      line.startsWith('counters')
        ? { code: 3, stdout: '', text: 'breakeven: ncu was not found' }
        : ok({ cases: [] }),
    null,
    undefined,
    counterSuite,
  );
  expect(without.counts).toMatchObject({ passed: 0, failed: 0, skipped: 2 });
});
