import { randomBytes } from 'node:crypto';

/** Names what a form is to make, when the form is made: sent twice, it makes one (D10). */
export function freshKey(): string {
  return `console-${randomBytes(12).toString('base64url')}`;
}
