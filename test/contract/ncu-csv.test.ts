import { describe, expect, it } from 'vitest';
import { readNcuCsv } from '../../src-main/contract/ncu-csv.ts';
import { counterRows, dramBytes, stallText } from '../../src-renderer/state/ncu-counters.ts';

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

describe('counters of Nsight Compute', () => {
  const kernels = readNcuCsv(text);

  it('are read in base units, whatever stands around the table', () => {
    expect(kernels.map(({ kernel, grid }) => [kernel, grid])).toEqual([
      ['count<int, "8">', '(64, 1, 1)'],
      ['reduce', '(1, 1, 1)'],
    ]);
    expect(kernels[0]?.metrics).toMatchObject({
      'dram__bytes.sum': 1_234_500_000,
      'gpu__time_duration.sum': 12_500,
    });
    expect(dramBytes(kernels)).toBe(1_235_000_000);
  });

  it('are shown by what they explain', () => {
    const rows = counterRows(kernels);
    expect(rows.find(({ title }) => title.startsWith('DRAM throughput'))?.values).toEqual([
      '61.4 %',
      '3 %',
    ]);
    expect(rows.some(({ title }) => title.includes('bank'))).toBe(false);
    const [first] = kernels;
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
    expect(Object.values(readNcuCsv(csv)[0]?.metrics ?? {})).toEqual([3, 4, 5e9, 6000]);
  });

  it('are read in time that grows with the file, whatever is quoted in it', () => {
    // Each quote of the long lines could begin a cell: trying each one takes an hour.
    const quotes = '"'.repeat(1_000_000);
    const kernels = readNcuCsv(`${quotes}x\n"Kernel Name","a"\n"",""\n"k","1"\n${quotes}`);
    expect(kernels.map(({ metrics }) => metrics)).toEqual([{ a: 1 }]);
  });

  it.each([
    ['', 'no column "Kernel Name"'],
    ['a,b\n1,2', 'no column "Kernel Name"'],
    ['"ID","Kernel Name","Metric Name"\n"","",""', 'the page "details"'],
    ['"ID","Kernel Name"\n"",""', 'no kernel launch'],
  ])('are refused with what to do: %j', (given, sentence) => {
    expect(() => readNcuCsv(given)).toThrow(sentence);
  });
});
