import addressparser from 'nodemailer/lib/addressparser';

export interface Sender {
  /** Shown if a mail has no other name; can be empty. */
  readonly name: string;
  readonly address: string;
}

/** Reads `Bord <no-reply@example.se>`, or only an e-mail address. Throws unless there is exactly one address. */
export function readSender(text: string): Sender {
  const [sender, ...others] = addressparser(text, { flatten: true });
  if (!sender || others.length > 0 || !/^[^\s@<>]+@[^\s@<>]+$/.test(sender.address)) {
    throw new Error('The sender of mails must be one address, such as Bord <no-reply@example.se>');
  }
  return sender;
}

/** `example.se` */
export function domainOf({ address }: Sender): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
