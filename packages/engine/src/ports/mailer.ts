import type { Message } from '../core/outbox/message.ts';

/** Writes messages as e-mails and sends them to a mail server, or to a folder. */
export interface Mailer {
  /** E-mails stay on this machine (a folder), so they cannot be sent by mistake (D26). */
  readonly isLocal: boolean;

  /**
   * Resolves when the message has been accepted; rejects when it was not, and can be retried. A {@link MailRefusedError} means that a retry is
   * useless: the address does not exist.
   */
  send(message: Message): Promise<void>;

  /** Erases the stored e-mails to an address, such as in a folder, and returns their number. Sent e-mails are not affected. */
  erase(email: string): Promise<number>;

  /** Deletes the stored e-mails that were written before this instant, and returns their number. */
  purge(writtenBeforeMs: number): Promise<number>;

  /** Ends its connections. */
  close(): Promise<void>;
}

/** The server has rejected the message permanently. */
export class MailRefusedError extends Error {
  /** Always `MailRefusedError`. */
  override readonly name = 'MailRefusedError';
}
