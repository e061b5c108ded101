import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { markedTables, printedBy } from '../../research/method-tables.ts';
import { benchmarkNames } from '../../src-main/tools/bench.ts';
import { root } from '../../src-main/tools/paths.ts';

const text = readFileSync(join(root, 'docs', 'method.md'), 'utf8');
const tables = markedTables(text);

it('names a benchmark at each table of the method, and fills it', () => {
  expect(tables.map(({ name }) => name)).toEqual([
    ...['summary', 'aa', 'aa', 'ab-recorded', 'refine', 'stopping', 'trend'],
  ]);
  for (const { name, table } of tables) {
    expect(benchmarkNames()).toContain(name);
    expect(table.split('\n').filter((line) => line.startsWith('|')).length, name).toBeGreaterThan(
      3,
    );
  }
});

it.each(['stopping', 'ab-recorded', 'summary'])(
  'has the table that %s prints now',
  async (name) => {
    const own = tables.find((one) => one.name === name);
    expect(own?.table).toBe(await printedBy(name, own?.args ?? []));
  },
  240_000,
);
