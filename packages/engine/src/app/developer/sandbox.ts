import { insertion } from '../../core/access/records.ts';
import { assertEmail, assertText, mailboxKeyOf } from '../../core/fields.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { HOUR_MS, SECOND_MS } from '../../core/instant.ts';
import {
  DEMO_BOOKING_HOURS,
  EMAIL_LENGTH_MAX,
  SIGN_UP_HOURS,
  SIGN_UP_WINDOW_SECONDS,
  SYSTEM_LENGTH_MAX,
} from '../../core/limits.ts';
import { networkOf } from '../../core/access/network.ts';
import { idInToken, isTokenOf, tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import type { SignUp } from '../../core/access/sign-up.ts';
import type { SignUpNote } from '../background/compose-mail.ts';
import { quietCancel } from '../change-booking.ts';
import type { App } from '../context.ts';
import { countAsking, linkMail } from '../link-mail.ts';
import { findBooking } from '../read-booking.ts';
import { type MadeApiKey, makeSandboxKey } from '../operator/keys.ts';
import { newRecordId } from '../../core/ids.ts';
import { trustedNowMs } from '../trusted-time.ts';
import type { PartnerCaller } from '../../core/access/policy.ts';
import { type ListeningActions, listeningActions } from './listening.ts';

/** Limits per hour, so that no mailbox is flooded and one network cannot use up the server's limit. */
const SIGN_UPS = {
  ofMailbox: 5,
  ofAddress: 20,
  ofNetwork: 30,
  ofAll: 500,
  windowMs: SIGN_UP_WINDOW_SECONDS * SECOND_MS,
};

/** The developer who signs up for a sandbox key. */
export interface SignUpRequest {
  /** The e-mail address for the link, as typed; tags such as `+bord` count as the same mailbox. */
  readonly email: string;
  /** The maker's name of the program that will use the key; 1 to 200 characters. */
  readonly system: string;
  /** The IP address of the request: counted, not kept. */
  readonly clientAddress: string;
}

/** How a developer gets a sandbox key (§5.8, D20). */
export interface SandboxActions {
  /**
   * Requests a sandbox key: a link is sent to the e-mail address (§5.8). The answer is the same for known and unknown addresses.
   *
   * Throws `rate_limited` if this client, its network, this mailbox, or all clients together have exceeded their limit of the hour.
   */
  signUp(request: SignUpRequest): Promise<void>;
  /** Reads the sign-up of a verification link without a change, because mail scanners open links; `link_unknown` if the link is unknown, expired or used. */
  open(token: string): Promise<SignUp>;
  /**
   * Makes the key of a sign-up, once (D20). Throws `conflict` if the address has three active keys, and `link_unknown` like {@link open}; the
   * sign-up can then be used again.
   */
  takeKey(request: {
    /** The location that the key is for: the demo location's id. */
    readonly locationId: string;
    /** The token of the verification link. */
    readonly token: string;
  }): Promise<MadeApiKey>;
  /** Event sessions for the holder of a sandbox key. Cheap to create for each request. */
  listening(caller: PartnerCaller): ListeningActions;
}

export function sandboxActions(app: App): SandboxActions {
  return {
    async signUp({ email, system, clientAddress }) {
      assertEmail('email', email, EMAIL_LENGTH_MAX);
      assertText('system', system, SYSTEM_LENGTH_MAX);
      const key = app.secretKeys[0];
      if (!key || !app.mailer)
        invalid('this server sends no mail: a secret key and a mailer must be configured');
      // From the narrowest limit to the widest: a request rejected by one must not use up a limit that others share.
      await count(app, `from ${clientAddress}`, SIGN_UPS.ofAddress);
      await count(app, `in ${networkOf(clientAddress)}`, SIGN_UPS.ofNetwork);
      await count(app, `of ${mailboxKeyOf(email)}`, SIGN_UPS.ofMailbox);
      await count(app, 'all', SIGN_UPS.ofAll);
      const id = newRecordId('signup', app.random);
      const nowMs = app.clock.nowMs();
      const signUp: SignUp = {
        id,
        tokenHash: tokenHashOf(tokenOf(key, 'sign-up', id)),
        email,
        system,
        createdMs: nowMs,
        expiresMs: nowMs + SIGN_UP_HOURS * HOUR_MS,
        keyId: null,
      };
      const note: SignUpNote = { kind: 'sign_up', signUpId: id };
      await app.storage.records.amend(insertion('signUps', signUp, [linkMail(id, note)]));
      app.wakeup.ring();
    },
    open: (token) => openSignUp(app, token),
    async takeKey({ locationId, token }) {
      const signUp = await openSignUp(app, token);
      return makeSandboxKey(app, { locationId, email: signUp.email, system: signUp.system }, signUp.id);
    },
    listening: (caller) => listeningActions(app, caller),
  };
}

function count(app: App, who: string, limit: number): Promise<void> {
  return countAsking(app, { of: 'sign-up', who, limit, windowMs: SIGN_UPS.windowMs });
}

async function openSignUp(app: App, token: string): Promise<SignUp> {
  const signUpId = idInToken(token);
  const signUp = signUpId === null ? null : await app.storage.records.find('signUps', { id: signUpId });
  if (
    !signUp ||
    !isTokenOf(token, signUp.tokenHash) ||
    signUp.keyId !== null ||
    app.clock.nowMs() >= signUp.expiresMs
  )
    throw new BookingError('link_unknown');
  return signUp;
}

/** Bookings per read. */
const SWEEP_PAGE = 200;

/**
 * Cancels confirmed bookings of the demo location that are more than 24 hours old, with events and without e-mails (D20, §8), and returns their
 * number. The guests are fictitious, and the developers need no message. Throws `conflict` while the storage's clock is not trusted (D45).
 */
export async function sweepSandbox(app: App, locationId: string): Promise<number> {
  return sweepOlder(app, locationId, await trustedNowMs(app), async () => undefined);
}

/** {@link sweepSandbox} at an instant; `renew` is called after each page. */
export async function sweepOlder(
  app: App,
  locationId: string,
  nowMs: number,
  renew: () => Promise<void>,
): Promise<number> {
  const createdMs = nowMs - DEMO_BOOKING_HOURS * HOUR_MS;
  let cancelled = 0;
  for (;;) {
    const ids = await app.storage.bookings.liveCreatedBefore(locationId, createdMs, SWEEP_PAGE);
    if (ids.length === 0) return cancelled;
    let done = 0;
    for (const id of ids) {
      const booking = await findBooking(app, id, null);
      const outcome = booking && (await quietCancel(app, booking));
      if (outcome?.kind === 'changed') done += 1;
    }
    cancelled += done;
    if (done === 0) return cancelled; // others are cancelling them
    await renew();
  }
}
