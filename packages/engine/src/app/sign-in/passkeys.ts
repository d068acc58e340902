/** Passkeys: how somebody who has signed in by a link signs in without one the next time (D44). What they sign is verified by who knows WebAuthn. */
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

/** Says whether a passkey has signed a challenge, and how often it has signed; null when it has not. */
export type VerifyPasskey = (
  passkey: Passkey,
  challenge: string,
) => Promise<{
  /** As the authenticator counts; 0 for one that does not. */
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
   * Signs in. `passkey_refused` when the challenge is not of this browser, over or used up, the passkey is not known, has not signed it, or has not counted
   * on since the last time: then it may have been copied.
   */
  enter(answer: {
    /** The secret of the browser's cookie. */
    readonly browser: string;
    /** The signed challenge. */
    readonly challenge: string;
    /** The credential's id, base64url. */
    readonly credentialId: string;
    /** The browser as it calls itself. */
    readonly label: string;
    /** Verifies the signature. */
    readonly verify: VerifyPasskey;
  }): Promise<Entered>;
}

/** The passkeys of somebody who is signed in. */
export interface PasskeyActions {
  /** Passkeys can be added and removed: this session was begun by a sign-in within the last 10 minutes. Otherwise the other calls throw `sign_in_again`. */
  isOpen(): Promise<boolean>;
  /** The challenge that a new passkey must sign: as in {@link PasskeySignInActions.challenge}, for this session. `sign_in_again` unless {@link isOpen}. */
  challenge(): Promise<string>;
  /**
   * Adds a passkey under a name, 1 to 100 characters, at most 20 of one person, and e-mails the member that it was added. `passkey_refused` when the
   * challenge is not of this session, over or used up, `verify` says null, or there is one of this id; `sign_in_again` unless {@link isOpen}.
   */
  add(made: {
    /** The signed challenge. */
    readonly challenge: string;
    /** By which its owner knows it. */
    readonly name: string;
    /** Verifies what the authenticator says of itself; null when it is not true. */
    readonly verify: (challenge: string) => Promise<MadePasskey | null>;
    /** The language of the e-mail; default: the language of the member's location. */
    readonly language?: Language;
  }): Promise<Passkey>;
  /** Those of this person, the oldest first. */
  list(): Promise<readonly Passkey[]>;
  /** Deletes one; repeating it has no further effect. Sessions that were begun by it continue. `sign_in_again` unless {@link isOpen}. */
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

/** The session of this caller, if it was begun a few minutes ago. A session that somebody has found open is not enough to add a way in that stays. */
async function recentSession(app: App, { staffId, sessionId }: StaffCaller): Promise<StaffSession | null> {
  const { sessions, nowMs } = await app.storage.records.read({ sessions: { id: sessionId } });
  return sessions.find((one) => one.staffId === staffId && isRecent(one, nowMs)) ?? null;
}

async function assertRecent(app: App, caller: StaffCaller): Promise<StaffSession> {
  const session = await recentSession(app, caller);
  if (!session) throw new BookingError('sign_in_again');
  return session;
}

/** A challenge names its holder and time, so that looking at the page writes nothing. Its use is recorded with the result. */
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
