import { formatInstant } from '@bord/engine';
import type { Command } from 'commander';
import { answering, subcommand } from '../command.ts';
import { publicUrl } from '../config/base-url.ts';
import { runningServer } from '../config/running-server.ts';
import { makeDemoLink } from '../demo/demo-console.ts';
import { Failure } from '../output/failure.ts';

export function defineLink(command: Command): void {
  subcommand(command, 'link', 'print a sign-in link to the demo restaurant', ['staff link --demo'])
    .description(
      'Prints a link that opens the console and the mailbox of the demo restaurant: once, in any browser, within 24 hours.\n' +
        'bord serve prints one at its start.',
    )
    .requiredOption('--demo', 'for the demo restaurant')
    .action(
      answering(async ({ engine, config }) => {
        if (!config.demo)
          throw new Failure(
            'there is no demo restaurant, since BORD_DEMO is 0: start the server with BORD_DEMO=1',
          );
        const base = (await runningServer(config)) ?? publicUrl(config);
        const { path, expiresMs } = await makeDemoLink(engine);
        const url = `${base}${path}`;
        return {
          json: { url, expiresAt: formatInstant(expiresMs) },
          text: () => `Open it within 24 hours, once:\n  ${url}`,
        };
      }),
    );
}
