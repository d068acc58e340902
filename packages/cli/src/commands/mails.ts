import type { DeliveryRecord } from '@bord/engine';
import type { WrittenMail, WrittenMailWish } from '@bord/adapter-http/mail';
import type { BordCommand } from '../command.ts';
import { wholeNumber } from '../config/option-values.ts';
import { Failure } from '../output/failure.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { momentText } from '../output/times.ts';
import { deliveryJson } from '../output/webhook-text.ts';

export function define(command: BordCommand): void {
  command
    .subcommand('list', 'the latest mails with their outcome', [
      'mails list',
      'mails list --failed --limit 1000 --json',
    ])
    .description('Lists mails without their addressees: a mail gets its text and addressee when it is sent.')
    .option('--limit <n>', 'look at so many, the newest first', wholeNumber(1, 100_000), 50)
    .option('--failed', 'only those that were given up')
    .answers(async ({ engine }, { limit, failed }: { readonly limit: number; readonly failed?: boolean }) => {
      const mails = (await engine.operator.mails.list(limit)).filter(
        ({ state }) => !failed || state === 'failed',
      );
      return { json: mails.map(deliveryJson), text: () => listText(mails) };
    });

  command
    .subcommand('open', 'show the newest mail of the folder that mails are written to', [
      'mails open',
      'mails open --to you@example.com',
      'mails open --kind sign-up --json',
    ])
    .description(
      'Shows the newest mail, links and all, where BORD_MAIL is a folder; its file opens in a mail program, too.',
    )
    .option('--to <address>', 'only to this address')
    .option('--kind <kind>', 'only of this kind, as in the names of the files: sign-up, confirmation, …')
    .answers(async ({ config: { mail } }, wish: WrittenMailWish) => {
      if (mail.kind !== 'folder') throw new Failure('mails go to a mail server (BORD_MAIL): look there');
      const { newestWrittenMail } = await import('@bord/adapter-http/mail');
      const newest = await newestWrittenMail(mail.path, wish);
      if (newest === null)
        throw new Failure(
          wish.to === undefined && wish.kind === undefined
            ? `the folder ${mail.path} has no mail yet: bord mails list shows what is waiting, and why`
            : `${mail.path} does not have this mail: leave out --to and --kind for the newest of all`,
        );
      return { json: newest, text: () => mailText(newest) };
    });

  command
    .subcommand('retry', 'send the mails that were given up once more', ['mails retry'])
    .answers(async ({ engine }) => {
      const restarted = await engine.operator.mails.retry();
      const text = restarted === 0 ? 'No mail was given up.' : `${restarted} go out again.`;
      return { json: { restarted }, text: () => text };
    });
}

/** The kinds of the mails that belong to no booking, by the prefix of their id. */
const LINKS: Readonly<Record<string, string>> = {
  signup: 'sign-up',
  signin: 'sign-in',
  passkey: 'passkey',
  visitor: 'booking-page',
};

const linkOf = (eventId: string): string => LINKS[eventId.split('_')[0]!] ?? '';

function mailText({ file, to, subject, text }: WrittenMail): string {
  const facts = [`To: ${plain(to)}`, `Subject: ${plain(subject)}`, `File: ${plain(file)}`];
  return [...facts, '', ...text.split('\n').map((line) => plain(line.trimEnd()))].join('\n');
}

function listText(mails: readonly DeliveryRecord[]): string {
  if (mails.length === 0) return 'The list is empty.';
  const rows = mails.map(({ eventId, bookingId, state, dueMs, failures, attempts }) => [
    momentText(dueMs),
    state === 'waiting' && failures > 0 ? 'to be tried again' : state,
    /:mail\.(\w+):/.exec(eventId)?.[1] ?? eventId.split(':')[1] ?? linkOf(eventId),
    bookingId ?? '',
    plain((attempts.at(-1)?.responseExcerpt ?? '').slice(0, 80)),
  ]);
  return tableText(['when', 'state', 'what', 'booking', 'last fault'], rows);
}
