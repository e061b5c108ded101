import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBuildCache } from '../../../src-main/core/lab/build-cache.ts';
import { buildFault, buildLab, neededFor } from '../../../src-main/core/lab/build-lab.ts';
import { compile } from '../../../src-main/core/lab/compile.ts';
import { findCompiler } from '../../../src-main/core/lab/compilers.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { labFolder, saxpyC, saxpyToml } from '../../helpers/lab-folder.ts';
import { hasNumpy } from '../../helpers/numpy.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Compiles one variant of a lab of these files. */
async function compiled(
  id: string,
  files: Readonly<Record<string, string>>,
  more: { readonly role?: 'reference'; readonly limits?: { seconds: number; bytes: number } } = {},
) {
  const lab = readLab(labFolder(files));
  const source = lab.sources.get(id);
  if (source === undefined) throw new Error(`there is no ${id}`);
  const { role = 'variant', ...limits } = more;
  const cache = createBuildCache(temporaryFolder());
  return { lab, result: await compile({ lab, source, role, macros: {} }, { cache, ...limits }) };
}

async function reasonOf(name: string, text: string): Promise<string> {
  const { result } = await compiled(name.split('.')[0] ?? '', { [name]: text });
  return result.ok ? 'it was compiled' : result.reason;
}

/** A compiler that notes each of its calls, before the real one does the work. */
function notingCompiler(): { readonly calls: () => number } {
  const folder = temporaryFolder();
  const program = join(folder, 'noting-gcc');
  writeFileSync(program, `#!/bin/sh\necho call >> ${folder}/calls\nexec gcc "$@"\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('CC', program);
  const calls = join(folder, 'calls');
  return {
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').length : 0),
  };
}

/** Builds the variant of a prebuilt library, with these keys in its table. */
async function libraryBuilt(folder: string, keys: string) {
  const text = `${saxpyToml}\n[[library]]\nid = "theirs"\n${keys}`;
  writeFileSync(join(folder, 'workload.toml'), text);
  const lab = readLab(folder);
  const source = lab.sources.get('theirs');
  if (source === undefined) throw new Error('there is no such variant');
  const cache = createBuildCache(temporaryFolder());
  return await compile({ lab, source, role: 'variant', macros: {} }, { cache });
}

const besideLab =
  'libtheirs.so stands beside workload.toml and is looked for among the libraries of this machine: write path = "./libtheirs.so"';

describe('a host variant', () => {
  it('is compiled with its command, compiler and sources recorded', async () => {
    const text = `#include "scale.h"\n${saxpyC.replace('a * x[i]', 'SCALE * a * x[i]')}`;
    const { result } = await compiled('omp', { 'omp.c': text, 'scale.h': '#define SCALE 1\n' });
    if (!result.ok) throw new Error(result.log);
    expect(existsSync(result.path)).toBe(true);
    expect(result.record.command).toEqual(
      expect.arrayContaining(['-O3', '-march=native', '-fopenmp']),
    );
    expect(result.record.compiler).toMatch(/\d+\.\d+/);
    expect(result.record.sources.map(({ name }) => name)).toEqual(['omp.c', 'scale.h']);
  });

  it('is compiled apart where it is the reference', async () => {
    const text = `/// breakeven\n// flags = ["-ffast-math", "-DK=1"]\n///\n${saxpyC}`;
    const { result } = await compiled('omp', { 'omp.c': text }, { role: 'reference' });
    if (!result.ok) throw new Error(result.log);
    const { command } = result.record;
    expect(command).toEqual(expect.arrayContaining(['-O1', '-ffp-contract=off', '-DK=1']));
    expect(command).not.toContain('-ffast-math');
    expect(command).not.toContain('-O3');
  });

  it('is C++ without extern "C" as well', async () => {
    const text = `#include <vector>\n${saxpyC}`;
    expect(await reasonOf('fast.cpp', text)).toBe('it was compiled');
  });
});

describe.skipIf(typeof findCompiler('fortran') === 'string')('Fortran (needs gfortran)', () => {
  const text = `subroutine saxpy(n, a, x, y) bind(C, name="saxpy")
  use iso_c_binding
  integer(c_int32_t), value :: n
  real(c_float), value :: a
  real(c_float), intent(in) :: x(n)
  real(c_float), intent(inout) :: y(n)
  y = a * x + y
end subroutine
`;

  it('is compiled where its function is bound to C', async () => {
    expect(await reasonOf('loop.f90', text)).toBe('it was compiled');
    expect(await reasonOf('loop.f90', text.replace('name="saxpy"', 'name="saxpi"'))).toMatch(
      /^loop\.f90:1: saxpy cannot be called under this name from C; write subroutine saxpy/,
    );
    expect(await reasonOf('loop.f90', text.replaceAll('saxpy', 'saxpi'))).toBe(
      'there is no function saxpy in loop.f90; it has saxpi',
    );
    expect(await reasonOf('loop.f90', text.replace('(c_float), value', '(c_float)'))).toBe(
      'loop.f90:4: a is passed by value: declare it with the attribute value',
    );
    expect(await reasonOf('loop.f90', text.replace('c_float), value', 'c_double), value'))).toBe(
      'loop.f90:4: a is real(c_double), workload.toml says float32',
    );
    // Declarations of the procedure behind it are not its own.
    const other = 'subroutine other(a)\n  real(8) :: a\nend subroutine\n';
    const implicit = text.replace(/ *real\(c_float\), value :: a\n/, '');
    expect(await reasonOf('loop.f90', implicit + other)).not.toMatch(/attribute value/);
    expect(await reasonOf('loop.f90', text.replace('y = a', 'y = = a'))).toBe(
      'loop.f90:7: Invalid character in name',
    );
  });
});

describe('a file that is not compiled', () => {
  it('is named with its line', async () => {
    expect(await reasonOf('a.c', `${saxpyC}\nint f() { return x; }\n`)).toMatch(
      /^a\.c:6: 'x' undeclared/,
    );
    expect(await reasonOf('a.cpp', `#include "none.h"\n`)).toMatch(
      /^a\.cpp:1: none\.h: No such file/,
    );
  });

  it.each(['a.c', 'a.cpp'])('says which argument of %s is another type', async (name) => {
    const text = saxpyC.replace('const float *x', 'const double *x');
    expect(await reasonOf(name, text)).toBe(
      `${name}:2: x is const double * in ${name}, workload.toml says float32`,
    );
  });

  it.each(['a.c', 'a.cpp'])('says that scalars of %s are in another order', async (name) => {
    const text = saxpyC.replace('uint32_t n, float a', 'float a, uint32_t n');
    expect(await reasonOf(name, text)).toBe(
      `${name}:2: n is float in ${name}, workload.toml says uint32`,
    );
  });

  it.each(['a.c', 'a.cpp'])('takes parameters of %s that hold every value', async (name) => {
    const text = saxpyC.replace('uint32_t n, float a', 'int64_t n, double a');
    expect(await reasonOf(name, text)).toBe('it was compiled');
    expect(await reasonOf(name, saxpyC.replace('uint32_t n', 'int n'))).toBe('it was compiled');
  });

  it.each(['a.c', 'a.cpp'])(
    'says that arguments or the function are missing in %s',
    async (name) => {
      const fewer = 'void saxpy(unsigned n, float a, const float *x) {}';
      expect(await reasonOf(name, fewer)).toBe(
        `${name}:1: saxpy takes fewer arguments than workload.toml has (n, a, x, y)`,
      );
      expect(await reasonOf(name, saxpyC.replace('saxpy', 'saxpi'))).toBe(
        `there is no function saxpy in ${name}; it has saxpi`,
      );
    },
  );

  it('says what is called and nowhere defined', async () => {
    const text = `double cblas_asum(int n);\n${saxpyC.replace('a * x', 'cblas_asum(n) * x')}`;
    expect(await reasonOf('a.c', text)).toBe(
      'a.c: cblas_asum is called and nowhere defined; flags = ["-l..."] names a library',
    );
  });

  it('is linked with a library that somebody else built, called by its symbol', async () => {
    const folder = labFolder();
    const code = saxpyC.replace('void saxpy', 'void their_saxpy');
    writeFileSync(join(folder, 'theirs.c'), code);
    execFileSync('gcc', ['-shared', '-fPIC', 'theirs.c', '-o', 'libtheirs.so'], { cwd: folder });
    rmSync(join(folder, 'theirs.c'));
    const builtWith = (path: string, symbol = 'their_saxpy') =>
      libraryBuilt(folder, `path = "${path}"\nsymbol = "${symbol}"\ninstall = "build it"\n`);
    const result = await builtWith('./libtheirs.so');
    if (!result.ok) throw new Error(result.log);
    const symbols = execFileSync('nm', ['-D', result.path], { encoding: 'utf8' });
    expect(symbols).toMatch(/U their_saxpy/);
    expect(symbols).toMatch(/T breakeven_call/);
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, 'libtheirs.so')))
      .digest('hex');
    expect(result.record.compiler).toContain(`./libtheirs.so SHA-256 ${digest}`);
    // A function of C++ is found by its symbol; what the library has in place of the one that is asked for is said.
    const cpp = 'names its C++ function, or extern "C" in front of it makes it one of C';
    for (const [code, said] of [
      ['void their_saxpy(int) {}', `symbol = "_Z11their_saxpyi" ${cpp}`],
      ['namespace own { void their_saxpy(int) {} }', `symbol = "_ZN3own11their_saxpyEi" ${cpp}`],
      ['void not_their_saxpy(int) {} extern "C" void other() {}', 'it has other'],
      ['void not_their_saxpy(int) {}', 'it has _Z15not_their_saxpyi'],
    ] as const) {
      writeFileSync(join(folder, 'plus.cc'), code);
      execFileSync('g++', ['-shared', '-fPIC', 'plus.cc', '-o', 'libplus.so'], { cwd: folder });
      const reason = `./libplus.so has no function their_saxpy: ${said}`;
      expect(await builtWith('./libplus.so')).toMatchObject({ reason });
    }
    // A name of C++ with other parameters, which the linker writes as its source does.
    execFileSync('g++', ['-shared', '-fPIC', '-x', 'c++', '-', '-o', 'libplus.so'], {
      ...{ cwd: folder, input: 'void their_saxpy(int) {}' },
    });
    expect(await builtWith('./libplus.so', '_Z11their_saxpyPf')).toMatchObject({
      reason: `./libplus.so has no function _Z11their_saxpyPf: symbol = "_Z11their_saxpyi" ${cpp}`,
    });
    expect(await builtWith('libtheirs.so')).toMatchObject({ missing: true, reason: besideLab });
    expect(await builtWith('no-such-library')).toMatchObject({
      ok: false,
      missing: true,
      reason: 'libno-such-library.so is not on this machine: build it',
    });
    await expect(builtWith('./libtheirs.so"\nargs = ["b"]\ncall = "c')).rejects.toThrow(
      /library\[1\]\.args: b is no argument of the workload; did you mean "n"/,
    );
    await expect(builtWith('./gone.so')).rejects.toThrow(
      /^workload\.toml:\d+: library\[1\]\.path: there is no file \.\/gone\.so$/,
    );
  });

  it.skipIf(!hasNumpy)('has the same faults of a library that Python calls', async () => {
    const folder = labFolder();
    const build = (code: string) =>
      execFileSync('g++', ['-shared', '-fPIC', '-x', 'c++', '-', '-o', 'libtheirs.so'], {
        ...{ cwd: folder, input: code },
      });
    build('void their_saxpy(int) {}');
    const builtWith = (path: string) =>
      libraryBuilt(folder, `path = "${path}"\nsymbol = "their_saxpy"\ncall = "python"\n`);
    expect(await builtWith('libtheirs.so')).toMatchObject({ missing: true, reason: besideLab });
    const absent = { missing: true, reason: 'libnone.so is not on this machine' };
    expect(await builtWith('libnone.so')).toMatchObject(absent);
    const lacking = await builtWith('./libtheirs.so');
    expect(lacking).toMatchObject({
      reason: expect.stringMatching(
        /^\.\/libtheirs\.so has no function their_saxpy: symbol = "_Z11/,
      ),
    });
    expect(lacking).not.toHaveProperty('missing');
    build('extern "C" void their_saxpy(int) {}');
    expect(await builtWith('./libtheirs.so')).toMatchObject({ ok: true });
    writeFileSync(join(folder, 'libtheirs.so'), 'no library');
    expect(await builtWith('./libtheirs.so')).toMatchObject({
      reason: expect.stringMatching(/^\.\/libtheirs\.so: it was not loaded: .*: file too short$/),
    });
  });

  it('is unavailable without the libraries that it names', async () => {
    const block = '/// breakeven\n// libraries = ["libno-such.so.7"]\n// install = "get it"\n///\n';
    const { result } = await compiled('a', { 'a.c': `${block}${saxpyC}` });
    expect(result).toMatchObject({
      ok: false,
      missing: true,
      reason: 'a.c needs libno-such.so.7, which is not on this machine: get it',
    });
    const math = await compiled('a', {
      'a.c': `/// breakeven\n// libraries = ["libm.so.6"]\n///\n${saxpyC}`,
    });
    expect(math.result.ok).toBe(true);
  });

  it('says which compiler is missing and how to get it', async () => {
    vi.stubEnv('PATH', temporaryFolder());
    expect(await reasonOf('a.cpp', saxpyC)).toBe(
      'a.cpp: no C++ compiler was found (g++); apt-get install g++',
    );
    vi.stubEnv('CXX', 'no-such-compiler');
    expect(await reasonOf('a.cpp', saxpyC)).toBe(
      'a.cpp: $CXX is "no-such-compiler", which is no program',
    );
  });

  it('does not hang and does not take all memory', async () => {
    const folder = temporaryFolder();
    const program = join(folder, 'endless');
    writeFileSync(program, '#!/bin/sh\ntail -f /dev/null &\nwait\n');
    chmodSync(program, 0o755);
    vi.stubEnv('CC', program);
    const limits = { seconds: 0.2, bytes: 2 ** 30 };
    const { result } = await compiled('omp', {}, { limits });
    expect(result).toMatchObject({
      ok: false,
      reason: 'omp.c: it was not compiled: it took longer than 0.2 s',
    });
    vi.unstubAllEnvs();
    const greedy = await compiled('omp', {}, { limits: { seconds: 100, bytes: 2 ** 24 } });
    expect(greedy.result.ok).toBe(false);
  });
});

describe('the cache', () => {
  it('starts no compiler for what it has, and one for a changed file or include', async () => {
    const noting = notingCompiler();
    const cache = createBuildCache(temporaryFolder());
    const text = `#include "scale.h"\n${saxpyC}`;
    const folder = labFolder({ 'omp.c': text, 'scale.h': '#define SCALE 1\n' });
    const build = async () => {
      const lab = readLab(folder);
      const source = lab.sources.get('omp');
      if (source === undefined) throw new Error('there is no omp');
      const before = noting.calls();
      const result = await compile({ lab, source, role: 'variant', macros: {} }, { cache });
      if (!result.ok) throw new Error(result.log);
      return { path: result.path, calls: noting.calls() - before };
    };
    const first = await build();
    expect(first.calls).toBeGreaterThan(0);
    expect(await build()).toEqual({ path: first.path, calls: 0 });
    writeFileSync(join(folder, 'scale.h'), '#define SCALE 2\n');
    const second = await build();
    expect(second).toEqual({ path: expect.not.stringContaining(first.path), calls: 1 });
    writeFileSync(join(folder, 'scale.h'), '#define SCALE 1\n');
    expect(await build()).toEqual({ path: first.path, calls: 0 });
  });
});

describe('a lab', () => {
  it('is built for the values of macros that cases need', async () => {
    const text = `/// breakeven\n// [axes.unroll]\n// values = [1, 2, 4]\n// define = "UNROLL"\n///\n${saxpyC}_Static_assert(UNROLL != 4, "four is too many");\n`;
    const lab = readLab(labFolder({ 'omp.c': text }));
    const cases = ['1', '2', '4', '2'].map((unroll, i) => ({
      ...{ workload: 'saxpy', variant: 'omp' },
      values: { n: i, unroll },
    }));
    const built = await buildLab(lab, neededFor(lab, cases), {
      cache: createBuildCache(temporaryFolder()),
    });
    expect(built.artifacts.reference?.path).toMatch(/variant\.so$/);
    const { omp = [], sequential } = built.artifacts.variants;
    expect(sequential).toBeUndefined();
    expect(omp.map(({ defines }) => defines)).toEqual([
      { unroll: '1' },
      { unroll: '2' },
      { unroll: '4' },
    ]);
    expect(new Set(omp.map(({ path }) => path)).size).toBe(3);
    expect(buildFault(built, 'omp', { unroll: '2' })).toBeNull();
    expect(buildFault(built, 'omp', { unroll: '4' })).toMatch(
      /^omp\.c:\d+: static assertion failed/,
    );
  });

  it('has a generator that writes what no fill says', async () => {
    const toml = saxpyToml.replace('fill = "uniform(-1, 1)"\n\n', '\n');
    const generate = `#include <stdint.h>\nvoid generate(uint32_t n, float a, uint64_t seed, float *x, float *y) { for (uint32_t i = 0; i < n; ++i) x[i] = seed; }\n`;
    const lab = readLab(labFolder({ 'workload.toml': toml, 'generate.c': generate }));
    expect(lab.description.args[2]).toMatchObject({ name: 'x', fill: 'generate' });
    const built = await buildLab(lab, new Map(), { cache: createBuildCache(temporaryFolder()) });
    expect(built.artifacts.generate?.path).toMatch(/variant\.so$/);
    expect(built.builds.map(({ role }) => role)).toEqual(['reference', 'generate']);
  });
});
