import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuildCache } from '../../../src-main/core/lab/build-cache.ts';
import { buildLab, definesOf } from '../../../src-main/core/lab/build-lab.ts';
import { lackingSupport } from '../../../src-main/core/lab/compiler-support.ts';
import { findCompiler } from '../../../src-main/core/lab/compilers.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { callShim } from '../../../src-main/core/lab/shim.ts';
import { changesIn } from '../../helpers/changes-in.ts';
import { copyLab, labsOfTests } from '../../helpers/copied-lab.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const nvcc = findCompiler('cuda');
const { cli, folder: cwd } = sessionsInFolder();
const copyOf = (name: string, changed?: Record<string, (text: string) => string>) =>
  copyLab(cwd(), name, changed);

/** One variant, compiled with the default values of all axes. */
async function builtOf(folder: string, id: string) {
  const lab = readLab(folder);
  const { axes, variants } = lab.description;
  const variant = variants.find((one) => one.id === id);
  if (variant === undefined) throw new Error(`there is no ${id}`);
  const defaults = Object.fromEntries(axes.map((axis) => [axis.id, axis.default]));
  const needed = new Map([[id, [definesOf(variant, defaults)]]]);
  const options = { cache: createBuildCache(temporaryFolder()), cudaArchitecture: 'sm_90' };
  const { builds } = await buildLab(lab, needed, options);
  const own = builds.find((build) => build.variant === id);
  if (own === undefined) throw new Error(`${id} was not built`);
  return own.result;
}

describe('programs in the shape of the studies', { timeout: 240_000 }, () => {
  it.each(readdirSync(labsOfTests))(
    '%s needs at most 15 lines, and its code is right as far as this machine can run it',
    async (name) => {
      const toml = readFileSync(join(labsOfTests, name, 'workload.toml'), 'utf8');
      expect(toml.trim().split('\n').length).toBeLessThanOrEqual(15);
      const { sources } = readLab(copyOf(name));
      const checked = await cli('lab', 'check', name, '--json');
      const { variants }: { variants: { id: string; state: string; reason: string | null }[] } =
        JSON.parse(checked.stdout);
      expect(variants.map(({ id }) => id).sort()).toEqual([...sources.keys()].sort());
      for (const { id, state, reason } of variants) {
        const kind = sources.get(id)?.kind ?? '';
        const isHost = sources.get(id)?.language !== 'cuda' && /^(?:host|command)$/.test(kind);
        const allowed = isHost
          ? // What GCC compiles to one thread alone.
            /^(?:verified null|unavailable par\.cpp\b.*apt-get install)/
          : // Of what needs a GPU: it is verified on one, and elsewhere no fault is found in it.
            /^(?:verified null|unavailable (?:it compiles; )?\S.*(?:CUDA|GPU|nvcc|apt-get|nvc\+\+)|not-compiled cmake .*CUDA)/;
        expect([id, `${state} ${reason}`]).toEqual([id, expect.stringMatching(allowed)]);
        if (isHost || typeof nvcc === 'string' || state === 'verified') continue;
        expect(`${id} ${reason}`).toMatch(/it compiles|libcu\w+\.so|offload|stdpar|target cmake/);
      }
    },
  );

  it.each([
    ['// flags = ["-ffp-contract=off"]', '', /elements differ$/],
    [
      '',
      '// flags = ["-ffp-contract=off"]\n',
      /elements differ; flags = \["-ffp-contract=off"\] in its block shows whether rounding decides them$/,
    ],
  ])(
    'few wrong elements with %j name the flag that rounds as the reference does',
    async (_, without, reason) => {
      copyOf('mandelbrot-constants', {
        'omp.c': (text) =>
          text.replace(without, '').replace('= count;', '= count + (row == 9 && col > 190);'),
        'workload.toml': (text) => text.replace('[8, 33, 200]', '[200]'),
      });
      const checked = await cli('lab check mandelbrot-constants --variants omp --json');
      expect(JSON.parse(checked.stdout).variants[0].reason).toMatch(reason);
    },
  );

  it('an answer that is returned wrongly is wrong', async () => {
    copyOf('mean-host', {
      'omp.c': (text) => text.replace('return sum /', 'return 1.001 * sum /'),
    });
    const checked = await cli('lab', 'check', 'mean-host', '--variants', 'omp', '--json');
    expect(checked.code).toBe(1);
    expect(JSON.parse(checked.stdout).variants[0].state).toBe('wrong');
  });
});

describe.skipIf(typeof nvcc === 'string')('CUDA host code', { timeout: 120_000 }, () => {
  it('without a stream is named with both ways out, though no argument is missing', async () => {
    const folder = copyOf('mean-host', {
      'gpu.cu': (text) => text.replace('// kind = "host-to-host"\n', ''),
    });
    const built = await builtOf(folder, 'gpu');
    if (built.ok) throw new Error('it was built');
    expect(built.reason).toMatch(
      /^gpu\.cu:\d+: mean_gpu has no cudaStream_t parameter: .*kind = "host-to-host" in its block; .*add cudaStream_t stream as its last parameter, or write kind = "host"$/,
    );
  });
});

describe.skipIf(typeof nvcc === 'string')('a kernel', { timeout: 120_000 }, () => {
  const kernel = '__global__ void min3x3(unsigned char *in, unsigned char *out) {}';

  it('over variables of the device is named with the way to fill them', async () => {
    const folder = copyOf('min3x3-launcher', {
      'launcher.cu': () => `__constant__ int d_rows, d_cols;\n__device__ float v[16];\n${kernel}\n`,
    });
    const built = await builtOf(folder, 'launcher');
    expect(built.ok ? '' : built.reason).toMatch(
      /^launcher\.cu:3: min3x3 takes fewer arguments than workload\.toml has \(in, out, rows, cols\); globals = \{ variable = "argument" \} in its block fills/,
    );
  });

  const uncompiled = changesIn(`
    vector_x = "x" => vector_z = "x"
      kernel.cu: globals: it has no variable vector_z
    float vector_x[N], v => double vector_x[N]; __device__ float v
      kernel.cu: globals: vector_x is of another type than x, workload.toml says float32
    products() => products(int m)
      kernel.cu:9: products takes more arguments than workload.toml has ()
  `);
  it.each(uncompiled)('is not compiled where %s is %s', async (from, to, reason) => {
    const folder = copyOf('device-variables', { 'kernel.cu': (text) => text.replace(from, to) });
    const built = await builtOf(folder, 'kernel');
    expect(built.ok ? '' : built.reason).toBe(reason);
  });
});

const refusedKernels = changesIn(`
  vector_x = "x" => vector_x = "z"
    kernel.cu:2: globals.vector_x: z is no argument of the workload
  args = [] => args = ["z"]
    kernel.cu:4: args: z is no argument of the workload
  N = "n" => N = "m"
    kernel.cu:3: define.N: m is neither a number nor an axis; did you mean "n"?
  block = 128 => kind = "host-to-host"
    kernel.cu:2: globals.vector_x: host code that copies itself fills its variables itself
`);
it.each([
  ...refusedKernels,
  [
    '__device__',
    '#define N 64\n__device__',
    'kernel.cu:7: #define N overrides the value of the axis: remove this line, or write #ifndef N in front of it and #endif behind it',
  ] as const,
])('a kernel is refused where %s is %s', (from, to, sentence) => {
  const folder = copyOf('device-variables', { 'kernel.cu': (text) => text.replace(from, to) });
  expect(() => readLab(folder)).toThrow(sentence);
});

it('a reference is compiled once for all sizes: one with a macro of an axis is another file', () => {
  const block = '/// breakeven\n// define = { N = "n" }\n///\n';
  const read = (before: string, toml = (text: string) => text) =>
    readLab(
      copyOf('device-variables', {
        'sequential.c': (text) => `${before}${text}`,
        'workload.toml': (text) => `${toml(text)}\n`,
      }),
    );
  expect(() => read(block)).toThrow(
    'workload.toml:1: reference: sequential is compiled once a value of n, a reference once for all: name a file that takes n, such as reference = "reference.c"',
  );
  cpSync(
    join(labsOfTests, 'device-variables/sequential.c'),
    join(cwd(), 'device-variables/plain.c'),
  );
  expect(read(block).description.reference).toBe('plain');
});

it('a macro of the file that the command line overrides is no fault', () => {
  const guarded = '#ifndef N\n#define N 64\n#endif\n__device__';
  const change = (text: string) => text.replace('__device__', guarded);
  expect(readLab(copyOf('device-variables', { 'kernel.cu': change })).sources.size).toBe(3);
});

describe('a parameter that is no array or scalar', { timeout: 120_000 }, () => {
  const rows = 'const float x[n][m]';
  it.each([
    [
      'sequential.c',
      rows,
      'const double x[n][m]',
      /x is const double \* in sequential\.c, .* float32$/,
    ],
    [
      'sequential.c',
      rows,
      'float **x',
      /:1: x is float \*\* .*; an array is one pointer to all elements/,
    ],
    [
      'fixed.cpp',
      'const float x[][64]',
      'const double x[][64]',
      /x is const double \(\*\)\[64\] in fixed\.cpp/,
    ],
  ])('of %s is named: %s as %s', async (file, from, to, reason) => {
    const id = file.replace(/\..*/, '');
    const built = await builtOf(
      copyOf('scaled-rows', { [file]: (text) => text.replace(from, to) }),
      id,
    );
    expect(built.ok ? '' : built.reason).toMatch(reason);
  });

  it.each(['omp.c', 'fixed.cpp'])('of %s may not be a struct by value', async (file) => {
    const change = () =>
      'struct shape { int n; };\nvoid scaled(struct shape s, int m, const float *x, const float *w, float *y) {}\n';
    const built = await builtOf(
      copyOf('scaled-rows', { [file]: change }),
      file.replace(/\..*/, ''),
    );
    expect(built.ok ? '' : built.reason).toMatch(
      /n is (?:struct )?shape in .* says int32; a struct is not passed by value: write a function in the same file/,
    );
  });
});

describe('structs as elements', { timeout: 120_000 }, () => {
  it.each([
    [
      'sequential.c',
      'sequential.c: before has elements of another size, workload.toml says structs of 32 bytes',
    ],
    [
      'transform.cpp',
      'transform.cpp:5: before is const particle * in transform.cpp, workload.toml says structs of 32 bytes',
    ],
    [
      'gpu.cu',
      'gpu.cu:3: before is const particle* in gpu.cu, workload.toml says structs of 32 bytes',
    ],
  ])('of %s have the size that the workload says', async (file, reason) => {
    if (file === 'gpu.cu' && typeof nvcc === 'string') return;
    const change = (text: string) => text.replaceAll('bytes = 24', 'bytes = 32');
    const folder = copyOf('particles', { 'workload.toml': change });
    const built = await builtOf(folder, file.replace(/\..*/, ''));
    expect(built.ok ? '' : built.reason).toBe(reason);
  });

  it('are compared bit for bit', () => {
    const change = (text: string) =>
      text.replace('check.sizes', 'check.rule = "tolerance"\ncheck.sizes');
    expect(() => readLab(copyOf('particles', { 'workload.toml': change }))).toThrow(
      'check.rule: after has structs, which are compared bit for bit',
    );
  });
});

describe('a variant that is offloaded', { timeout: 120_000 }, () => {
  it.each([
    ['offload', 'apt-get install gcc-offload-nvptx'],
    ['stdpar', 'compiler = "nvc++" in its block'],
  ])('%s is built where the compiler has it, and else says what to do', async (id, reason) => {
    const folder = copyOf('offload-and-par');
    expect(readLab(folder).sources.get(id)?.kind).toBe('host-to-host');
    const built = await builtOf(folder, id);
    if (built.ok) expect(readFileSync(built.path).includes('.target')).toBe(true);
    else expect([built.missing, built.reason]).toEqual([true, expect.stringContaining(reason)]);
  });

  it('says where no device is there, in place of a run on the host', () => {
    const lab = readLab(copyOf('offload-and-par'));
    const source = lab.sources.get('offload');
    if (source === undefined) throw new Error('there is no offload.c');
    const { text } = callShim(source, lab);
    expect(text).toContain('if (omp_get_num_devices() == 0)');
    expect(callShim({ ...source, kind: 'host' }, lab).text).not.toContain('omp_get_num_devices');
  });
});

it.each([
  [
    "ptxas fatal   : Value 'sm_35' is not defined for option 'gpu-name'\nnvptx-as: ptxas returned 255",
    'has no sm_35, for which this GCC compiles: flags = [',
  ],
  [
    'lto-wrapper: fatal error: could not find accel/nvptx-none/mkoffload in /usr',
    'does not offload to nvptx-none: apt-get install',
  ],
  [
    "g++: error: unrecognized command-line option '-stdpar=gpu'",
    'has no -stdpar: compiler = "nvc++"',
  ],
  ["clang: error: no library 'libomptarget-nvptx-sm_90.bc' found", 'this clang does not offload'],
])('a compiler that says %s lacks a part', (log, reason) => {
  expect(lackingSupport(log)).toContain(reason);
  expect(lackingSupport('a.c:1:2: error: unknown type name')).toBeNull();
});

describe('what a function takes', () => {
  const readAfter = (change: (text: string) => string) => {
    const folder = copyOf('minimum-mixed', { 'blocks.cu': change });
    return () => readLab(folder);
  };

  it('is named in its block by arguments and axes of numbers', () => {
    const { description } = readAfter((text) => `${text}\n`)();
    expect(description.variants.find(({ id }) => id === 'blocks')).toMatchObject({
      kind: 'host-to-host',
      axes: [{ id: 'blocks', define: 'BREAKEVEN_AXIS_blocks' }],
    });
    expect(readAfter((text) => text.replace('"host_x"', '"host_y"'))).toThrow(
      /blocks\.cu:3: args: host_y is neither an argument of the workload nor an axis of numbers/,
    );
  });

  it('may be a workspace, which has neither contents nor an answer', () => {
    const folder = copyOf('minimum-mixed', {
      'workload.toml': (text) =>
        text.replace('workspace = true, place = "host"', 'workspace = true, out = true'),
    });
    expect(() => readLab(folder)).toThrow(/host_min is a workspace and has no out/);
  });
});
