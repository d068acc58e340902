import type { Command } from 'commander';
import { configuration, withExamples } from '../command.ts';

export function define(command: Command): void {
  withExamples(command, ['deliver'])
    .description(
      'Sends webhooks and mails, and does nothing else; Ctrl-C stops it. bord serve does so by itself: this is for\n' +
        'a machine of its own beside servers on one PostgreSQL. Any number may run at once.',
    )
    .action(async () => {
      const { runDeliveries } = await import('../background.ts');
      await runDeliveries(configuration());
    });
}
