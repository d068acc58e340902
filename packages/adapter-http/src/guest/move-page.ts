import type { GuestTimes, LocalDate } from '@bord/engine';
import { type Content, html, type Html } from '../web/html.ts';
import { capitalised } from '../i18n/when.ts';
import { frameOf } from './booking-page.ts';
import type { Page } from '../web/page.ts';
import { timeLists } from './time-lists.ts';
import { clockOf, dateText, hrefOf, type Visit } from './visit.ts';

export interface MovePageOptions {
  readonly status?: number;
  readonly complaint?: string | null;
}

export function movePage(
  visit: Visit,
  offer: GuestTimes,
  { status = 200, complaint = null }: MovePageOptions = {},
): Page {
  const { page, words } = visit;
  const { move } = page;
  const day = capitalised(dateText(visit, offer.date));
  return {
    ...frameOf(visit),
    status,
    title: move.title,
    ...(complaint !== null && { heard: complaint }),
    content: html`${complaint !== null && html`<div class="notice bad" role="alert"><p>${complaint}</p></div>`}
      ${wishForm(visit, offer)}
      <h2>${day}</h2>
      ${dayLinks(visit, offer)}
      ${
        offer.times.length > 0
          ? timesHtml(visit, offer)
          : html`<p>${move.none(words.people(offer.partySize))}</p>
              ${nearbyHtml(visit, offer)}`
      }
      <p class="back"><a class="aside" href="${hrefOf(visit, '')}">${move.back}</a></p>`,
  };
}

function wishForm(visit: Visit, { date, choices, partySize, partySizes }: GuestTimes): Html {
  const { day, guests, show } = visit.page.move;
  const [first, last] = [choices[0], choices.at(-1)];
  const ends: Content = first && last ? html` min="${first.date}" max="${last.date}"` : null;
  const sizes = partySizes.map((size) =>
    size === partySize ? html`<option selected>${size}</option>` : html`<option>${size}</option>`,
  );
  // A size from the booking or from a typed URL that guests cannot choose: it is shown as disabled.
  const isForeign = !partySizes.includes(partySize);
  return html`<form class="fields" method="get" action="${hrefOf(visit, '/move')}">
    <div>
      <label for="date">${day}</label>
      <input id="date" name="date" type="date" required value="${date}" ${ends} />
    </div>
    <div>
      <label for="guests">${guests}</label>
      <select id="guests" name="partySize">
        ${isForeign && html`<option selected disabled>${partySize}</option>`}${sizes}
      </select>
    </div>
    ${visit.chosen && html`<input type="hidden" name="lang" value="${visit.chosen}" />`}
    <button class="quiet" type="submit">${show}</button>
  </form>`;
}

function timesHtml(visit: Visit, offer: GuestTimes): Content {
  return html`<form method="post" action="${hrefOf(visit, '/move/hold')}">
    ${aboutFields(offer)} ${timeLists(visit, offer, (startMs) => ownTime(visit, offer, startMs))}
  </form>`;
}

export function aboutFields({ date, partySize }: Pick<GuestTimes, 'date' | 'partySize'>): Html {
  return html`<input type="hidden" name="date" value="${date}" />
    <input type="hidden" name="partySize" value="${partySize}" />`;
}

/** The time of the booking itself, which is not a button. */
function ownTime(visit: Visit, { partySize }: GuestTimes, startMs: number): Content {
  const { booking } = visit.view;
  if (startMs !== booking.startMs || partySize !== booking.partySize) return null;
  return html`<span class="time" aria-current="true"
    >${clockOf(visit, startMs)} <small>${visit.page.move.yours}</small></span
  >`;
}

function nearbyHtml(visit: Visit, { partySize, nearby }: GuestTimes): Content {
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

function dayLinks(visit: Visit, { date, partySize, choices }: GuestTimes): Html {
  const { previous, next } = visit.page.move;
  const dates = choices.filter(({ partySizes }) => partySizes.includes(partySize)).map((one) => one.date);
  const before = dates.findLast((other) => other < date);
  const after = dates.find((other) => other > date);
  const href = (other: LocalDate): string =>
    hrefOf(visit, '/move', { date: other, partySize: `${partySize}` });
  return html`<p class="days">
    ${before !== undefined ? html`<a href="${href(before)}" rel="prev"><span aria-hidden="true">←&nbsp;</span>${previous}</a>` : html`<span></span>`}
    ${after !== undefined && html`<a href="${href(after)}" rel="next">${next}<span aria-hidden="true">&nbsp;→</span></a>`}
  </p>`;
}
