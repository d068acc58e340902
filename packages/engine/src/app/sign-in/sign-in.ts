/** How people of a house come in, without a password (D44). */
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
import { newSignInId } from '../../core/ids.ts';
import { browserMarkOf, isKnownBrowser } from './known-browser.ts';
import { type PasskeySignInActions, passkeySignInActions } from './passkeys.ts';
import { callerBySession, type Entered, leave, newSession, recallCaller } from './sessions.ts';

/** Limits per hour. Tablets of a restaurant share an IP address, and known browsers are counted apart from everybody else. */
const LINKS = {
  ofKnownBrowser: 10,
  ofMailboxInNetwork: 8,
  ofAddress: 60,
  ofNetwork: 100,
  windowMs: HOUR_MS,
};

/** Who asks for a link. */
export interface SignInRequest {
  /** Where the link is to go; nobody is told whether anybody has the address. */
  readonly email: string;
  /** What the browser has in a cookie that nobody can guess: the link is good there and nowhere else. */
  readonly browser: string;
  /** Where the request comes from: counted, not kept. */
  readonly clientAddress: string;
  /**
   * What this browser was given when members signed in there ({@link Entered.browserMark}): for one of them its requests have a limit of their own, which
   * other browsers cannot use up. None by default.
   */
  readonly browserMarks?: readonly string[];
  /** The browser as it calls itself, for the mail. */
  readonly label?: string;
  /** In which the mail is written; left out: the language of the member's house. */
  readonly language?: Language;
}

/** How people of a house sign in and out (D44). All times go by the storage's clock. */
export interface SignInActions {
  /**
   * Asks for a link, which is mailed to the address and good for 15 minutes, once, in the browser that asked. The answer, and what it takes, is the same
   * whether anybody has the address or not.
   *
   * A mailbox that got 30 e-mails within the hour gets no other one, except for a browser that the member has signed in with before. The answer is
   * the same.
   *
   * Throws `rate_limited` when this IP address, its network, this network for this mailbox, or this known browser has asked too often within the
   * hour, and `invalid_request` for text that is not an e-mail address, or where no mail is sent.
   */
  ask(request: SignInRequest): Promise<void>;
  /** Whose link it is; `link_unknown` when there is none such, it is used up or over, or this is another browser. Changes nothing: mail scanners open links. */
  open(link: {
    /** The last part of the link. */
    readonly token: string;
    /** What this browser has in its cookie. */
    readonly browser: string;
  }): Promise<{
    /** The member's address. */
    readonly email: string;
  }>;
  /** Signs in by a link and uses it up; `link_unknown` like {@link open}. */
  enter(link: {
    /** The last part of the link. */
    readonly token: string;
    /** What this browser has in its cookie. */
    readonly browser: string;
    /** The browser as it calls itself. */
    readonly label: string;
  }): Promise<Entered>;
  /**
   * Who sends this session; `session_unknown` when nobody is signed in by it: after 12 hours without a request, 30 days at most, and when it was ended,
   * in this process at once and in others within seconds.
   */
  caller(session: string): Promise<StaffCaller>;
  /** Who it was as last read by this process, up to 10 minutes ago; null when nobody. Only to show what is in memory while the database is away. */
  recall(session: string): StaffCaller | null;
  /**
   * Calls `listener` when somebody has been signed out, or may do other things than before, here or as another process has told, until the result is called: for whoever
   * holds something open for a {@link StaffCaller}, who may be none any more. Not told are sessions that end by themselves.
   */
  watch(listener: () => void): () => void;
  /** Signs out. Twice is once. */
  leave(session: string): Promise<void>;
  /** The same by a passkey. */
  readonly passkeys: PasskeySignInActions;
}

export function signInActions(app: App): SignInActions {
  return {
    ask: (request) => askForLink(app, request),
    open: async (link) => ({ email: (await openLink(app, link)).member.email }),
    enter: (link) => enterByLink(app, link),
    caller: (session) => callerBySession(app, session),
    recall: (session) => recallCaller(app, session),
    watch: (listener) => app.signedIn.watch(listener),
    leave: (session) => leave(app, session),
    passkeys: passkeySignInActions(app),
  };
}

async function askForLink(app: App, request: SignInRequest): Promise<void> {
  const { email, browser, clientAddress, browserMarks = [], label = '', language = null } = request;
  assertEmail('email', email, EMAIL_LENGTH_MAX);
  const key = app.secretKeys[0];
  if (!key || !app.mailer) invalid('this server sends no mail');
  const addressHash = addressHashOf(email);
  const isKnown = isKnownBrowser(app, browserMarks, { addressHash, browser });
  if (isKnown) await count(app, `browser ${browser} of ${addressHash}`, LINKS.ofKnownBrowser);
  else await countStranger(app, mailboxKeyOf(email), clientAddress);
  const id = newSignInId(app.random);
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
  // The storage alone sees whether a member has the address, in a transaction that is the same for all: an answer takes as long for each.
  await app.storage.records.amend(linkRequest(link, [linkMail(id, note)]));
  app.wakeup.ring();
}

/** Counts a request of which nothing is known. From the narrowest limit on: a rejected request must not use up a limit that others share. */
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

async function enterByLink(
  app: App,
  { label, ...given }: { readonly token: string; readonly browser: string; readonly label: string },
): Promise<Entered> {
  const { link } = await openLink(app, given);
  const { token, session } = newSession(app, await app.storage.nowMs(), label);
  const member = await app.storage.records.amend(linkUse(link.id, session));
  if (!member) throw new BookingError('link_unknown');
  const browserMark = browserMarkOf(app, { addressHash: link.addressHash, browser: given.browser });
  return { session: token, caller: staffCallerOf(member, session), browserMark };
}
