import type { BordCommand } from '../command.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';

export function define(command: BordCommand): void {
  command
    .subcommand('enable', 'let the partner API answer', ['service enable'])
    .answers(async ({ engine }) => {
      await engine.operator.service.setEnabled(true);
      return { json: { enabled: true }, text: () => 'The partner API answers.' };
    });

  command
    .subcommand('disable', 'let the partner API say 503 to every request, within 5 seconds', [
      'service disable',
      'service disable --yes',
    ])
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: ConfirmOptions) => {
      await confirm('Every partner will get 503 until you enable the service again. Continue?', options);
      await engine.operator.service.setEnabled(false);
      return { json: { enabled: false }, text: () => 'The partner API answers 503 to every request.' };
    });
}
