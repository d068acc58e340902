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
import { newSessionId } from '../../core/ids.ts';

/** Somebody who has just signed in. */
export interface Entered {
  /** The session token that the browser must send from now on: 256 random bits, stored only as a hash. */
  readonly session: string;
  /** The member. */
  readonly caller: StaffCaller;
  /**
   * The mark that this browser must send when the member asks for a link again: see {@link SignInRequest.browserMarks}. Null if the session did not
   * begin in a named browser.
   */
  readonly browserMark: string | null;
}

const SESSION_BYTES = 32;
const SESSION = /^[\w-]{43}$/;

/** When a session was last used is written down so often at most. */
const SEEN_MS = MINUTE_MS;

export function newSession(
  app: App,
  nowMs: number,
  label: string,
): { readonly token: string; readonly session: Omit<NewSession, 'staffId'> } {
  const token = Buffer.from(app.random.bytes(SESSION_BYTES)).toString('base64url');
  const session = {
    id: newSessionId(app.random),
    tokenHash: tokenHashOf(token),
    createdMs: nowMs,
    seenMs: nowMs,
    expiresMs: nowMs + SESSION_MS,
    label: labelOf(label),
  };
  return { token, session };
}

/** Who sends this session; `session_unknown` when nobody is signed in by it. */
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
    // Deleted at once: a clock that is set back afterwards shall not bring it back (D45).
    if (session) await records.amend(removal('sessions', session.id)).catch(() => undefined);
    throw new BookingError('session_unknown');
  }
  // A database that takes no writes now can still say who it is.
  if (nowMs - session.seenMs >= SEEN_MS)
    await records.amend(sessionUse(session.id, nowMs)).catch(() => undefined);
  const caller = staffCallerOf(member, session);
  reading.keep(hash, caller);
  return caller;
}

/** The sessions that are good now, of one member or of all, the one that was used last first. */
export async function goodSessions(app: App, staffId?: string): Promise<readonly StaffSession[]> {
  const by = staffId === undefined ? {} : { staffId };
  const { sessions, nowMs } = await app.storage.records.read({ sessions: by });
  return sessions.filter((session) => isSessionGood(session, nowMs)).map(withoutHash);
}

/** Who it was as last read; null when nobody. */
export function recallCaller(app: App, token: string): StaffCaller | null {
  return app.signedIn.recall(tokenHashOf(token), app.clock.nowMs()) ?? null;
}

export async function leave(app: App, token: string): Promise<void> {
  const session = await app.storage.records.find('sessions', { tokenHash: tokenHashOf(token) });
  if (session) await app.storage.records.amend(removal('sessions', session.id));
  app.signedIn.clear();
}
