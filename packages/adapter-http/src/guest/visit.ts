import {
  type Brand,
  type GuestView,
  type Language,
  type LocalDate,
  localDateAt,
  type Location,
} from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import type { BookingAction } from '../http/exchange.ts';
import { oneLine } from '../web/clean.ts';
import { brandAt, storedBrand } from '../web/page-look.ts';
import { type PageContext, type Query, rootOf } from '../web/page-route.ts';
import type { Words } from '../i18n/en.ts';
import { wordsIn } from '../i18n/languages.ts';
import { dateText as textOfDate, dayText, momentText, timeText } from '../i18n/when.ts';

/** The pages behind a link; empty: the booking page. */
export type Step = '' | '/edit' | '/move' | '/move/hold' | '/cancel' | '/confirm' | '/calendar.ics';

export interface Reader {
  readonly view: Pick<GuestView, 'location'>;
  readonly token: string;
  readonly nowMs: number;
  readonly restaurant: string;
  readonly brand: Brand;
  readonly words: Words;
  readonly page: Words['page'];
  readonly language: Language;
  /** Chosen on the page; null: the language of the booking. */
  readonly chosen: Language | null;
  /** Base of links, without a trailing slash; empty if the pages are at the root of the host. */
  readonly root: string;
}

export interface Visit extends Reader {
  readonly view: GuestView;
  readonly url: string;
}

export async function openVisit(
  context: PageContext,
  token: string,
  chosen: Language | null,
): Promise<Visit> {
  const view = await context.engine.guest(token).open();
  const preferred = view.booking.guest.language;
  const url = `${context.publicUrl()}/manage/${token}`;
  return { view, url, ...readerOf(context, { token, chosen, preferred }, view.location) };
}

/** The reader of a page: the chosen language, otherwise the preferred one, otherwise that of the restaurant. */
export function readerOf(
  context: PageContext,
  { token, chosen, preferred }: Pick<Reader, 'token' | 'chosen'> & { readonly preferred: Language | null },
  location: Location,
): Omit<Reader, 'view'> {
  const language = chosen ?? preferred ?? location.language;
  const words = wordsIn(language);
  return {
    token,
    nowMs: context.nowMs(),
    restaurant: oneLine(location.name) || 'Bord',
    brand: brandOf(location, context.publicUrl()),
    words,
    page: words.page,
    language,
    chosen,
    root: rootOf(context),
  };
}

/** A page that other sites can frame does not load a logo from another server: their `cross-origin-embedder-policy` can forbid it. */
function brandOf(location: Location, publicUrl: string): Brand {
  const { brand } = location;
  return framingOf(location).length > 0 ? storedBrand(brand, publicUrl) : brandAt(brand, publicUrl);
}

/** The origins that can show the restaurant's pages in a frame (D52). */
export function framingOf({ bookingPage }: Location): readonly string[] {
  return bookingPage?.embedOn ?? [];
}

/** The location and the change, for the log and the metrics. */
export function aboutOf(
  { view }: Pick<Reader, 'view'>,
  action?: BookingAction,
): NonNullable<Answer['about']> {
  return { locationId: view.location.id, ...(action && { action }) };
}

export function hrefOf({ root, token, chosen }: Visit, step: Step, query: Query = {}): string {
  const search = new URLSearchParams({ ...(chosen && { lang: chosen }), ...query }).toString();
  return `${root}/manage/${token}${step}${search && `?${search}`}`;
}

/** `fredag 4 december kl. 19.30` */
export function momentOf({ words, view, nowMs }: Reader, ms: number): string {
  return momentText(words.when, ms, view.location.timeZone, nowMs);
}

/** `fredag 4 december`, of an instant. */
export function dayOf({ words, view, nowMs }: Reader, ms: number): string {
  return dayText(words.when, ms, view.location.timeZone, nowMs);
}

/** `fredag 4 december`, of a date. */
export function dateText({ words, view, nowMs }: Reader, date: LocalDate): string {
  return textOfDate(words.when, { date, today: localDateAt(view.location.timeZone, nowMs) });
}

/** `kl. 19.30` */
export function timeOf({ words, view }: Reader, ms: number): string {
  return timeText(words.when, ms, view.location.timeZone);
}

/** `19.30`, for lists of times. */
export function clockOf({ words, page, view }: Reader, ms: number): string {
  return timeText({ ...words.when, time: page.clock }, ms, view.location.timeZone);
}
