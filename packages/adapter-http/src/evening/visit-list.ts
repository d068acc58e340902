import type { Booking, DaySheet } from '@bord/engine';
import { isComing, type Timeline, type VisitStage } from '@bord/engine/adapters';
import { dialUrl, oneLine } from '../web/clean.ts';
import { html, type Html } from '../web/html.ts';
import { clockText, lineAfterName, nameOf, tablesOf } from './evening-words.ts';

const NOTES_LENGTH_MAX = 2000;

const STAGES: Readonly<Record<VisitStage, string>> = {
  expected: '',
  arrived: 'arrived',
  seated: 'seated',
  gone: 'gone',
};

export function visitList(sheet: DaySheet, { bars, timeZone }: Timeline): Html | null {
  const stageOf = new Map(bars.map(({ booking, stage }) => [booking.id, stage]));
  const coming = sheet.bookings.filter(isComing);
  if (coming.length === 0) return null;
  const rows = coming.map((booking) => visitRow(booking, stageOf.get(booking.id) ?? 'gone', timeZone));
  return html`<table class="visits">
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">Until</th>
        <th scope="col">Guest</th>
        <th scope="col">Size</th>
        <th scope="col">Tables</th>
        <th scope="col">Phone</th>
        <th scope="col">Notes</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function visitRow(booking: Booking, stage: VisitStage, timeZone: string): Html {
  const { startMs, endMs, partySize, tables, guest } = booking;
  const phone = oneLine(guest.phone ?? '');
  const url = dialUrl(phone);
  return html`<tr class="${stage}">
    <td class="time">${clockText(startMs, timeZone)}</td>
    <td class="until">${clockText(endMs, timeZone)}</td>
    <td class="guest">
      <bdi>${nameOf(booking)}</bdi>${STAGES[stage] && html` <small>${STAGES[stage]}</small>`}
    </td>
    <td class="party">${partySize}</td>
    <td class="${tables.length === 0 ? 'tables waiting' : 'tables'}">${tablesOf(booking)}</td>
    <td class="phone">${url ? html`<a href="${url}">${phone}</a>` : phone}</td>
    <td class="notes"><bdi>${oneLine(guest.notes ?? '', NOTES_LENGTH_MAX)}</bdi></td>
  </tr>`;
}

/** Cancelled and missed parties, one per line; null without any. */
export function absentList(bookings: readonly Booking[], timeZone: string): Html | null {
  const absent = bookings.filter((booking) => !isComing(booking));
  if (absent.length === 0) return null;
  const lines = absent.map(
    (booking) =>
      html`<li>
        ${clockText(booking.startMs, timeZone)}
        <bdi>${nameOf(booking)}</bdi>${lineAfterName({ partySize: booking.partySize })}:
        ${booking.status === 'no_show' ? 'no-show' : 'cancelled'}
      </li>`,
  );
  return html`<h2>Not coming</h2>
    <ul class="absent">
      ${lines}
    </ul>`;
}
