/** The sender of a request to the console, by the request alone: cookies, language, and whether a form comes from this server. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Engine, Language, StaffCaller } from '@bord/engine';
import { type HttpRequest, readQuery } from '../http/http-request.ts';
import { type ConsoleWords, consoleWordsIn, languageOf, preferredLanguage } from '../i18n/languages.ts';
import { nullFor } from '../http/wire-error.ts';
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
  /** The script wants only the content of `<main>` (`x-bord-fragment: 1`). */
  readonly wantsFragment: boolean;
  readonly nowMs: number;
}

/** @throws `invalid_request` if the query repeats a parameter */
export function visitorOf(
  { root, cookies }: Site,
  { headers, path, search }: Pick<HttpRequest, 'headers' | 'path' | 'search'>,
  nowMs: number,
): Visitor {
  const query = readQuery(search);
  const language = languageOf(query['lang']) ?? languageFor(headers, cookies);
  return {
    headers,
    target: path + search,
    query,
    language,
    words: consoleWordsIn(language),
    root,
    cookies,
    session: cookies.read(headers.get('cookie'), 'session'),
    wantsFragment: headers.get('x-bord-fragment') !== null,
    nowMs,
  };
}

/** Settings that follow from the public URL. */
export interface Site {
  readonly publicUrl: string;
  readonly origin: string;
  /** The public path of the console. */
  readonly root: string;
  readonly cookies: ConsoleCookies;
}

export function siteAt(publicUrl: string): Site {
  const { origin, pathname } = new URL(publicUrl);
  const root = `${pathname.replace(/\/+$/, '')}/console`;
  return { publicUrl, origin, root, cookies: consoleCookies(publicUrl) };
}

/** The id of this browser; null for a new one. */
export function browserOf({ cookies, headers }: Visitor): string | null {
  return cookies.read(headers.get('cookie'), 'browser');
}

/** The ids of members who have signed in here before, the latest first. */
export function knownIn({ cookies, headers }: Visitor): readonly string[] {
  return (cookies.read(headers.get('cookie'), 'known') ?? '').split('.', KNOWN_MAX);
}

/** Members who are remembered in one browser: the staff of a restaurant share its tablet. */
export const KNOWN_MAX = 20;

/** The language that was chosen in this browser, otherwise the browser's preference. */
export function languageFor(headers: Pick<Headers, 'get'>, cookies: ConsoleCookies): Language {
  return (
    languageOf(cookies.read(headers.get('cookie'), 'language')) ??
    preferredLanguage(headers.get('accept-language'))
  );
}

/** A path of the console; the console's root for any other path. */
export function wantedPath(root: string, wanted: string | null | undefined): string {
  const base = 'http://bord.invalid';
  if (!wanted || !URL.canParse(wanted, base)) return root;
  const { origin, pathname, search } = new URL(wanted, base);
  const isConsole = pathname === root || pathname.startsWith(`${root}/`);
  return origin === base && isConsole && !pathname.startsWith(`${root}/sign-`) ? pathname + search : root;
}

/** Encrypted, or local to this machine, by the public URL and by this request. Grants no permission (D55). */
export function isPrivate(publicUrl: string, headers: Pick<Headers, 'get'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return true;
  for (const name of OF_PROXIES) if (headers.get(name) !== null) return false;
  return LOOPBACK.test(hostname) && isLoopback(headers.get('host') ?? hostname);
}

const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a host, with or without a port, is a loopback address. */
export function isLoopback(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The member of a browser's session; null without one. */
export async function callerOf({ signIn }: Engine, session: string | null): Promise<StaffCaller | null> {
  return session === null ? null : signIn.caller(session).catch(nullFor('session_unknown'));
}

/**
 * Whether a form was sent by a page of this server. Cookies are sent with it, so a request without proof is rejected. The proof is
 * `Sec-Fetch-Site`, or `Origin` if the connection is not encrypted, the browser is older, or the client is a program. Pages of the console send
 * their origin to this server (`Referrer-Policy: same-origin`), so an origin of `null` is never theirs.
 * @param ownOrigin the public origin of this server
 */
export function isOwnPage(headers: Pick<Headers, 'get'>, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  return origin === ownOrigin || new URL(origin).host === headers.get('host');
}

/** The token of a form. It is derived from a secret that only this browser sends, so other pages cannot know it. */
export function formTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('bord form').digest('base64url');
}

export function isFormToken(secret: string, token: string | undefined): boolean {
  const expected = Buffer.from(formTokenOf(secret));
  const given = Buffer.from(token ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

type CookieName = 'session' | 'browser' | 'known' | 'to' | 'language';

/** The cookies of the console: the session, the browser's id, members who have signed in before, and the language. */
export interface ConsoleCookies {
  /** By the value of the header `cookie`. */
  read(sent: string | null, name: CookieName): string | null;
  /** The value of a `Set-Cookie` header. An empty value deletes the cookie. */
  write(name: CookieName, value: string): string;
}

/** In seconds. The engine ends a session before its cookie expires, and a link before its browser's id. */
const LASTS: Readonly<Record<CookieName, number>> = {
  session: 30 * 86_400,
  browser: 400 * 86_400, // the limit of browsers
  known: 400 * 86_400,
  to: 900,
  language: 365 * 86_400,
};

/**
 * Over https their names start with `__Host-`: browsers accept them only over an encrypted connection to this host, so neighbouring hosts cannot
 * set them. Plain http is for the machine itself only, where browsers handle this prefix differently. Cookies ignore ports and paths, so servers on
 * one host need different names.
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

/** The values that Bord sets: tokens and languages. */
const VALUE = /^[\w.-]{1,2000}$/;
