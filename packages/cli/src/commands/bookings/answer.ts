/** What the commands of one booking answer. */
import {
  type Booking,
  type ChangeOutcome,
  type Location,
  REASON_TEXTS,
  type TableChoice,
} from '@bord/engine';
import type { Answer } from '../../command.ts';
import type { Runtime } from '../../composition.ts';
import { Failure } from '../../failure.ts';
import { bookingJson, bookingText } from '../../output/booking-answer.ts';
import { refusalText } from '../table-choice.ts';

/** Fails where the tables, or the time, cannot be had, and says who is in the way. */
export async function assertHad(
  { engine }: Runtime,
  location: Location,
  outcome: ChangeOutcome,
  choice: TableChoice | undefined,
): Promise<void> {
  if (outcome.kind === 'refused')
    throw new Failure(`not changed: ${await refusalText(engine, location, outcome, choice)}`);
}

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
