/** Fills the demo restaurant with believable days when its console is first opened, by the engine's own functions. Idempotent. */
import {
  addDays,
  BookingError,
  type Booking,
  type Clock,
  currentServiceDate,
  type Engine,
  instantOf,
  isLive,
  type LocalDate,
  type Location,
  MINUTE_MS,
} from '@bord/engine';
import { A_BLOCK, A_DAY, COMING_DAYS, type DemoParty } from './demo-day.ts';
import { type DemoStep, demoSteps } from './demo-steps.ts';

export type EngineAt = (clock: Clock) => Engine;

/** When the book of the day was written. */
const WRITTEN_MINUTE = 8 * 60;
/** Whoever comes within so long may be at the door already. */
const SOON_MS = 45 * MINUTE_MS;

/** Makes today and the two days after as far as they are not there, and lets happen what has happened by now. */
export async function makeDemoDays(engineAt: EngineAt, locationId: string, nowMs: number): Promise<void> {
  const clock = { ms: nowMs, nowMs: () => clock.ms };
  const engine = engineAt(clock);
  try {
    const location = await engine.operator.locations.read(locationId);
    const today = currentServiceDate(location, nowMs);
    for (const [i, parties] of [A_DAY, ...COMING_DAYS].entries()) {
      clock.ms = Math.min(nowMs, atMinute(location, today, WRITTEN_MINUTE));
      await makeDay(engine, location, addDays(today, i), parties);
    }
    await live({ engine, clock, location, date: today }, nowMs);
  } finally {
    engine.detach();
  }
}

/** Of each day a key tells which of its parties it is, and how often the day was made: the nightly sweep cancels it when it is a day old (D20). */
const keyOf = (date: LocalDate, time: number, index: number): string => `demo-day:${date}:${time}:${index}`;
const KEY = /^demo-day:[\d-]+:(\d+):(\d+)$/;

/** The parties of a day that were made by us, and which of them each is. */
async function madeOf(
  engine: Engine,
  location: Location,
  date: LocalDate,
): Promise<readonly { readonly booking: Booking; readonly time: number; readonly index: number }[]> {
  const bookings = await engine.operator.at(location.id).bookings.list({ date });
  return bookings.flatMap((booking) => {
    const [, time, index] = KEY.exec(booking.idempotencyKey ?? '') ?? [];
    return time === undefined ? [] : [{ booking, time: Number(time), index: Number(index) }];
  });
}

async function makeDay(
  engine: Engine,
  location: Location,
  date: LocalDate,
  parties: readonly DemoParty[],
): Promise<void> {
  const made = await madeOf(engine, location, date);
  if (made.some(({ booking }) => booking.status !== 'cancelled')) return;
  const time = 1 + Math.max(0, ...made.map((one) => one.time));
  for (const [index, party] of parties.entries()) {
    const { partySize, name, phone = null, notes = null, startMinute, tables } = party;
    const request = {
      startMs: atMinute(location, date, startMinute),
      partySize,
      guest: { name, phone, notes },
      idempotencyKey: keyOf(date, time, index),
    };
    // Somebody may have booked before: who finds no place then is not there.
    await engine.operator.at(location.id).bookings.create(request, tables && { tables, force: true });
  }
  if (parties !== A_DAY) return;
  const [startMs, endMs] = [A_BLOCK.startMinute, A_BLOCK.endMinute].map((minute) =>
    atMinute(location, date, minute),
  );
  await engine.operator.at(location.id).tables.block({
    tables: [A_BLOCK.table],
    startMs: startMs!,
    endMs: endMs!,
    reason: A_BLOCK.reason,
  });
}

interface Today {
  readonly engine: Engine;
  readonly clock: { ms: number };
  readonly location: Location;
  readonly date: LocalDate;
}

/** What has happened by now happens, at its time; what a visitor of the console has done meanwhile stays. */
async function live(today: Today, nowMs: number): Promise<void> {
  const { engine, clock, location, date } = today;
  const sofar = Math.floor((nowMs - atMinute(location, date, 0)) / MINUTE_MS);
  const turn = (partySize: number): number => turnOf(location, partySize);
  for (const step of demoSteps(A_DAY, turn, sofar)) {
    const booking = (await madeOf(engine, location, date)).findLast(
      ({ index }) => index === step.index,
    )?.booking;
    clock.ms = atMinute(location, date, step.minute);
    if (booking && isDue(booking, step, nowMs)) await take(engine, booking.id, step.kind);
  }
  clock.ms = nowMs;
  const here = (await madeOf(engine, location, date)).map(({ booking }) => booking).filter(isLive);
  if (here.some(({ visit }) => visit.arrivedMs !== null && visit.seatedMs === null)) return;
  const next = here.find(
    ({ startMs, visit }) => startMs > nowMs && startMs - nowMs <= SOON_MS && visit.seatedMs === null,
  );
  if (next) await take(engine, next.id, 'arrive');
}

/** Nothing of it was written down, and nobody has let the party stay. */
function isDue({ status, visit, endMs }: Booking, { kind }: DemoStep, nowMs: number): boolean {
  if (status !== 'confirmed') return false;
  if (kind === 'arrive') return visit.arrivedMs === null && visit.seatedMs === null;
  if (kind === 'leave') return visit.seatedMs !== null && endMs - nowMs <= SOON_MS;
  return visit.seatedMs === null;
}

/** Where somebody else is in the way, it has not happened. */
async function take(engine: Engine, bookingId: string, kind: DemoStep['kind']): Promise<void> {
  try {
    await engine.operator.bookings[kind](bookingId);
  } catch (error) {
    if (!BookingError.is(error) || error.code === 'unavailable' || error.code === 'unexpected') throw error;
  }
}

function turnOf({ turnTimes }: Location, partySize: number): number {
  return (turnTimes.find(({ partyMax }) => partyMax === null || partySize <= partyMax) ?? turnTimes.at(-1)!)
    .turnMinutes;
}

function atMinute({ timeZone }: Location, date: LocalDate, minute: number): number {
  return instantOf(timeZone, date, minute);
}
