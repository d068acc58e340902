import type { Mail } from './compose-mail.ts';

export interface Post {
  /** Resolves when the mail has been taken. Errors name no address. */
  take(mail: Mail): Promise<void>;

  /** Erases the mails to an address that are kept here; how many. */
  erase(email: string): Promise<number>;

  /** Deletes the mails kept here that were written before this instant; how many. */
  purge(writtenBeforeMs: number): Promise<number>;

  close(): Promise<void>;
}
