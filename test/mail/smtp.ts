/** A real mail server on this machine. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer } from '@bord/adapter-http/mail';
import type { Mailer } from '@bord/engine';
import { onTestFinished } from 'vitest';
import { FROM, NOW_MS, PUBLIC_URL } from './mails.ts';

/** What has arrived at a server. */
interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly secure: boolean;
  readonly user: unknown;
}

/** A mail server that takes everything, unless `options` say otherwise. */
export async function aMailServer(options: SMTPServerOptions = {}) {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
          secure: session.secure,
          user: session.user,
        });
        done();
      });
    },
    logger: false,
    ...options,
  });
  server.on('error', () => undefined); // connections that the mailer gives up
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { port, arrived };
}

/** A mailer that sends to a server on this machine. */
export function mailerTo(
  port: number,
  { url = `smtp://127.0.0.1:${port}`, deadlineMs = 20_000 } = {},
): Mailer {
  const mailer = createMailer({
    transport: { kind: 'smtp', url },
    from: FROM,
    publicUrl: PUBLIC_URL,
    deadlineMs,
    nowMs: () => NOW_MS,
  });
  onTestFinished(() => mailer.close());
  return mailer;
}

/** The answer of a server that refuses. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** What a promise was rejected with. */
export async function faultOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error('It was not rejected.');
    },
    (error: unknown) => error as Error,
  );
}
