/** The answer to a host at the door: party, table, end of the visit, and the next party at that table. */
import { type Booking, type DaySheet, isLive, isSeated, type Location } from '@bord/engine';
import type { Answer } from '../../command.ts';
import type { Runtime } from '../../composition.ts';
import { bookingJson } from '../../output/booking-answer.ts';
import { clockText } from '../../output/times.ts';
import { bookingText, lineText } from '../../output/booking-line.ts';

/** A line for the booking, and one for the party before and after it at each of its tables. */
export async function visitAnswer({ engine }: Runtime, booking: Booking, state: string): Promise<Answer> {
  const sheet = await engine.operator.at(booking.locationId).bookings.sheet({ date: booking.serviceDate });
  const lines = [`${visitLine(booking, sheet.location)} ${state}.`, ...neighbourLines(booking, sheet)];
  return { json: bookingJson(booking), text: () => lines.join('\n') };
}

/** `19:00–21:00 Astrid Berg · 4 guests · table T7:` */
function visitLine({ guest, partySize, tables, startMs, endMs }: Booking, { timeZone }: Location): string {
  const time = `${clockText(startMs, timeZone)}–${clockText(endMs, timeZone)}`;
  return `${lineText({ time, name: guest.name, partySize, tables })}:`;
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
    ...staying.map((other) => `Still there, its time is up: ${bookingText(other, location)}`),
    ...bookings
      .filter((other) => isLive(other) && other.tables.length === 0)
      .map((other) => `Waits for a table: ${bookingText(other, location)}`),
    ...(next ? [`Next there: ${bookingText(next, location)}`] : []),
  ];
}
