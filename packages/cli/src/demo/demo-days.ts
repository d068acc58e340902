/** Fills the demo restaurant with believable days, by the engine's own functions (D29). Idempotent. */
import {
  addDays,
  BookingError,
  type Booking,
  type Clock,
  currentServiceDate,
  type Engine,
  instantOf,
  isLive,
  isSeated,
  type LocalDate,
  type Location,
  MINUTE_MS,
} from '@bord/engine';
import { BLOCK, DAYS_AHEAD, demoParties, WAITING, type DemoParty } from './demo-day.ts';

export type EngineAt = (clock: Clock) => Engine;

/** When the book of the day was written. */
const WRITTEN_MINUTE = 8 * 60;
/** A party that is due within this time can be at the door already. */
const SOON_MS = 45 * MINUTE_MS;

interface Demo {
  readonly engine: Engine;
  readonly clock: { ms: number };
  readonly location: Location;
  readonly today: LocalDate;
  readonly nowMs: number;
}

/** Adds the parties of today and of the days ahead that are missing, and takes the steps of today's visits that are due by now. */
export async function makeDemoDays(engineAt: EngineAt, locationId: string, nowMs: number): Promise<void> {
  const clock = { ms: nowMs, nowMs: () => clock.ms };
  const engine = engineAt(clock);
  try {
    const location = await engine.operator.locations.read(locationId);
    const today = currentServiceDate(location, nowMs);
    const demo = { engine, clock, location, today, nowMs };
    clock.ms = Math.min(nowMs, instantOf(location.timeZone, today, WRITTEN_MINUTE));
    const isNew = await fill(demo, 0);
    if (isNew) await addWaitingAndBlock(demo);
    for (let ahead = 1; ahead <= DAYS_AHEAD; ahead++) await fill(demo, ahead);
    await live(demo);
  } finally {
    engine.detach();
  }
}

const keyOf = (date: LocalDate, index: number): string => `demo-day:${date}:${index}`;

/** The bookings of a service date that were made here, by the index of their party. */
async function madeOf({ engine, location }: Demo, date: LocalDate): Promise<Map<number, Booking>> {
  const bookings = await engine.operator.at(location.id).bookings.list({ date });
  const ours = bookings.filter(({ idempotencyKey }) =>
    idempotencyKey?.startsWith(keyOf(date, 0).slice(0, -1)),
  );
  return new Map(ours.map((booking) => [Number(booking.idempotencyKey!.split(':').at(-1)), booking]));
}

/** Books the parties of a date that are missing; whether there were any. A party for which a visitor's booking leaves no table does not come. */
async function fill(demo: Demo, ahead: number): Promise<boolean> {
  const { engine, location, today } = demo;
  const date = addDays(today, ahead);
  const made = await madeOf(demo, date);
  const missing = demoParties(ahead).filter(({ index }) => !made.has(index));
  for (const { index, startMinute, partySize, name, phone, notes } of missing)
    await engine.operator.at(location.id).bookings.create({
      startMs: instantOf(location.timeZone, date, startMinute),
      partySize,
      guest: { name, phone, notes },
      idempotencyKey: keyOf(date, index),
    });
  return missing.length > 0;
}

async function addWaitingAndBlock({ engine, location, today }: Demo): Promise<void> {
  const { tables, waitlist } = engine.operator.at(location.id);
  const at = (minute: number): number => instantOf(location.timeZone, today, minute);
  for (const [i, { name, phone, notes, partySize, from, to }] of WAITING.entries()) {
    const guest = { name, phone, notes };
    const times = { date: today, fromMs: at(from), toMs: at(to) };
    const idempotencyKey = keyOf(today, i);
    await unlessRefused(() => waitlist.add({ ...times, partySize, mode: 'book', guest, idempotencyKey }));
  }
  const { table, startMinute, endMinute, reason } = BLOCK;
  await unlessRefused(() =>
    tables.block({ tables: [table], startMs: at(startMinute), endMs: at(endMinute), reason }),
  );
}

/** The steps of today's visits are taken at their times; changes by visitors of the console stay. */
async function live(demo: Demo): Promise<void> {
  const { engine, clock, location, today, nowMs } = demo;
  const made = await madeOf(demo, today);
  const take = async (index: number, kind: DemoStep['kind']): Promise<void> => {
    const { id } = made.get(index)!;
    await unlessRefused(() => engine.operator.bookings[kind](id));
    made.set(index, await engine.operator.bookings.read(id));
  };
  /** Parties that are due while another one is still at their table. */
  const waiting = new Set<number>();
  const isOccupied = ({ id, tables }: Booking): boolean =>
    [...made.values()].some(
      (other) => other.id !== id && isSeated(other) && tables.some((table) => other.tables.includes(table)),
    );
  const sofar = Math.floor((nowMs - instantOf(location.timeZone, today, 0)) / MINUTE_MS);
  for (const step of demoSteps(demoParties(0), (size) => turnOf(location, size), sofar)) {
    clock.ms = instantOf(location.timeZone, today, step.minute);
    const booking = made.get(step.index);
    if (!booking || !isDue(booking, step, nowMs)) continue;
    const waits = step.kind === 'seat' && isOccupied(booking);
    if (waits) waiting.add(step.index);
    await take(step.index, waits ? 'arrive' : step.kind);
    for (const index of waiting)
      if (!isOccupied(made.get(index)!)) {
        waiting.delete(index);
        await take(index, 'seat');
      }
  }
  clock.ms = nowMs;
  const here = [...made].filter(([, booking]) => isLive(booking) && booking.visit.seatedMs === null);
  if (here.some(([, { visit }]) => visit.arrivedMs !== null)) return;
  const next = here.find(([, { startMs }]) => startMs > nowMs && startMs - nowMs <= SOON_MS);
  if (next) await take(next[0], 'arrive');
}

/** The step was not taken yet, and a visitor did not let the party stay longer. */
function isDue({ status, visit, endMs }: Booking, { kind }: DemoStep, nowMs: number): boolean {
  if (status !== 'confirmed') return false;
  if (kind === 'arrive') return visit.arrivedMs === null && visit.seatedMs === null;
  if (kind === 'leave') return visit.seatedMs !== null && endMs - nowMs <= SOON_MS;
  return visit.seatedMs === null;
}

/** If a visitor's booking is in the way, the step is left out. */
async function unlessRefused(take: () => Promise<unknown>): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!BookingError.is(error) || error.code === 'unavailable' || error.code === 'unexpected') throw error;
  }
}

function turnOf({ turnTimes }: Location, partySize: number): number {
  return (turnTimes.find(({ partyMax }) => partyMax === null || partySize <= partyMax) ?? turnTimes.at(-1)!)
    .turnMinutes;
}

type DemoStepKind = 'arrive' | 'seat' | 'leave' | 'markNoShow' | 'cancel';

interface DemoStep {
  readonly minute: number;
  readonly kind: DemoStepKind;
  readonly index: number;
}

/** So long before its start a party cancels that does. */
const CANCELS_MINUTES = 240;
/** So long after its start a table is given up. */
const GIVES_UP_MINUTES = 30;
/** Minutes that a party leaves before its end by default. */
const LEAVES_EARLY_MINUTES = 8;

/** All that happens until a minute of the day, in order of time; of one party in the order of its visit. */
function demoSteps(
  parties: readonly DemoParty[],
  turnMinutes: (partySize: number) => number,
  untilMinute: number,
): readonly DemoStep[] {
  return parties
    .flatMap((party) =>
      stepsOf(party, turnMinutes(party.partySize)).map((step) => ({ ...step, index: party.index })),
    )
    .filter(({ minute }) => minute <= untilMinute)
    .toSorted((a, b) => a.minute - b.minute);
}

function stepsOf(party: DemoParty, turn: number): readonly Omit<DemoStep, 'index'>[] {
  const {
    startMinute,
    lateMinutes = 0,
    waitsMinutes = 0,
    stayMinutes = turn - LEAVES_EARLY_MINUTES,
    becomes,
  } = party;
  if (becomes === 'cancelled') return [{ minute: startMinute - CANCELS_MINUTES, kind: 'cancel' }];
  if (becomes === 'no_show') return [{ minute: startMinute + GIVES_UP_MINUTES, kind: 'markNoShow' }];
  const seated = startMinute + lateMinutes;
  return [
    ...(waitsMinutes > 0 ? [{ minute: seated - waitsMinutes, kind: 'arrive' as const }] : []),
    { minute: seated, kind: 'seat' },
    { minute: seated + stayMinutes, kind: 'leave' },
  ];
}
