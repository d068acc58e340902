import { tokenHashOf } from '../../core/access/secret.ts';
import {
  isSessionGood,
  labelOf,
  type NewSession,
  SESSION_MS,
  type StaffCaller,
  staffCallerOf,
  type StaffSession,
  withoutHash,
} from '../../core/access/staff.ts';
import { removal } from '../../core/access/records.ts';
import { sessionUse } from '../../core/access/staff-steps.ts';
import { BookingError } from '../../core/errors.ts';
import { MINUTE_MS } from '../../core/instant.ts';
import type { App } from '../context.ts';
import { newRecordId } from '../../core/ids.ts';

/** A member who has just signed in. */
export interface Entered {
  /** The session token that the browser must send from now on: 256 random bits, stored only as a hash. */
  readonly session: string;
  /** The member. */
  readonly caller: StaffCaller;
  /**
   * The mark that this browser must send when the member requests another link: see {@link SignInRequest.browserMarks}. Null if the session did
   * not begin in a named browser.
   */
  readonly browserMark: string | null;
}

const SESSION_BYTES = 32;
const SESSION = /^[\w-]{43}$/;

/** The time between two writes of a session's last use. */
const SEEN_MS = MINUTE_MS;

export function newSession(
  app: App,
  nowMs: number,
  label: string,
): { readonly token: string; readonly session: Omit<NewSession, 'staffId'> } {
  const token = Buffer.from(app.random.bytes(SESSION_BYTES)).toString('base64url');
  const session = {
    id: newRecordId('ss', app.random),
    tokenHash: tokenHashOf(token),
    createdMs: nowMs,
    seenMs: nowMs,
    expiresMs: nowMs + SESSION_MS,
    label: labelOf(label),
  };
  return { token, session };
}

/** The member of this session; throws `session_unknown` if it is invalid. */
export async function callerBySession(app: App, token: string): Promise<StaffCaller> {
  if (!SESSION.test(token)) throw new BookingError('session_unknown');
  const hash = tokenHashOf(token);
  const begunMs = app.clock.nowMs();
  const known = app.signedIn.find(hash, begunMs);
  if (known) return known;
  const reading = app.signedIn.reading(begunMs);
  const { records } = app.storage;
  const found = await records.read({ sessions: { tokenHash: hash }, staff: { tokenHash: hash } });
  const {
    nowMs,
    sessions: [session],
    staff: [member],
  } = found;
  if (!session || !member || !isSessionGood(session, nowMs)) {
    app.signedIn.drop(hash);
    // Deleted immediately: a clock that is set back later must not make it valid again (D45).
    if (session) await records.amend(removal('sessions', session.id)).catch(() => undefined);
    throw new BookingError('session_unknown');
  }
  // Reading suffices: the database may not take writes now.
  if (nowMs - session.seenMs >= SEEN_MS)
    await records.amend(sessionUse(session.id, nowMs)).catch(() => undefined);
  const caller = staffCallerOf(member, session);
  reading.keep(hash, caller);
  return caller;
}

/** The valid sessions of one member or of all, the most recently used first. */
export async function goodSessions(app: App, staffId?: string): Promise<readonly StaffSession[]> {
  const by = staffId === undefined ? {} : { staffId };
  const { sessions, nowMs } = await app.storage.records.read({ sessions: by });
  return sessions.filter((session) => isSessionGood(session, nowMs)).map(withoutHash);
}

/** The member as last read; null if unknown. */
export function recallCaller(app: App, token: string): StaffCaller | null {
  return app.signedIn.recall(tokenHashOf(token), app.clock.nowMs()) ?? null;
}

export async function leave(app: App, token: string): Promise<void> {
  const session = await app.storage.records.find('sessions', { tokenHash: tokenHashOf(token) });
  if (session) await app.storage.records.amend(removal('sessions', session.id));
  app.signedIn.clear();
}
