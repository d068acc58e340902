/** The file `/.well-known/security.txt` (RFC 9116): it names the address for reports of vulnerabilities. */

import { addDays, localDateAt } from '@bord/engine';

/** The reporting address of the project. Placeholder: replace it before the first release. */
export const SECURITY_CONTACT = 'mailto:security@bord.example';

/** The file must be read again after this time. */
const VALID_DAYS = 180;

export function securityText(publicUrl: string, nowMs: number): string {
  const expires = addDays(localDateAt('UTC', nowMs), VALID_DAYS);
  return [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
