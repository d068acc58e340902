import {
  type BookingPage,
  type Language,
  type LocalDate,
  localDateAt,
  type PagedLocation,
  type VisitorTimes,
} from '@bord/engine';
import { phoneOf, emailUrlOf } from '../guest/contact.ts';
import { type Reader, readerOf } from '../guest/visit.ts';
import type { Words } from '../i18n/en.ts';
import { languageOf, preferredLanguage } from '../i18n/languages.ts';
import { type Content, html, type Html } from '../web/html.ts';
import type { Page } from '../web/page.ts';
import type { PageContext, Query, RequestInput } from '../web/page-route.ts';
import { BOOK_STYLE } from './book-style.ts';

/** A reader of a restaurant's booking page. */
export interface BookVisit extends Reader {
  readonly view: { readonly location: PagedLocation };
  readonly own: Words['book'];
  readonly rules: BookingPage;
  /** The page's URL without query. */
  readonly url: string;
}

/** The language that the query names, or else that of the guest, or else that the browser prefers, or else that of the restaurant. */
export function visitOf(
  context: PageContext,
  location: PagedLocation,
  { query, headers }: Pick<RequestInput, 'query' | 'headers'>,
  language: Language | null = null,
): BookVisit {
  const chosen = languageOf(query['lang']);
  const accepted = headers.get('accept-language');
  const preferred = language ?? (accepted ? preferredLanguage(accepted) : location.language);
  const reader = readerOf(context, { token: '', chosen, preferred }, location);
  const url = `${context.publicUrl()}/book/${location.alias}`;
  return { ...reader, view: { location }, own: reader.words.book, rules: location.bookingPage, url };
}

/** A page of the restaurant, in the chosen language. */
export function bookHref({ root, view, chosen }: BookVisit, step = '', query: Query = {}): string {
  const search = new URLSearchParams({ ...(chosen && { lang: chosen }), ...query }).toString();
  return `${root}/book/${view.location.alias}${step}${search && `?${search}`}`;
}

/** The frame of all pages of the restaurant. */
export function frameOf({ words, restaurant, brand, rules }: BookVisit): Omit<Page, 'title' | 'content'> {
  return { language: words.tag, masthead: restaurant, brand, framedBy: rules.embedOn, style: BOOK_STYLE };
}

export function todayOf({ view, nowMs }: BookVisit): LocalDate {
  return localDateAt(view.location.timeZone, nowMs);
}

/** The starts that the party can book. */
export function freeStarts({ slots }: VisitorTimes): readonly number[] {
  return slots.filter(({ available }) => available).map(({ startMs }) => startMs);
}

/** The name of an area for guests; null for none. */
export function areaNameOf({ view }: BookVisit, id: string | null): string | null {
  return view.location.areas.find((area) => area.id === id)?.name ?? null;
}

export function hiddenFields(fields: Query): readonly Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

export function banner(text: string, tone: 'good' | 'bad'): Html {
  return tone === 'good'
    ? html`<div class="notice" role="status"><p>${text}</p></div>`
    : html`<div class="notice bad" role="alert"><p>${text}</p></div>`;
}

/** How to reach the restaurant: links for the telephone and the e-mail address, where it has them. */
export function contactWays({ view, words }: BookVisit): Content {
  const phone = phoneOf(view.location.contact);
  const emailUrl = emailUrlOf(view.location.contact);
  if (!phone && emailUrl === null) return null;
  return html`<p>
    ${phone && html`${words.phone}: ${phone.url === null ? phone.text : html`<a href="${phone.url}">${phone.text}</a>`}`}
    ${phone && emailUrl !== null && html`<br />`}
    ${emailUrl !== null && html`${words.email}: <a href="${emailUrl}">${view.location.contact.email}</a>`}
  </p>`;
}
