/** A real mail server on this machine, and mailers that use it. */
import type { SMTPServerOptions } from 'smtp-server';
import { createMailer } from '@bord/adapter-http/mail';
import type { Mailer } from '@bord/engine';
import { onTestFinished } from 'vitest';
import { openMailServer } from '../support/mail-server.ts';
import { FROM, NOW_MS, PUBLIC_URL } from './mails.ts';

/** A mail server that takes everything, unless `options` say otherwise, until the test is over. */
export async function aMailServer(options: SMTPServerOptions = {}) {
  const server = await openMailServer(options);
  onTestFinished(() => server.close());
  return server;
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

/** The error of a rejected promise. */
export async function faultOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error('It was not rejected.');
    },
    (error: unknown) => error as Error,
  );
}
