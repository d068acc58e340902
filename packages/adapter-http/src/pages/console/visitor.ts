/** Whoever asks for a page of the console, before it is known who she is. */
import type { Language } from '@bord/engine';
import { readQuery } from '../../api/read-query.ts';
import { type ConsoleWords, consoleWordsIn } from '../../i18n/console/words.ts';
import { languageOf, preferredLanguage } from '../../i18n/languages.ts';
import type { HttpRequest } from '../../node/http-request.ts';
import type { Query } from '../guest/visit.ts';
import { type ConsoleCookies, consoleCookies } from './console-cookies.ts';
import type { ConsoleContext } from './console-route.ts';

export interface Visitor {
  readonly headers: Pick<Headers, 'get'>;
  /** The path with its query, as it was asked for below the server's own root. */
  readonly target: string;
  readonly query: Query;
  readonly language: Language;
  readonly words: ConsoleWords;
  /** Base of the console's links: `/console`, behind the path of the public URL. */
  readonly root: string;
  readonly cookies: ConsoleCookies;
  /** What the cookies of this browser say. */
  readonly session: string | null;
  readonly browser: string | null;
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
    nowMs: nowMs(),
  };
}

/** As she chose it in this browser; else as the browser would have it. */
export function languageFor(headers: Pick<Headers, 'get'>, cookies: ConsoleCookies): Language {
  return languageOf(cookies.read(headers, 'language')) ?? preferredLanguage(headers.get('accept-language'));
}

/** The path below which people see the console. */
export function consoleRoot(publicUrl: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/console`;
}

/**
 * Where she wanted to go: a path of the console, or the console itself for anything else that somebody may have written there.
 */
export function wantedPath(root: string, wanted: string | null | undefined): string {
  const base = 'http://bord.invalid';
  if (!wanted || !URL.canParse(wanted, base)) return root;
  const { origin, pathname, search } = new URL(wanted, base);
  const isConsole = pathname === root || pathname.startsWith(`${root}/`);
  return origin === base && isConsole && !pathname.startsWith(`${root}/sign-`) ? pathname + search : root;
}

/** The connection is encrypted, or does not leave the machine: both by where people reach the server, and by where this request was sent. */
export function isPrivate(publicUrl: string, headers: Pick<Headers, 'get'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return true;
  return LOOPBACK.test(hostname) && isLoopback(headers.get('host') ?? hostname);
}

/** A host, with or without a port, that is this machine for itself. */
export function isLoopback(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
