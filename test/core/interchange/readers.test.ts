import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { google } from '../../../src-main/core/interchange/google.ts';
import { nvbench } from '../../../src-main/core/interchange/nvbench.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const fixtures = join(repositoryRoot, 'test', 'fixtures', 'interchange');
const fixture = (...parts: readonly string[]): string => join(fixtures, ...parts);

describe('Google Benchmark', () => {
  it('has a case a name, with its rows as samples in nanoseconds', () => {
    const { tool, cases } = google.read(fixture('google', 'two-runs.json'));
    expect(tool).toBe('google');
    expect(cases).toMatchObject([
      {
        ...{ benchmark: 'BM_sort', values: { arg: 1024 }, variant: null, scope: 'kernel' },
        ...{ timesNs: Float64Array.of(10_500, 11_500), skipped: null, device: 'cpu' },
      },
      {
        benchmark: 'BM_copy',
        values: { n: 4096, arg: 8, threads: 2 },
        timesNs: Float64Array.of(2e6),
      },
      { benchmark: 'BM_say/"NaN"', skipped: 'no input: NaN', timesNs: new Float64Array(0) },
    ]);
  });

  it('reads files from before run_type, without their aggregates', () => {
    const { cases } = google.read(fixture('google', 'old.json'));
    expect(cases.map(({ benchmark, timesNs }) => [benchmark, [...timesNs]])).toEqual([
      ['BM_One', [10]],
      ['BM_Two', [9, 8]],
    ]);
  });
});

describe('nvbench', () => {
  it('has a case a state, with the float32 samples beside the file', () => {
    const { tool, cases } = nvbench.read(fixture('nvbench', 'ref.json'));
    expect(tool).toBe('nvbench');
    expect(cases).toMatchObject([
      { benchmark: 'simple', variant: null, values: {}, device: 'cuda', skipped: null },
      {
        ...{ benchmark: 'copy_sweep', variant: 'I32' },
        values: { 'Elements-io': 1048576, Ratio: 0.5, Mode: 'cold' },
      },
      { benchmark: 'copy_sweep', variant: 'I64', skipped: 'Too little memory.' },
    ]);
    const [simple, copy, skipped] = cases;
    expect([...(simple?.timesNs ?? [])].map(Math.round)).toEqual([1_000_000, 1_250_000, 1_100_000]);
    expect([...(copy?.timesNs ?? [])].map(Math.round)).toEqual([20_000, 25_000]);
    expect(skipped?.timesNs).toHaveLength(0);
    expect(simple?.meanNs).toBeCloseTo(1_110_000, 3);
  });

  it('has means only where there are no samples, and tells devices apart', () => {
    const { cases } = nvbench.read(fixture('nvbench', 'means.json'));
    expect(cases).toMatchObject([
      { values: { device: 0 }, meanNs: 1e6, timesNs: new Float64Array(0) },
      { values: { device: 1 }, meanNs: 2e6 },
    ]);
  });

  it('says which samples are missing or cut off, and never leaves the folder of the file', () => {
    const folder = temporaryFolder();
    const copy = (): string => {
      cpSync(fixture('nvbench'), folder, { recursive: true });
      return join(folder, 'ref.json');
    };
    const file = copy();
    rmSync(join(folder, 'ref.json-bin', '1.bin'));
    expect(() => nvbench.read(file)).toThrow(
      'samples of 1 of 3 states are missing: ref.json-bin/1.bin is not beside ref.json',
    );
    copy();
    writeFileSync(join(folder, 'ref.json-bin', '0.bin'), 'abc');
    expect(() => nvbench.read(file)).toThrow(
      'ref.json-bin/0.bin has 3 bytes; 3 samples of 4 bytes are expected',
    );
    copy();
    const text = readFileSync(file, 'utf8').replace('build/out/ref.json-bin/0.bin', '../../0.bin');
    writeFileSync(file, text);
    expect(() => nvbench.read(file)).toThrow(/missing: \.\.\/0\.bin/);
  });

  it('refuses another major version by name', () => {
    const file = join(temporaryFolder(), 'new.json');
    const text = readFileSync(fixture('nvbench', 'means.json'), 'utf8');
    writeFileSync(file, text.replace('"major": 1', '"major": 2').replace('"1.0.0"', '"2.0.0"'));
    expect(() => nvbench.read(file)).toThrow(
      'new.json is recognised as nvbench 2.0.0: this version reads 1',
    );
  });
});

describe.each([
  [google, 'google', 'two-runs.json'],
  [nvbench, 'nvbench', 'ref.json'],
] as const)('reader %#', (format, folder, name) => {
  it('recognises its own files and no other', () => {
    const parse = (path: string) =>
      JSON.parse(readFileSync(path, 'utf8').replaceAll(/-?(NaN|Infinity)(?=,)/g, 'null'));
    const own = parse(fixture(folder, name));
    const other = parse(
      folder === 'google' ? fixture('nvbench', 'ref.json') : fixture('google', 'old.json'),
    );
    expect([format.recognise(own), format.recognise(other)]).toEqual([true, false]);
    expect(format.recognise({ results: [{ command: 'x', times: [1] }] })).toBe(false);
  });

  it('ends in success or one sentence over 200 mutations', () => {
    const target = temporaryFolder();
    cpSync(fixture(folder), target, { recursive: true });
    const bytes = readFileSync(fixture(folder, name));
    const random = createRandom(8);
    const ends = { read: 0, refused: 0 };
    for (let i = 0; i < 200; i += 1) {
      const mutated = Buffer.from(bytes);
      for (let k = 0; k <= random.below(4); k += 1) {
        mutated[random.below(mutated.length)] = 32 + random.below(95);
      }
      const cut = random.below(4) === 0 ? random.below(mutated.length) : mutated.length;
      writeFileSync(join(target, name), mutated.subarray(0, cut));
      try {
        format.read(join(target, name));
        ends.read += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(BreakevenError);
        expect((error as Error).message).not.toContain('\n');
        ends.refused += 1;
      }
    }
    expect(ends.read).toBeGreaterThan(3);
    expect(ends.refused).toBeGreaterThan(10);
  });
});
