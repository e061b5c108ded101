import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { foreignRun } from '../../../src-main/core/import/foreign-run.ts';
import { sampleFigure } from '../../../src-main/core/import/sample-figure.ts';
import {
  type ForeignRun,
  fileSource,
  textSource,
} from '../../../src-main/core/interchange/foreign-run.ts';
import { foreignFormatOf, foreignFormats } from '../../../src-main/core/interchange/formats.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const fixtures = join(repositoryRoot, 'test', 'fixtures', 'interchange');
const fixture = (...parts: readonly string[]): string => join(fixtures, ...parts);

/** Reads a file as the format that recognises it. */
function read(path: string): ForeignRun {
  const source = fileSource(path, foreignFormats);
  return foreignFormatOf(source).read(source);
}

describe('Google Benchmark', () => {
  it('has a case a name, with its rows as samples in nanoseconds', () => {
    const { tool, cases } = read(fixture('google', 'two-runs.json'));
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
    const { cases } = read(fixture('google', 'old.json'));
    expect(cases.map(({ benchmark, timesNs }) => [benchmark, [...timesNs]])).toEqual([
      ['BM_One', [10]],
      ['BM_Two', [9, 8]],
    ]);
  });
});

describe('nvbench', () => {
  it('has a case a state, with the float32 samples beside the file', () => {
    const { tool, cases } = read(fixture('nvbench', 'ref.json'));
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
    const { cases } = read(fixture('nvbench', 'means.json'));
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
    expect(() => read(file)).toThrow(
      'samples of 1 of 3 states are missing: ref.json-bin/1.bin is not beside ref.json',
    );
    copy();
    writeFileSync(join(folder, 'ref.json-bin', '0.bin'), 'abc');
    expect(() => read(file)).toThrow(
      'ref.json-bin/0.bin has 3 bytes; 3 samples of 4 bytes are expected',
    );
    copy();
    const text = readFileSync(file, 'utf8').replace('build/out/ref.json-bin/0.bin', '../../0.bin');
    writeFileSync(file, text);
    expect(() => read(file)).toThrow(/missing: \.\.\/0\.bin/);
  });

  it('refuses another major version by name', () => {
    const file = join(temporaryFolder(), 'new.json');
    const text = readFileSync(fixture('nvbench', 'means.json'), 'utf8');
    writeFileSync(file, text.replace('"major": 1', '"major": 2').replace('"1.0.0"', '"2.0.0"'));
    expect(() => read(file)).toThrow(
      'new.json is recognised as nvbench 2.0.0: this version reads 1',
    );
  });
});

describe('hyperfine', () => {
  it('has a variant a command, whose times are processes, with parameters as values', () => {
    const { cases } = read(fixture('hyperfine', 'real.json'));
    expect(cases.map(({ variant, values, scope }) => [variant, values, scope])).toEqual([
      ['seq {n}', { n: 1000 }, 'total'],
      ["awk 'BEGIN{for(i=1;i<={n};i++)print i}'", { n: 1000 }, 'total'],
      ['seq {n}', { n: 100_000 }, 'total'],
      ["awk 'BEGIN{for(i=1;i<={n};i++)print i}'", { n: 100_000 }, 'total'],
    ]);
    expect(cases.map(({ timesNs }) => timesNs.length)).toEqual([4, 4, 4, 4]);
    expect(foreignFormatOf(fileSource(fixture('hyperfine', 'real.json'), [])).process).toBe('time');
  });

  it('fails the case of a command that failed', () => {
    const [slept, wrong] = read(fixture('hyperfine', 'failed.json')).cases;
    expect([...(slept?.timesNs ?? [])].map(Math.round)).toEqual([
      101_900_000, 102_200_000, 102_900_000,
    ]);
    expect(wrong).toMatchObject({
      skipped: 'its second command failed (exit code 1)',
      failed: true,
    });
  });
});

describe('pytest-benchmark', () => {
  it('has a case a test and its parameters, each round a sample', () => {
    const { cases, machine, date } = read(fixture('pytest-benchmark', 'real.json'));
    expect(cases).toHaveLength(6);
    expect(cases[0]).toMatchObject({
      ...{ benchmark: 'test_sum', values: { how: 'loop', n: 10 }, variant: null },
      ...{ scope: 'kernel', alsoScopes: ['call', 'total'], repeats: 1 },
    });
    expect(cases.map(({ timesNs }) => timesNs.length)).toEqual(cases.map(() => 5));
    expect(machine).toMatchObject({ host: 'bench', cpu: 'AMD EPYC' });
    expect(date).toMatch(/^2026-11-26T/);
  });

  it('has means only without --benchmark-save-data, and tells tests of one name apart by file', () => {
    const { cases } = read(fixture('pytest-benchmark', 'means.json'));
    expect(cases).toMatchObject([
      { benchmark: 'test_fib_10', timesNs: new Float64Array(0), meanNs: 24_000 },
      { benchmark: 'a.py::test_sum', timesNs: { length: 2 }, repeats: 5 },
      { benchmark: 'b.py::test_sum', values: { at: '[1,2]', n: 10 } },
    ]);
  });
});

describe('a figure of a file with means', () => {
  /** Times over the size: `data` or means, by the parameter `way`. */
  const figureOf = (sampled: readonly string[]) => {
    const benchmarks = ['loop', 'fast'].flatMap((way, by) =>
      [10, 100, 1000].map((n) => {
        const mean = (1e-8 * n) / (by + 1);
        const data = sampled.includes(way) ? { data: Array(8).fill(mean) } : {};
        return { name: `test_sum[${n}-${way}]`, params: { n, way }, stats: { mean, ...data } };
      }),
    );
    const text = JSON.stringify({ machine_info: {}, benchmarks });
    const source = textSource('a.json', text, foreignFormats);
    const format = foreignFormatOf(source);
    const file = { name: 'a.json', format, run: format.read(source) };
    return sampleFigure(foreignRun([file], { variantAxis: 'way' }));
  };

  it('has hollow marks without an interval, and says that means have no verdict', async () => {
    const { series, caption, summary } = await figureOf([]);
    const [fast, loop] = series.toSorted((a, b) => (a.label < b.label ? -1 : 1));
    expect(fast).toMatchObject({ label: 'fast (mean)', secondary: true });
    expect(loop).toMatchObject({ label: 'loop (mean)', secondary: true });
    expect(loop?.mark === 'line' && loop.points).toMatchObject([
      ...[10, 100, 1000].map((x) => ({ x, lo: null, hi: null, n: 0 })),
    ]);
    expect(caption).toMatch(
      /^Hollow: the mean of a file without samples, which has no interval and no verdict\. /,
    );
    expect(caption).not.toContain('fewer than 6');
    expect(summary).toMatch(/: means only, which have no verdict\.$/);
  });

  it('has the marks of samples as they are beside them', async () => {
    const { series, caption, summary } = await figureOf(['loop']);
    const hollow = series.map(({ label, secondary = false }) => [label, secondary]);
    expect(hollow).toEqual([
      ['loop', false],
      ['fast (mean)', true],
    ]);
    expect(caption).toMatch(/^Centre: median .*; n = 8 samples per point\. Hollow: /);
    expect(summary).toContain('loop with a median of');
    expect(summary).not.toContain('fast');
  });
});

describe('Kernel Tuner', () => {
  it('has a case a configuration without its first execution, with energy', () => {
    const { cases, machine } = read(fixture('kernel-tuner', 'energy.json'));
    expect(machine.gpus).toEqual(['NVIDIA RTX 4000 Ada Generation']);
    const [first, second, failed, mean] = cases;
    expect(first).toMatchObject({
      ...{ benchmark: 'vector_add', values: { n: 8192, block_size_x: 128, vector: 'a' } },
      ...{ parameters: ['block_size_x', 'vector'], joules: 0.25 },
    });
    expect([...(first?.timesNs ?? [])].map(Math.round)).toEqual([3_169_000, 3_170_000, 3_165_000]);
    expect(second?.joules).toBe(0.5);
    expect(failed?.skipped).toBe('Kernel Tuner: CompilationFailedConfig');
    expect(mean).toMatchObject({ timesNs: new Float64Array(0), meanNs: 2_500_000 });
  });

  it('reads a cache that is still open, with and without a comma', () => {
    const text = readFileSync(fixture('kernel-tuner', 'open.json'), 'utf8');
    for (const end of ['', ',\n']) {
      const source = textSource('open.json', `${text.trimEnd()}${end}`, foreignFormats);
      expect(foreignFormatOf(source).read(source).cases).toHaveLength(2);
    }
  });
});

const random = createRandom(8);

function withOtherBytes(path: string): string {
  const mutated = Buffer.from(readFileSync(path));
  for (let k = 0; k <= random.below(4); k += 1) {
    mutated[random.below(mutated.length)] = 32 + random.below(95);
  }
  const cut = random.below(4) === 0 ? random.below(mutated.length) : mutated.length;
  return mutated.subarray(0, cut).toString('utf8');
}

const awkward = [
  ...[null, true, -1, 0, 1e308, 1e-320, '', '../x', '__proto__', '\u0000', '9'.repeat(400)],
  ...[[], {}, [[]], { constructor: 1 }, ['a', 1, null]],
] as const;

/** The file with one value, wherever it stands, replaced by another one or left out. */
function withOtherValue(path: string): string {
  const { document } = fileSource(path, foreignFormats);
  const places: [Record<string, unknown>, string][] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      places.push([value as Record<string, unknown>, key]);
      walk(part);
    }
  };
  walk(document);
  const [parent, key] = places[random.below(places.length)] ?? [{}, ''];
  const other = random.below(awkward.length + 1);
  if (other === awkward.length) delete parent[key];
  else parent[key] = awkward[other];
  return JSON.stringify(document);
}

const own = foreignFormats.map(({ id }) => {
  const names = readdirSync(fixture(id)).filter((name) => name.endsWith('.json'));
  return [id, names] as const;
});
const mutations = Number(process.env.BREAKEVEN_MUTATIONS ?? 200);

describe.each(own)('reader of %s', (id, names) => {
  it('recognises its own files and no other', () => {
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const { document } = fileSource(fixture(id, name), foreignFormats);
      const recognised = foreignFormats.filter((one) => one.recognise(document));
      expect(recognised.map((one) => one.id)).toEqual([id]);
    }
  });

  it(`ends in success or one sentence over ${mutations} mutations`, () => {
    const ends = { read: 0, refused: 0 };
    for (let i = 0; i < mutations; i += 1) {
      const name = names[i % names.length] ?? '';
      const text =
        i % 2 === 0 ? withOtherBytes(fixture(id, name)) : withOtherValue(fixture(id, name));
      try {
        const sidecar = (parts: readonly string[]): Uint8Array | null =>
          parts.join('/').startsWith('ref.json-bin/') ? new Uint8Array(4 * random.below(4)) : null;
        const source = textSource(name, text, foreignFormats, sidecar);
        foreignRun(
          [{ name, format: foreignFormatOf(source), run: foreignFormatOf(source).read(source) }],
          {},
        );
        ends.read += 1;
      } catch (error) {
        expect(error, text).toBeInstanceOf(BreakevenError);
        expect((error as Error).message).not.toContain('\n');
        ends.refused += 1;
      }
    }
    expect(ends.read).toBeGreaterThan(3);
    expect(ends.refused).toBeGreaterThan(10);
  });
});

it('names the formats where none is recognised, and the field that is wrong where one is named', () => {
  const source = textSource('x.json', '{"results": 1}', foreignFormats);
  expect(() => foreignFormatOf(source)).toThrow(
    'x.json: no format is recognised; --format names one of google, hyperfine, kernel-tuner, nvbench, pytest-benchmark',
  );
  expect(() => foreignFormatOf(source, 'hyperfine').read(source)).toThrow(
    /^x\.json is no file of hyperfine: results: /,
  );
  expect(() => textSource('x.json', '{', foreignFormats)).toThrow(
    'x.json is not JSON, or it is cut off',
  );
});
