import { expect, it } from 'vitest';
import { paint, safeIo } from '../../../src-main/hosts/cli/io.ts';
import { formatTable } from '../../../src-main/hosts/cli/table.ts';
import { oneLine, safeForTerminal, safeJson } from '../../../src-main/hosts/cli/terminal-text.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

const evil = 'a\u001b]0;owned\u0007b\u202ec\u009b2Jd\u001b[8me\rf\u2066g\u0000';
/** Whatever a terminal acts on: C0 but for tab and newline, DEL, C1, marks of direction. */
const ranges = [
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f',
  '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069',
];
const acted = new RegExp(`[${ranges.join('')}]`);

it('removes what controls a terminal and keeps the colours of the program', () => {
  expect(evil).toMatch(acted);
  expect(safeForTerminal(evil, false)).not.toMatch(acted);
  expect(safeForTerminal(`\u001b[31mred\u001b[0m ${evil}`, true)).toBe(
    '\u001b[31mred\u001b[0m a]0;ownedbc2Jd[8mefg',
  );
  expect(safeForTerminal('a,b\r\nc\td\n', false)).toBe('a,b\r\nc\td\n');
  expect(safeForTerminal('Ärger 漢字 👩‍🔬', false)).toBe('Ärger 漢字 👩‍🔬');
});

it('keeps a row of a table on its line', () => {
  expect(oneLine('one\n  two\u2028three')).toBe('one two three');
  const columns = [{ title: 'title', align: 'left' } as const];
  expect(formatTable(columns, [['one\nforged  row']]).split('\n')).toHaveLength(4);
});

it('writes JSON that says the same without a character that is acted on', () => {
  const text = JSON.stringify({ title: evil });
  expect(safeJson(text)).not.toMatch(acted);
  expect(JSON.parse(safeJson(text))).toEqual({ title: evil });
});

it('stands before everything that a verb prints, the line of progress included', () => {
  let out = '';
  let err = '';
  const io = safeIo({
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    cwd: '/',
    env: {},
    terminal: true,
    columns: 80,
    colors: true,
    onInterrupt: () => () => undefined,
  });
  io.out(paint(io, 'bold', evil));
  io.err(`\r\u001b[K[1/2] ${evil}`);
  expect(out).toBe('\u001b[1ma]0;ownedbc2Jd[8mefg\u001b[0m');
  expect(err).toBe('\r\u001b[K[1/2] a]0;ownedbc2Jd[8mefg');
});

it('shows a title that somebody else wrote without its escapes', async () => {
  const app = createScriptedApp();
  const history = app.api.history;
  const forged = {
    ...app,
    api: {
      ...app.api,
      history: async (request: Parameters<typeof history>[0]) => {
        const page = await history(request);
        return { ...page, rows: page.rows.map((row) => ({ ...row, title: `${evil}\nforged` })) };
      },
    },
  };
  await cliSession(app, ['run', '--workload', 'count', '--samples', '5', '--quiet']);
  const plain = await cliSession(app, ['history']);
  const { stdout } = await cliSession(forged, ['history']);
  expect(stdout).toContain('a]0;ownedbc2Jd[8me');
  expect(stdout).not.toMatch(acted);
  expect(stdout.split('\n')).toHaveLength(plain.stdout.split('\n').length);
  const json = await cliSession(forged, ['history', '--json']);
  expect(json.stdout).not.toMatch(acted);
  expect(JSON.parse(json.stdout).runs[0].title).toBe(`${evil}\nforged`);
});
