import { formatInstant, type LocalDate, localDateAt, minuteOfDayAt } from '@bord/engine';
import { type Content, html, type Html } from '../mail/html.ts';
import { capitalised } from '../i18n/when.ts';
import { frameOf } from './booking-page.ts';
import { addDays, datesFor, type MoveWish, sizesFor } from './move-wish.ts';
import type { Page } from './page.ts';
import { clockOf, dateText, dayOf, hrefOf, type Visit } from './visit.ts';

/** What there is for a wish. */
export interface Offer {
  readonly wish: MoveWish;
  /** The starts that can be had, in order of time. */
  readonly times: readonly number[];
  /** Days around with times, for a day without any. */
  readonly nearby: readonly LocalDate[];
  /** Why the guest is here again. */
  readonly complaint: string | null;
}

/** The day, the party, and the times that can really be had. Nothing changes here: a time leads to a page that asks. */
export function movePage(visit: Visit, { wish, times, nearby, complaint }: Offer, status = 200): Page {
  const { page, words } = visit;
  const { move } = page;
  const day = capitalised(dateText(visit, wish.date));
  return {
    ...frameOf(visit),
    status,
    title: move.title,
    ...(complaint !== null && { heard: complaint }),
    content: html`${complaint !== null && html`<div class="notice bad" role="alert"><p>${complaint}</p></div>`}
      ${wishForm(visit, wish)}
      <h2>${day}</h2>
      ${dayLinks(visit, wish)}
      ${
        times.length > 0
          ? timesHtml(visit, wish, times)
          : html`<p>${move.none(words.people(wish.partySize))}</p>
              ${nearbyHtml(visit, wish, nearby)}`
      }
      <p class="back"><a class="aside" href="${hrefOf(visit, '')}">${move.back}</a></p>`,
  };
}

function wishForm(visit: Visit, { date, partySize }: MoveWish): Html {
  const { day, guests, show } = visit.page.move;
  const { first, last } = datesFor(visit);
  const sizes = sizesFor(visit).map((size) =>
    size === partySize ? html`<option selected>${size}</option>` : html`<option>${size}</option>`,
  );
  return html`<form class="fields" method="get" action="${hrefOf(visit, '/move')}">
    <div>
      <label for="date">${day}</label>
      <input id="date" name="date" type="date" required value="${date}" min="${first}" max="${last}" />
    </div>
    <div>
      <label for="guests">${guests}</label>
      <select id="guests" name="partySize">
        ${sizes}
      </select>
    </div>
    ${visit.chosen && html`<input type="hidden" name="lang" value="${visit.chosen}" />`}
    <button class="quiet" type="submit">${show}</button>
  </form>`;
}

function timesHtml(visit: Visit, wish: MoveWish, times: readonly number[]): Content {
  const groups = groupsOf(visit, wish.date, times);
  return groups.map(
    ({ title, starts }) =>
      html`<h3>${groups.length === 1 ? visit.page.move.free : title}</h3>
        <ul class="times" role="list">
          ${starts.map((startMs) => html`<li>${timeHtml(visit, wish, startMs)}</li>`)}
        </ul>`,
  );
}

function timeHtml(visit: Visit, { date, partySize }: MoveWish, startMs: number): Html {
  const { booking } = visit.view;
  const clock = clockOf(visit, startMs);
  if (startMs === booking.startMs && partySize === booking.partySize) {
    return html`<span class="time" aria-current="true"
      >${clock} <small>${visit.page.move.yours}</small></span
    >`;
  }
  const query = { date, partySize: `${partySize}`, start: formatInstant(startMs) };
  return html`<a class="time" href="${hrefOf(visit, '/move', query)}">${clock}</a>`;
}

const EVENING_MINUTE = 17 * 60;

interface Group {
  readonly title: string;
  readonly starts: readonly number[];
}

function groupsOf(visit: Visit, date: LocalDate, times: readonly number[]): readonly Group[] {
  const { timeZone } = visit.view.location;
  const { daytime, evening, afterMidnight } = visit.page.move;
  const night = times.filter((ms) => localDateAt(timeZone, ms) > date);
  const before = times.filter((ms) => localDateAt(timeZone, ms) <= date);
  const isEvening = (ms: number): boolean => minuteOfDayAt(timeZone, ms) >= EVENING_MINUTE;
  return [
    { title: daytime, starts: before.filter((ms) => !isEvening(ms)) },
    { title: evening, starts: before.filter(isEvening) },
    { title: night.length > 0 ? afterMidnight(dayOf(visit, night[0]!)) : '', starts: night },
  ].filter(({ starts }) => starts.length > 0);
}

function nearbyHtml(visit: Visit, { partySize }: MoveWish, nearby: readonly LocalDate[]): Content {
  if (nearby.length === 0) return null;
  const links = nearby.map((date) => {
    const href = hrefOf(visit, '/move', { date, partySize: `${partySize}` });
    return html`<li><a href="${href}">${capitalised(dateText(visit, date))}</a></li>`;
  });
  return html`<h3>${visit.page.move.nearby}</h3>
    <ul class="links" role="list">
      ${links}
    </ul>`;
}

function dayLinks(visit: Visit, { date, partySize }: MoveWish): Html {
  const { first, last } = datesFor(visit);
  const { previous, next } = visit.page.move;
  const href = (days: number): string =>
    hrefOf(visit, '/move', { date: addDays(date, days), partySize: `${partySize}` });
  return html`<p class="days">
    ${date > first ? html`<a href="${href(-1)}" rel="prev"><span aria-hidden="true">←&nbsp;</span>${previous}</a>` : html`<span></span>`}
    ${date < last && html`<a href="${href(1)}" rel="next">${next}<span aria-hidden="true">&nbsp;→</span></a>`}
  </p>`;
}
