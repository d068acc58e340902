/** The next arrivals, the waiting parties, and the seated ones by their end, next to the day. A phone shows them first. */
import { html, type Content, type Html } from '../../web/html.ts';
import { countsHtml } from './day-counts.ts';
import { bookingKey, partHtml } from './day-parts.ts';
import type { DayView } from './day-view.ts';
import { lineHtml } from './line-html.ts';
import type { PartyView } from './party-view.ts';
import { actionHtml, isBad } from './visits-html.ts';

/** The list has all further arrivals. */
const NEXT_MAX = 20;

export function railHtml(view: DayView): Html {
  const { parties, words, here, sheet } = view;
  const { evening, board } = words;
  const coming = parties.filter(({ stage }) => stage === 'expected');
  const waiting = parties
    .filter(({ stage }) => stage === 'arrived')
    .toSorted(by(({ visit }) => visit.arrivedMs));
  const seated = parties.filter(({ stage }) => stage === 'seated').toSorted(by(({ endMs }) => endMs));
  const next = coming.filter(({ isUnseated }, i) => isUnseated || i < NEXT_MAX);
  const left = coming.length - next.length;
  const more =
    left > 0 && html`<p><a href="${here}?date=${sheet.date}&amp;view=list">${board.more(left)}</a></p>`;
  const to = (path: string): Html => html`${here}/${path}?date=${sheet.date}`;
  return html`<div class="rail" id="day-rail">
    ${countsHtml(view)} ${parties.length === 0 && html`<p class="remark">${evening.empty}</p>`}
    ${groupHtml('next', next, view, more)} ${groupHtml('waiting', waiting, view)} ${lineHtml(view)}
    ${groupHtml('seated', seated, view)}
    <p class="tools">
      ${view.isToday && html`<a class="button" href="${to('walk-in')}">${evening.walkIn}</a>`}
      <a class="button quiet" href="${to('new')}">${evening.newBooking}</a>
    </p>
  </div>`;
}

const by =
  (when: (booking: PartyView['booking']) => number | null) =>
  (a: PartyView, b: PartyView): number =>
    when(a.booking)! - when(b.booking)!;

function groupHtml(
  group: 'next' | 'waiting' | 'seated',
  parties: readonly PartyView[],
  view: DayView,
  more: Content = null,
): Html | null {
  if (parties.length === 0) return null;
  return html`<section class="group" aria-labelledby="group-${group}">
    <h2 id="group-${group}">${view.words.board[group]}</h2>
    <ol class="parties" id="rail-${group}">
      ${parties.map((party) => rowHtml(group, party, view))}
    </ol>
    ${more}
  </section>`;
}

function rowHtml(group: string, party: PartyView, view: DayView): Html {
  const { booking, stage, name, href, time, until, tables, standing, isUnseated, version, mark } = party;
  const { evening } = view.words;
  const at = isUnseated ? html`<b class="act">${evening.table([])}</b>` : evening.table(tables);
  const cameMs = booking.visit.arrivedMs;
  // By the bookings its table is free.
  const there =
    stage === 'arrived' &&
    view.parties.find((one) => one.overMinutes !== null && one.tables.some((id) => tables.includes(id)));
  const facts: readonly Content[] = [
    isBad(party) && html`<b class="act">${standing}</b>`,
    evening.people(booking.partySize),
    at,
    stage === 'arrived' && cameMs !== null && evening.hereSince(view.clock(cameMs)),
    there && html`<b class="act"><bdi>${there.name}</bdi>: ${there.standing}</b>`,
  ].filter((fact) => fact !== false && fact !== undefined);
  const row = html`<li class="turn ${party.look}" data-booking="${booking.id}" data-version="${version}">
    <a class="opener" href="${href}"
      ><b class="time">${stage === 'seated' ? `–${until}` : time}</b
      ><span class="who">${mark}<bdi>${name}</bdi></span
      ><span class="facts"
        >${facts.map((fact, i) => html`<span>${fact}${i < facts.length - 1 && ' ·'}</span> `)}</span
      ></a
    >
    ${actionHtml(party, view)}
  </li>`;
  return partHtml(`rail ${group}`, bookingKey(booking.id), row);
}
