/** What the commands of one booking answer. */
import { type Booking, type ChangeOutcome, REASON_TEXTS } from '@bord/engine';
import type { Answer } from '../../command.ts';
import type { Runtime } from '../../composition.ts';
import { Failure } from '../../failure.ts';
import { bookingJson, bookingText } from '../../output/booking-answer.ts';

/** @param sameState what is said when it was so before */
export async function changed(
  runtime: Runtime,
  outcome: ChangeOutcome,
  state: string,
  sameState: string = `${state} already`,
): Promise<Answer> {
  if (outcome.kind === 'refused') throw new Failure(`not changed: ${REASON_TEXTS[outcome.reason]}`);
  const { json, text } = await answerOf(runtime, outcome.booking);
  const outcomeText = outcome.kind === 'unchanged' ? sameState : state;
  return { json, text: async () => `The booking ${outcomeText}.\n\n${await text()}` };
}

export async function answerOf({ engine }: Runtime, booking: Booking): Promise<Answer> {
  const location = await engine.operator.locations.read(booking.locationId);
  return { json: bookingJson(booking), text: () => bookingText(booking, location) };
}
