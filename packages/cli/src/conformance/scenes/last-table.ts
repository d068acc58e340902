/** A slot is filled, its last table freed, and raced for. */
import { book, bookingAsked, cancelCall, createCall } from '../asking.ts';
import { type Day, slotAt } from '../days.ts';
import { bookingIdOf, type Call, type Exchange, gotOf } from '../exchange.ts';
import { CannotTell } from '../stops.ts';
import { scene, type Trial, unlessUntold } from '../trial.ts';
import { firstBooking, retried, scarcest } from './bookings.ts';
import { askDay, scarceDay } from './survey.ts';

/** So many bookings at most to fill a slot. */
const FILL_MAX = 12;
/** When to look whether a change shows; caches may keep an answer for about 8 seconds (§8). */
const LOOKS_MS = [0, 3_000, 3_000, 4_000] as const;

/** A slot that takes no more parties of a size. */
export interface FullSlot {
  readonly date: string;
  readonly partySize: number;
  readonly startMs: number;
  /** The last booking that went in. */
  readonly lastId: string;
  /** How many bookings filled it. */
  readonly bookings: number;
  /** The refusal that says so. */
  readonly refusal: Exchange;
}

/** A look at a slot after something has changed. */
export interface Look {
  /** The last answer that was looked at. */
  readonly day: Day;
  /** Whether it shows the change. */
  readonly shows: boolean;
}

export const fullSlot = scene(async (trial): Promise<FullSlot> => {
  await unlessUntold(firstBooking(trial));
  await unlessUntold(retried(trial));
  const { date, partySize, ...day } = await scarceDay(trial);
  const slot = scarcest({ date, partySize, ...day });
  if (!slot) throw new CannotTell('no slot is available');
  const ids: string[] = [];
  while (ids.length < FILL_MAX) {
    const exchange = await book(trial, bookingAsked(trial, slot.startMs, { partySize }));
    const id = bookingIdOf(exchange);
    const lastId = ids.at(-1);
    if (id !== null) ids.push(id);
    else if (lastId !== undefined)
      return { date, partySize, startMs: slot.startMs, lastId, bookings: ids.length, refusal: exchange };
    else throw new CannotTell(`no slot could be filled: ${gotOf(exchange)}`);
  }
  const after = `after ${FILL_MAX} bookings for ${partySize}`;
  throw new CannotTell(
    `no slot could be filled: there was room ${after}; a location with fewer tables would do`,
  );
});

/** Looks at the full slot until it shows what it should. */
async function lookUntil(
  trial: Trial,
  { date, partySize, startMs }: FullSlot,
  available: boolean,
): Promise<Look> {
  let day: Day | undefined;
  for (const ms of LOOKS_MS) {
    if (ms > 0)
      await trial.pause(ms, 'availability does not show a change yet: answers may be kept for about 8 s');
    day = await askDay(trial, date, partySize);
    if (day.exchange.status === 200 && (slotAt(day, startMs)?.available ?? false) === available)
      return { day, shows: true };
  }
  return { day: day!, shows: false };
}

export const shownTaken = scene(async (trial): Promise<Look> =>
  lookUntil(trial, await fullSlot(trial), false),
);

/** The last table is given back. */
const freed = scene(async (trial): Promise<Exchange> => {
  const { lastId } = await fullSlot(trial);
  await shownTaken(trial);
  return trial.ask(cancelCall(lastId));
});

export const shownFreed = scene(async (trial): Promise<Look> => {
  await mustBeFree(trial);
  return lookUntil(trial, await fullSlot(trial), true);
});

async function mustBeFree(trial: Trial): Promise<void> {
  const { status } = await freed(trial);
  if (status !== 200)
    throw new CannotTell(`the last table could not be freed: cancelling was answered with ${status}`);
}

/** The rounds of the race: what the two who were at the last table at once were answered. */
export const race = scene(async (trial): Promise<readonly (readonly Exchange[])[]> => {
  await unlessUntold(shownFreed(trial));
  await mustBeFree(trial);
  const { startMs, partySize } = await fullSlot(trial);
  const call = (): Call => createCall(trial.settings.locationId, bookingAsked(trial, startMs, { partySize }));
  const rounds: (readonly Exchange[])[] = [];
  for (let i = 0; i < trial.settings.rounds; i++) {
    const answers = await trial.together(call(), call());
    rounds.push(answers);
    for (const answer of answers) {
      const id = bookingIdOf(answer);
      if (id !== null) await trial.ask(cancelCall(id));
    }
    if (answers.filter(({ status }) => status === 201).length !== 1) break;
  }
  return rounds;
});
