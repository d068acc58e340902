/** Composes the mails of D26 and D20, and passes them to a mail server or a folder. Public as `@bord/adapter-http/mail`. */
import { type Mailer, MailRefusedError, type Message } from '@bord/engine';
import { composeMail, type Mail } from './compose-mail.ts';
import { endpointLetter } from './endpoint-letter.ts';
import { type MailContext, guestLetter } from './guest-letter.ts';
import type { Letter } from './letter.ts';
import { type MailFiles, mailFiles } from './mail-files.ts';
import { mailFolder } from './mail-folder.ts';
import { mailServer } from './mail-server.ts';
import type { Post } from './post.ts';
import { readSender } from './sender.ts';
import { linkLetter, passkeyLetter, signInLetter } from './staff-letter.ts';
import { visitorLetter } from './visitor-letter.ts';
import { waitingLetter } from './waiting-letter.ts';
import { signUpLetter } from './sign-up-letter.ts';

export type { Mail, MailAttachment } from './compose-mail.ts';
export type { MailFiles } from './mail-files.ts';
export { newestWrittenMail, type WrittenMail, type WrittenMailWish } from './written-mail.ts';
export { checkMailServer, type MailServerFault } from './check-mail-server.ts';

/** The destination of mails. */
export type MailTransport =
  /** One `.eml` per message, in a folder that is created if it is missing. */
  | {
      /** Files in a folder. */
      readonly kind: 'folder';
      /** The folder. */
      readonly path: string;
    }
  /** One `.eml` per message, in a custom store: any driver of the package `unstorage`. */
  | {
      /** Files in a store. */
      readonly kind: 'files';
      /** The store. */
      readonly files: MailFiles;
    }
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  | {
      /** A mail server. */
      readonly kind: 'smtp';
      /** Includes user and password if required. */
      readonly url: string;
    }
  /** A custom transport, such as the API of a mail provider. */
  | OwnWay;

/** Sends composed mails. */
export interface OwnWay {
  /** A custom transport. */
  readonly kind: 'own';
  /**
   * Resolves when the mail was accepted. On rejection Bord sends it again later: at least once, each time with the same `hash`. Must finish within
   * 25 seconds: after 30 seconds another process can retry. A `MailRefusedError` of `@bord/engine` gives up. Error messages are stored with the
   * attempt, so they must not contain an e-mail address.
   */
  readonly send: (mail: Mail) => Promise<void>;
  /** Erases the stored mails to an e-mail address and returns their number. Omitted if the mailer does not store mails. */
  readonly erase?: (email: string) => Promise<number>;
  /** Deletes the stored mails written before this instant and returns their number. Omitted if the mailer does not store mails. */
  readonly purge?: (writtenBeforeMs: number) => Promise<number>;
  /** Resolves when all sending has ended. */
  readonly close?: () => Promise<void>;
}

/** The mail server, the sender and the base of links. */
export interface MailerOptions {
  /** The destination of mails. */
  readonly transport: MailTransport;
  /** `Bord <no-reply@example.se>`, or only an e-mail address. Guests see the restaurant's name before the address. */
  readonly from: string;
  /** Base of the links to `/manage/{token}`, `/sandbox/{token}` and `/console/sign-in/{token}`. */
  readonly publicUrl: string;
  /** The e-mail address for mails to the operator. Defaults to the address of `from`. */
  readonly operator?: string;
  /** The time limit for one mail in milliseconds. Defaults to 25,000. */
  readonly deadlineMs?: number;
  /** The clock. Defaults to that of this machine. */
  readonly nowMs?: () => number;
}

/** Creates a mailer. Throws if `from` is not a valid sender. It connects when it sends the first message. */
export function createMailer(options: MailerOptions): Mailer {
  const { transport, deadlineMs = 25_000, nowMs = Date.now } = options;
  const sender = readSender(options.from);
  const operator = options.operator ?? sender.address;
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const post = postOf(transport, deadlineMs);

  async function send(message: Message): Promise<void> {
    const context: MailContext = { publicUrl, senderAddress: sender.address, nowMs: nowMs() };
    const mail = await composeMail(message, letterOf(message, context, operator), sender, context.nowMs);
    if (mail === null) throw new MailRefusedError('The addressee must be an e-mail address');
    await post.take(mail);
  }

  return {
    isLocal: transport.kind === 'folder' || transport.kind === 'files',
    send,
    erase: post.erase,
    purge: post.purge,
    close: post.close,
  };
}

function postOf(transport: MailTransport, deadlineMs: number): Post {
  if (transport.kind === 'own') return ownWay(transport);
  if (transport.kind === 'folder') return mailFolder(transport.path);
  return transport.kind === 'files' ? mailFiles(transport.files) : mailServer(transport.url, deadlineMs);
}

function ownWay({ send, erase, purge, close }: OwnWay): Post {
  const none = async (): Promise<number> => 0;
  return { take: send, erase: erase ?? none, purge: purge ?? none, close: close ?? (async () => undefined) };
}

function letterOf(message: Message, context: MailContext, operator: string): Letter {
  if (message.kind === 'sign_up') return signUpLetter(message, context);
  if (message.kind === 'sign_in') return signInLetter(message, context);
  if (message.kind === 'passkey_added') return passkeyLetter(message, context);
  if (message.kind === 'link_printed') return linkLetter(message, context);
  if ('alias' in message) return visitorLetter(message, context);
  if ('waitingId' in message) return waitingLetter(message, context);
  return 'endpointId' in message ? endpointLetter(message, operator) : guestLetter(message, context);
}
