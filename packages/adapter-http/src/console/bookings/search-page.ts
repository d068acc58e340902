/** Searches guests on all days by name or phone number, the nearest date first. */
import type { Booking, FoundBookings } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { capitalised } from '../../i18n/when.ts';
import { oneLine } from '../../web/clean.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import { consolePage } from '../console-page.ts';
import type { ConsoleInput } from '../console-route.ts';
import { fieldHtml } from './booking-form.ts';
import { bookingText, clockOf, dayOf, nameOf, stageOf } from './booking-text.ts';
import { readDay } from './form-values.ts';
import { cardHref, hrefOf, originFields } from './origin.ts';

/** Longer than any name or number. */
const SEARCH_LENGTH_MAX = 200;

export async function searchPage(input: ConsoleInput): Promise<Answer> {
  const { words, query, house, location } = input;
  const { search } = words.actions;
  const text = (query['q'] ?? '').slice(0, SEARCH_LENGTH_MAX).trim();
  const before = readDay(query['before']);
  const found = text === '' ? null : await house.bookings.search({ search: text, ...(before && { before }) });
  return consolePage({
    input,
    section: 'search',
    title: text === '' ? search.title : `${search.title}: ${oneLine(text)}`,
    about: { locationId: location.id },
    content: html`<div class="card">
      <h1>${search.title}</h1>
      <form method="get" action="${input.here}/search" role="search" class="search">
        ${originFields(input)}
        ${fieldHtml({
          name: 'q',
          label: search.label,
          value: text,
          attributes: html`type="search" autocomplete="off" maxlength="${SEARCH_LENGTH_MAX}" autofocus`,
          hint: search.hint,
        })}
        <button type="submit">${search.title}</button>
      </form>
      ${found ? foundHtml(input, text, found) : html`<p class="muted">${search.empty}</p>`}
    </div>`,
  });
}

function foundHtml(
  input: ConsoleInput,
  text: string,
  { ahead, moreAhead, past, searchedFrom }: FoundBookings,
): Content {
  const { search } = input.words.actions;
  return html`${ahead.length + past.length === 0 && html`<p role="status">${search.none}</p>`}
  ${
    ahead.length > 0 &&
    html`<h2>${search.ahead}</h2>
      ${listHtml(input, ahead)}`
  }
  ${moreAhead && html`<p>${search.more}</p>`}
  ${
    past.length > 0 &&
    html`<h2>${search.past}</h2>
      ${listHtml(input, past)}`
  }
  ${
    searchedFrom !== null &&
    html`<p>
      <a class="button quiet" href="${hrefOf(input, '/search', { q: text, before: searchedFrom })}"
        >${search.older(dayOf(input, searchedFrom))}</a
      >
    </p>`
  }`;
}

function listHtml(input: ConsoleInput, bookings: readonly Booking[]): Html {
  return html`<ul class="found">
    ${bookings.map((booking) => html`<li>${rowHtml(input, booking)}</li>`)}
  </ul>`;
}

/** A row that links to the card, with other fields that might have matched. */
function rowHtml(input: ConsoleInput, booking: Booking): Html {
  const { guest, startMs, partnerBookingRef, serviceDate } = booking;
  const { evening } = input.words;
  const stage = stageOf(booking, input.nowMs);
  const more = [guest.email, partnerBookingRef].map((one) => oneLine(one ?? '')).filter(Boolean);
  return html`<a href="${cardHref({ ...input, query: { ...input.query, date: serviceDate } }, booking)}">
    <span class="what"
      ><span class="day">${dayOf(input, serviceDate)} ${clockOf(input, startMs)}</span>
      <strong><bdi>${nameOf(input, booking)}</bdi></strong>
      <span>${bookingText(input, booking, ['partySize', 'tables', 'phone'])}</span>
      ${more.length > 0 && html`<small><bdi>${more.join(' · ')}</bdi></small>`}</span
    >
    <span class="stage ${stage}">${capitalised(evening.stages[stage])}</span>
  </a>`;
}
