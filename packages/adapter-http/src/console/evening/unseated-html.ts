import { html, type Html } from '../../web/html.ts';
import type { DayView } from './day-view.ts';
import type { PartyView } from './party-view.ts';

/** Who has no table, the first thing one sees: those that are there already before those that are booked. Null for nobody. */
export function unseatedHtml({ parties, words: { evening }, clock }: DayView): Html | null {
  const waiting = parties.filter(({ isUnseated }) => isUnseated).toSorted(sinceFirst);
  if (waiting.length === 0) return null;
  const cards = waiting.map((party) => cardOf(party, evening, clock));
  return html`<section class="unseated" aria-labelledby="unseated">
    <h2 id="unseated">${evening.unseated}</h2>
    <ul>
      ${cards}
    </ul>
  </section>`;
}

function cardOf(
  { booking, name, href, phone, dialUrl, notes, time }: PartyView,
  evening: DayView['words']['evening'],
  clock: DayView['clock'],
): Html {
  const hereSinceMs = arrivedMs(booking.visit);
  const since = hereSinceMs === null ? evening.bookedFor(time) : evening.hereSince(clock(hereSinceMs));
  return html`<li>
    <a class="who" href="${href}"><bdi>${name}</bdi></a>
    <span class="facts">${evening.people(booking.partySize)}, ${since}</span>
    ${notes !== '' && html`<span class="notes"><bdi>${notes}</bdi></span>`}
    ${dialUrl ? html`<a class="phone" href="${dialUrl}">${phone}</a>` : phone && html`<span class="phone">${phone}</span>`}
    <a class="give" href="${href}/assign" aria-label="${evening.giveTable}: ${name}, ${time}"
      >${evening.giveTable}</a
    >
  </li>`;
}

/** When it came, or sat down at a table that was blocked under it; null while it has not. */
function arrivedMs({ arrivedMs: cameMs, seatedMs }: PartyView['booking']['visit']): number | null {
  return cameMs ?? seatedMs;
}

function sinceFirst(a: PartyView, b: PartyView): number {
  const [aMs, bMs] = [a, b].map(({ booking }) => arrivedMs(booking.visit) ?? Infinity);
  return aMs === bMs ? a.booking.startMs - b.booking.startMs : aMs! - bMs!;
}
