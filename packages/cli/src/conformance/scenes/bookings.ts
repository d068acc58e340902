/** A booking that is made, made again, and read. */
import { HOUR_MS } from '@bord/engine';
import { type BookingAsked, book, bookingAsked, readCall } from '../asking.ts';
import { dateAfter, type Day, freeSlots, type Slot } from '../days.ts';
import { bookingIdOf, type Exchange, gotOf } from '../exchange.ts';
import { CannotTell } from '../stops.ts';
import { scene, type Trial } from '../trial.ts';
import { askDay, openDay, overview, scarceDay, survey } from './survey.ts';

/** Availability may be so old (§8), and a little more. */
export const CACHE_MS = 9_000;
const TRIES = 3;

/** A booking with what was asked for. */
export interface Made {
  readonly id: string;
  readonly startMs: number;
  readonly asked: BookingAsked;
  readonly exchange: Exchange;
}

/** How the first booking went. */
export interface FirstBooking {
  /** null when none was made. */
  readonly made: Made | null;
  /** The answers that made none. */
  readonly refusals: readonly Exchange[];
}

/** Books the party of the run where most seats are free, with everything that a request may have but an idempotency key. */
export const firstBooking = scene(async (trial): Promise<FirstBooking> => {
  await survey(trial);
  let day = await openDay(trial);
  const refusals: Exchange[] = [];
  const tried = new Set<number>();
  for (let i = 0; i < TRIES; i++) {
    const slot = roomiest(day, tried, await scarceDay(trial));
    if (!slot) break;
    tried.add(slot.startMs);
    const more = {
      phone: '+46 70 000 00 00',
      notes: 'A check of the API. It is cancelled at once.',
      lang: 'en',
    };
    const asked = bookingAsked(trial, slot.startMs, more);
    const exchange = await book(trial, asked);
    const id = bookingIdOf(exchange);
    if (id !== null) return { made: { id, startMs: slot.startMs, asked, exchange }, refusals };
    refusals.push(exchange);
    if (exchange.status !== 409) break;
    await trial.pause(CACHE_MS, 'a slot that is available was refused: perhaps somebody else took it');
    day = await askDay(trial, day.date, day.partySize);
  }
  return { made: null, refusals };
});

/** The slot with the most seats, and of those the one that is farthest from where the last table will be sought. */
function roomiest(day: Day, tried: ReadonlySet<number>, scarce: Day): Slot | undefined {
  const sought = scarcest(scarce)?.startMs ?? 0;
  return freeSlots(day)
    .filter(({ startMs }) => !tried.has(startMs))
    .toSorted(
      (a, b) =>
        b.remainingCovers - a.remainingCovers || Math.abs(b.startMs - sought) - Math.abs(a.startMs - sought),
    )[0];
}

/** The slot with the fewest seats. */
export function scarcest(day: Day): Slot | undefined {
  return freeSlots(day).toSorted((a, b) => a.remainingCovers - b.remainingCovers)[0];
}

/** The first booking. Throws `CannotTell` when there is none. */
export async function madeBooking(trial: Trial): Promise<Made> {
  const { made, refusals } = await firstBooking(trial);
  const [refusal] = refusals;
  if (!made) throw new CannotTell(`no booking could be made${refusal ? `: ${gotOf(refusal)}` : ''}`);
  return made;
}

/** The same request once more, without an idempotency key. */
export const retried = scene(async (trial): Promise<Exchange> => {
  const { asked } = await madeBooking(trial);
  return book(trial, asked);
});

/** The first booking as it is read while it stands. */
export const readBack = scene(async (trial): Promise<Exchange> => {
  const { id } = await madeBooking(trial);
  return trial.ask(readCall(id));
});

/** Times at which the location is closed need a night of this length. */
const NIGHT_MS = 6 * HOUR_MS;

/** A time between the last slot of the open day and the first of the next. */
export async function closedTime(trial: Trial): Promise<number> {
  const { date, slots } = await openDay(trial);
  const last = Math.max(...slots.map(({ startMs }) => startMs));
  const [next] = (await nextDay(trial, date)).slots;
  if (next && next.startMs - last < NIGHT_MS)
    throw new CannotTell('no hours were found in which the location is closed');
  const middle = next ? (last + next.startMs) / 2 : last + NIGHT_MS;
  return Math.floor(middle / HOUR_MS) * HOUR_MS;
}

async function nextDay(trial: Trial, date: string): Promise<Pick<Day, 'slots'>> {
  const tomorrow = dateAfter(date, 1);
  const known = (await overview(trial)).days.find(
    (day) => day.date === tomorrow && day.partySize === trial.settings.party,
  );
  return known ?? { slots: [] };
}
