/** A guest's chosen time is held while they read and move (D12, D35), on every storage. */
import { type Booking, createEngine, type Engine, type GuestActions, HOUR_MS, MINUTE_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storageSample } from '../support/storages.ts';
import { aWaitedRestaurant, anEntry, SEVEN_MS, type WaitedRestaurant } from '../support/waited-restaurant.ts';

const { aCaller, aRequest, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const DAY_MS = 24 * HOUR_MS;
const HALF_PAST = SEVEN_MS + 30 * MINUTE_MS;
/** Early enough that the party of seven o'clock is not there yet. */
const OTHER_MS = SEVEN_MS - 90 * MINUTE_MS;
const HELD_MS = 5 * MINUTE_MS;

/** The token of the link that was mailed with a booking. */
async function tokenOf({ engine, mails }: WaitedRestaurant, { id }: Booking): Promise<string> {
  const token = await vi.waitUntil(
    async () => {
      await engine.background.deliverDue();
      const mail = mails.find((one) => 'bookingId' in one && one.bookingId === id);
      return mail && 'manageToken' in mail ? mail.manageToken : null;
    },
    { timeout: 3000, interval: 5 },
  );
  return token;
}

const bookAt = async (engine: Engine, startMs: number, partySize = 2): Promise<string> =>
  (await engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(startMs, { partySize }))).kind;

const isFree = async (engine: Engine, startMs: number): Promise<boolean> => {
  const { answer } = await engine
    .partner(aCaller())
    .readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
  return answer.slots.find((slot) => slot.startMs === startMs)!.available;
};

for (const kind of storageSample) {
  const { name } = kind;

  /** A booking at seven, and its guest's actions. */
  const aGuest = async (
    tables: Readonly<Record<string, number>>,
    plan: Parameters<typeof aWaitedRestaurant>[2] = {},
  ): Promise<{ here: WaitedRestaurant; booking: Booking; token: string; guest: GuestActions }> => {
    const here = await aWaitedRestaurant(kind, tables, plan);
    const booking = await here.book();
    const token = await tokenOf(here, booking);
    return { here, booking, token, guest: here.engine.guest(token) };
  };

  test(`D35 D12 the guest’s chosen time is held, the booking keeps its place, and the move takes the hold in one step [${name}]`, async () => {
    const { here, booking, guest } = await aGuest({ A: 2 });
    const { engine } = here;
    const early = { startMs: OTHER_MS, partySize: 2 };
    expect(await isFree(engine, early.startMs)).toBe(true);
    expect(await guest.heldMove()).toBeNull();
    const held = { ...early, expiresMs: FRIDAY_MS + HELD_MS };
    expect(await guest.holdMove({ startMs: early.startMs })).toEqual({ kind: 'held', held });
    expect(await guest.heldMove()).toEqual(held);
    expect(await isFree(engine, early.startMs)).toBe(false);
    expect(await bookAt(engine, early.startMs)).toBe('refused');
    expect(await bookAt(engine, SEVEN_MS)).toBe('refused');
    expect((await guest.times({ date: FRIDAY })).times).toContain(early.startMs);
    expect((await guest.open()).booking).toEqual(booking);
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toMatchObject([
      { state: 'held', tables: ['A'], move: { bookingId: booking.id, ...early } },
    ]);
    expect(await guest.move({ startMs: early.startMs })).toMatchObject({
      kind: 'changed',
      booking: { startMs: early.startMs, tables: ['A'] },
    });
    expect(await guest.heldMove()).toBeNull();
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
    expect(await bookAt(engine, SEVEN_MS)).toBe('booked');
    expect(here.faults).toEqual([]);
  });

  /** A party of two at a table for four, and another one at a table for two: when that is free, a party of four can have the first. */
  const aGuestWhoCouldMakeRoom = async (): Promise<
    Awaited<ReturnType<typeof aGuest>> & { free: () => Promise<unknown> }
  > => {
    const one = await aGuest({ A: 4 }, { turnTimes: [{ partyMax: null, turnMinutes: 90 }] });
    const { engine, opened, book } = one.here;
    const { id, revision: _, ...plan } = (await opened.storage.locations.get(LOCATION_ID))!;
    const tables = [...plan.floorPlan.tables, fixtures.aTable('B', { seatsMin: 1, seatsMax: 2 })];
    await engine.operator.locations.apply({ ...plan, floorPlan: { ...plan.floorPlan, tables } }, id);
    const other = await book();
    return { ...one, free: () => engine.partner(aCaller()).cancelBooking(other.id) };
  };

  test(`D35 D9 half an hour later at the own table: the missing time is held, and the booking stays [${name}]`, async () => {
    const { here, guest, free } = await aGuestWhoCouldMakeRoom();
    const { engine } = here;
    expect((await guest.holdMove({ startMs: HALF_PAST })).kind).toBe('held');
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toMatchObject([
      { tables: ['A'], startMs: SEVEN_MS + 90 * MINUTE_MS, endMs: HALF_PAST + 90 * MINUTE_MS },
    ]);
    await free();
    for (const startMs of [SEVEN_MS, HALF_PAST, SEVEN_MS + 90 * MINUTE_MS])
      expect([startMs, await bookAt(engine, startMs, 4)]).toEqual([startMs, 'refused']);
    expect(await guest.move({ startMs: HALF_PAST })).toMatchObject({
      kind: 'changed',
      booking: { tables: ['A'] },
    });
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
  });

  test(`D35 a larger party at the same table and time: the table stays with the booking while the guest reads [${name}]`, async () => {
    const { here, booking, guest, free } = await aGuestWhoCouldMakeRoom();
    const { engine, pass } = here;
    expect(await guest.holdMove({ partySize: 4 })).toMatchObject({ kind: 'held', held: { partySize: 4 } });
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toEqual([]); // only its own table fits
    expect((await guest.heldMove())!.partySize).toBe(4);
    await engine.operator.bookings.move(booking.id, { startMs: SEVEN_MS + DAY_MS });
    expect(await guest.heldMove()).toBeNull();
    await engine.operator.bookings.move(booking.id, { startMs: SEVEN_MS });
    await free();
    expect(await bookAt(engine, SEVEN_MS, 4)).toBe('refused');
    expect(await guest.move({ partySize: 4 })).toMatchObject({ kind: 'changed', booking: { tables: ['A'] } });
    await guest.move({ partySize: 2 });
    expect((await guest.holdMove({ partySize: 1 })).kind).toBe('held');
    await pass(HELD_MS);
    expect(await bookAt(engine, SEVEN_MS, 4)).toBe('booked'); // the party can move again
  });

  test(`D35 an expired hold still serves the move unless its table was needed: then the move is rejected with alternatives [${name}]`, async () => {
    const { here, booking, guest } = await aGuest({ A: 2 });
    const { engine, pass } = here;
    const tomorrow = SEVEN_MS + DAY_MS;
    for (const isTaken of [true, false]) {
      expect((await guest.holdMove({ startMs: tomorrow })).kind).toBe('held');
      expect(await bookAt(engine, tomorrow)).toBe('refused');
      await pass(HELD_MS);
      expect(await guest.heldMove()).toBeNull();
      if (!isTaken) continue;
      expect(await bookAt(engine, tomorrow)).toBe('booked');
      expect(await guest.move({ startMs: tomorrow })).toMatchObject({ kind: 'refused', reason: 'tables' });
      expect((await guest.open()).booking).toEqual(booking);
      const { startsMs } = await guest.alternatives({ startMs: tomorrow });
      expect(startsMs.length).toBeGreaterThan(0);
      for (const { id } of await engine.operator.at(LOCATION_ID).bookings.list())
        if (id !== booking.id) await engine.operator.bookings.cancel(id);
    }
    expect(await guest.move({ startMs: tomorrow })).toMatchObject({ kind: 'changed' });
  });

  test(`D35 one hold per booking: a new choice releases the last one, the same one is not extended, and repeated choices hold one table [${name}]`, async () => {
    const { here, guest } = await aGuest({ A: 2 });
    const { engine, pass, opened } = here;
    const [one, two] = [SEVEN_MS + DAY_MS, SEVEN_MS + 2 * DAY_MS];
    const liveHolds = async (): Promise<number[]> =>
      (await engine.operator.at(LOCATION_ID).holds.list()).map(({ startMs }) => startMs);
    await guest.holdMove({ startMs: one });
    await pass(MINUTE_MS);
    expect(await guest.holdMove({ startMs: one })).toMatchObject({
      held: { expiresMs: FRIDAY_MS + HELD_MS },
    });
    await guest.holdMove({ startMs: two });
    expect(await liveHolds()).toEqual([two]);
    expect(
      await Promise.all([guest.holdMove({ startMs: one }), guest.holdMove({ startMs: two })]),
    ).toMatchObject([{ kind: 'held' }, { kind: 'held' }]);
    expect(await liveHolds()).toHaveLength(1);
    expect(await guest.holdMove({ startMs: SEVEN_MS })).toEqual({ kind: 'unchanged' });
    expect(await liveHolds()).toEqual([]);
    for (let i = 0; i < 12; i++) await guest.holdMove({ startMs: i % 2 === 0 ? one : two });
    expect(await guest.holdMove({ startMs: one })).toEqual({ kind: 'free' });
    expect(await liveHolds()).toEqual([]);
    await pass(HOUR_MS);
    expect((await guest.holdMove({ startMs: one })).kind).toBe('held');
    await guest.releaseMove();
    await guest.releaseMove();
    expect(await opened.storage.bookings.pending(LOCATION_ID)).toEqual([]);
    expect(await bookAt(engine, one)).toBe('booked');
  });

  test(`D35 D12 the hold ends when the guest cancels it, or when another caller moves or cancels the booking [${name}]`, async () => {
    const { here, booking, guest } = await aGuest({ A: 2 });
    const { engine } = here;
    const early = OTHER_MS;
    await guest.holdMove({ startMs: early });
    const other = await here.another();
    expect(await other.operator.bookings.move(booking.id, { startMs: early })).toMatchObject({
      kind: 'changed',
    });
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
    expect(await guest.heldMove()).toBeNull();
    await guest.holdMove({ startMs: early + DAY_MS });
    await guest.cancel();
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
    await expect(guest.holdMove({ startMs: SEVEN_MS })).rejects.toMatchObject({ code: 'conflict' });
    expect(await guest.heldMove()).toBeNull();
  });

  test(`D35 a waiting party gets neither the held table nor, before the move, the table of the booking [${name}]`, async () => {
    const { here, guest } = await aGuest({ A: 2 });
    const { engine, pass } = here;
    const partner = engine.partner(aCaller());
    const early = OTHER_MS;
    const entry = await partner.joinWaitlist(LOCATION_ID, anEntry('one', { mode: 'book' }));
    expect((await guest.holdMove({ startMs: early })).kind).toBe('held');
    const late = await partner.joinWaitlist(
      LOCATION_ID,
      anEntry('late', { fromMs: early, toMs: early, mode: 'book' }),
    );
    const states = async (): Promise<string[]> =>
      Promise.all([entry, late].map(async ({ id }) => (await partner.readWaiting(id)).state));
    expect(await states()).toEqual(['waiting', 'waiting']);
    expect(await guest.move({ startMs: early })).toMatchObject({ kind: 'changed' });
    expect(await states()).toEqual(['booked', 'waiting']);
    await guest.holdMove({ startMs: early + DAY_MS });
    await pass(HELD_MS);
    await engine.background.giveOut();
    expect(await isFree(engine, early)).toBe(false);
    expect(here.faults).toEqual([]);
  });

  test(`D35 a server whose clock is ahead costs the guest one rejection at most, and takes no table [${name}]`, async () => {
    const { here, booking, guest } = await aGuest({ A: 2 });
    const ahead = createEngine({
      storage: await here.opened.reopen(),
      clock: { nowMs: () => FRIDAY_MS + 10 * MINUTE_MS },
      secretKeys: [new Uint8Array(32).fill(7)],
    });
    onTestFinished(() => ahead.detach());
    const startMs = SEVEN_MS + DAY_MS;
    expect((await guest.holdMove({ startMs })).kind).toBe('held');
    const [moved, made] = await Promise.all([guest.move({ startMs }), bookAt(ahead, startMs)]);
    expect([moved.kind, made]).toEqual(made === 'booked' ? ['refused', 'booked'] : ['changed', 'refused']);
    for (const { id } of await here.engine.operator.at(LOCATION_ID).bookings.list())
      if (id !== booking.id) await here.engine.operator.bookings.cancel(id);
    await here.engine.operator.bookings.move(booking.id, { startMs: SEVEN_MS });
    expect((await guest.holdMove({ startMs })).kind).toBe('held');
    await here.engine.operator.bookings.cancel(booking.id);
    await expect(guest.move({ startMs })).rejects.toMatchObject({ code: 'conflict' });
    expect(await bookAt(ahead, startMs)).toBe('booked'); // the hold has expired by this engine's clock
    expect(here.faults).toEqual([]);
  });

  test(`D35 D36 a party joins the waitlist while a held move expires: the hold keeps its tables [${name}]`, async () => {
    const { here, guest } = await aGuest({ A: 2 });
    const { engine } = here;
    expect(await guest.holdMove({ startMs: OTHER_MS })).toMatchObject({ kind: 'held' });
    here.passBeforeStep(HELD_MS);
    const entry = await engine.partner(aCaller()).joinWaitlist(LOCATION_ID, anEntry('one'));
    expect(entry).toMatchObject({ state: 'waiting' });
    const [hold] = await engine.operator.at(LOCATION_ID).holds.list();
    expect(hold).toMatchObject({ state: 'lapsed', tables: ['A'] });
  });

  test(`D5 D35 in the night of a clock change every offered time can be held and booked [${name}]`, async () => {
    const servicePeriods = [
      fixtures.aPeriod({ opensMinute: 22 * 60, closesMinute: 29 * 60, slotStepMinutes: 60 }),
    ];
    const here = await aWaitedRestaurant(kind, { A: 2 }, { servicePeriods, horizonDays: 60 });
    const date = '2030-03-30'; // at two in the morning it is three
    const tenMs = Date.parse('2030-03-30T21:00:00Z');
    const guest = here.engine.guest(await tokenOf(here, await here.book(tenMs)));
    const { times } = await guest.times({ date });
    expect(times.length).toBeGreaterThan(3);
    for (const startMs of times) {
      const { kind: is } = await guest.holdMove({ startMs });
      const isThere = (await guest.open()).booking.startMs === startMs;
      expect([startMs, is]).toEqual([startMs, isThere ? 'unchanged' : 'held']);
      expect((await guest.move({ startMs })).kind).toBe(isThere ? 'unchanged' : 'changed');
    }
  });

  test(`D30 D35 partners cannot see, confirm or release a guest’s hold, and get no event of it [${name}]`, async () => {
    const { here, guest } = await aGuest({ A: 2 });
    const partner = here.engine.partner(aCaller());
    await guest.holdMove({ startMs: OTHER_MS });
    const [hold] = await here.engine.operator.at(LOCATION_ID).holds.list();
    const unknown = { code: 'hold_not_found' };
    await expect(partner.releaseHold(hold!.id)).rejects.toMatchObject(unknown);
    await expect(
      partner.confirmHold(hold!.id, { guest: { name: 'A', email: 'a@example.com' } }),
    ).rejects.toMatchObject(unknown);
    await expect(partner.readBooking(hold!.id)).rejects.toMatchObject({ code: 'booking_not_found' });
    for (let i = 0; i < 10; i++)
      expect(
        (await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS + (i + 2) * DAY_MS, partySize: 2 })).kind,
      ).toBe('held');
    await here.engine.operator.holds.release(hold!.id);
    expect(await guest.heldMove()).toBeNull();
  });
}
