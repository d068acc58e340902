import { type Booking, type ChangeOutcome, isLive, type Location, REASON_TEXTS } from '@bord/engine';
import { sittingReachedInto } from '@bord/engine/adapters';
import type { Answer } from '../../command.ts';
import type { Runtime } from '../../composition.ts';
import { Failure } from '../../output/failure.ts';
import { bookingJson, bookingText } from '../../output/booking-answer.ts';
import { capitalised, tablesText } from '../../output/booking-line.ts';
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
  return { json: bookingJson(booking), text: () => bookingText(booking, location) };
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
