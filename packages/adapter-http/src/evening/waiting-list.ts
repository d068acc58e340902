/** The waitlist (D36) on the page of a day. */
import type { DaySheet, WaitingParty } from '@bord/engine';
import { dialUrl, oneLine } from '../web/clean.ts';
import { html, type Html } from '../web/html.ts';
import { clockText, counts, lineAfterName } from './evening-words.ts';

/** The number of printed entries; staff do not reach further when they seat parties by hand. */
const SHOWN_MAX = 30;

/** The entries in their order; null without any. */
export function waitingList({ waiting = [], location: { timeZone } }: DaySheet): Html | null {
  if (waiting.length === 0) return null;
  const left = waiting.length - SHOWN_MAX;
  return html`<h2>Waiting for a table</h2>
    <table class="visits">
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">Guest</th>
          <th scope="col">Size</th>
          <th scope="col">Phone</th>
          <th scope="col">Stands</th>
        </tr>
      </thead>
      <tbody>
        ${waiting.slice(0, SHOWN_MAX).map((party) => waitingRow(party, timeZone))}
      </tbody>
    </table>
    ${left > 0 && html`<p class="muted">and ${counts(left, 'more party', 'more parties')}</p>`}`;
}

function waitingRow(party: WaitingParty, timeZone: string): Html {
  const { fromMs, toMs, partySize, guest } = party;
  const phone = oneLine(guest.phone ?? '');
  const url = dialUrl(phone);
  const contact = phone || oneLine(guest.email ?? '');
  return html`<tr>
    <td class="time">${clockText(fromMs, timeZone)}</td>
    <td class="until">${clockText(toMs, timeZone)}</td>
    <td class="guest"><bdi>${oneLine(guest.name) || '–'}</bdi></td>
    <td class="party">${partySize}</td>
    <td class="phone">${url ? html`<a href="${url}">${phone}</a>` : contact}</td>
    <td class="notes">${standingText(party, timeZone)}</td>
  </tr>`;
}

function standingText({ offer, bookedMs, nextFreeMs }: WaitingParty, timeZone: string): string {
  const clock = (ms: number): string => clockText(ms, timeZone);
  if (offer !== null)
    return `offered until ${clock(offer.expiresMs)}: ${clock(offer.startMs)}${lineAfterName({ tables: offer.tables.map((id) => oneLine(id)) })}`;
  if (bookedMs !== null) return `has a booking at ${clock(bookedMs)}`;
  return nextFreeMs === null ? 'no table for the rest of the day' : `no table before ${clock(nextFreeMs)}`;
}
