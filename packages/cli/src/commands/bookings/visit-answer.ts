/** What is said to somebody at the door: who, where, until when, and what comes next at that table. */
import { type Booking, type DaySheet, isLive, isSeated, type Location } from '@bord/engine';
import type { Answer } from '../../command.ts';
import type { Runtime } from '../../composition.ts';
import { bookingJson } from '../../output/booking-answer.ts';
import { plain } from '../../output/plain.ts';
import { clockText } from '../../output/times.ts';
import { whoText } from '../../output/who-text.ts';

/** One line on the booking, and one on each party that stands before or after it at its tables. */
export async function visitAnswer({ engine }: Runtime, booking: Booking, state: string): Promise<Answer> {
  const sheet = await engine.operator.at(booking.locationId).bookings.sheet({ date: booking.serviceDate });
  const lines = [`${visitLine(booking, sheet.location)} ${state}.`, ...neighbourLines(booking, sheet)];
  return { json: bookingJson(booking), text: () => lines.join('\n') };
}

/** `Astrid Berg, 4 guests, T7, 19:00–21:00:` */
function visitLine({ guest, partySize, tables, startMs, endMs }: Booking, { timeZone }: Location): string {
  const party = partySize === 1 ? '1 guest' : `${partySize} guests`;
  const where = tables.length > 0 ? plain(tables.join(' + ')) : 'no table yet';
  return `${plain(guest.name)}, ${party}, ${where}, ${clockText(startMs, timeZone)}–${clockText(endMs, timeZone)}:`;
}

function neighbourLines(booking: Booking, { bookings, others, location, nowMs }: DaySheet): string[] {
  const there = [...bookings, ...others].filter(
    (other) =>
      other.id !== booking.id && isLive(other) && other.tables.some((id) => booking.tables.includes(id)),
  );
  const staying = there.filter((other) => isSeated(other) && other.blockedUntilMs <= nowMs);
  const next = isLive(booking)
    ? there
        .filter(({ startMs }) => startMs >= booking.blockedUntilMs)
        .toSorted((a, b) => a.startMs - b.startMs)[0]
    : there.filter(({ startMs }) => startMs > nowMs).toSorted((a, b) => a.startMs - b.startMs)[0];
  return [
    ...staying.map((other) => `Still there, its time is up: ${whoText(other, location)}`),
    ...bookings
      .filter((other) => isLive(other) && other.tables.length === 0)
      .map((other) => `Waits for a table: ${whoText(other, location)}`),
    ...(next ? [`Next there: ${whoText(next, location)}`] : []),
  ];
}
