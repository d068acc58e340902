/** The history of bookings through the whole engine on every storage (D43): replayed backwards, it gives each earlier state. */
import {
  type Booking,
  changesOf,
  createEngine,
  type Engine,
  type GuestMessage,
  type Mailer,
} from '@bord/engine';
import { fixtures, steps } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';
import { type StorageKind, storages } from '../../support/storages.ts';

const { aCaller, anEndpoint, aPlan, aTable, FRIDAY_MS, LOCATION_ID } = fixtures;
const MINUTE_MS = 60_000;
/** 18:00 in Stockholm. */
const SIX_MS = FRIDAY_MS + 17 * 60 * MINUTE_MS;

const PLAN = aPlan({
  timeZone: 'Europe/Stockholm',
  freezeMinutes: 0,
  guestCutoffMinutes: 0,
  floorPlan: {
    tables: [aTable('A', { seatsMax: 2 }), aTable('B', { seatsMax: 4 }), aTable('C', { seatsMax: 3 })],
    combinations: [{ tables: ['B', 'C'], seatsMin: 5, seatsMax: 7 }],
    wastedSeatsMax: null,
  },
});

const OPERATIONS = [
  'book', 'book', 'book', 'phone', 'phone', 'move', 'move', 'resize', 'assign', 'pin', 'unpin', 'edit', 'edit', 'edit as guest',
  'move as guest', 'cancel', 'cancel as partner', 'no-show', 'undo', 'complete', 'arrive', 'seat', 'leave', 'extend',
] as const; // prettier-ignore
/** Which operation, on which booking, with which numbers. */
const operation = fc.tuple(fc.constantFrom(...OPERATIONS), fc.nat(40), fc.nat(1000));
type Operation = readonly [name: (typeof OPERATIONS)[number], which: number, n: number];

/** Three parties of two at six, the first of which cancels; for a party of four, which comes then, the last has to change its table. */
const RESEATING: readonly Operation[] = [
  ['book', 0, 9],
  ['book', 0, 9],
  ['book', 0, 9],
  ['cancel', 0, 0],
  ['book', 0, 27],
];

/** A restaurant on one storage, with a second process. */
async function aRestaurant(kind: StorageKind) {
  let nowMs = SIX_MS - 20 * MINUTE_MS;
  const clock = { nowMs: () => nowMs };
  const opened = await kind.open(clock);
  const tokens = new Map<string, string>();
  const mailer: Mailer = {
    isLocal: true,
    send: async (message) => {
      const { bookingId, manageToken } = message as GuestMessage;
      if (manageToken !== null) tokens.set(bookingId, manageToken);
    },
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
  const secretKeys = [new Uint8Array(32)];
  const engines = [opened.storage, await opened.reopen()].map((storage) =>
    createEngine({ storage, clock, mailer, secretKeys }),
  );
  await engines[0]!.operator.locations.apply(PLAN, LOCATION_ID);
  await opened.storage.records.amend(steps.insertion('endpoints', anEndpoint({ includeGuest: true })));
  /** Each booking as it was made. */
  const made = new Map<string, Booking>();

  async function book(engine: Engine, byPartner: boolean, n: number): Promise<void> {
    const startMs = SIX_MS + (n % 9) * 15 * MINUTE_MS;
    const request = {
      ...fixtures.aRequest(startMs, { partySize: 1 + (n % 4) }),
      guest: { name: `Guest ${n}`, email: `g${n}@example.com`, phone: null, notes: null, language: null },
    };
    const outcome = byPartner
      ? await engine.partner(aCaller()).createBooking(LOCATION_ID, request)
      : await engine.operator.at(LOCATION_ID).bookings.create(request);
    if (outcome.kind === 'booked') made.set(outcome.booking.id, outcome.booking);
  }

  /** Takes one step. An unavailable or forbidden one is skipped. */
  async function take([name, which, n]: Operation): Promise<void> {
    const engine = engines[n % 2]!;
    const ids = [...made.keys()];
    const id = ids[which % Math.max(ids.length, 1)];
    if (name === 'book' || name === 'phone') return book(engine, name === 'book', n);
    if (id === undefined) return;
    const { bookings } = engine.operator.at(LOCATION_ID);
    if (name.endsWith('as guest')) await engine.background.deliverDue();
    const guest = engine.guest(tokens.get(id) ?? 'none');
    const startMs = SIX_MS + (n % 9) * 15 * MINUTE_MS;
    const calls: Readonly<Record<Exclude<Operation[0], 'book' | 'phone'>, () => Promise<unknown>>> = {
      move: () => bookings.move(id, { startMs }),
      resize: () => bookings.move(id, { partySize: 1 + (n % 6) }),
      assign: () => bookings.assign(id, { tables: [['A', 'B', 'C'][n % 3]!], force: true }),
      pin: () => bookings.pin(id, true),
      unpin: () => bookings.pin(id, false),
      edit: () =>
        bookings.edit(
          id,
          [{ phone: `${n}` }, { name: `Other ${n}` }, { email: `n${n}@example.com` }][n % 3]!,
        ),
      'edit as guest': () => guest.edit({ notes: `note ${n}` }),
      'move as guest': () => guest.move({ startMs }),
      cancel: () => bookings.cancel(id),
      'cancel as partner': () => engine.partner(aCaller()).cancelBooking(id),
      'no-show': () => bookings.markNoShow(id),
      undo: () => bookings.undo(id),
      complete: () => bookings.complete(id),
      arrive: () => bookings.arrive(id),
      seat: () => bookings.seat(id),
      leave: () => bookings.leave(id),
      extend: () => bookings.extend(id, { byMinutes: n % 2 === 0 ? 15 : -15 }),
    };
    await calls[name]().catch((error: { code?: string }) => {
      if (error.code === undefined || error.code === 'unavailable') throw error as unknown as Error;
    });
    nowMs += MINUTE_MS;
  }

  const all = async (): Promise<readonly Booking[]> => engines[0]!.operator.at(LOCATION_ID).bookings.list();
  const close = async (): Promise<void> => {
    for (const engine of engines) engine.detach();
    await opened.close();
  };
  return { take, all, made, close };
}

/** The fields that the history restores: without the seconds of events, and the e-mail address with its link, which are not kept. */
function replayable(booking: Booking): Partial<Booking> {
  const guest = { ...booking.guest, email: null };
  return { ...booking, guest, lastEventSeconds: {}, manageTokenHash: null };
}

const stagesOf = (booking: Booking): readonly Partial<Booking>[] =>
  [...changesOf(booking).map(({ before }) => before), booking].map(replayable);

for (const kind of storages) {
  const runs = kind.name === 'postgres' ? inFull(12, 1) : inFull(60, 3);
  test(`D43 history replayed gives every stage of every booking [${kind.name}]`, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 30, maxLength: 40, size: 'max' }),
        async (operations) => {
          const restaurant = await aRestaurant(kind);
          const stages = new Map<string, Partial<Booking>[]>();
          for (const one of [...RESEATING, ...operations]) {
            await restaurant.take(one);
            for (const booking of await restaurant.all()) {
              const before = stages.get(booking.id) ?? [];
              const isNew =
                before.length === 0 || booking.history.length > (before.at(-1)!.history ?? []).length;
              if (isNew) stages.set(booking.id, [...before, replayable(booking)]);
              else expect(replayable(booking), 'nothing changes without an entry').toEqual(before.at(-1));
            }
          }
          for (const booking of await restaurant.all()) {
            expect(stagesOf(booking)).toEqual(stages.get(booking.id));
            for (const { kind: what } of booking.history) seen.add(what);
          }
          await restaurant.close();
        },
      ),
      seeded(runs),
    );
    expect([...seen], 'the control: parties were moved for each other').toContain('reseated');
  });

  test(`D43 also with concurrent steps of two processes, in groups [${kind.name}]`, async () => {
    const reseated = { count: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 8, maxLength: 8 }), { minLength: 5, maxLength: 5 }),
        async (rounds) => {
          const restaurant = await aRestaurant(kind);
          for (const one of RESEATING) await restaurant.take(one);
          for (const round of rounds) await Promise.all(round.map(restaurant.take));
          for (const booking of await restaurant.all()) {
            const [first] = stagesOf(booking);
            expect(first).toEqual(replayable(restaurant.made.get(booking.id)!));
            reseated.count += booking.history.filter(({ kind: what }) => what === 'reseated').length;
          }
          await restaurant.close();
        },
      ),
      seeded(runs),
    );
    expect(reseated.count).toBeGreaterThan(0);
  });
}
