import { createHash } from 'node:crypto';
import { DAY_MS, type Message } from '@bord/engine';
import MailComposer from 'nodemailer/lib/mail-composer';
import { addressOf, oneLine } from './clean.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import type { Letter } from './letter.ts';
import { domainOf, type Sender } from './sender.ts';

/** A mail as it goes over the wire. */
export interface Mail {
  /** Hex, of the message's id: the same on every attempt, and in no other message. */
  readonly hash: string;
  readonly kind: Message['kind'];
  /** When it is about time to send it: the same on every attempt. */
  readonly dueMs: number;
  readonly from: string;
  /** One address. */
  readonly to: string;
  readonly bytes: Uint8Array;
}

/** Sets a letter as a mail with text, HTML and, where there is one, a calendar file. Null when its addressee can be no address. */
export async function composeMail(
  message: Message,
  letter: Letter,
  sender: Sender,
  nowMs: number,
): Promise<Mail | null> {
  const to = addressOf(letter.to);
  if (to === null) return null;
  const hash = createHash('sha256').update(message.id).digest('hex').slice(0, 32);
  const mail = new MailComposer({
    from: { name: oneLine(letter.sender ?? sender.name, 100), address: sender.address },
    to: { name: '', address: to },
    ...(letter.replyTo === null ? {} : { replyTo: { name: '', address: letter.replyTo } }),
    subject: oneLine(letter.subject, 200),
    messageId: `<${hash}@${domainOf(sender)}>`,
    date: new Date(nowMs),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply', // what Exchange heeds instead
      'Content-Language': letter.language,
    },
    text: letterText(letter),
    html: letterHtml(letter),
    attachments: calendarAttachments(letter),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const bytes = await mail.compile().build();
  return { hash, kind: message.kind, dueMs: dueMsOf(message), from: sender.address, to, bytes };
}

/** Of a reminder the day before the visit, and of everything else the moment of the change. */
function dueMsOf(message: Message): number {
  return message.kind === 'reminder' ? Math.max(message.madeMs, message.startMs - DAY_MS) : message.madeMs;
}

/**
 * Attached only: the copy among the alternatives that invitations have would make some programs show the entry in place
 * of the letter.
 */
function calendarAttachments({ calendar }: Letter) {
  if (calendar === null) return [];
  const { name, method, content } = calendar;
  return [{ filename: name, content, contentType: `text/calendar; charset=utf-8; method=${method}` }];
}
