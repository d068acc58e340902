import type { BordCommand } from '../command.ts';
import { DEMO_LOCATION_ID } from '../demo.ts';
import { Failure } from '../output/failure.ts';
import { madeKeyAnswer } from './made-key.ts';

export function define(command: BordCommand): void {
  command
    .subcommand('key', 'make a key for the demo location: 30 days, 60 requests a minute', [
      'sandbox key --email you@example.com --system "My app"',
    ])
    .requiredOption('--email <address>', 'address that gets the key; at most three active keys each')
    .requiredOption('--system <name>', 'which program will use it')
    .answers(
      async (runtime, { email, system }: Record<'email' | 'system', string>) => {
        if (!runtime.config.demo) throw new Failure(NO_DEMO);
        return madeKeyAnswer(
          runtime,
          await runtime.engine.operator.keys.createSandbox({ locationId: DEMO_LOCATION_ID, email, system }),
        );
      },
      { migrates: 'if empty', addsDemo: true },
    );

  command
    .subcommand('sweep', 'cancel bookings of the demo location older than 24 hours', ['sandbox sweep'])
    .description(
      'Cancels the confirmed bookings of the demo location that were made more than 24 hours ago, with events and\n' +
        'without mails. bord serve does so automatically every night at three.',
    )
    .answers(async ({ engine, config }) => {
      if (!config.demo) throw new Failure(NO_DEMO);
      const cancelled = await engine.background.sweepSandbox(DEMO_LOCATION_ID);
      return { json: { cancelled }, text: () => `${cancelled} bookings were cancelled.` };
    });
}

const NO_DEMO = 'there is no demo location: set BORD_DEMO=1';
