/** Sign-in of staff, without a password (D44). */
import { assertEmail, mailboxKeyOf } from '../../core/fields.ts';
import { networkOf } from '../../core/access/network.ts';
import { idInToken, isTokenOf, tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import {
  addressHashOf,
  ANY_BROWSER,
  isLinkGood,
  labelOf,
  LINK_MS,
  type SignInLink,
  type StaffCaller,
  staffCallerOf,
  type StaffMember,
} from '../../core/access/staff.ts';
import { linkRequest, linkUse } from '../../core/access/staff-steps.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { EMAIL_LENGTH_MAX } from '../../core/limits.ts';
import type { Language } from '../../core/location/location.ts';
import { HOUR_MS } from '../../core/instant.ts';
import type { SignInNote } from '../background/compose-mail.ts';
import type { App } from '../context.ts';
import { countAsking, linkMail } from '../link-mail.ts';
import { newRecordId } from '../../core/ids.ts';
import { browserMarkOf, isKnownBrowser } from './known-browser.ts';
import { type PasskeySignInActions, passkeySignInActions } from './passkeys.ts';
import { callerBySession, type Entered, leave, newSession, recallCaller } from './sessions.ts';

/** Limits per hour. Tablets of a restaurant share an IP address, and known browsers are counted separately. */
const LINKS = {
  ofKnownBrowser: 10,
  ofMailboxInNetwork: 8,
  ofAddress: 60,
  ofNetwork: 100,
  windowMs: HOUR_MS,
};

/** A request for a sign-in link. */
export interface SignInRequest {
  /** The e-mail address for the link; the answer does not reveal whether it is known. */
  readonly email: string;
  /** The secret of the browser's cookie: the link is valid only in this browser. */
  readonly browser: string;
  /** The IP address of the request: counted, not kept. */
  readonly clientAddress: string;
  /**
   * The marks that this browser got when members signed in ({@link Entered.browserMark}): requests with a mark have a separate limit, which other
   * browsers cannot use up. None by default.
   */
  readonly browserMarks?: readonly string[];
  /** The browser's name for itself, for the e-mail. */
  readonly label?: string;
  /** The language of the e-mail; default: the language of the member's location. */
  readonly language?: Language;
}

/** Sign-in and sign-out of staff (D44). All times use the storage's clock. */
export interface SignInActions {
  /**
   * Sends a link to the e-mail address, valid for 15 minutes, once, in the requesting browser. The answer and its duration are the same for
   * known and unknown addresses.
   *
   * A mailbox that got 30 e-mails within the hour gets no further one, except for a browser in which the member has signed in before. The answer
   * is the same.
   *
   * Throws `rate_limited` if this IP address, its network, this network for this mailbox, or this known browser has sent too many requests
   * within the hour, and `invalid_request` for an invalid e-mail address, or without a mailer.
   */
  ask(request: SignInRequest): Promise<void>;
  /**
   * The member of the link; `link_unknown` when it is unknown, used, expired, or opened in another browser. Makes no change, because
   * mail scanners open links.
   */
  open(link: {
    /** The last part of the link. */
    readonly token: string;
    /** The secret of the browser's cookie. */
    readonly browser: string;
  }): Promise<{
    /** The member's e-mail address. */
    readonly email: string;
  }>;
  /** Signs in by a link and uses it up; `link_unknown` like {@link open}. */
  enter(link: {
    /** The last part of the link. */
    readonly token: string;
    /** The secret of the browser's cookie. */
    readonly browser: string;
    /** The browser's name for itself. */
    readonly label: string;
  }): Promise<Entered>;
  /**
   * The member of this session; `session_unknown` if the session is invalid. It ends after 12 hours without a request, after 30 days, or by a
   * command (immediately in this process, within seconds in others).
   */
  caller(session: string): Promise<StaffCaller>;
  /** The member as last read by this process, up to 10 minutes ago; null if unknown. Use it only to show cached data while the database is unavailable. */
  recall(session: string): StaffCaller | null;
  /**
   * Calls `listener` when a member has been signed out or has other permissions, here or in another process, until the returned function is called.
   * For code that keeps a connection open for a {@link StaffCaller}. Sessions that expire are not reported.
   */
  watch(listener: () => void): () => void;
  /** Signs out. Repeating has no further effect. */
  leave(session: string): Promise<void>;
  /** The same by a passkey. */
  readonly passkeys: PasskeySignInActions;
}

export function signInActions(app: App): SignInActions {
  return {
    async ask(request) {
      const { email, browser, clientAddress, browserMarks = [], label = '', language = null } = request;
      assertEmail('email', email, EMAIL_LENGTH_MAX);
      const key = app.secretKeys[0];
      if (!key || !app.mailer)
        invalid('this server sends no mail: a secret key and a mailer must be configured');
      const addressHash = addressHashOf(email);
      const isKnown = isKnownBrowser(app, browserMarks, { addressHash, browser });
      if (isKnown) await count(app, `browser ${browser} of ${addressHash}`, LINKS.ofKnownBrowser);
      else await countStranger(app, mailboxKeyOf(email), clientAddress);
      const id = newRecordId('signin', app.random);
      const nowMs = await app.storage.nowMs();
      const link: SignInLink = {
        id,
        tokenHash: tokenHashOf(tokenOf(key, 'sign-in', id)),
        browserHash: tokenHashOf(browser),
        addressHash,
        label: labelOf(label),
        language,
        createdMs: nowMs,
        expiresMs: nowMs + LINK_MS,
      };
      const note: SignInNote = { kind: 'sign_in', signInId: id, isKnown };
      // Only the storage sees whether a member has the address, in a transaction that is the same for all, so the duration of the answer
      // does not differ.
      await app.storage.records.amend(linkRequest(link, [linkMail(id, note)]));
      app.wakeup.ring();
    },
    open: async (link) => ({ email: (await openLink(app, link)).member.email }),
    async enter({ label, ...given }) {
      const { link } = await openLink(app, given);
      const { token, session } = newSession(app, await app.storage.nowMs(), label);
      const member = await app.storage.records.amend(linkUse(link.id, session));
      if (!member) throw new BookingError('link_unknown');
      const browserMark = browserMarkOf(app, { addressHash: link.addressHash, browser: given.browser });
      return { session: token, caller: staffCallerOf(member, session), browserMark };
    },
    caller: (session) => callerBySession(app, session),
    recall: (session) => recallCaller(app, session),
    watch: (listener) => app.signedIn.watch(listener),
    leave: (session) => leave(app, session),
    passkeys: passkeySignInActions(app),
  };
}

/** Counts a request from an unknown browser, from the narrowest limit to the widest: a rejected request must not use up a limit that others share. */
async function countStranger(app: App, mailbox: string, clientAddress: string): Promise<void> {
  const network = networkOf(clientAddress);
  await count(app, `of ${mailbox} in ${network}`, LINKS.ofMailboxInNetwork);
  await count(app, `from ${clientAddress}`, LINKS.ofAddress);
  await count(app, `in ${network}`, LINKS.ofNetwork);
}

function count(app: App, who: string, limit: number): Promise<void> {
  return countAsking(app, { of: 'sign-in', who, limit, windowMs: LINKS.windowMs });
}

async function openLink(
  app: App,
  { token, browser }: { readonly token: string; readonly browser: string },
): Promise<{ readonly link: SignInLink; readonly member: StaffMember }> {
  const linkId = idInToken(token) ?? [];
  const found = await app.storage.records.read({ links: { id: linkId }, staff: { linkId } });
  const {
    links: [link],
    staff: [member],
    nowMs,
  } = found;
  if (
    !link ||
    !member ||
    !isTokenOf(token, link.tokenHash) ||
    !isOfBrowser(link, browser) ||
    !isLinkGood(link, nowMs)
  )
    throw new BookingError('link_unknown');
  return { link, member };
}

function isOfBrowser({ browserHash }: SignInLink, browser: string): boolean {
  return browserHash === ANY_BROWSER || isTokenOf(browser, browserHash);
}
