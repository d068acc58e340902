/** A restaurant that takes random steps, and a subscriber of changed availability (D37). */
import { BookingError, createEngine, type Engine, type Storage } from '@bord/engine';
import type { DeliveryRecord } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import type { OpenStorage } from './storages.ts';

const { aCaller, aPeriod, aPlan, aRequest, aTable, FRIDAY_MS, LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Lunch, and dinner until two at night: a night belongs to the previous date. Small, so that many requests are rejected or re-seated. */
const PLAN = aPlan({
  timeZone: 'Europe/Stockholm',
  floorPlan: {
    tables: [aTable('A', { seatsMax: 2 }), aTable('B'), aTable('C', { seatsMax: 6 })],
    combinations: [],
    wastedSeatsMax: null,
  },
  servicePeriods: [
    aPeriod({ name: 'lunch', opensMinute: 660, closesMinute: 900, slotStepMinutes: 30 }),
    aPeriod({ name: 'dinner', opensMinute: 1020, closesMinute: 1560, slotStepMinutes: 30 }),
  ],
  pacing: { coversPerStep: 8, partiesPerStep: null },
  horizonDays: 20,
});
const DAY_MS = 24 * HOUR_MS;

/** The midnight (UTC) before now. */
const todayMs = ({ clock }: Pick<Listening, 'clock'>): number =>
  FRIDAY_MS + Math.floor((clock.ms - FRIDAY_MS) / DAY_MS) * DAY_MS;

/** Yesterday, whose night may still be running, today, and three days more. */
const datesOfNow = (setup: Pick<Listening, 'clock'>): readonly string[] =>
  [-1, 0, 1, 2, 3].map((days) => new Date(todayMs(setup) + days * DAY_MS).toISOString().slice(0, 10));
const SIZES = [1, 2, 3, 4, 5, 6];

/** The restaurant, a partner, and an endpoint. */
export interface Listening {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly clock: { ms: number; nowMs(): number };
  /** Ids of all bookings that were made, the latest last. */
  readonly bookings: string[];
  readonly holds: string[];
  readonly blocks: string[];
  readonly entries: string[];
  readonly closures: string[];
}

export async function listeningSetup(
  opened: Pick<OpenStorage, 'storage'>,
  clock: Listening['clock'],
): Promise<Listening> {
  const { storage } = opened;
  const engine = createEngine({ storage, clock, secretKeys: [new Uint8Array(32).fill(7)] });
  await engine.operator.locations.apply(PLAN, LOCATION_ID);
  const url = 'https://other.example/times';
  for (const partner of ['acme', 'other'])
    await engine.operator.keys.create({ partner, locationIds: [LOCATION_ID] });
  await engine.operator.webhooks.add({ partner: 'other', url, eventTypes: ['availability.changed'] });
  return { engine, storage, clock, bookings: [], holds: [], blocks: [], entries: [], closures: [] };
}

/** The random numbers of a step, from 0 up to but not including 1. */
export interface Choice {
  readonly which: number;
  readonly date: number;
  readonly time: number;
  readonly size: number;
}

export type Step = (setup: Listening, choice: Choice) => Promise<unknown>;

const pick = <T>(list: readonly T[], at: number): T | undefined => list[Math.floor(at * list.length)];
const startOf = (setup: Listening, { date, time }: Choice): number =>
  todayMs(setup) + Math.floor(date * 3) * DAY_MS + 10 * HOUR_MS + Math.floor(time * 30) * 30 * MINUTE_MS;
const sizeOf = ({ size }: Choice): number => 1 + Math.floor(size * 6);
const partner = (setup: Listening) => setup.engine.partner(aCaller({ partner: 'acme' }));
const request = (setup: Listening, choice: Choice) => ({
  ...aRequest(startOf(setup, choice), { partySize: sizeOf(choice) }),
  idempotencyKey: null,
});

const onOne =
  (act: (setup: Listening, id: string, choice: Choice) => Promise<unknown>): Step =>
  async (setup, choice) => {
    const id = pick(setup.bookings.slice(-8), choice.which);
    return id && act(setup, id, choice);
  };

async function note(setup: Listening, made: { kind: string; booking?: { id: string } }): Promise<void> {
  if (made.kind === 'booked' && made.booking) setup.bookings.push(made.booking.id);
}

/** Every kind of step that changes availability, by its author. */
export const STEPS: Readonly<Record<string, Step>> = {
  'partner books': async (setup, choice) =>
    note(setup, await partner(setup).createBooking(LOCATION_ID, request(setup, choice))),
  'operator books': async (setup, choice) =>
    note(setup, await setup.engine.operator.at(LOCATION_ID).bookings.create(request(setup, choice))),
  'operator books at a table, by force': async (setup, choice) => {
    const at = { tables: [pick(['A', 'B', 'C'], choice.which)!], force: true };
    return note(
      setup,
      await setup.engine.operator.at(LOCATION_ID).bookings.create(request(setup, choice), at),
    );
  },
  import: async (setup, choice) => {
    const idempotencyKey = `row ${setup.bookings.length} ${choice.which}`;
    const row = { request: { ...request(setup, choice), idempotencyKey } };
    for (const made of await setup.engine.operator.bookings.import(LOCATION_ID, [row]))
      await note(setup, made);
  },
  'partner cancels': onOne((setup, id) => partner(setup).cancelBooking(id)),
  'operator cancels': onOne(({ engine }, id) => engine.operator.bookings.cancel(id)),
  moves: onOne((setup, id, choice) =>
    setup.engine.operator.bookings.move(id, { startMs: startOf(setup, choice), partySize: sizeOf(choice) }),
  ),
  pins: onOne(({ engine }, id) => engine.operator.bookings.pin(id, true)),
  seats: onOne(({ engine }, id) => engine.operator.bookings.seat(id)),
  leaves: onOne(({ engine }, id) => engine.operator.bookings.leave(id)),
  extends: onOne(({ engine }, id) => engine.operator.bookings.extend(id, { byMinutes: 45 })),
  'no show': onOne(({ engine }, id) => engine.operator.bookings.markNoShow(id)),
  undo: onOne(({ engine }, id) => engine.operator.bookings.undo(id)),
  revert: onOne(({ engine }, id) => engine.operator.bookings.revert(id)),
  edits: onOne(({ engine }, id, { which }) => engine.operator.bookings.edit(id, { notes: `note ${which}` })),
  blocks: async (setup, choice) => {
    const startMs = startOf(setup, choice);
    const block = { tables: [pick(['A', 'B', 'C'], choice.which)!], startMs, endMs: startMs + 30 * HOUR_MS };
    const made = await setup.engine.operator.at(LOCATION_ID).tables.block({ ...block, force: true });
    if (made.kind === 'blocked') setup.blocks.push(made.block.id);
  },
  unblocks: async ({ engine, blocks }) => blocks.length > 0 && engine.operator.tables.unblock(blocks.pop()!),
  holds: async (setup, choice) => {
    const wish = { startMs: startOf(setup, choice), partySize: sizeOf(choice), seconds: 60 };
    const made = await partner(setup).createHold(LOCATION_ID, wish);
    if (made.kind === 'held') setup.holds.push(made.hold.id);
  },
  confirms: async (setup, { which }) => {
    const id = pick(setup.holds, which);
    const guest = { name: 'Alva Lind', email: 'alva@example.com', phone: null };
    if (id) await note(setup, await partner(setup).confirmHold(id, { guest }));
  },
  releases: async (setup, { which }) => {
    const id = pick(setup.holds, which);
    return id && partner(setup).releaseHold(id);
  },
  waits: async (setup, choice) => {
    const fromMs = startOf(setup, choice);
    const guest = { name: 'Bo Ek', email: `bo${setup.entries.length}@example.com` };
    const date = pick(datesOfNow(setup).slice(1, 4), choice.date)!;
    const wish = { date, fromMs, toMs: fromMs + 2 * HOUR_MS, partySize: sizeOf(choice), guest };
    const mode = choice.which < 0.5 ? 'book' : 'offer';
    setup.entries.push((await partner(setup).joinWaitlist(LOCATION_ID, { ...wish, mode })).id);
  },
  'leaves the line': async ({ engine, entries }) =>
    entries.length > 0 && engine.operator.waitlist.leave(entries.pop()!),
  closes: async (setup, choice) => {
    const date = pick(datesOfNow(setup).slice(1), choice.date)!;
    const hours = { from: `${date}T18:00`, to: `${date}T23:00`, reason: null };
    const closure = choice.which < 0.5 ? { from: date, to: date, reason: null } : hours;
    setup.closures.push((await setup.engine.operator.at(LOCATION_ID).closures.add(closure)).id);
  },
  opens: async ({ engine, closures }) =>
    closures.length > 0 && engine.operator.at(LOCATION_ID).closures.remove(closures.pop()!),
  plan: ({ engine }, { which }) =>
    engine.operator.locations.apply(
      { ...PLAN, pacing: { coversPerStep: which < 0.5 ? 8 : 3, partiesPerStep: null } },
      LOCATION_ID,
      {
        closures: 'unchanged',
      },
    ),
};

/** The availability of each date in bytes, read by another engine without this one's caches. */
async function offered(
  { storage, clock }: Listening,
  dates: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const engine = createEngine({ storage, clock });
  const caller = engine.partner(aCaller({ partner: 'acme' }));
  const days = await Promise.all(
    dates.map(async (date) => {
      const answers = SIZES.map((partySize) => caller.readAvailability(LOCATION_ID, { date, partySize }));
      return [date, JSON.stringify((await Promise.all(answers)).map(({ answer }) => answer))] as const;
    }),
  );
  engine.detach();
  return new Map(days);
}

const datesOf = ({ body }: DeliveryRecord): readonly string[] =>
  (JSON.parse(body) as { data: { dates: readonly string[] } }).data.dates;

/** Marks waiting events as delivered, so that the next change needs another event; returns their dates. */
async function taken({ engine, storage }: Listening): Promise<readonly string[]> {
  const dates: string[] = [];
  for (const { id } of await engine.operator.webhooks.list()) {
    for (const event of await storage.outbox.ofQueue(id, 1000)) {
      if (event.state !== 'waiting') continue;
      dates.push(...datesOf(event));
      await storage.outbox.record(event, {
        ...fixtures.anAttempt(),
        outcome: 'delivered',
      });
    }
  }
  return dates;
}

/** The result of a step. */
export interface Heard {
  readonly name: string;
  /** Dates whose availability has changed. */
  readonly changed: readonly string[];
  /** Dates that an event names. */
  readonly heard: readonly string[];
}

/** Takes a step, rejected or not, and finds the dates whose availability it changes. */
export async function changesOf(
  setup: Listening,
  name: string,
  choice: Choice,
): Promise<Pick<Heard, 'name' | 'changed'>> {
  const dates = datesOfNow(setup);
  const before = await offered(setup, dates);
  await STEPS[name]!(setup, choice).catch((error: unknown) => {
    if (!BookingError.is(error)) throw error;
  });
  const after = await offered(setup, dates);
  return { name, changed: dates.filter((date) => before.get(date) !== after.get(date)) };
}

/** {@link changesOf}, with the events of the step: earlier events are delivered first. */
export async function heardOf(setup: Listening, name: string, choice: Choice): Promise<Heard> {
  await taken(setup);
  const step = await changesOf(setup, name, choice);
  return { ...step, heard: await taken(setup) };
}
