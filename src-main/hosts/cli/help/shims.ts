/**
 * A shim a shell: it asks the program what can stand where the cursor is. The program prints a line for each word, with
 * its help behind a tab; `:files` and `:folders` ask the shell for its own, `:open` for no blank behind the word.
 */
export const shims = {
  bash: `# breakeven help --completion bash > ~/.local/share/bash-completion/completions/breakeven
_breakeven() {
  local cur=\${COMP_WORDS[COMP_CWORD]} line
  [[ $cur == '=' ]] && cur=''
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
      :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
      :open) compopt -o nospace ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(breakeven help --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _breakeven breakeven
`,
  zsh: `#compdef breakeven
# breakeven help --completion zsh > _breakeven, in a folder of $fpath
_breakeven() {
  local line
  local -a offered texts blank
  for line in "\${(@f)$(breakeven help --complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) compset -P '*='; _files; return ;;
      :folders) compset -P '*='; _files -/; return ;;
      :open) blank=(-S '') ;;
      *)
        offered+=("\${line%%$'\\t'*}")
        texts+=("\${line/$'\\t'/  -- }")
        ;;
    esac
  done
  (( $#offered )) && compadd $blank -l -d texts -a offered
}
if [[ $funcstack[1] == _breakeven ]]; then
  _breakeven "$@"
else
  compdef _breakeven breakeven
fi
`,
  fish: `# breakeven help --completion fish > ~/.config/fish/completions/breakeven.fish
function __breakeven_complete
    set -l current (commandline -ct)
    for line in (breakeven help --complete (commandline -opc)[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :folders
                __fish_complete_directories "$current"
            case :open
            case '*'
                echo $line
        end
    end
end
complete -c breakeven -f -a '(__breakeven_complete)'
`,
} as const;
