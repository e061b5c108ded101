import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { labDescriptionSchema } from '../../../src-main/contract/lab.ts';
import { readCheckedLab, readLab } from '../../../src-main/core/lab/read-lab.ts';
import { changesIn } from '../../helpers/changes-in.ts';
import { labFolder, labInOneFile, saxpyC, saxpyToml } from '../../helpers/lab-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openAddon } from '../../native/native-addons.ts';

const kernel = `/// breakeven
// title = "CUDA, 4 a thread"
// block = "blockSize"
// grid = "ceildiv(n, 4 * blockSize)"
// where = "blockSize * 4 <= 1024"
// [axes.blockSize]
// values = [64, 128, 256]
// default = 128
// define = "BLOCK"
///
extern "C" __global__ void __launch_bounds__(BLOCK) saxpy(unsigned n, float a, const float *x, float *y) {}
`;

describe('a lab', () => {
  it('is its folder: a workload and a variant per file', () => {
    const host = 'void saxpy(unsigned n, float a, const float *x, float *y, cudaStream_t s) { }';
    const lab = readLab(
      labFolder({ 'naive.cu': kernel, 'cub.cu': host, 'notes.txt': 'no variant' }),
    );
    const { description } = lab;
    expect(() => labDescriptionSchema.parse(description)).not.toThrow();
    expect(description).toMatchObject({
      id: 'saxpy',
      title: 'SAXPY',
      size: 'n',
      baseline: 'sequential',
      reference: 'sequential',
      check: { rule: 'tolerance', rtol: 1e-6, atol: 1e-6 },
      work: { bytes: '12 * n', operations: '2 * n', unit: 'FLOP' },
    });
    expect(description.args.map(({ name }) => name)).toEqual(['n', 'a', 'x', 'y']);
    expect(description.args[1]).toEqual({ name: 'a', scalar: 'float32', value: '2.5' });
    expect(description.variants.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'cub cuda-host',
      'naive cuda-kernel',
      'omp host',
      'sequential host',
    ]);
    expect(description.variants[1]).toMatchObject({
      title: 'CUDA, 4 a thread',
      block: 'blockSize',
      grid: 'ceildiv(n, 4 * blockSize)',
      axes: [
        { id: 'blockSize', kind: 'choice', values: [64, 128, 256], default: 128, define: 'BLOCK' },
      ],
    });
    expect(lab.sizes).toEqual({ n: [1, 31] });
  });

  it('is one file with a workload in its block', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'saxpy.c'), labInOneFile());
    const lab = readLab(join(folder, 'saxpy.c'));
    expect(lab.description.variants.map(({ id }) => id)).toEqual(['saxpy']);
    expect(lab.description.reference).toBe('saxpy');
    expect(lab.description.contract).toBe(readLab(labFolder()).description.contract);
  });

  it('has a contract of what decides inputs and answers alone', () => {
    const contract = (toml: string): string =>
      readLab(labFolder({ 'workload.toml': toml })).description.contract;
    const known = contract(saxpyToml);
    expect(contract(saxpyToml.replace('"SAXPY"', '"Other"'))).toBe(known);
    expect(contract(saxpyToml.replace('12 * n', '8 * n'))).toBe(known);
    expect(contract(saxpyToml.replace('max = 1_000', 'max = 2_000'))).toBe(known);
    for (const [from, to] of [
      ['uniform(-1, 1)', 'uniform(0, 1)'],
      ['rtol = 1e-6', 'rtol = 1e-5'],
      ['value = 2.5', 'value = 3'],
      ['size = "n"', 'size = "n"\nfunction = "other"'],
    ] as const) {
      expect(contract(saxpyToml.replace(from, to)), to).not.toBe(known);
    }
  });

  it('keeps its contract when it is moved, and not when a file of its input changes', () => {
    const toml = saxpyToml.replace('uniform(-1, 1)', 'file(\\"x.npy\\")');
    const folder = labFolder({ 'workload.toml': toml, 'x.npy': 'one' });
    const before = readLab(folder).description;
    const there = join(temporaryFolder(), 'deeper', 'saxpy');
    mkdirSync(dirname(there));
    renameSync(folder, there);
    expect(readLab(there).description.contract).toBe(before.contract);
    writeFileSync(join(there, 'x.npy'), 'two');
    expect(readLab(there).description.contract).not.toBe(before.contract);
  });

  it('knows a file of its input that is too large to be read at once by size and time', () => {
    const toml = saxpyToml.replace('uniform(-1, 1)', 'file(\\"x.npy\\")');
    const folder = labFolder({ 'workload.toml': toml, 'x.npy': 'one' });
    const file = join(folder, 'x.npy');
    const contractAt = (bytes: number, second: number): string => {
      truncateSync(file, bytes);
      utimesSync(file, second, second);
      return readLab(folder).description.contract;
    };
    // Ten terabytes of nothing: whoever reads them does not come back.
    const large = 10 * 2 ** 40;
    expect(contractAt(large, 1)).toBe(contractAt(large, 1));
    expect(contractAt(large, 1)).not.toBe(contractAt(large, 2));
    expect(contractAt(large, 1)).not.toBe(contractAt(large + 1, 1));
    // Of one that is read the time does not count.
    expect(contractAt(5, 1)).toBe(contractAt(5, 2));
  });
});

describe('what is no plain file', () => {
  const withFill = (path: string) => changed('uniform(-1, 1)', `file(\\"${path}\\")`);
  const place = 'workload.toml:24: args[3].fill: ';
  const noFile = 'is not read: it is not a plain file (a device, a pipe or a socket)';

  it('is not read as a fill, a source or a descriptor of a lab', () => {
    const read = (files: Readonly<Record<string, string | null>>, change?: (at: string) => void) =>
      messageOf(() => {
        const folder = labFolder(files);
        change?.(folder);
        readLab(folder);
      });
    expect(read(withFill('/dev/zero'))).toBe(`${place}/dev/zero ${noFile}`);
    expect(read(withFill('/proc/kmsg'))).toBe(`${place}/proc/kmsg is not read: it is empty`);
    expect(read(withFill('.'))).toBe(`${place}. is not read: it is a folder`);
    const pipe = (name: string) => (folder: string) => {
      execFileSync('mkfifo', [join(folder, name)]);
    };
    expect(read(withFill('x.npy'), pipe('x.npy'))).toBe(`${place}x.npy ${noFile}`);
    const link = (name: string) => (folder: string) => symlinkSync('/dev/zero', join(folder, name));
    expect(read({}, link('zero.c'))).toBe(`zero.c ${noFile}`);
    expect(read({ 'workload.toml': null }, link('workload.toml'))).toBe(`workload.toml ${noFile}`);
    const library = `${saxpyToml}\n[[library]]\nid = "zero"\npath = "/dev/zero"\n`;
    expect(read({ 'workload.toml': library })).toMatch(
      /^workload\.toml:\d+: library\[1\]\.path: \/dev\/zero is no library: it is not a plain file/,
    );
  });
});

describe('a fault of a lab', () => {
  const changedDescriptors = changesIn(String.raw`
    baseline = => baselin =
      workload.toml:4: baselin: there is no such key; did you mean "baseline"?
    scale = "log" => scales = "log"
      workload.toml:8: axes.n.scales: there is no such key; did you mean "scale"?
    array = "float32" => array = "float31"
      workload.toml:22: args[3].array: got "float31", must be "int8" or
    scalar = "float32" => scalar = "double"
      ; double of C is float64
    scalar = "uint32" => scalar = "uint32_t"
      ; uint32_t of C is uint32
    "2 * n" => "2 * n^2"
      workload.toml:41: work.operations: "2 * n^2" goes on where it should end, at character 6; a power is written **
    shape = ["n"] => shape = ["m"]
      workload.toml:23: args[3].shape: unknown name "m"; did you mean "n"? (m)
    "12 * n" => "celdiv(n, 2)"
      workload.toml:40: work.bytes: unknown function "celdiv"; did you mean "ceildiv"? (celdiv(n, 2))
    uniform(-1, 1) => unifrom(-1, 1)
      workload.toml:24: args[3].fill: unknown fill "unifrom"; did you mean "uniform"?
    "12 * n" => "12 * "
      workload.toml:40: work.bytes: "12 * " ends where a value is expected, at character 6
    shape = ["n"] => shape = ["ceildiv(n)"]
      workload.toml:23: args[3].shape: "ceildiv(n)" gives ceildiv 1, it takes two arguments, at character 1
    shape = ["n"] => shape = ["sms"]
      workload.toml:23: args[3].shape: unknown name "sms"
    uniform(-1, 1) => uniform(1)
      uniform takes 2 values, it has 1; the form is uniform(low, high)
    uniform(-1, 1) => uniform(-1, k)
      workload.toml:24: args[3].fill: unknown name "k"
    uniform(-1, 1) => permutation
      workload.toml:24: args[3].fill: permutation fills integer arrays, not float32
    uniform(-1, 1) => file(\"y.npy\")
      workload.toml:24: args[3].fill: there is no file y.npy
    uniform(-1, 1) => uniform(-1, 1
      workload.toml:24: args[3].fill: "uniform(-1, 1" lacks a closing bracket
    baseline = "sequential" => baseline = "sequentail"
      workload.toml:4: baseline: there is no variant "sequentail"; did you mean "sequential"?
    default = 1_000_000 => default = 2_000_000_000
      workload.toml:8: axes.n.default: 2000000000 is no whole number from 0 to 1000000000
    sizes = { n = [1, 31] } => sizes = { n = [-1] }
      check.sizes.n: -1 is no value of n: allowed is a whole number from 0 to 1000000000
  `).map(([from, to, said]) => [`${from} => ${to}`, changed(from, to), said] as const);
  const cases: readonly (readonly [string, Readonly<Record<string, string | null>>, string])[] = [
    ...changedDescriptors,
    ['no TOML', { 'workload.toml': 'size = "n"\ntitle = ' }, 'workload.toml:2: this is not TOML'],
    [
      'an unknown key of an argument',
      changed(
        'shape = ["n"]\nfill = "uniform(-1, 1)"\nout',
        'shpae = ["n"]\nfill = "uniform(-1, 1)"\nout',
      ),
      'workload.toml:29: args[4].shpae: there is no such key; did you mean "shape"?',
    ],
    [
      'a part of a matrix',
      {
        ...changed('uniform(-1, 1)', 'matrix(\\"a.mtx\\", \\"rows\\")'),
        'a.mtx': '%',
      },
      'workload.toml:24: args[3].fill: a matrix has no part "rows"; there are row_pointers, columns, values',
    ],
    [
      'the type of a part of a matrix',
      { ...changed('uniform(-1, 1)', 'matrix(\\"a.mtx\\", \\"columns\\")'), 'a.mtx': '%' },
      'workload.toml:24: args[3].fill: the columns of a matrix are whole numbers, not float32',
    ],
    [
      'no fill of an input',
      changed('fill = "uniform(-1, 1)"\n', ''),
      'x is an input and needs a fill',
    ],
    ['no output', changed('out = true\n', ''), 'no array has out = true'],
    [
      'an unknown reference beside an unknown baseline',
      {
        'workload.toml': saxpyToml
          .replace('baseline = "sequential"', 'baseline = "seq"')
          .replace(/^reference = .*\n|^(?=\[axes)/m, 'reference = "none"\n'),
      },
      'reference: there is no variant "none"',
    ],
    [
      'two files of one variant',
      { 'omp.cpp': saxpyC },
      'omp.c and omp.cpp would both be the variant "omp"; rename one',
    ],
    [
      'no variant',
      { 'sequential.c': null, 'omp.c': null },
      'there is no variant next to workload.toml',
    ],
    [
      'an axis twice',
      { 'a.c': '/// breakeven\n// [axes.n]\n// values = [1]\n///\n' },
      'a.c:2: axes.n: the workload saxpy has an axis of this name already',
    ],
    [
      'a reserved name of an axis',
      { 'a.c': '/// breakeven\n// [axes.seed]\n// values = [1]\n///\n' },
      'a.c:2: axes.seed: "seed" is a reserved name',
    ],
    [
      'a launch of host code',
      { 'a.c': '/// breakeven\n// block = "64"\n///\n' },
      'a.c:2: block: only a CUDA kernel has it',
    ],
    [
      'a reference on a GPU',
      { ...changed('reference = "sequential"', 'reference = "naive"'), 'naive.cu': kernel },
      'workload.toml:5: reference: naive runs on a GPU; the reference runs on the host',
    ],
  ];

  const addon = openAddon('cpu');
  it.each(cases)('%s: one sentence with its place', async (_what, files, sentence) => {
    const read = readCheckedLab(labFolder(files), async (all) => addon.checkExpressions(all));
    const message = await read.then(String, ({ message }: Error) => message);
    expect(message).toContain(sentence);
    expect(message).not.toContain('\n');
  });

  it('are named all at once, in order of their lines, without what follows from another', () => {
    const text = saxpyToml
      .replace('min = 0', 'min = 5_000_000_000')
      .replace('fill = "uniform(-1, 1)"', 'fil = "uniform(-1, 1)"')
      .replace('value = 2.5', 'value = [2]');
    const faults = (toml: string): readonly string[] => {
      try {
        readLab(labFolder({ 'workload.toml': toml }));
      } catch (error) {
        if (error instanceof BreakevenError) return error.sentences;
      }
      return [];
    };
    expect(faults(text)).toEqual([
      'workload.toml:18: args[2].value: got [2], must be a text or a number',
      'workload.toml:24: args[3].fil: there is no such key; did you mean "fill"?',
    ]);
    const typed = text.replace('value = [2]', 'value = 2').replace('name = "y"', 'name = "x"');
    expect(faults(typed)).toEqual([
      'workload.toml:8: axes.n.min: min 5000000000 is larger than max 1000000000',
      'workload.toml:24: args[3].fil: there is no such key; did you mean "fill"?',
      'workload.toml:27: args[4].name: there is an argument "x" already',
    ]);
  });

  it('are of their own variant alone in a .cu file without the function', () => {
    const files = { 'naive.cu': '__global__ void saxpi(int n) {}\n', 'empty.cu': '// nothing\n' };
    const kinds = readLab(labFolder(files)).description.variants.map(({ id, kind }) => [id, kind]);
    expect(kinds).toEqual([
      ['empty', 'cuda-host'],
      ['naive', 'cuda-kernel'],
      ['omp', 'host'],
      ['sequential', 'host'],
    ]);
  });

  it('are none in names with _ and capitals', () => {
    const lab = readLab(labFolder({ 'Loop_unrolled-4.c': saxpyC }));
    expect(lab.description.variants.map(({ id }) => id)).toContain('Loop_unrolled-4');
    expect(() => readLab(labFolder({ '2 loops.c': saxpyC }))).toThrow(
      '2 loops.c: a variant is named with letters, digits, - and _, at most 40, as loops',
    );
  });

  it('is a folder without a descriptor, or none', () => {
    expect(() => readLab(labFolder({ 'workload.toml': null }))).toThrow(
      /is no lab: it has no workload\.toml/,
    );
    expect(() => readLab(join(temporaryFolder(), 'none'))).toThrow(/there is no folder or file/);
  });
});

function changed(from: string, to: string): Record<string, string> {
  expect(saxpyToml).toContain(from);
  return { 'workload.toml': saxpyToml.replace(from, to) };
}

function messageOf(does: () => unknown): string {
  try {
    does();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}
