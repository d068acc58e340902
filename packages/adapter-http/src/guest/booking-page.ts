import type { Language } from '@bord/engine';
import { oneLine, paragraphs } from '../web/clean.ts';
import { type Content, html, type Html } from '../web/html.ts';
import { capitalised } from '../i18n/when.ts';
import { LANGUAGES, wordsIn } from '../i18n/languages.ts';
import { contactHtml, emailUrlOf, phoneOf } from './contact.ts';
import type { Page } from '../web/page.ts';
import { qrCode } from '../web/qr-code.ts';
import { dayOf, framingOf, hrefOf, momentOf, type Reader, timeOf, type Visit } from './visit.ts';

export type Done = 'booked' | 'addressStays' | 'moved' | 'edited' | 'confirmed';

export function bookingPage(visit: Visit, done: Done | null = null): Page {
  const { view, page } = visit;
  const heard = done === 'booked' ? bookedText(visit) : done && page.booking[done];
  const mayChange = view.stage === 'changeable';
  return {
    ...frameOf(visit),
    title: page.booking.title,
    ...(heard !== null && { heard }),
    content: html`${heard !== null && notice(heard)} ${done === 'booked' && manageLink(visit)}
    ${view.confirmsAddress && confirmForm(visit)} ${visitHtml(visit, 'whole')}
    ${mayChange ? actions(visit) : tooLate(visit)}
    ${mayChange && html`<p class="muted">${page.booking.changeUntil(momentOf(visit, view.changeableUntilMs))}</p>`}
    ${mayChange && html`<p><a class="aside" href="${hrefOf(visit, '/edit')}">${page.booking.edit}</a></p>`}
    ${view.stage !== 'begun' && html`<p><a class="aside" href="${hrefOf(visit, '/calendar.ics')}">${page.booking.calendar}</a></p>`}
    ${contactHtml(visit)}`,
    footer: languageLinks(visit, (lang) => hrefOf(visit, '', { lang })),
  };
}

function bookedText({ view, words }: Visit): string {
  const { booked, noMessage } = words.book.done;
  return view.booking.guest.email === null ? noMessage : booked;
}

/** The link, for a guest who does not get it by e-mail. */
function manageLink({ view, words, url }: Visit): Content {
  if (view.booking.guest.email !== null) return null;
  const { link, code } = words.book.done;
  return html`<p>${link}: <a href="${url}">${url}</a></p>
    ${qrCode(url, code)}`;
}

/** Needs a click, because programs that check e-mails follow links. */
function confirmForm(visit: Visit): Html {
  return html`<form method="post" action="${hrefOf(visit, '/confirm')}">
    <button type="submit">${visit.page.booking.confirm}</button>
  </form>`;
}

export function frameOf({
  words,
  restaurant,
  brand,
  view,
}: Reader): Pick<Page, 'language' | 'masthead' | 'brand' | 'framedBy'> {
  return { language: words.tag, masthead: restaurant, brand, framedBy: framingOf(view.location) };
}

export function visitHtml(visit: Visit, extent: 'whole' | 'short' = 'short'): Html {
  const { view, words } = visit;
  const { startMs, endMs, partySize, guest } = view.booking;
  const name = oneLine(guest.name);
  const area = areaName(view);
  const isWhole = extent === 'whole';
  const phone = isWhole ? oneLine(guest.phone ?? '') : '';
  const notes = isWhole ? paragraphs(guest.notes ?? '') : '';
  return html`<div class="visit">
    ${whenHtml(visit, startMs)}
    <p>${words.tableFor(partySize)}</p>
    <p>${words.mail.until(partySize, timeOf(visit, endMs))}</p>
    ${area !== null && html`<p>${area}</p>`} ${name !== '' && html`<p>${name}</p>`}
    ${phone !== '' && html`<p>${words.phone}: ${phone}</p>`}
    ${notes !== '' && html`<p class="notes">${words.notes}: ${notes}</p>`}
  </div>`;
}

/** The area of the tables if it has a public name and is fixed: an unpinned party can be moved until shortly before the visit. */
function areaName({ booking, location }: Visit['view']): string | null {
  const areas = new Set(
    location.floorPlan.tables.filter(({ id }) => booking.tables.includes(id)).map(({ area }) => area),
  );
  const area = location.areas.find(({ id }) => areas.has(id));
  return booking.pinned && areas.size === 1 && area ? oneLine(area.name) : null;
}

export function whenHtml(visit: Reader, startMs: number): Html {
  return html`<p class="when">${capitalised(dayOf(visit, startMs))}<br />${timeOf(visit, startMs)}</p>`;
}

function notice(text: string): Html {
  return html`<div class="notice" role="status"><p>${text}</p></div>`;
}

function actions(visit: Visit): Html {
  const { change, cancel } = visit.page.booking;
  return html`<div class="actions">
    <a class="button" href="${hrefOf(visit, '/move')}">${change}</a>
    <a class="button quiet" href="${hrefOf(visit, '/cancel')}">${cancel}</a>
  </div>`;
}

function tooLate({ view, page }: Visit): Html {
  const { contact } = view.location;
  const phone = phoneOf(contact);
  const emailUrl = emailUrlOf(contact);
  const by = phone ? 'phone' : emailUrl ? 'email' : 'none';
  const way: Content = phone?.url
    ? html`<a class="button" href="${phone.url}">${phone.text}</a>`
    : !phone && emailUrl !== null && html`<a class="button" href="${emailUrl}">${contact.email}</a>`;
  return html`<p>${page.booking.tooLate(by)}</p>
    ${way && html`<div class="actions">${way}</div>`}`;
}

export function languageLinks(visit: Reader, hrefIn: (language: Language) => string): Html {
  const links = LANGUAGES.map((language) => {
    const { tag, name } = wordsIn(language);
    return language === visit.language
      ? html`<li><span aria-current="true">${name}</span></li>`
      : html`<li>
          <a href="${hrefIn(language)}" lang="${tag}" hreflang="${tag}">${name}</a>
        </li>`;
  });
  return html`<nav aria-label="${visit.page.languages}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
