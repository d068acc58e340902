/** How deliveries are signed, and how a receiver checks them (§6.4). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_TOLERANCE_SECONDS } from './limits.ts';

/** Lower-case hex of HMAC-SHA256 over `<t>.<rawBody>`. */
export function signatureOf(secret: string, t: number, rawBody: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
}

/**
 * The header `x-partner-signature`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each live secret, the newest first
 * (D24).
 */
export function signatureHeader(secrets: readonly string[], t: number, rawBody: string | Uint8Array): string {
  return [`t=${t}`, ...secrets.map((secret) => `v1=${signatureOf(secret, t, rawBody)}`)].join(',');
}

/**
 * Checks a delivery as §6.4 asks of receivers: the raw body's signature in constant time, and its age.
 *
 * @param header the value of `x-partner-signature`
 * @param rawBody the body as it arrived, byte for byte
 * @param nowSeconds the receiver's clock, Unix seconds
 */
export function isSignedBy(
  secret: string,
  header: string,
  rawBody: string | Uint8Array,
  nowSeconds: number,
): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2) as [string, string?]);
  const t = Number(parts.find(([name]) => name === 't')?.[1] ?? NaN);
  if (!Number.isInteger(t) || Math.abs(nowSeconds - t) > SIGNATURE_TOLERANCE_SECONDS) return false;
  const bytes = new TextEncoder();
  const expected = bytes.encode(signatureOf(secret, t, rawBody));
  return parts.some(([name, hex]) => {
    const given = bytes.encode(hex);
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
