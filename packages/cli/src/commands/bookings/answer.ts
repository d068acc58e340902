import {
  type Booking,
  type ChangeOutcome,
  type DaySheet,
  isLive,
  isSeated,
  type Location,
  REASON_TEXTS,
} from '@bord/engine';
import { sittingReachedInto } from '@bord/engine/adapters';
import type { Answer } from '../../command.ts';
import type { Runtime } from '../../composition.ts';
import { Failure } from '../../output/failure.ts';
import { bookingJson, bookingFacts } from '../../output/booking-answer.ts';
import { bookingText, capitalised, lineText, tablesText } from '../../output/booking-line.ts';
import { clockText } from '../../output/times.ts';

/** @param sameState the answer if the booking already had the state */
export async function changed(
  runtime: Runtime,
  outcome: ChangeOutcome,
  state: string,
  sameState: string = `${state} already`,
): Promise<Answer> {
  if (outcome.kind === 'refused')
    throw new Failure(`not changed: ${REASON_TEXTS[outcome.reason]}. See the day: bord evening`);
  const { json, text } = await answerOf(runtime, outcome.booking);
  const outcomeText = outcome.kind === 'unchanged' ? sameState : state;
  return { json, text: async () => `The booking ${outcomeText}.\n\n${await text()}` };
}

export async function answerOf({ engine }: Runtime, booking: Booking): Promise<Answer> {
  const location = await engine.operator.locations.read(booking.locationId);
  return { json: bookingJson(booking), text: () => bookingFacts(booking, location) };
}

/** The same, with a word of warning where a party that comes between two seatings keeps a table from the second. */
export function withSittingNote(answer: Answer, location: Location, booking: Booking): Answer {
  const sittingMs = isLive(booking) ? sittingReachedInto(location, booking) : null;
  if (sittingMs === null) return answer;
  const { tables, blockedUntilMs } = booking;
  const until = clockText(blockedUntilMs, location.timeZone);
  const sitting = clockText(sittingMs, location.timeZone);
  const note = `${capitalised(tablesText(tables))} ${tables.length > 1 ? 'are' : 'is'} held until ${until}, and cannot be booked for the seating at ${sitting}.`;
  return {
    json: { ...(answer.json as object), warnings: [note] },
    text: async () => `${await answer.text()}\n\nBetween two seatings: ${note}`,
  };
}

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
