import type { CompletedFlag, CompletedVerb, Values } from './words.ts';

/** A bash function that completes the command, and its registration. */
export function bashScript(verbs: readonly CompletedVerb[]): string {
  return `# Completion of breakeven for bash: breakeven completion bash > ~/.local/share/bash-completion/completions/breakeven
_breakeven_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_breakeven_list() {
  local before=''
  [[ $cur == *,* ]] && before=\${cur%,*},
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "\${cur##*,}"))
  compopt -o nospace
}

_breakeven_files() {
  compopt -o filenames
  COMPREPLY=($(compgen "$1" -- "$cur"))
}

_breakeven_runs() {
  _breakeven_words "$(breakeven completion runs 2>/dev/null)"
}

_breakeven() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} verb='' at=-1 i word
  COMPREPLY=()
  # bash takes --flag=value for three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      --home) ((i++)) ;;
      -*) ;;
      *)
        if [[ -z $verb ]]; then
          verb=$word
          at=0
        elif [[ \${COMP_WORDS[i - 1]} != -* && \${COMP_WORDS[i - 1]} != '=' && $word != '=' ]]; then
          ((at++))
        fi
        ;;
    esac
  done
  if [[ -z $verb ]]; then
    case $prev in
      --home) _breakeven_files -d ;;
      *) _breakeven_words ${quoted([...verbs.map(({ name }) => name), ...globals(verbs)].join(' '))} ;;
    esac
    return
  fi
  case "$verb $prev" in
${verbs.flatMap(valueCases).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $verb in
${verbs.map(flagsCase).join('\n')}
    esac
    return
  fi
  case "$verb $at" in
${verbs.flatMap(positionalCases).join('\n')}
  esac
}

complete -F _breakeven breakeven
`;
}

/** The flags that every verb has. */
function globals(verbs: readonly CompletedVerb[]): readonly string[] {
  const [first, ...rest] = verbs.map(({ flags }) => flags.map(({ name }) => `--${name}`));
  return (first ?? []).filter((name) => rest.every((names) => names.includes(name)));
}

function valueCases({ name, flags }: CompletedVerb): readonly string[] {
  return flags.flatMap((flag) =>
    flag.values === null || flag.optional === true
      ? []
      : [`    '${name} --${flag.name}') ${action(flag.values)}; return ;;`],
  );
}

function flagsCase({ name, flags }: CompletedVerb): string {
  const words = flags.map((flag: CompletedFlag) => `--${flag.name}`).join(' ');
  return `      ${name}) _breakeven_words ${quoted(words)} ;;`;
}

function positionalCases({ name, positionals }: CompletedVerb): readonly string[] {
  return positionals.map((values, i) => `    '${name} ${i}') ${action(values)} ;;`);
}

function action(values: Values): string {
  switch (values.kind) {
    case 'words': {
      const open = values.list || values.words.some((word) => word.endsWith('='));
      return `_breakeven_${open ? 'list' : 'words'} ${quoted(values.words.join(' '))}`;
    }
    case 'file':
      return '_breakeven_files -f';
    case 'folder':
      return '_breakeven_files -d';
    case 'run':
      return '_breakeven_runs';
    case 'text':
      return ':';
  }
}

/** For a shell, as it stands. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
