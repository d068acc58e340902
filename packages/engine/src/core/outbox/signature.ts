/** How deliveries are signed (§6.4). */
import { createHmac } from 'node:crypto';

/** Lower-case hex of HMAC-SHA256 over `<t>.<rawBody>`. */
export function signatureOf(secret: string, t: number, rawBody: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
}

/** The header `x-partner-signature`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each valid secret, the newest first (D24). */
export function signatureHeader(secrets: readonly string[], t: number, rawBody: string | Uint8Array): string {
  return [`t=${t}`, ...secrets.map((secret) => `v1=${signatureOf(secret, t, rawBody)}`)].join(',');
}
