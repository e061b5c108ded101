import type { CompletedFlag, CompletedVerb, Values } from './words.ts';

/** Completions for fish: a line for each verb, flag and argument. */
export function fishScript(verbs: readonly CompletedVerb[]): string {
  return `# Completion of breakeven for fish: breakeven completion fish > ~/.config/fish/completions/breakeven.fish
function __breakeven_verb
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if test "$word" = --home
            set skip 1
        else if not string match -q -- '-*' $word
            echo $word
            return 0
        end
    end
    return 1
end

function __breakeven_is
    contains -- $argv[1] (__breakeven_verb)
end

function __breakeven_list
    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l before (string match -r '^.*,' -- $typed)
    printf "$before%s\\n" $argv
end

complete -c breakeven -f
complete -c breakeven -n 'not __breakeven_verb >/dev/null' -l home -r -a '(__fish_complete_directories)'
${verbs.flatMap(verbLines).join('\n')}
`;
}

function verbLines({ name, summary, flags, positionals }: CompletedVerb): readonly string[] {
  const when = `-n '__breakeven_is ${name}'`;
  return [
    `complete -c breakeven -n 'not __breakeven_verb >/dev/null' -a ${name} -d ${quoted(summary)}`,
    ...flags.map((flag) => `complete -c breakeven ${when} ${flagPart(flag)}`),
    ...positionals.flatMap((values) => {
      const offered = offer(values);
      return offered === '' ? [] : [`complete -c breakeven ${when} ${offered}`];
    }),
  ];
}

function flagPart({ name, help, values, optional }: CompletedFlag): string {
  const value =
    values === null || optional === true
      ? ''
      : `${values.kind === 'file' ? '-r' : '-x'} ${offer(values)} `;
  return `-l ${name} ${value}-d ${quoted(help)}`;
}

function offer(values: Values): string {
  switch (values.kind) {
    case 'words':
      return `-a ${quoted(values.list ? `(__breakeven_list ${values.words.join(' ')})` : values.words.join(' '))}`;
    case 'file':
      return '-F';
    case 'folder':
      return `-a '(__fish_complete_directories)'`;
    case 'run':
      return `-a '(breakeven completion runs 2>/dev/null)'`;
    case 'text':
      return '';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
