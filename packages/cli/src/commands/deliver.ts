import type { BordCommand } from '../command.ts';
import { configuration } from '../config/config.ts';

export function define(command: BordCommand): void {
  command
    .examples(['deliver'])
    .description(
      'Sends only webhooks and mails; Ctrl-C stops it. bord serve does so too: this is\n' +
        'for a separate machine next to servers on one PostgreSQL. Any number may run concurrently.',
    )
    .action(async () => {
      const { runDeliveries } = await import('../background.ts');
      await runDeliveries(configuration());
    });
}
