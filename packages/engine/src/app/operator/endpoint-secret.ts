import { seal, SEAL_IV_BYTES, SIGNING_SECRET_BYTES, signingSecretOf } from '../../core/access/secret.ts';
import { invalid } from '../../core/errors.ts';
import type { App } from '../context.ts';

/** A new signing secret (D24), plain and sealed for storage. Throws `invalid_request` without a configured secret key. */
export function newSecret(app: App): { readonly secret: string; readonly sealed: string } {
  const key = app.secretKeys[0];
  if (!key) invalid('a secret key must be configured: signing secrets are kept encrypted');
  const secret = signingSecretOf(app.random.bytes(SIGNING_SECRET_BYTES));
  return { secret, sealed: seal(key, secret, app.random.bytes(SEAL_IV_BYTES)) };
}
