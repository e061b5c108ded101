import { describe, expect, it } from 'vitest';
import type { Column } from '../../../src-main/core/table/table.ts';
import { proseLine } from '../../../src-main/hosts/cli/prose-line.ts';
import { formatTable } from '../../../src-main/hosts/cli/table.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

const columns: readonly Column[] = [
  { title: 'name', align: 'left' },
  { title: 'samples', align: 'right', drop: 1 },
  { title: 'rate', align: 'right', drop: 2 },
  { title: 'meaning', align: 'left', wraps: true },
];
const rows = [
  [
    'sequential',
    '100',
    '1.25 GB/s',
    'one loop on one core, which everything else is compared with',
  ],
];
const linesAt = (room?: number) => formatTable(columns, rows, room).trimEnd().split('\n');
const widest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));

describe('a table on a terminal', () => {
  it('is as wide as its cells where no terminal shows it', () => {
    expect(linesAt()).toHaveLength(3);
    expect(linesAt()[2]).toContain('compared with');
    expect(linesAt(400)).toEqual(linesAt());
  });

  it('wraps prose first, then drops columns in their order and names them', () => {
    for (const room of [80, 60]) {
      const lines = linesAt(room);
      expect(widest(lines), String(room)).toBeLessThanOrEqual(room);
      expect(lines[0], String(room)).toMatch(/samples +rate/);
      expect(lines.length, String(room)).toBeGreaterThan(3);
    }
    const narrower = linesAt(50);
    expect(widest(narrower)).toBeLessThanOrEqual(50);
    expect(narrower[0]).toMatch(/^name +rate +meaning$/);
    expect(narrower.at(-1)).toBe('not shown at this width: samples');
    expect(linesAt(40).at(-1)).toBe('not shown at this width: samples, rate');
    const words = linesAt(40)
      .slice(2, -1)
      .map((line) => line.replace('sequential', '').trim());
    expect(words.join(' ')).toBe(rows[0]?.[3]);
  });

  it('keeps what is neither prose nor may leave, however narrow', () => {
    const bare = formatTable([{ title: 'id', align: 'left' }], [['abcdefghijkl']], 4);
    expect(bare).toContain('abcdefghijkl');
  });

  it('breaks a word that is longer than a line, and paints each line of a painted cell', () => {
    const prose: readonly Column[] = [{ title: 'found', align: 'left', wraps: true }];
    const long = 'x'.repeat(60);
    const lines = formatTable(prose, [[`\u001b[31m${long}\u001b[0m`]], 30)
      .trimEnd()
      .split('\n');
    expect(lines.slice(2)).toEqual([30, 30].map((n) => `\u001b[31m${'x'.repeat(n)}\u001b[0m`));
  });

  it.each([
    ['list'],
    ['list', '--workload', 'count'],
    ['run', '--workload', 'count', '--set', 'n=1e6', '--dry-run'],
  ])('fits for %s %s', async (...words) => {
    const room = 60;
    const narrow = await cliSession(createScriptedApp(), words, { io: { outColumns: room } });
    const piped = await cliSession(createScriptedApp(), words);
    expect(widest(tableLines(narrow.stdout))).toBeLessThanOrEqual(room);
    expect(widest(tableLines(piped.stdout))).toBeGreaterThan(room);
  });

  it.each([['--help'], ['run', '--help'], ['show', 'latest']])(
    'is as wide as prose may be for %s %s',
    async (...words) => {
      const app = createScriptedApp();
      await cliSession(app, ['run', '--workload', 'count', '--set', 'n=1e6', '--samples', '5']);
      const narrow = await cliSession(app, words, { io: { outColumns: 72 } });
      const piped = await cliSession(app, words);
      // Names of flags, ids and commands are never broken.
      const prose = (text: string) =>
        text
          .split('\n')
          .filter((line) => /\w+ \w+ \w+ \w+ \w+/.test(line) && !/^ +breakeven /.test(line));
      expect(Math.max(...prose(narrow.stdout).map((line) => line.length))).toBeLessThanOrEqual(72);
      expect(Math.max(...prose(piped.stdout).map((line) => line.length))).toBeGreaterThan(72);
    },
  );
});

it('breaks a line of prose between words on a terminal alone', () => {
  const text = `versions: ${'node 24.21.0, '.repeat(9)}\nmore`;
  expect(proseLine({}, text)).toBe(text.replace(' \n', ' '));
  const lines = proseLine({ outColumns: 50 }, text).split('\n');
  expect(widest(lines)).toBeLessThanOrEqual(50);
  expect(lines.join('').replaceAll(/\s+/g, '')).toBe(text.replaceAll(/\s+/g, ''));
});

/** Heads and rules of the tables in a text. */
function tableLines(text: string): readonly string[] {
  const lines = text.split('\n');
  const isRule = (line = '') => /^-+( {2}-+)+$/.test(line);
  return lines.filter((line, i) => isRule(line) || isRule(lines[i + 1]));
}
