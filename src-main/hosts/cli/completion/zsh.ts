import type { CompletedFlag, CompletedVerb, Values } from './words.ts';

/** A completion function for zsh; it works from a file on `$fpath` and from `source`. */
export function zshScript(verbs: readonly CompletedVerb[]): string {
  const described = verbs.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  return `#compdef breakeven
# Completion of breakeven for zsh: breakeven completion zsh > a folder of $fpath, as _breakeven

_breakeven_runs() {
  compadd -- \${(f)"$(breakeven completion runs 2>/dev/null)"}
}

_breakeven_verbs() {
  local -a verbs=(
${described.join('\n')}
  )
  _describe verb verbs
}

_breakeven() {
  local verb
  local -i i
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      --home) ((i++)) ;;
      -*) ;;
      *)
        verb=$words[i]
        break
        ;;
    esac
  done
  if [[ -z $verb ]]; then
    _arguments -S '--home[folder of the database]:folder:_directories' '1:verb:_breakeven_verbs'
    return
  fi
  words=(breakeven "\${(@)words[2,i-1]}" "\${(@)words[i+1,-1]}")
  ((CURRENT--))
  case $verb in
${verbs.map(verbCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _breakeven ]]; then
  _breakeven "$@"
else
  compdef _breakeven breakeven
fi
`;
}

function verbCase({ name, flags, positionals }: CompletedVerb): string {
  const specs = [
    ...flags.map(flagSpec),
    ...positionals.map((values, i) => quoted(`${i + 1}:argument:${action(values)}`)),
  ];
  return [
    `    ${name})`,
    '      _arguments -S \\',
    `        ${specs.join(' \\\n        ')}`,
    '      ;;',
  ].join('\n');
}

function flagSpec({ name, help, values, optional }: CompletedFlag): string {
  const what = help.replaceAll(/[\\[\]]/g, '\\$&');
  const value = values === null ? '' : `${optional === true ? ':' : ''}:value:${action(values)}`;
  const mark = values === null ? '' : '=';
  return quoted(`*--${name}${mark}[${what}]${value}`);
}

function action(values: Values): string {
  switch (values.kind) {
    case 'words': {
      const words = values.words.map((word) => word.replaceAll(/[\\: ()]/g, '\\$&'));
      if (values.list) return `_sequence compadd - ${words.join(' ')}`;
      return values.words.some((word) => word.endsWith('='))
        ? `{compadd -S "" - ${words.join(' ')}}`
        : `(${words.join(' ')})`;
    }
    case 'file':
      return '_files';
    case 'folder':
      return '_directories';
    case 'run':
      return '_breakeven_runs';
    case 'text':
      return ' ';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
