import nodemailer, { type NodemailerError } from 'nodemailer';
import { oneLine } from '../web/clean.ts';
import { heeded } from './mail-server.ts';

/** Why a mail server would not accept mails. */
export interface MailServerFault {
  /** The kind of problem. */
  readonly kind:
    | 'unknown_host'
    | 'unreachable'
    /** It accepted the connection and sent no answer. */
    | 'silent'
    | 'certificate'
    /** It answers, but without TLS although the URL requires TLS from the start. */
    | 'no_tls'
    | 'login'
    /** It rejected the connection before a command, or is not a mail server. */
    | 'refused';
  /** The message of the server or the system, on one line, without the password. */
  readonly detail: string;
}

/**
 * Tests a mail server as the mailer uses it: connects, greets, encrypts if that is offered, and logs in if the URL has a user. Null if all steps
 * succeeded. Never rejects.
 * @param url `smtp://` or `smtps://`, as for the mailer
 * @param patienceMs limit for each step in milliseconds; defaults to 10,000
 */
export async function checkMailServer(url: string, patienceMs = 10_000): Promise<MailServerFault | null> {
  const transport = nodemailer.createTransport({
    url: heeded(url),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    dnsTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const failed = error as NodemailerError;
    return { kind: kindOf(failed), detail: oneLine(failed.response ?? failed.message) };
  } finally {
    transport.close();
  }
}

function kindOf({ code, message, ...rest }: NodemailerError): MailServerFault['kind'] {
  if (code === 'EDNS') return 'unknown_host';
  if (code === 'ETIMEDOUT') return 'silent';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login';
  if ('syscall' in rest && rest.syscall !== undefined) return 'unreachable';
  if (/wrong version number|packet length too long/i.test(message)) return 'no_tls';
  if (/certificate|altnames/i.test(message)) return 'certificate';
  return code === 'ESOCKET' || code === 'ECONNECTION' ? 'unreachable' : 'refused';
}
