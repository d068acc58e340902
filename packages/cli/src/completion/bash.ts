import type { CommandNode, Value } from './command-tree.ts';

export function bashCompletion(tree: readonly CommandNode[]): string {
  const commands = tree.flatMap(({ at }) => (at === '' ? [] : [`'${at}'`]));
  const values = tree.flatMap(({ at, options }) =>
    options.flatMap(({ flags, value }) =>
      value ? flags.map((flag) => `    '${at} ${flag}') ${offer(value)} ;;`) : [],
    ),
  );
  const cases = tree.map(({ at, commands: below, options, values: own }) => {
    const words = [
      ...below.map(({ name }) => name),
      ...own.flatMap((value) => (value.kind === 'words' ? value.words : [])),
      ...options.flatMap(({ flags }) => flags),
    ];
    const files = own.some(({ kind }) => kind === 'file') ? ' files=1' : '';
    return `    '${at}') words='${words.join(' ')}'${files} ;;`;
  });
  return `# Completion of bord for bash. Made by: bord completion bash
_bord() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' word words='' files=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${commands.join(' | ')}) at="$at $word" ;;
    esac
  done
  case "$at $prev" in
${values.join('\n')}
    *)
      case "$at" in
${cases.map((line) => `    ${line}`).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [ -n "$files" ]; then
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$cur"))
    type compopt > /dev/null 2>&1 && compopt -o filenames 2> /dev/null
  fi
  return 0
}
complete -F _bord bord
`;
}

function offer(value: Value): string {
  if (value.kind === 'words') return `words='${value.words.join(' ')}'`;
  return value.kind === 'file' ? 'files=1' : ':';
}
