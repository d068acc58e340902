import type { Language } from '@bord/engine';
import { readQuery } from '../http/read-query.ts';
import { type ConsoleWords, consoleWordsIn, languageOf, preferredLanguage } from '../i18n/languages.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Query } from '../web/page-route.ts';
import { type ConsoleCookies, consoleCookies } from './console-cookies.ts';
import type { ConsoleContext } from './console-route.ts';

export interface Visitor {
  readonly headers: Pick<Headers, 'get'>;
  readonly target: string;
  readonly query: Query;
  readonly language: Language;
  readonly words: ConsoleWords;
  readonly root: string;
  readonly cookies: ConsoleCookies;
  readonly session: string | null;
  readonly browser: string | null;
  /** The marks of those who have signed in here before, the last one first. */
  readonly known: readonly string[];
  readonly nowMs: number;
}

/** @throws `invalid_request` where the query names something twice */
export function visitorOf(
  { publicUrl, nowMs }: Pick<ConsoleContext, 'publicUrl' | 'nowMs'>,
  { headers, path, search }: Pick<HttpRequest, 'headers' | 'path' | 'search'>,
): Visitor {
  const cookies = consoleCookies(publicUrl());
  const query = readQuery(search);
  const language = languageOf(query['lang']) ?? languageFor(headers, cookies);
  return {
    headers,
    target: path + search,
    query,
    language,
    words: consoleWordsIn(language),
    root: consoleRoot(publicUrl()),
    cookies,
    session: cookies.read(headers, 'session'),
    browser: cookies.read(headers, 'browser'),
    known: (cookies.read(headers, 'known') ?? '').split('.', KNOWN_MAX),
    nowMs: nowMs(),
  };
}

/** Members who are remembered in one browser: the staff of a restaurant share its tablet. */
export const KNOWN_MAX = 20;

/** As she chose it in this browser; else as the browser would have it. */
export function languageFor(headers: Pick<Headers, 'get'>, cookies: ConsoleCookies): Language {
  return languageOf(cookies.read(headers, 'language')) ?? preferredLanguage(headers.get('accept-language'));
}

/** The path below which people see the console. */
export function consoleRoot(publicUrl: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/console`;
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
  return (
    LOOPBACK.test(hostname) &&
    isLoopback(headers.get('host') ?? hostname) &&
    OF_PROXIES.every((name) => headers.get(name) === null)
  );
}

const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** A host, with or without a port, that is this machine for itself. */
export function isLoopback(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
