const SUSPECT_NAME = /token|manage|secret|signature|link|url/i;
/** A long word of letters, digits and the special characters of base64. */
const SUSPECT_VALUE = /^(?=.*\d)(?=.*[a-z])[\w+/=.~-]{20,}$/i;
/** Ids and values of the partner can be long words. */
const EXEMPT_NAME = /^id$|Id$|^partnerBookingRef$|^idempotencyKey$/;

/** A field that looks like a token or a link by which the guest manages the booking (§4.3.4); null when there is none. */
export function tokenIn(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null;
  for (const [name, value] of Object.entries(json)) {
    const inside = tokenIn(value);
    if (inside !== null) return `${name}.${inside}`;
    if (typeof value !== 'string' || EXEMPT_NAME.test(name)) continue;
    if (SUSPECT_NAME.test(name) || value.includes('://') || SUSPECT_VALUE.test(value))
      return `${name}: ${JSON.stringify(value)}`;
  }
  return null;
}
