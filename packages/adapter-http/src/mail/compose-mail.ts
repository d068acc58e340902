import { createHash } from 'node:crypto';
import { DAY_MS, type Message } from '@bord/engine';
import MailComposer from 'nodemailer/lib/mail-composer';
import { addressOf, oneLine } from '../web/clean.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import type { Letter } from './letter.ts';
import { domainOf, type Sender } from './sender.ts';

/** A composed mail: its MIME bytes and its parts. */
export interface Mail {
  /** 32 hexadecimal digits, of the message's id: the same on every attempt, and in no other message. */
  readonly hash: string;
  /** The kind of message. */
  readonly kind: Message['kind'];
  /** When it is due: the same on every attempt. */
  readonly dueMs: number;
  /** The sender's e-mail address. */
  readonly from: string;
  /** The name of the sender: for mails to guests the restaurant's name. Can be empty. */
  readonly fromName: string;
  /** One e-mail address. */
  readonly to: string;
  /** The address for replies; null: the sender. */
  readonly replyTo: string | null;
  /** One line, at most 200 characters. */
  readonly subject: string;
  /** BCP 47 */
  readonly language: string;
  /** In lines of at most 72 columns. */
  readonly text: string;
  /** The same as HTML. */
  readonly html: string;
  /** The calendar file to attach; null if the mail needs none. */
  readonly calendar: MailAttachment | null;
  /** The complete mail in MIME, with `Message-ID` and the headers of automatic mail. */
  readonly bytes: Uint8Array;
}

/** A file that goes with a mail. */
export interface MailAttachment {
  /** The file's name, such as `booking.ics`. */
  readonly name: string;
  /** MIME type, with its parameters. */
  readonly contentType: string;
  /** Text, in UTF-8. */
  readonly content: string;
}

/** Composes a mail from a letter, as text, HTML and an optional calendar file. Null if the recipient is not a valid e-mail address. */
export async function composeMail(
  message: Message,
  letter: Letter,
  sender: Sender,
  nowMs: number,
): Promise<Mail | null> {
  const to = addressOf(letter.to);
  if (to === null) return null;
  const hash = createHash('sha256').update(message.id).digest('hex').slice(0, 32);
  const parts = partsOf(letter, sender);
  const mail = new MailComposer({
    from: { name: parts.fromName, address: sender.address },
    to: { name: '', address: to },
    ...(letter.replyTo === null ? {} : { replyTo: { name: '', address: letter.replyTo } }),
    subject: parts.subject,
    messageId: `<${hash}@${domainOf(sender)}>`,
    date: new Date(nowMs),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply', // the equivalent for Exchange
      'Content-Language': letter.language,
    },
    text: parts.text,
    html: parts.html,
    attachments: calendarAttachments(parts),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const bytes = await mail.compile().build();
  return { ...parts, hash, kind: message.kind, dueMs: dueMsOf(message), from: sender.address, to, bytes };
}

type Parts = Pick<Mail, 'fromName' | 'replyTo' | 'subject' | 'language' | 'text' | 'html' | 'calendar'>;

function partsOf(letter: Letter, sender: Sender): Parts {
  const { replyTo, language, calendar } = letter;
  return {
    fromName: oneLine(letter.sender ?? sender.name, 100),
    replyTo,
    subject: oneLine(letter.subject, 200),
    language,
    text: letterText(letter),
    html: letterHtml(letter),
    calendar: calendar && {
      name: calendar.name,
      contentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
      content: calendar.content,
    },
  };
}

/** For a reminder the day before the visit, for all others the time of the change. */
function dueMsOf(message: Message): number {
  return message.kind === 'reminder' ? Math.max(message.madeMs, message.startMs - DAY_MS) : message.madeMs;
}

/** Attached only: as an alternative part, as in invitations, some programs would show the entry instead of the letter. */
function calendarAttachments({ calendar }: Parts) {
  if (calendar === null) return [];
  const { name, content, contentType } = calendar;
  return [{ filename: name, content, contentType }];
}
