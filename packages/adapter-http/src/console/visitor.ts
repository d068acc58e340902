/** The sender of a request to the console, as far as the request itself says: cookies, language, and whether a form is one of ours. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { BookingError, type Engine, type Language, type StaffCaller } from '@bord/engine';
import { readQuery } from '../http/http-request.ts';
import { type ConsoleWords, consoleWordsIn, languageOf, preferredLanguage } from '../i18n/languages.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Query } from '../web/page-route.ts';

export interface Visitor {
  readonly headers: Pick<Headers, 'get'>;
  readonly target: string;
  readonly query: Query;
  readonly language: Language;
  readonly words: ConsoleWords;
  readonly root: string;
  readonly cookies: ConsoleCookies;
  readonly session: string | null;
  /** Only the content of `<main>` is wanted, by the script (`x-bord-fragment: 1`). */
  readonly wantsFragment: boolean;
  readonly nowMs: number;
}

/** @throws `invalid_request` where the query names something twice */
export function visitorOf(
  { root, cookies }: Site,
  { headers, path, search }: Pick<HttpRequest, 'headers' | 'path' | 'search'>,
  nowMs: number,
): Visitor {
  const query = readQuery(search);
  const cookie = headers.get('cookie');
  const wantsFragment = headers.get('x-bord-fragment') !== null;
  const language =
    languageOf(query['lang']) ??
    languageOf(cookies.read(cookie, 'language')) ??
    preferredLanguage(headers.get('accept-language'));
  return {
    headers,
    target: path + search,
    query,
    language,
    words: consoleWordsIn(language),
    root,
    cookies,
    session: cookies.read(cookie, 'session'),
    wantsFragment,
    nowMs,
  };
}

/** Settings that follow from the public URL. */
export interface Site {
  readonly publicUrl: string;
  readonly origin: string;
  /** The path below which people see the console. */
  readonly root: string;
  readonly cookies: ConsoleCookies;
}

export function siteAt(publicUrl: string): Site {
  const { origin, pathname } = new URL(publicUrl);
  const root = `${pathname.replace(/\/+$/, '')}/console`;
  return { publicUrl, origin, root, cookies: consoleCookies(publicUrl) };
}

/** The mark of this browser; null before it was here. */
export function browserOf({ cookies, headers }: Visitor): string | null {
  return cookies.read(headers.get('cookie'), 'browser');
}

/** The marks of those who have signed in here before, the last one first. */
export function knownIn({ cookies, headers }: Visitor): readonly string[] {
  return (cookies.read(headers.get('cookie'), 'known') ?? '').split('.', KNOWN_MAX);
}

/** Members who are remembered in one browser: the staff of a restaurant share its tablet. */
export const KNOWN_MAX = 20;

/** As she chose it in this browser; else as the browser would have it. */
export function languageFor(headers: Pick<Headers, 'get'>, cookies: ConsoleCookies): Language {
  return (
    languageOf(cookies.read(headers.get('cookie'), 'language')) ??
    preferredLanguage(headers.get('accept-language'))
  );
}

/** A path of the console; the console itself for anything else. */
export function wantedPath(root: string, wanted: string | null | undefined): string {
  const base = 'http://bord.invalid';
  if (!wanted || !URL.canParse(wanted, base)) return root;
  const { origin, pathname, search } = new URL(wanted, base);
  const isConsole = pathname === root || pathname.startsWith(`${root}/`);
  return origin === base && isConsole && !pathname.startsWith(`${root}/sign-`) ? pathname + search : root;
}

/** Encrypted, or never leaving this machine, by the public URL and by this request. Gives no permission (D55). */
export function isPrivate(publicUrl: string, headers: Pick<Headers, 'get'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return true;
  for (const name of OF_PROXIES) if (headers.get(name) !== null) return false;
  return LOOPBACK.test(hostname) && isLoopback(headers.get('host') ?? hostname);
}

const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** A host, with or without a port, that is this machine for itself. */
export function isLoopback(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Who is signed in by the session of a browser; null for none. */
export async function callerOf({ signIn }: Engine, session: string | null): Promise<StaffCaller | null> {
  if (session === null) return null;
  try {
    return await signIn.caller(session);
  } catch (error) {
    if (BookingError.is(error) && error.code === 'session_unknown') return null;
    throw error;
  }
}

/**
 * Whether a form was sent by a page of this server. Cookies are sent with it, so a request without proof is rejected. The proof is `Sec-Fetch-Site`, or `Origin`
 * where the connection is not encrypted, the browser is older, or the client is a program. Pages of the console name their origin to this server
 * (`Referrer-Policy: same-origin`), so an origin of `null` is never theirs.
 *
 * @param ownOrigin where people reach this server
 */
export function isOwnPage(headers: Pick<Headers, 'get'>, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  return origin === ownOrigin || new URL(origin).host === headers.get('host');
}

/** What a form of a page may be sent with. It follows from a secret that only this browser sends, so no other page can know it. */
export function formTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('bord form').digest('base64url');
}

export function isFormToken(secret: string, token: string | undefined): boolean {
  const expected = Buffer.from(formTokenOf(secret));
  const given = Buffer.from(token ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

type CookieName = 'session' | 'browser' | 'known' | 'to' | 'language';

/** The cookies of the console: who is signed in, which browser asked for a link, who has signed in there before, and in which language its pages are. */
export interface ConsoleCookies {
  /** By the value of the header `cookie`. */
  read(sent: string | null, name: CookieName): string | null;
  /** The value of a `Set-Cookie` header. An empty value takes the cookie away. */
  write(name: CookieName, value: string): string;
}

/** In seconds. The engine ends a session before its cookie goes, and a link before its browser is forgotten. */
const LASTS: Readonly<Record<CookieName, number>> = {
  session: 30 * 86_400,
  browser: 400 * 86_400, // browsers keep none for longer
  known: 400 * 86_400,
  to: 900,
  language: 365 * 86_400,
};

/**
 * Over https they are called `__Host-…`: a browser takes them by an encrypted connection of this very host only, and no neighbouring host can set them. Plain http is there on the machine itself alone, where
 * browsers do not agree on such names. Cookies know neither ports nor paths, so two servers of one host are told apart by their names.
 */
export function consoleCookies(publicUrl: string): ConsoleCookies {
  const { protocol, port, pathname } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const suffix = `${port}${pathname}`.replaceAll(/[^a-z0-9]+/gi, '_').replaceAll(/^_|_$/g, '');
  const nameOf = (name: CookieName): string =>
    `${isSecure ? '__Host-' : ''}bord_${name}${suffix && `_${suffix}`}`;
  return {
    read(sent, name) {
      const sought = `${nameOf(name)}=`;
      for (const pair of (sent ?? '').split(/; */)) {
        if (!pair.startsWith(sought)) continue;
        const value = pair.slice(sought.length);
        return VALUE.test(value) ? value : null;
      }
      return null;
    },
    write: (name, value) =>
      [
        `${nameOf(name)}=${value}`,
        'Path=/',
        `Max-Age=${value === '' ? 0 : LASTS[name]}`,
        'HttpOnly',
        'SameSite=Lax',
        ...(isSecure ? ['Secure'] : []),
      ].join('; '),
  };
}

/** What Bord sets: tokens and languages. */
const VALUE = /^[\w.-]{1,2000}$/;
