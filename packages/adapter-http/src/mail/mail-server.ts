import { MailRefusedError } from '@bord/engine';
import nodemailer, { type NodemailerError } from 'nodemailer';
import type { Mail } from './compose-mail.ts';
import { MAIL_URL_PARAMETERS } from './mail-url.ts';
import type { Post } from './post.ts';

/**
 * An SMTP server with pooled connections. `url` is `smtp://` or `smtps://` with host and port, and user and password if required; encryption is
 * used if it is offered. Of its query only {@link MAIL_URL_PARAMETERS} have an effect.
 *
 * Each mail is accepted or given up within `deadlineMs`.
 */
export function mailServer(url: string, deadlineMs: number): Post {
  const patienceMs = Math.min(10_000, deadlineMs);
  const transport = nodemailer.createTransport({
    pool: true,
    url: heeded(url),
    maxConnections: 3,
    maxRequeues: 1, // a pooled connection can be closed already
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    dnsTimeout: patienceMs,
    socketTimeout: Math.min(20_000, deadlineMs),
    socketCloseTimeout: 1_000,
  });
  const underWay = new Set<Promise<void>>();

  async function send({ from, to, bytes }: Mail): Promise<void> {
    try {
      await transport.sendMail({
        envelope: { from, to: [{ name: '', address: to }] },
        raw: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        signal: AbortSignal.timeout(deadlineMs),
      });
    } catch (error) {
      throw faultOf(error as NodemailerError);
    }
  }

  async function take(mail: Mail): Promise<void> {
    const sending = send(mail);
    underWay.add(sending);
    try {
      await sending;
    } finally {
      underWay.delete(sending);
    }
  }

  async function close(): Promise<void> {
    await Promise.allSettled(underWay);
    transport.close();
  }

  return { take, close, erase: async () => 0, purge: async () => 0 };
}

export function heeded(url: string): string {
  const { href, searchParams } = new URL(url);
  const options = [...searchParams].filter(([name]) => MAIL_URL_PARAMETERS.includes(name));
  const query = new URLSearchParams(options).toString();
  return `${href.split(/[?#]/, 1)[0]}${query && `?${query}`}`;
}

/** The fault without e-mail addresses. The error itself is not used: it contains the recipient and the server's raw answer. */
function faultOf({ code, command, response, responseCode, permanent }: NodemailerError): Error {
  // Only the codes: a server's message can repeat the recipient.
  const [detail = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '') ?? [];
  if (responseCode === undefined) return new Error(`The mail server took no mail (${code ?? 'no answer'})`);
  const message = `The mail server answered ${`${responseCode} ${detail}`.trim()} to ${command ?? 'the mail'}`;
  return permanent === true && isAboutRecipient(command, response ?? '')
    ? new MailRefusedError(message)
    : new Error(message);
}

/** `5.7.x` is policy: a server that does not permit this sender answers so to RCPT, and the operator can fix that. */
function isAboutRecipient(command: string | undefined, response: string): boolean {
  const [, subject] = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? [];
  if (command === 'RCPT TO') return subject === undefined || ['1', '2', '4', '5'].includes(subject);
  return command === 'DATA' && (subject === '1' || subject === '2');
}
