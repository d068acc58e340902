/**
 * Writes docs/webhook-vectors.json: signatures against which receivers in any language can be tried.
 *
 *     node --conditions=@bord/source scripts/webhook-vectors.ts [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { signatureHeader } from '@bord/engine/adapters';
import { root } from './packages.ts';

const SECRET = 'whsec_3kX9vQm2LrT8yWb5NcZ7dFg1HjK4pS6aUeR0iOqVtYw';
const OTHER = 'whsec_7bNc2Vx9ZqL4mKj8HgF1dSa5PoI3uYt6ReW0rTyUiOp';
const T = 1_800_000_000;

const EVENT = JSON.stringify({
  id: 'bk_00Qm2LrT8yWb5NcZ7dFg1H:booking.created:1800000000',
  type: 'booking.created',
  created: T,
  data: {
    bookingId: 'bk_00Qm2LrT8yWb5NcZ7dFg1H',
    locationId: '00000000-0000-4000-8000-00000000d311',
    status: 'confirmed',
    startsAt: '2027-02-01T18:00:00Z',
    endsAt: '2027-02-01T19:30:00Z',
    partySize: 2,
    source: 'partner',
    channel: 'partner:acme',
    partnerBookingRef: 'ref-1',
    guest: null,
  },
});

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly t: number;
  readonly rawBody: string;
  readonly header: string;
  /** The receiver's clock, Unix seconds. */
  readonly now: number;
  readonly accepted: boolean;
}

function vector(name: string, given: Partial<Vector> = {}): Vector {
  const { secret = SECRET, t = T, rawBody = EVENT, now = t, accepted = true } = given;
  return {
    name,
    secret,
    t,
    rawBody,
    header: given.header ?? signatureHeader([secret], t, rawBody),
    now,
    accepted,
  };
}

const signed = signatureHeader([SECRET], T, EVENT);

/** One of each kind. */
export const vectors: readonly Vector[] = [
  vector('an event'),
  vector('letters beyond ASCII: the body is UTF-8', { rawBody: EVENT.replace('ref-1', 'Åsa 🍽') }),
  vector('escaped letters: the same event, other bytes, another signature', {
    rawBody: EVENT.replace('ref-1', String.raw`\u00c5sa`),
  }),
  vector('300 seconds old', { now: T + 300 }),
  vector('300 seconds ahead', { now: T - 300 }),
  vector('two signatures while the secret is rotated, the new one first', {
    header: signatureHeader([OTHER, SECRET], T, EVENT),
  }),
  vector('too old', { now: T + 301, accepted: false }),
  vector('too far ahead', { now: T - 301, accepted: false }),
  vector('another secret', { secret: OTHER, header: signed, accepted: false }),
  vector('one byte more', { rawBody: `${EVENT} `, header: signed, accepted: false }),
  vector('another time than the one signed', {
    header: signed.replace(`t=${T}`, `t=${T + 1}`),
    accepted: false,
  }),
  vector('no signature', { header: `t=${T}`, accepted: false }),
];

const path = resolve(root, 'docs/webhook-vectors.json');
const text = `${JSON.stringify({ scheme: 'v1 = hex(HMAC-SHA256(secret, t + "." + rawBody))', vectors }, null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (readFileSync(path, 'utf8') !== text) {
  console.error(`${path} is not current: run node --conditions=@bord/source scripts/webhook-vectors.ts`);
  process.exitCode = 1;
}
