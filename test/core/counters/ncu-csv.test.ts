import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counterPassSchema, dramBytes, metricOf } from '../../../src-main/contract/counters.ts';
import { passOf } from '../../../src-main/core/counters/counter-pass.ts';
import { readNcuCsv } from '../../../src-main/core/counters/ncu-csv.ts';
import { perfPass } from '../../../src-main/core/counters/perf-pass.ts';
import { ncuFault } from '../../../src-main/core/counters/run-ncu.ts';
import { counterRows, stallText } from '../../../src-renderer/state/ncu-counters.ts';
import { repositoryRoot } from '../../helpers/paths.ts';

const stalled = 'smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio';
const text = [
  '==PROF== Connected to process 4711',
  'histogram shared-atomics n=1000000 ok',
  `"ID","Kernel Name","Block Size","Grid Size","dram__bytes.sum","gpu__time_duration.sum","dram__throughput.avg.pct_of_peak_sustained_elapsed","${stalled}"`,
  '"","","","","Mbyte","usecond","%","inst"',
  '"0","count<int, ""8"">","(256, 1, 1)","(64, 1, 1)","1,234.5","12.5","61.4","7.25"',
  '"1","reduce","(256, 1, 1)","(1, 1, 1)","0.5","2","3","0.5"',
  '',
].join('\r\n');

const fixture = (name: string) => ({
  name,
  text: readFileSync(join(repositoryRoot, 'test', 'fixtures', 'ncu', name), 'utf8'),
});

describe('counters of Nsight Compute', () => {
  const pass = passOf({ name: 'a.csv', text });

  it('are read in base units, whatever stands around the table', () => {
    expect(pass.kernels.map(({ name, grid, launches }) => [name, grid, launches])).toEqual([
      ['count<int, "8">', '(64, 1, 1)', 1],
      ['reduce', '(1, 1, 1)', 1],
    ]);
    expect(pass.kernels[0]?.metrics).toMatchObject({
      'dram__bytes.sum': 1_234_500_000,
      'gpu__time_duration.sum': 12_500,
    });
    expect(dramBytes(pass)).toBe(1_235_000_000);
    // A share counts by time.
    expect(metricOf(pass, ['dram__throughput.avg.pct_of_peak_sustained_elapsed'])).toBeCloseTo(
      (61.4 * 12.5 + 3 * 2) / 14.5,
    );
  });

  it('are shown by what they explain', () => {
    const rows = counterRows(pass.kernels);
    expect(rows.find(({ title }) => title.startsWith('DRAM throughput'))?.values).toEqual([
      '61.4 %',
      '3 %',
    ]);
    expect(rows.some(({ title }) => title.includes('bank'))).toBe(false);
    const [first] = pass.kernels;
    expect(first === undefined ? '' : stallText(first)).toBe('long scoreboard 7.25');
  });

  it('of units that it does not know, or that every object has, are taken as they are', () => {
    const units = ['constructor', 'toString/hasOwnProperty', 'byte/nsecond', 'Kbyte/block'];
    const rows = [
      ['Kernel Name', ...units],
      ['', ...units],
      ['k', '3', '4', '5', '6'],
    ];
    const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
    expect(Object.values(readNcuCsv(csv).launches[0]?.metrics ?? {})).toEqual([3, 4, 5e9, 6000]);
  });

  it('are read in time that grows with the file, whatever is quoted in it', () => {
    // Each quote of the long lines could begin a cell: trying each one takes an hour.
    const quotes = '"'.repeat(1_000_000);
    const { launches } = readNcuCsv(`${quotes}x\n"Kernel Name","a"\n"",""\n"k","1"\n${quotes}`);
    expect(launches.map(({ metrics }) => metrics)).toEqual([{ a: 1 }]);
  });

  it.each([
    ['', 'no column "Kernel Name"'],
    ['a,b\n1,2', 'no column "Kernel Name"'],
    ['"ID","Kernel Name","Metric Name"\n"","",""', 'no kernel launch'],
    ['"ID","Kernel Name"\n"",""', 'no kernel launch'],
  ])('are refused with what to do: %j', (given, sentence) => {
    expect(() => readNcuCsv(given)).toThrow(sentence);
  });
});

describe('one execution', () => {
  it.each(['raw-kernel.csv', 'raw-application.csv', 'raw-range.csv', 'details-range.csv'])(
    'is what the range of %s has, with the amounts of both kernels',
    (name) => {
      const pass = passOf(fixture(name));
      expect(pass).toMatchObject({ range: true, executions: 1, file: name, refused: null });
      expect(pass.clockLocked).toBe(name === 'details-range.csv');
      // Bytes of replays differ by 2 % here, and by all launches of the file they would differ by a factor of 5.
      expect(dramBytes(pass)).toBeGreaterThan(1.05e9);
      expect(dramBytes(pass)).toBeLessThan(1.08e9);
      expect(metricOf(pass, ['lts__t_bytes.sum'])).toBeCloseTo(1.613e9, -7);
      expect(metricOf(pass, ['launch__registers_per_thread'])).toBe(16);
    },
  );

  it('is a third of a file of three, in which a page writes 1,205.00 and n/a', () => {
    const pass = passOf({ ...fixture('details.csv'), executions: 3 });
    expect(pass).toMatchObject({ range: false, executions: 3 });
    expect(pass.kernels.map(({ launches }) => launches)).toEqual([1, 1]);
    expect(pass.kernels[0]?.metrics['gpu__time_duration.sum']).toBe(1205);
    expect(pass.kernels[1]?.metrics['dram__bytes.sum']).toBe(4_202_304);
    expect(pass.kernels[0]?.metrics).not.toHaveProperty('smsp__cycles_active.avg');
  });

  const launches = (kernel: string, count: number, ns: number) =>
    Array.from({ length: count }, () => `"${kernel}","${ns}"`);
  const many = (...rows: readonly string[]) =>
    ['"Kernel Name","gpu__time_duration.sum"', '"","ns"', ...rows].join('\n');

  it('is not guessed: twenty launches of one kernel against ten of another are refused or divided', () => {
    const slow = { name: 'slow.csv', text: many(...launches('slow', 20, 5000)) };
    const fast = { name: 'fast.csv', text: many(...launches('fast', 10, 8000)) };
    const sentence =
      'the file has 20 launches of 1 kernel and no range "execution"; say how many executions with --executions';
    expect(() => passOf(slow)).toThrow(sentence);
    const [five, eight] = [
      passOf({ ...slow, executions: 20 }),
      passOf({ ...fast, executions: 10 }),
    ].map((pass) => metricOf(pass, ['gpu__time_duration.sum']));
    expect([five, eight]).toEqual([5000, 8000]);
  });

  it('has a whole number of launches of each kernel', () => {
    const text = many(...launches('a', 6, 1), ...launches('b', 4, 1));
    expect(() => passOf({ name: 'a.csv', text, executions: 3 })).toThrow(
      '--executions: got 3, but b was launched 4 times, which is not a multiple of it',
    );
    const { kernels } = passOf({ name: 'a.csv', text, executions: 2 });
    expect(kernels.map(({ launches: count, metrics }) => [count, metrics])).toEqual([
      [3, { 'gpu__time_duration.sum': 3 }],
      [2, { 'gpu__time_duration.sum': 2 }],
    ]);
  });
});

describe('what ncu refuses', () => {
  it.each([
    [
      '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters',
      'this user may not read GPU counters (ERR_NVGPUCTRPERM): the host needs NVreg_RestrictProfilingToAdminUsers=0; or run the line of --command as root',
    ],
    [
      '==ERROR== Profiling failed because a driver resource was unavailable. Ensure that no other tool is collecting data.',
      'another profiler holds the GPU',
    ],
    [
      '==ERROR== no kernels were profiled',
      'ncu counted nothing: ==ERROR== no kernels were profiled',
    ],
  ])('is one sentence: %s', (printed, sentence) => {
    expect(ncuFault(printed, '', 1)?.message).toBe(sentence);
  });

  it('is what the program said, where that failed', () => {
    const said = 'breakeven: histogram:cub: bin 3 is 7 and not 8';
    expect(ncuFault('==PROF== Connected', said, 1)?.message).toBe(`ncu counted nothing: ${said}`);
    expect(ncuFault('"ID","Kernel Name"\n', '', 0)).toBeNull();
  });
});

it('events of the processor are one pass of one execution, or the reason why there is none', () => {
  const attributes = {
    ...{ 'perf:scaled': 0.5, 'perf:cycles': 2e6, 'perf:instructions': 5e6, other: 3 },
  };
  const pass = counterPassSchema.parse(perfPass('omp', { attributes }));
  expect(pass).toMatchObject({ provider: 'perf', scaled: 0.5, refused: null, executions: 1 });
  expect(pass.kernels.map(({ metrics }) => metrics)).toEqual([{ cycles: 2e6, instructions: 5e6 }]);
  expect(counterRows(pass.kernels).map(({ title }) => title)).toEqual(['Cycles', 'Instructions']);
  const none = 'this virtual machine has no PMU (ENOENT)';
  expect(perfPass('omp', { attributes: { 'perf:refused': none } })).toMatchObject({
    ...{ kernels: [], refused: none },
  });
});
