import type { Message } from '../core/outbox/message.ts';

/** Words messages and hands them to a mail server, or to a folder. */
export interface Mailer {
  /** Mails stay on this machine (a folder): nobody is written to by mistake (D26). */
  readonly isLocal: boolean;

  /**
   * Resolves when the message has been taken; rejects when it was not, and may be sent again. A {@link MailRefusedError} means that
   * trying again is no use: the address does not exist.
   */
  send(message: Message): Promise<void>;

  /** Erases the mails to an address that are kept here, such as in a folder; how many. What was sent cannot be had back. */
  erase(email: string): Promise<number>;

  /** Deletes the mails kept here that were written before this instant; how many. */
  purge(writtenBeforeMs: number): Promise<number>;

  /** Ends its connections. */
  close(): Promise<void>;
}

/** The server has refused the message for good. */
export class MailRefusedError extends Error {
  /** Always `MailRefusedError`. */
  override readonly name = 'MailRefusedError';
}
