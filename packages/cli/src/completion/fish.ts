import type { CommandNode, Value } from './command-tree.ts';

export function fishCompletion(tree: readonly CommandNode[]): string {
  const commands = tree.flatMap(({ at }) => (at === '' ? [] : [quoted(at)]));
  return `# Completion of bord for fish. Made by: bord completion fish
function __bord_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${commands.join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c bord -f
${tree.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ at, commands, options, values }: CommandNode): string[] {
  const here = `complete -c bord -n ${quoted(`__bord_at ${quoted(at)}`)}`;
  return [
    ...commands.map(({ name, about }) => `${here} -a ${name} -d ${quoted(about)}`),
    ...values.flatMap((value) => (value.kind === 'text' ? [] : [`${here} ${offer(value)}`])),
    ...options.map(({ flags, about, value }) => {
      const names = flags.map((flag) =>
        flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
      );
      return [here, ...names, ...(value ? ['-r', offer(value)] : []), `-d ${quoted(about)}`].join(' ');
    }),
  ];
}

function offer(value: Value): string {
  if (value.kind === 'words') return `-a ${quoted(value.words.join(' '))}`;
  return value.kind === 'file' ? '-F' : '-f';
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
