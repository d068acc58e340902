/** Looking at the demo restaurant's console with a sandbox key. */
import { type ApiKeyRecord, isActive } from '../../core/access/api-key.ts';
import { isSandboxPartner } from '../../core/access/policy.ts';
import { idInToken, isTokenOf, tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import { CLOCK_TOLERANCE_MS, type StaffCaller } from '../../core/access/staff.ts';
import { BookingError } from '../../core/errors.ts';
import { HOUR_MS, SECOND_MS } from '../../core/time/interval.ts';
import { authenticate } from '../partner/authenticate.ts';
import type { App } from '../shared/context.ts';
import type { Entered } from '../staff/sessions.ts';

/** A visit is over after so long, however often it is used. */
const VISIT_MS = 12 * HOUR_MS;

/**
 * Lets somebody in by a sandbox key: as a host who knows the bookings of this key only. The session is derived from the key's id, the time and the
 * server's secret, and stored nowhere; it ends after 12 hours, and with the key.
 */
export async function beginVisit(app: App, key: string): Promise<Entered> {
  const [secret] = app.secretKeys;
  const { keyId, partner } = await authenticate(app, key);
  const record = isSandboxPartner(partner) ? await app.storage.keys.find(keyId) : null;
  if (!secret || !record) throw new BookingError('key_invalid');
  const began = Math.floor(app.clock.nowMs() / SECOND_MS);
  return { session: tokenOf(secret, 'visit', `${keyId}_${began}`), caller: visitorOf(record) };
}

/** It has the form of a visit's session, and not that of a member's. */
export function isVisit(session: string): boolean {
  return idInToken(session) !== null;
}

/** Who visits by this session; `session_unknown` for one that is no more, or was never given. */
export async function callerByVisit(app: App, session: string): Promise<StaffCaller> {
  const nowMs = app.clock.nowMs();
  const id = idInToken(session) ?? '';
  const [, keyId = '', began] = /^(.+)_(\d{1,12})$/.exec(id) ?? [];
  const beganMs = Number(began) * SECOND_MS;
  const isGiven = app.secretKeys.some((key) => isTokenOf(session, tokenHashOf(tokenOf(key, 'visit', id))));
  const isGood = isGiven && beganMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < beganMs + VISIT_MS;
  if (!isGood) throw new BookingError('session_unknown');
  const hash = tokenHashOf(session);
  const known = app.signedIn.find(hash, nowMs);
  if (known) return known;
  const reading = app.signedIn.reading(nowMs);
  const record = await app.storage.keys.find(keyId);
  if (!record || !isActive(record, nowMs) || !isSandboxPartner(record.partner)) {
    app.signedIn.drop(hash);
    throw new BookingError('session_unknown');
  }
  const caller = visitorOf(record);
  reading.keep(hash, caller);
  return caller;
}

/** All visits by one key are one visitor: so limits count them together. */
function visitorOf({ id, partner, system, locationIds }: ApiKeyRecord): StaffCaller {
  return {
    staffId: id,
    name: system ?? partner,
    sessionId: `visit_${id}`,
    roles: (locationIds ?? []).map((locationId) => ({ locationId, role: 'host' })),
    sight: `partner:${partner}`,
  };
}
