/** Passkeys, with which a member who has signed in by a link signs in without one later (D44). The caller verifies the WebAuthn signatures. */
import { isTokenOf, signatureOf, tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import {
  addressHashOf,
  CLOCK_TOLERANCE_MS,
  isRecent,
  type Passkey,
  type StaffCaller,
  staffCallerOf,
  STAFF_NAME_LENGTH_MAX,
  type StaffSession,
} from '../../core/access/staff.ts';
import { removal } from '../../core/access/records.ts';
import { passkeyAddition, passkeyUse } from '../../core/access/staff-steps.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import type { Language } from '../../core/location/location.ts';
import { assertText } from '../../core/fields.ts';
import { MINUTE_MS } from '../../core/instant.ts';
import type { PasskeyNote } from '../background/compose-mail.ts';
import type { App } from '../context.ts';
import { linkMail } from '../link-mail.ts';
import { browserMarkOf } from './known-browser.ts';
import { type Entered, newSession } from './sessions.ts';

/** A passkey as its authenticator made it. */
export type MadePasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>;

/** Verifies that a passkey has signed a challenge, and returns its signature counter; null if it has not. */
export type VerifyPasskey = (
  passkey: Passkey,
  challenge: string,
) => Promise<{
  /** The authenticator's counter; 0 without one. */
  readonly counter: number;
} | null>;

/** Signing in by a passkey. */
export interface PasskeySignInActions {
  /** The challenge that the passkey must sign: base64url, valid for 5 minutes, once, in this browser. Writes no data. */
  challenge(of: {
    /** The secret of the browser's cookie. */
    readonly browser: string;
  }): Promise<string>;
  /**
   * Signs in. `passkey_refused` if the challenge is of another browser, expired or used, or if the passkey is unknown or has not signed it. Also
   * if its counter has not increased, so that it can be a copy.
   */
  enter(answer: {
    /** The secret of the browser's cookie. */
    readonly browser: string;
    /** The signed challenge. */
    readonly challenge: string;
    /** The credential's id, base64url. */
    readonly credentialId: string;
    /** The browser's name for itself. */
    readonly label: string;
    /** Verifies the signature. */
    readonly verify: VerifyPasskey;
  }): Promise<Entered>;
}

/** The passkeys of a signed-in member. */
export interface PasskeyActions {
  /** Whether passkeys can be added and removed: this session began by a sign-in within the last 10 minutes. Otherwise the other calls throw `sign_in_again`. */
  isOpen(): Promise<boolean>;
  /** The challenge that a new passkey must sign: as in {@link PasskeySignInActions.challenge}, for this session. `sign_in_again` unless {@link isOpen}. */
  challenge(): Promise<string>;
  /**
   * Adds a passkey with a name of 1 to 100 characters, at most 20 for one member, and notifies the member by e-mail. `passkey_refused` if the
   * challenge is of another session, expired or used, if `verify` returns null, or if the id exists; `sign_in_again` unless {@link isOpen}.
   */
  add(made: {
    /** The signed challenge. */
    readonly challenge: string;
    /** The owner's name for it. */
    readonly name: string;
    /** Verifies the authenticator's response; null if it is invalid. */
    readonly verify: (challenge: string) => Promise<MadePasskey | null>;
    /** The language of the e-mail; default: the language of the member's location. */
    readonly language?: Language;
  }): Promise<Passkey>;
  /** The passkeys of this member, the oldest first. */
  list(): Promise<readonly Passkey[]>;
  /** Deletes a passkey. Idempotent. Sessions that began with it continue. `sign_in_again` unless {@link isOpen}. */
  remove(passkeyId: string): Promise<void>;
}

const CHALLENGE_MS = 5 * MINUTE_MS;
const PASSKEYS_MAX = 20;

export function passkeySignInActions(app: App): PasskeySignInActions {
  return {
    challenge: ({ browser }) => newChallenge(app, `browser ${browser}`),
    async enter({ browser, challenge, credentialId, label, verify }) {
      await assertChallenge(app, `browser ${browser}`, challenge);
      const passkey = await app.storage.records.find('passkeys', { id: credentialId });
      const verified = passkey && (await verify(passkey, challenge));
      if (!verified) throw new BookingError('passkey_refused');
      const { token, session } = newSession(app, await app.storage.nowMs(), label);
      const use = {
        passkeyId: passkey.id,
        challengeHash: tokenHashOf(challenge),
        counter: verified.counter,
      };
      const member = await app.storage.records.amend(passkeyUse(use, session));
      if (!member) throw new BookingError('passkey_refused');
      const browserMark = browserMarkOf(app, { addressHash: addressHashOf(member.email), browser });
      return { session: token, caller: staffCallerOf(member, session), browserMark };
    },
  };
}

export function passkeyActions(app: App, caller: StaffCaller): PasskeyActions {
  const { staffId, sessionId } = caller;
  const { records } = app.storage;
  return {
    isOpen: async () => (await recentSession(app, caller)) !== null,
    async challenge() {
      await assertRecent(app, caller);
      return newChallenge(app, `session ${sessionId}`);
    },
    async add({ challenge, name, verify, language = null }) {
      const { label } = await assertRecent(app, caller);
      assertText('name', name, STAFF_NAME_LENGTH_MAX);
      await assertChallenge(app, `session ${sessionId}`, challenge);
      const known = await records.list('passkeys', { staffId });
      if (known.length >= PASSKEYS_MAX)
        throw new BookingError('conflict', `${PASSKEYS_MAX} passkeys are enough: remove one first`);
      const made = await verify(challenge);
      if (!made) throw new BookingError('passkey_refused');
      const { id, publicKey, counter, transports } = made;
      const createdMs = await app.storage.nowMs();
      const passkey = { id, publicKey, counter, transports, staffId, name, createdMs, usedMs: null };
      const challengeHash = tokenHashOf(challenge);
      const note: PasskeyNote = {
        kind: 'passkey_added',
        staffId,
        passkeyId: id,
        browser: label,
        language,
        madeMs: createdMs,
      };
      const mail = linkMail(`passkey_${challengeHash.slice(0, 24)}`, note);
      const isAdded = await records.amend(passkeyAddition(passkey, challengeHash, [mail]));
      if (!isAdded) throw new BookingError('passkey_refused');
      app.wakeup.ring();
      return passkey;
    },
    list: () => records.list('passkeys', { staffId }),
    async remove(passkeyId) {
      await assertRecent(app, caller);
      await records.amend(removal('passkeys', passkeyId, staffId));
    },
  };
}

/** The session of this caller, if it began a few minutes ago. A session that was left open must not suffice to add a permanent sign-in method. */
async function recentSession(app: App, { staffId, sessionId }: StaffCaller): Promise<StaffSession | null> {
  const { sessions, nowMs } = await app.storage.records.read({ sessions: { id: sessionId } });
  return sessions.find((one) => one.staffId === staffId && isRecent(one, nowMs)) ?? null;
}

async function assertRecent(app: App, caller: StaffCaller): Promise<StaffSession> {
  const session = await recentSession(app, caller);
  if (!session) throw new BookingError('sign_in_again');
  return session;
}

/** A challenge contains its holder and time, so making it writes no data. Its use is recorded with the result. */
async function newChallenge(app: App, holder: string): Promise<string> {
  const random = Buffer.from(app.random.bytes(16)).toString('base64url');
  return signed(app, holder, `${(await app.storage.nowMs()).toString(36)}_${random}`);
}

/** Throws `passkey_refused` unless the challenge was made for this holder within the last minutes. */
async function assertChallenge(app: App, holder: string, challenge: string): Promise<void> {
  const [body = '', sign] = partsOf(challenge);
  const isOurs =
    sign !== undefined &&
    app.secretKeys.some((key) =>
      isTokenOf(
        challenge,
        tokenHashOf(`${body}${signatureOf(tokenOf(key, 'passkey', `${holder} ${body}`))}`),
      ),
    );
  const madeMs = Number.parseInt(body.split('_')[0]!, 36);
  const nowMs = await app.storage.nowMs();
  if (!isOurs || !(madeMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < madeMs + CHALLENGE_MS))
    throw new BookingError('passkey_refused');
}

function signed(app: App, holder: string, body: string): string {
  const key = app.secretKeys[0];
  if (!key) invalid('a secret key must be configured');
  return body + signatureOf(tokenOf(key, 'passkey', `${holder} ${body}`));
}

function partsOf(challenge: string): readonly [body?: string, signature?: string] {
  return challenge.length > 43 ? [challenge.slice(0, -43), challenge.slice(-43)] : [];
}
