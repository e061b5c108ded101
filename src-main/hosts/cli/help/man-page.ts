import { exitRows } from '../exit-codes.ts';
import { commonFlags, type Flag, positionalText } from '../flags.ts';
import type { Verb } from '../verb.ts';

/** The manual page in roff, made from the same descriptions as the help. */
export function manPage(verbs: readonly Verb[], version: string): string {
  return `${[
    `.TH BREAKEVEN 1 "" "breakeven ${version}" "User Commands"`,
    '.SH NAME',
    'breakeven \\- measures where parallel code pays off',
    '.SH SYNOPSIS',
    '.B breakeven',
    '.I verb',
    '[\\fIarguments\\fR] [\\fIflags\\fR]',
    '.SH DESCRIPTION',
    text(
      'Runs one problem as sequential, OpenMP and CUDA code, verifies every answer, measures it, stores every sample and reports the break-even size: from which n on the parallel version is faster.',
    ),
    '.PP',
    text(
      'Numbers can be written as 1000, 1,000,000, 1e6, 2^20, 1M and 64Ki. The axes of workloads and variants are flags of run as well; breakeven run --workload <id> --help lists them with their ranges.',
    ),
    '.SH FLAGS OF EVERY VERB',
    ...commonFlags.flatMap(flagLines),
    '.SH VERBS',
    ...verbs.flatMap(verbLines),
    '.SH EXIT STATUS',
    ...exitRows().flatMap(([status, meaning]) => ['.TP', `.B ${status}`, text(meaning)]),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, text(meaning)]),
    '.SH FILES',
    '.TP',
    '.I ~/.local/share/breakeven',
    text('The database of runs, its backups and own presets, unless --home names another folder.'),
    '.SH SEE ALSO',
    text('breakeven <verb> --help; the folder docs of the product.'),
  ].join('\n')}\n`;
}

const environment = [
  ['BREAKEVEN_HOME', 'folder of the database where --home is not given'],
  ['XDG_DATA_HOME', 'the database is in its folder breakeven where neither names another'],
  [
    'BREAKEVEN_LOCK_FOLDER',
    'folder of the lock by which one run at a time measures; the folder of temporary files by default',
  ],
  ['BREAKEVEN_NATIVE', 'folder of the native addons in place of those of the installation'],
  ['NO_COLOR', 'no colours where it is set and not empty'],
] as const;

function verbLines(verb: Verb): readonly string[] {
  const words = verb.positionals.map(positionalText);
  return [
    `.SS ${escaped(['breakeven', verb.name, ...words, '[flags]'].join(' '))}`,
    text(sentence(verb.summary)),
    ...(verb.description === undefined ? [] : ['.PP', text(verb.description)]),
    ...verb.positionals.flatMap((it) => ['.TP', `.I ${escaped(it.name)}`, text(it.help)]),
    ...verb.flags.flatMap(flagLines),
    ...(verb.examples.length === 0 ? [] : ['.PP', 'Examples:', '.PP', '.nf']),
    ...verb.examples.map((example) => `.RS\n${text(`breakeven ${example}`)}\n.RE`),
    ...(verb.examples.length === 0 ? [] : ['.fi']),
  ];
}

function flagLines({ name, value, optional, repeat, help }: Flag): readonly string[] {
  const named = `\\fI${escaped(value ?? '')}\\fR`;
  const valueText = value === null ? '' : optional === true ? ` [${named}]` : ` ${named}`;
  const more = repeat === true ? ' (repeatable)' : '';
  return ['.TP', `\\fB${escaped(`--${name}`)}\\fR${valueText}`, text(help + more)];
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** A line of text: what roff would take for a request or an escape is written out. */
function text(line: string): string {
  const plain = escaped(line);
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}

function escaped(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq')
    .replaceAll('`', '\\(ga');
}
