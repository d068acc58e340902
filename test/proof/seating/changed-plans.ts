/** Random stories of a small restaurant whose plan changes while bookings around midnight are made and changed, against every arrangement of it. */
import { type Booking, BookingError, createEngine, type Engine, type LocationPlan } from '@bord/engine';
import { type DiaryBooking, type Storage, isBooking, type RowKind } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect } from 'vitest';
import { areTheSame, isPossible, waysToSeat } from './brute-force.ts';
import type { StorageKind } from '../../support/storages.ts';
import { watchedReads } from './watched-reads.ts';

const { aCaller, aPeriod, aPlan, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const NOW_MS = FRIDAY_MS + 12 * HOUR_MS;
const SATURDAY = new Date(FRIDAY_MS + 24 * HOUR_MS).toISOString().slice(0, 10);
const BOOKINGS_MAX = 9;

export const hours = (opens: number, closes: number) =>
  aPeriod({ opensMinute: opens * 60, closesMinute: closes * 60, slotStepMinutes: 30 });
const turns = (turnMinutes: number) => [{ partyMax: null, turnMinutes }];
export const closedOn = (date: string) => [{ id: `closure_${date}`, from: date, to: date, reason: null }];

export const LATE = aPlan({
  timeZone: 'UTC',
  freezeMinutes: 0,
  turnTimes: turns(120),
  servicePeriods: [hours(18, 28)],
  floorPlan: {
    tables: [aTable('A', { seatsMax: 2 }), aTable('B', { seatsMax: 4 }), aTable('C', { seatsMax: 4 })],
    combinations: [{ tables: ['B', 'C'], seatsMin: 5, seatsMax: 8 }],
    wastedSeatsMax: null,
  },
});

/** The possible next plans. */
const PLANS: readonly LocationPlan[] = [
  LATE,
  { ...LATE, closures: closedOn(FRIDAY) },
  { ...LATE, closures: closedOn(SATURDAY) },
  { ...LATE, servicePeriods: [hours(18, 23)] },
  { ...LATE, servicePeriods: [hours(0, 4), hours(18, 24)] },
  { ...LATE, servicePeriods: [hours(22, 30)], turnTimes: turns(180) },
  { ...LATE, turnTimes: turns(60) },
  { ...LATE, floorPlan: { ...LATE.floorPlan, combinations: [] } },
];

const KINDS = ['book', 'book', 'book', 'book', 'book', 'assign', 'assign', 'assign', 'move', 'resize', 'extend', 'block', 'unblock', 'hold', 'confirm', 'release', 'join', 'leave', 'cancel', 'no-show', 'undo', 'revert', 'pin', 'unpin', 'plan', 'plan'] as const; // prettier-ignore
export type StoryEvent = readonly [kind: (typeof KINDS)[number], which: number, n: number];
export const event: fc.Arbitrary<StoryEvent> = fc.tuple(fc.constantFrom(...KINDS), fc.nat(40), fc.nat(5000));
const CHOICES = [['A'], ['B'], ['C'], ['B', 'C']] as const;

/** A step that the storage refuses is a fault; any other refusal is an answer. */
async function answered<T>(step: Promise<T>): Promise<T | string> {
  try {
    return await step;
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    return error.code;
  }
}

/** Bookings and holds of the location, as the model knows them. */
async function diaryOf(storage: Storage): Promise<readonly DiaryBooking[]> {
  const week = { startMs: FRIDAY_MS - 72 * HOUR_MS, endMs: FRIDAY_MS + 96 * HOUR_MS };
  return (await storage.bookings.diary(LOCATION_ID, week)).filter(({ tables }) => tables.length > 0);
}

const mayMove = ({ pinned, startMs, kind }: DiaryBooking): boolean =>
  !pinned && kind !== 'block' && startMs > NOW_MS;
const clash = (a: DiaryBooking, b: DiaryBooking): boolean =>
  a.startMs < b.blockedUntilMs &&
  b.startMs < a.blockedUntilMs &&
  a.tables.some((id) => b.tables.includes(id));

/** The tables can be the booking's if all others find a place. */
function isAssignable(
  { floorPlan }: LocationPlan,
  diary: readonly DiaryBooking[],
  booking: Booking,
  tables: readonly string[],
): boolean {
  if (!waysToSeat(floorPlan, booking.partySize, 'all').some((way) => areTheSame(way, tables))) return false;
  const { id, startMs, blockedUntilMs, partySize } = booking;
  const claim: DiaryBooking = {
    id,
    startMs,
    blockedUntilMs,
    partySize,
    tables,
    pinned: true,
    tableAccess: 'all',
    kind: 'booking',
  };
  const others = diary.filter((other) => other.id !== id);
  if (others.some((other) => !mayMove(other) && clash(other, claim))) return false;
  return isPossible(floorPlan, [...others, claim], mayMove, null);
}

class Restaurant {
  readonly seen = { assigned: 0, refused: 0, available: 0, unavailable: 0, reachingOut: 0 };
  readonly #engine: Engine;
  readonly #storage: Storage;
  #plan: LocationPlan = LATE;

  constructor(engine: Engine, storage: Storage) {
    this.#engine = engine;
    this.#storage = storage;
  }

  async take([kind, which, n]: StoryEvent): Promise<void> {
    const { operator } = this.#engine;
    const partner = this.#engine.partner(aCaller());
    const startMs = FRIDAY_MS + 20 * HOUR_MS + (n % 17) * 30 * MINUTE_MS;
    const partySize = 1 + (n % 5);
    const tables = CHOICES[n % CHOICES.length]!;
    const rows = await this.#storage.bookings.list(LOCATION_ID);
    const live = rows.filter(({ status }) => status === 'confirmed');
    const one = <R>(all: readonly R[]): R | undefined => all[which % Math.max(1, all.length)];
    const ofKind = (wanted: RowKind) => one(live.filter((row) => row.kind === wanted));
    const booking = one(live.filter(isBooking));
    const hold = ofKind('hold');
    const ended = one(rows.filter(isBooking).filter(({ status }) => status !== 'confirmed'));
    if (kind === 'book' && live.length < BOOKINGS_MAX)
      await answered(
        operator
          .at(LOCATION_ID)
          .bookings.create({ ...aRequest(startMs, { partySize }), idempotencyKey: null }),
      );
    if (kind === 'hold' && live.length < BOOKINGS_MAX)
      await answered(partner.createHold(LOCATION_ID, { startMs, partySize }));
    if (kind === 'join' && live.length < BOOKINGS_MAX)
      await answered(
        partner.joinWaitlist(LOCATION_ID, {
          date: n % 2 === 0 ? FRIDAY : SATURDAY,
          fromMs: startMs,
          toMs: startMs + HOUR_MS,
          partySize,
          mode: 'book',
          guest: { name: 'Maja', email: `guest${n}@example.com` },
        }),
      );
    if (kind === 'block')
      await answered(
        operator
          .at(LOCATION_ID)
          .tables.block({ tables, startMs, endMs: startMs + HOUR_MS, force: n % 3 === 0 }),
      );
    if (kind === 'unblock') {
      const block = ofKind('block');
      if (block) await answered(operator.tables.unblock(block.id));
    }
    if (kind === 'plan') {
      const plan = PLANS[n % PLANS.length]!;
      const applied = await answered(operator.locations.apply(plan, LOCATION_ID));
      if (typeof applied !== 'string') this.#plan = plan;
    }
    if (hold && kind === 'confirm')
      await answered(
        partner.confirmHold(hold.id, { guest: { name: 'Maja', email: `guest${n}@example.com` } }),
      );
    if (hold && kind === 'release') await answered(partner.releaseHold(hold.id));
    if (kind === 'leave') {
      const waiting = ofKind('waiting');
      if (waiting) await answered(partner.leaveWaitlist(waiting.id));
    }
    if (ended && kind === 'undo') await answered(operator.bookings.undo(ended.id));
    if (!booking) return;
    if (kind === 'assign') await this.#assign(booking, tables);
    if (kind === 'move') await answered(operator.bookings.move(booking.id, { startMs }));
    if (kind === 'resize') await answered(operator.bookings.move(booking.id, { partySize }));
    if (kind === 'extend')
      await answered(
        operator.bookings.extend(booking.id, { byMinutes: 30 * (1 + (n % 5)), force: n % 7 === 0 }),
      );
    if (kind === 'cancel') await answered(operator.bookings.cancel(booking.id));
    if (kind === 'no-show') await answered(operator.bookings.markNoShow(booking.id));
    if (kind === 'revert') await answered(operator.bookings.revert(booking.id));
    if (kind === 'pin') await answered(operator.bookings.pin(booking.id, true));
    if (kind === 'unpin') await answered(operator.bookings.pin(booking.id, false));
  }

  /** The offer and the preview of tables equal the result, and the model's. */
  async #assign(booking: Booking, tables: readonly string[]): Promise<void> {
    const { bookings } = this.#engine.operator;
    const expected = isAssignable(this.#plan, await diaryOf(this.#storage), booking, tables);
    const { offers } = await bookings.tableOffersFor(booking.id);
    const offered = offers.find((offer) => areTheSame(offer.tables, tables))?.available ?? false;
    const preview = await bookings.preview(booking.id, {}, { tables });
    const outcome = await bookings.assign(booking.id, { tables });
    const isGiven = (kind: string): boolean => kind !== 'refused';
    expect({ offered, preview: isGiven(preview.kind), outcome: isGiven(outcome.kind) }).toEqual({
      offered: expected,
      preview: expected,
      outcome: expected,
    });
    this.seen[expected ? 'assigned' : 'refused'] += 1;
  }

  /** Both dates show what the model finds, and a party booked on each gets what was shown. */
  async lookAround(): Promise<void> {
    const { bookings } = this.#engine.operator;
    const partner = this.#engine.partner(aCaller());
    const diary = await diaryOf(this.#storage);
    for (const date of [FRIDAY, SATURDAY])
      for (const partySize of [2, 4, 5]) {
        const { answer } = await partner.readAvailability(LOCATION_ID, { date, partySize });
        for (const { startMs, available } of answer.slots) {
          const { turnMinutes } = this.#plan.turnTimes[0]!;
          const endMs = startMs + turnMinutes * MINUTE_MS;
          const question = { startMs, endMs, partySize, tableAccess: 'online' } as const;
          const expected = isPossible(this.#plan.floorPlan, diary, mayMove, question);
          expect({ date, startMs, partySize, available }).toEqual({
            date,
            startMs,
            partySize,
            available: expected,
          });
          this.seen[expected ? 'available' : 'unavailable'] += 1;
        }
        const slot = answer.slots.at(-1);
        if (!slot || partySize !== 4) continue;
        const booked = await partner.createBooking(LOCATION_ID, aRequest(slot.startMs, { partySize }));
        expect(booked.kind).toBe(slot.available ? 'booked' : 'refused');
        if (booked.kind === 'booked') await bookings.cancel(booked.booking.id);
      }
  }
}

/** Lives through a story, and counts what was seen. */
export async function liveThrough(kind: StorageKind, events: readonly StoryEvent[]) {
  const clock = { nowMs: () => NOW_MS };
  const opened = await kind.open(clock);
  const { storage, reachingOut } = watchedReads(opened.storage);
  const engine = createEngine({ storage, clock });
  try {
    await engine.operator.locations.apply(LATE, LOCATION_ID);
    const restaurant = new Restaurant(engine, opened.storage);
    for (const one of events) await restaurant.take(one);
    const waiting = (await opened.storage.bookings.pending(LOCATION_ID)).some(
      (row) => row.kind === 'waiting',
    );
    if (!waiting) await restaurant.lookAround();
    restaurant.seen.reachingOut += reachingOut();
    return restaurant.seen;
  } finally {
    engine.detach();
    await opened.close();
  }
}
