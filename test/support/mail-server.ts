/** A real mail server on this machine. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An e-mail that has arrived. */
interface ArrivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly secure: boolean;
  readonly user: unknown;
}

export interface MailServer {
  readonly port: number;
  /** In the order of their arrival. */
  readonly arrived: readonly ArrivedMail[];
  close(): Promise<void>;
}

/** One that takes everything, unless `options` say otherwise. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
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
  const { port } = server.server.address() as AddressInfo;
  return { port, arrived, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}
