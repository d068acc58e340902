import { domainToASCII } from 'node:url';

/**
 * The form in which two spellings of one e-mail address are the same: without case, composed (NFC), the domain as DNS has it. For
 * comparing only: mail goes to the address as it was given.
 */
export function emailKeyOf(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return lowered(address);
  const domain = address.slice(at + 1);
  return `${lowered(address.slice(0, at))}@${domainToASCII(domain) || lowered(domain)}`;
}

/** Whose mailbox it is, as far as can be seen: `you+bord@example.com` is `you@example.com`. For counting only. */
export function mailboxKeyOf(address: string): string {
  return emailKeyOf(address).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/** Lower case may take a letter apart (`İ`), so it is composed once more. */
function lowered(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}
