import type { DeliveryRecord } from '@bord/engine';
import type { Command } from 'commander';
import { answering, subcommand } from '../command.ts';
import { wholeNumber } from '../config/option-values.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { momentText } from '../output/times.ts';
import { deliveryJson } from '../output/webhook-text.ts';

interface ListOptions {
  readonly limit: number;
  readonly failed?: boolean;
}

export function define(command: Command): void {
  subcommand(command, 'list', 'the latest mails, and what became of them', [
    'mails list',
    'mails list --failed --limit 1000 --json',
  ])
    .description(
      'Lists mails without their addressees: a mail is worded when it is sent, and nobody is named before.',
    )
    .option('--limit <n>', 'look at so many, the newest first', wholeNumber(1, 100_000), 50)
    .option('--failed', 'only those that were given up')
    .action(
      answering(async ({ engine }, { limit, failed }: ListOptions) => {
        const mails = (await engine.operator.mails.list(limit)).filter(
          ({ state }) => !failed || state === 'failed',
        );
        return { json: mails.map(deliveryJson), text: () => listText(mails) };
      }),
    );

  subcommand(command, 'retry', 'send the mails that were given up once more', ['mails retry']).action(
    answering(async ({ engine }) => {
      const restarted = await engine.operator.mails.retry();
      const text = restarted === 0 ? 'No mail was given up.' : `${restarted} go out again.`;
      return { json: { restarted }, text: () => text };
    }),
  );
}

function listText(mails: readonly DeliveryRecord[]): string {
  if (mails.length === 0) return 'There are no such mails.';
  const rows = mails.map(({ eventId, bookingId, state, dueMs, failures, attempts }) => [
    momentText(dueMs),
    state === 'waiting' && failures > 0 ? 'to be tried again' : state,
    /:mail\.(\w+):/.exec(eventId)?.[1] ?? eventId.split(':')[1] ?? 'sign-up',
    bookingId ?? '',
    plain((attempts.at(-1)?.responseExcerpt ?? '').slice(0, 80)),
  ]);
  return tableText(['when', 'state', 'what', 'booking', 'last fault'], rows);
}
