import { randomBytes } from 'node:crypto';
import type { PartnerCaller, RateStand } from '@bord/engine';

/** What is known of a request while it is being answered; the guard fills it in as far as it gets. */
export interface Exchange {
  readonly requestId: string;
  caller: PartnerCaller | null;
  rate: RateStand | null;
  /** Set when the caller may see the location. */
  locationId: string | null;
}

/** One answered request, for a log. Holds neither the key nor anything about a guest. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The route's template, such as `/v1/partner-api/bookings/:bookingId`; null for a path that has none. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** Null until the key is known to be good; so are the next two. */
  readonly keyId: string | null;
  readonly partner: string | null;
  readonly locationId: string | null;
}

/** 1–64 letters, digits, dots, underscores and hyphens: fit for a log and a header. */
const SANE_ID = /^[\w.-]{1,64}$/;

/** A new exchange, under the caller's `x-request-id` if that is sane, else under a fresh one. */
export function openExchange(headers: Pick<Headers, 'get'>): Exchange {
  const given = headers.get('x-request-id');
  const requestId = given !== null && SANE_ID.test(given) ? given : freshId();
  return { requestId, caller: null, rate: null, locationId: null };
}

/** Of this process alone. A counter behind it is all that a request id needs. */
const ORIGIN = randomBytes(6).toString('hex');
let made = 0;

function freshId(): string {
  made += 1;
  return `${ORIGIN}-${made.toString(36)}`;
}
