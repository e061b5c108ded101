import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { markedTables, printedBy } from '../../research/method-tables.ts';
import { benchmarkNames } from '../../src-main/tools/bench.ts';
import { root } from '../../src-main/tools/paths.ts';

const text = readFileSync(join(root, 'docs', 'method.md'), 'utf8');
const tables = markedTables(text);

it('names a benchmark at each table of the method, and fills it', () => {
  expect(tables.map(({ name }) => name)).toEqual(['aa', 'aa', 'refine', 'stopping', 'trend']);
  for (const { name, table } of tables) {
    expect(benchmarkNames()).toContain(name);
    expect(table.split('\n').filter((line) => line.startsWith('|')).length, name).toBeGreaterThan(
      3,
    );
  }
});

it('has the table that the benchmark prints now', async () => {
  const stopping = tables.find(({ name }) => name === 'stopping');
  expect(stopping?.table).toBe(await printedBy('stopping', stopping?.args ?? []));
}, 60_000);

it('describes the method in at most 300 lines', () => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(300);
});
