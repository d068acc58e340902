import { Argument } from 'commander';
import { type BordCommand, type CommonOptions, print } from '../command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export function define(command: BordCommand): void {
  command
    .examples([
      'completion bash > ~/.local/share/bash-completion/completions/bord',
      'completion zsh > ~/.zfunc/_bord     # a folder of $fpath',
      'completion fish > ~/.config/fish/completions/bord.fish',
    ])
    .description('Prints what a shell needs to complete commands and options of bord with the tab key.')
    .addArgument(new Argument('<shell>', 'for which').choices(SHELLS))
    .action(async (shell: Shell, options: CommonOptions) => {
      const script = await completionOf(shell);
      await print({ json: { shell, script }, text: () => script }, options);
    });
}

/** Built from the program's own command tree, so it is complete. */
async function completionOf(shell: Shell): Promise<string> {
  const [{ createProgram }, { commandTree }, write] = await Promise.all([
    import('../program.ts'),
    import('../completion/command-tree.ts'),
    writerFor(shell),
  ]);
  const groups = (await createProgram('', [])).commands.map((group) => group.name());
  return write(commandTree(await createProgram('', groups)));
}

async function writerFor(shell: Shell) {
  if (shell === 'bash') return (await import('../completion/bash.ts')).bashCompletion;
  if (shell === 'zsh') return (await import('../completion/zsh.ts')).zshCompletion;
  return (await import('../completion/fish.ts')).fishCompletion;
}
