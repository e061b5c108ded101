import { schemaVersion } from '../../contract/run.ts';
import { exitRows } from './exit-codes.ts';
import { commonFlags, type Flag, positionalText } from './flags.ts';
import { wrap } from './table.ts';
import type { Verb } from './verb.ts';

/** Width of what a pipe or a file receives. */
const fullWidth = 100;

const product =
  'runs one problem as sequential, OpenMP and CUDA code, verifies every answer, measures it and reports the break-even size.';

/** The help of the program: what it is and its verbs. */
export function programHelp(verbs: readonly Verb[], version: string, room = fullWidth): string {
  const rows = verbs.map((verb): readonly [string, string] => [verb.name, verb.summary]);
  return [
    wrap(`breakeven ${version}: ${product}`, room, 0),
    '',
    'Usage: breakeven <verb> [flags]',
    '',
    'Verbs',
    ...pairs(rows, room),
    '',
    'Flags of every verb',
    ...pairs(
      [...commonFlags.map(flagRow), ['--version, -v', 'show the version and nothing else']],
      room,
    ),
    '',
    'Exit codes',
    ...pairs(exitRows(), room),
    '',
    'breakeven <verb> --help says more.',
    '',
  ].join('\n');
}

/** The same for programs. */
export function helpDocument(verbs: readonly Verb[], version: string) {
  const flagsOf = (flags: readonly Flag[]) =>
    flags.map(({ name, value, help }) => ({ name, value, help }));
  return {
    schemaVersion,
    version,
    verbs: verbs.map(({ name, summary, flags, endings = [] }) => ({
      name,
      summary,
      flags: flagsOf(flags),
      exitCodes: exitRows(endings).map(([code]) => Number(code)),
    })),
    flags: flagsOf(commonFlags),
    exitCodes: exitRows().map(([code, meaning]) => ({ code: Number(code), meaning })),
  };
}

/** The help of one verb; `axes` are the flags that the catalog adds, by the workloads that have them. */
export function verbHelp(
  verb: Verb,
  axes: readonly { readonly title: string; readonly flags: readonly Flag[] }[],
  room = fullWidth,
): string {
  const words = verb.positionals.map(positionalText);
  const section = (title: string, rows: readonly (readonly [string, string])[]): string[] =>
    rows.length === 0 ? [] : ['', title, ...pairs(rows, room)];
  return [
    wrap(`breakeven ${verb.name}: ${verb.summary}`, room, 0),
    ...(verb.description === undefined ? [] : ['', wrap(verb.description, room, 0)]),
    '',
    `Usage: ${['breakeven', verb.name, ...words, '[flags]'].join(' ')}`,
    ...section(
      'Arguments',
      verb.positionals.map((it) => [`<${it.name}>`, it.help]),
    ),
    ...section('Flags', verb.flags.map(flagRow)),
    ...(axes.length === 0
      ? []
      : [
          '',
          wrap(
            axes.length === 1
              ? 'Axes take a value, a list or a range each.'
              : 'Axes take a value, a list or a range each; --workload <id> --help has the ranges of one workload.',
            room,
            0,
          ),
        ]),
    ...axes.flatMap(({ title, flags }) => section(title, flags.map(flagRow))),
    ...section('Flags of every verb', commonFlags.map(flagRow)),
    ...section('Exit codes', exitRows(verb.endings ?? [])),
    ...(verb.examples.length === 0
      ? []
      : ['', 'Examples', ...verb.examples.map((it) => `  breakeven ${it}`)]),
    '',
  ].join('\n');
}

function flagRow(flag: Flag): readonly [string, string] {
  const named = flag.optional === true ? ` [${flag.value}]` : ` <${flag.value}>`;
  const value = flag.value === null ? '' : named;
  const repeat = flag.repeat === true ? ' (repeatable)' : '';
  return [`--${flag.name}${value}`, flag.help + repeat];
}

function pairs(rows: readonly (readonly [string, string])[], room: number): string[] {
  const left = Math.min(26, Math.max(...rows.map(([name]) => name.length)));
  return rows.map(([name, text]) => {
    const gap =
      name.length > left ? `\n${' '.repeat(left + 4)}` : ' '.repeat(left - name.length + 2);
    return `  ${name}${gap}${wrap(text, room, left + 4)}`;
  });
}
