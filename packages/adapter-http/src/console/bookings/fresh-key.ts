import { randomBytes } from 'node:crypto';

/** The idempotency key of a form, made with the form: sent twice, it creates one (D10). */
export function freshKey(): string {
  return `console-${randomBytes(12).toString('base64url')}`;
}
