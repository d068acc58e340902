import type { Command } from 'commander';
import { configuration, withExamples } from '../command.ts';

export function define(command: Command): void {
  withExamples(command, ['deliver'])
    .description(
      'Sends only webhooks and mails; Ctrl-C stops it. bord serve does so too: this is\n' +
        'for a separate machine next to servers on one PostgreSQL. Any number may run concurrently.',
    )
    .action(async () => {
      const { runDeliveries } = await import('../background.ts');
      await runDeliveries(configuration());
    });
}
