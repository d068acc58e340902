import type { Command } from 'commander';
import { answering, subcommand } from '../command.ts';
import { DEMO_LOCATION_ID } from '../demo.ts';
import { Failure } from '../failure.ts';
import { madeKeyAnswer } from '../output/made-key.ts';

interface KeyOptions {
  readonly email: string;
  readonly system: string;
}

export function define(command: Command): void {
  subcommand(command, 'key', 'make a key for the demo location: 30 days, 60 requests a minute', [
    'sandbox key --email you@example.com --system "My app"',
  ])
    .requiredOption('--email <address>', 'who gets it; three active keys each at most')
    .requiredOption('--system <name>', 'which program will use it')
    .action(
      answering(async (house, { email, system }: KeyOptions) => {
        if (!house.config.demo) throw new Failure('there is no demo location: BORD_DEMO is 0');
        return madeKeyAnswer(house, await house.engine.createSandboxKey(DEMO_LOCATION_ID, email, system));
      }),
    );
}
