import type { Mail } from './compose-mail.ts';

export interface Post {
  /** Resolves when the mail was accepted. Errors contain no e-mail address. */
  take(mail: Mail): Promise<void>;

  /** Erases the stored mails to an e-mail address; returns their number. */
  erase(email: string): Promise<number>;

  /** Deletes the stored mails that were written before this instant; returns their number. */
  purge(writtenBeforeMs: number): Promise<number>;

  close(): Promise<void>;
}
