import type { CommandNode, Value } from './command-tree.ts';

/** A completion for zsh, to be sourced or put into a folder of `fpath` as `_bord`. */
export function zshCompletion(tree: readonly CommandNode[]): string {
  const commands = tree.flatMap(({ at }) => (at === '' ? [] : [quoted(at)]));
  const values = tree.flatMap(({ at, options }) =>
    options.flatMap(({ flags, value }) =>
      value ? flags.map((flag) => `    ${quoted(`${at} ${flag}`)}) ${offer(value)}; return ;;`) : [],
    ),
  );
  return `#compdef bord
# Completion of bord for zsh. Made by: bord completion zsh
_bord() {
  local at='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${commands.join(' | ')}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${tree.map(caseOf).join('\n')}
  esac
}
if [ "$funcstack[1]" = _bord ]; then _bord "$@"; else compdef _bord bord; fi
`;
}

function caseOf({ at, commands, options, values }: CommandNode): string {
  const below = commands.map(({ name, about }) => described(name, about));
  const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option.about)));
  return [
    `    ${quoted(at)})`,
    ...(below.length > 0 ? [`      found=(${below.join(' ')}); _describe command found`] : []),
    ...values.filter(({ kind }) => kind !== 'text').map((value) => `      ${offer(value)}`),
    `      found=(${flags.join(' ')}); _describe -o option found`,
    '      ;;',
  ].join('\n');
}

function offer(value: Value): string {
  if (value.kind === 'words') return `compadd -- ${value.words.map(quoted).join(' ')}`;
  return value.kind === 'file' ? '_files' : ':';
}

function described(word: string, about: string): string {
  return quoted(`${word}:${about}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
