import type { Command } from 'commander';
import { answering, subcommand } from '../command.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';

export function define(command: Command): void {
  subcommand(command, 'enable', 'let the partner API answer', ['service enable']).action(
    answering(async ({ engine }) => {
      await engine.operator.service.setEnabled(true);
      return { json: { enabled: true }, text: () => 'The partner API answers.' };
    }),
  );

  subcommand(command, 'disable', 'let the partner API say 503 to every request, within 5 seconds', [
    'service disable',
    'service disable --yes',
  ])
    .option('--yes', 'do not ask')
    .action(
      answering(async ({ engine }, options: ConfirmOptions) => {
        await confirm('Every partner will get 503 until you enable the service again. Continue?', options);
        await engine.operator.service.setEnabled(false);
        return { json: { enabled: false }, text: () => 'The partner API answers 503 to every request.' };
      }),
    );
}
