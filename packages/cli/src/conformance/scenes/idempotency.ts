/** One idempotency key: two requests at once, one more, and one after the booking is cancelled. */
import { book, bookingAsked, type BookingAsked, cancelCall, createCall, readCall } from '../asking.ts';
import { bookingIdOf, type Exchange, gotOf } from '../exchange.ts';
import { CannotTell } from '../stops.ts';
import { scene, type Trial, unlessUntold } from '../trial.ts';
import { madeBooking } from './bookings.ts';
import { fullSlot, race } from './last-table.ts';

/** The longest key that must be taken (§2.6). */
export const KEY_LENGTH_MAX = 120;

/** Two requests at once under one key. */
export interface Pair {
  readonly asked: BookingAsked;
  readonly answers: readonly Exchange[];
  /** The answers to the longest key, when that was refused and a short one had to do. */
  readonly refused: readonly Exchange[];
  /** Whether there was a table for one of them only. */
  readonly atLastTable: boolean;
}

export function keyOfLength(trial: Trial, length: number): string {
  return `${trial.name}-`.padEnd(length, 'k');
}

/** At the last table if there is one, so that two bookings instead of one would show. */
export const pair = scene(async (trial): Promise<Pair> => {
  const atLastTable = (await unlessUntold(race(trial))) !== null;
  const { startMs, partySize } = atLastTable
    ? await fullSlot(trial)
    : { startMs: (await madeBooking(trial)).startMs, partySize: trial.settings.party };
  const askWith = async (idempotencyKey: string) => {
    const asked = bookingAsked(trial, startMs, { partySize, partnerBookingRef: undefined, idempotencyKey });
    const call = createCall(trial.settings.locationId, asked);
    return { asked, answers: await trial.together(call, call) };
  };
  const long = await askWith(keyOfLength(trial, KEY_LENGTH_MAX));
  if (!long.answers.every(({ status }) => status === 400)) return { ...long, refused: [], atLastTable };
  return { ...(await askWith(`${trial.name}-pair`)), refused: long.answers, atLastTable };
});

/** The id that the pair got. */
export async function pairId(trial: Trial): Promise<string> {
  const { answers } = await pair(trial);
  const id = answers.map(bookingIdOf).find((known) => known !== null);
  if (id == null) throw new CannotTell(`no booking could be made under a key: ${gotOf(answers[0]!)}`);
  return id;
}

/** The same request again, later. */
export const replay = scene(async (trial): Promise<Exchange> => {
  await pairId(trial);
  return book(trial, (await pair(trial)).asked);
});

/** The same request with nothing in the texts that it may leave out: it takes no table. */
export const blankReplay = scene(async (trial): Promise<Exchange> => {
  await pairId(trial);
  const { asked } = await pair(trial);
  return book(trial, { ...asked, phone: '', notes: ' ', partnerBookingRef: '', lang: '' });
});

export const cancelled = scene(async (trial): Promise<Exchange> => {
  const id = await pairId(trial);
  await replay(trial);
  return trial.ask(cancelCall(id));
});

/** The pair's booking once it is cancelled. Throws `CannotTell` when it could not be. */
async function cancelledId(trial: Trial): Promise<string> {
  const { status } = await cancelled(trial);
  if (status !== 200)
    throw new CannotTell(`the booking could not be cancelled: that was answered with ${status}`);
  return pairId(trial);
}

export const cancelledAgain = scene(async (trial): Promise<Exchange> =>
  trial.ask(cancelCall(await cancelledId(trial))),
);

export const readCancelled = scene(async (trial): Promise<Exchange> =>
  trial.ask(readCall(await cancelledId(trial))),
);

export const replayCancelled = scene(async (trial): Promise<Exchange> => {
  await cancelledId(trial);
  return book(trial, (await pair(trial)).asked);
});
