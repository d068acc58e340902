import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded } from '../../../../../test/support/seed.ts';
import { addDays, type LocalDate } from '../local-date.ts';
import {
  coalesce,
  coalesceAmong,
  type DatedDelivery,
  datesOf,
  giveWay,
  giveWayAmong,
  type StoredDelivery,
  type WaitingDelivery,
  type WaitingOn,
} from './coalesce.ts';

const date = (day: number): LocalDate => addDays('2030-12-01', day);

/** An event about days of a month, both ends included. */
function about(id: string, from: number, to = from): DatedDelivery {
  const covers = { from: date(from), to: date(to) };
  const body = JSON.stringify({ id, data: { dates: datesOf(covers) } });
  return { id, queue: 'e', locationId: 'l', bookingId: null, eventId: id, body, dueMs: null, covers };
}

const waits = (delivery: DatedDelivery, dueMs: number, isFresh = true): WaitingDelivery => ({
  ...delivery,
  dueMs,
  isFresh,
});

const among =
  (...waiting: readonly WaitingDelivery[]): WaitingOn =>
  ({ from, to }) =>
    waiting.filter(({ covers }) => covers.from <= to && from <= covers.to);

const datesIn = (body: string): readonly LocalDate[] =>
  (JSON.parse(body) as { data: { dates: LocalDate[] } }).data.dates;

test('D37 a new event replaces all that share a date with it, or with one of those, and no others', () => {
  const waiting = among(
    waits(about('tried', 2, 6), 9, false),
    waits(about('on its first date', 2), 3),
    waits(about('across its end', 6, 8), 2),
    waits(about('beside', 9), 1),
  );
  const { delivery, dropped } = coalesce(about('new', 4), waiting, 5);
  expect(dropped).toEqual(['tried', 'on its first date', 'across its end']);
  expect(delivery).toMatchObject({ id: 'new', covers: { from: date(2), to: date(8) }, dueMs: 9 });
  expect(datesIn(delivery!.body)).toEqual([2, 3, 4, 5, 6, 7, 8].map(date));
});

test('D37 an event is not written if a single fresh one covers its dates', () => {
  const fresh = waits(about('fresh', 2, 6), 3);
  expect(coalesce(about('new', 4), among(fresh), 5)).toEqual({ delivery: null, dropped: [] });
  const tried = waits(about('tried', 2), 1, false);
  expect(coalesce(about('new', 4), among(fresh, tried), 5)).toMatchObject({
    delivery: { id: 'new', covers: { from: date(2), to: date(6) }, dueMs: 3 },
    dropped: ['fresh', 'tried'],
  });
  expect(coalesce(about('new', 4), among({ ...fresh, isFresh: false }), 5).delivery?.id).toBe('new');
});

test('D37 a fresh event takes over the dates of a failed one, with all dates, and not before the backoff ends', () => {
  const tried = waits(about('tried', 2, 6), 60, false);
  const waiting = among(tried, waits(about('a', 3), 3), waits(about('b', 5), 4), waits(about('c', 7), 5));
  const { delivery, dropped } = giveWay({ ...tried, isCoveredLater: false }, waiting);
  expect(delivery).toMatchObject({ id: 'a', covers: tried.covers, dueMs: 60 });
  expect(datesIn(delivery!.body)).toEqual([2, 3, 4, 5, 6].map(date));
  expect(dropped).toEqual(['tried', 'b']);
  const atOnce = among({ ...tried, dueMs: 1 }, waits(about('a', 3), 3));
  expect(giveWay({ ...tried, isCoveredLater: true }, atOnce).delivery).toMatchObject({ id: 'a', dueMs: 3 });
});

test('D37 a tried event never gets more dates: a failed one waits next to it, or is dropped if a later one covers its dates', () => {
  const tried = waits(about('tried', 2, 6), 60, false);
  const waiting = among(tried, waits(about('also tried', 3), 3, false));
  expect(giveWay({ ...tried, isCoveredLater: false }, waiting)).toEqual({ delivery: null, dropped: [] });
  expect(giveWay({ ...tried, isCoveredLater: true }, waiting)).toEqual({
    delivery: null,
    dropped: ['tried'],
  });
});

const ofStaff = (bookingId: string, day = 4): DatedDelivery => ({
  ...about('held', day),
  bookingId,
  dueMs: 15,
});

test('D54 an event that can be withdrawn speaks for its own booking only, and another change with its dates takes it over', () => {
  const held = among(waits(ofStaff('bk_1'), 15));
  expect(coalesce(ofStaff('bk_1'), held, 5).delivery).toBeNull();
  expect(coalesce(ofStaff('bk_2'), held, 5).delivery).toMatchObject({ bookingId: 'several', dueMs: 15 });
  expect(coalesce(about('new', 4), held, 5)).toMatchObject({
    delivery: { id: 'new', bookingId: null, dueMs: 5 },
    dropped: ['held'],
  });
  expect(coalesce(ofStaff('bk_1'), among(waits(about('plain', 4), 5)), 5).delivery).toBeNull();
  expect(coalesce(ofStaff('bk_1'), among(waits(about('tried', 4), 60, false)), 5).delivery).toMatchObject({
    bookingId: null,
    dueMs: 60,
  });
});

test('D54 an event that can be withdrawn is sent if it takes over from one that was tried, which is not dropped for it while it is leased', () => {
  const tried = waits(about('tried', 4), 60, false);
  const taken = giveWay({ ...tried, isCoveredLater: false }, among(tried, waits(ofStaff('bk_1'), 15)));
  expect(taken.delivery).toMatchObject({ id: 'held', bookingId: null, dueMs: 60 });
  const stored = { state: 'waiting', lease: 1, leasedUntilMs: null } as const;
  const again = { ...about('tried', 4), ...stored, dueMs: 60 };
  const leased = { ...ofStaff('bk_1'), ...stored, leasedUntilMs: Infinity, dueMs: 15 };
  expect(giveWayAmong(again, [again, leased], 0).dropped).toEqual([]);
  expect(giveWayAmong(again, [again, { ...leased, bookingId: null }], 0).dropped).toEqual(['tried']);
});

/** An outbox of records that takes one step after another. */
class Records {
  readonly #stored = new Map<string, StoredDelivery>();
  /** The step of each delivery's first lease, and of each date's last change that is not delivered yet. */
  readonly #firstLeased = new Map<string, number>();
  readonly #owed = new Map<LocalDate, number>();
  /** Deliveries whose holder ended without settling. */
  readonly #abandoned = new Set<string>();
  #step = 0;

  get #waiting(): readonly StoredDelivery[] {
    return [...this.#stored.values()].filter(({ state }) => state === 'waiting');
  }

  get #inFlight(): readonly StoredDelivery[] {
    return this.#waiting.filter(({ leasedUntilMs }) => leasedUntilMs === Infinity);
  }

  readonly happens = {
    change: (from: number, length: number): void => {
      const delivery = about(`e${this.#step}`, from, from + length);
      for (const changed of datesOf(delivery.covers)) this.#owed.set(changed, this.#step);
      const written = coalesceAmong(delivery, [...this.#stored.values()], 0);
      for (const id of written.dropped) this.#put(id, { state: 'dropped' });
      if (!written.delivery) return;
      const { id } = delivery;
      this.#stored.set(id, { ...written.delivery, state: 'waiting', lease: 0, leasedUntilMs: null });
    },
    lease: (which: number): void => {
      const free = this.#waiting.filter(({ leasedUntilMs }) => leasedUntilMs !== Infinity);
      const one = free[which % free.length];
      if (!one) return;
      if (one.lease === 0) this.#firstLeased.set(one.id, this.#step);
      this.#abandoned.delete(one.id);
      this.#put(one.id, { lease: one.lease + 1, leasedUntilMs: Infinity });
    },
    fail: (which: number): void => {
      const one = this.#inFlight[which % this.#inFlight.length];
      if (!one) return;
      this.#put(one.id, { leasedUntilMs: null });
      const { delivery, dropped } = giveWayAmong(this.#stored.get(one.id)!, [...this.#stored.values()], 0);
      for (const id of dropped) this.#put(id, { state: 'dropped' });
      if (!delivery) return;
      const { covers, body } = delivery;
      this.#put(delivery.id, { covers, body });
    },
    take: (which: number): void => {
      const one = this.#inFlight[which % this.#inFlight.length];
      if (!one) return;
      this.#put(one.id, { state: 'delivered' });
      for (const day of datesIn(one.body))
        if (this.#owed.get(day)! < this.#firstLeased.get(one.id)!) this.#owed.delete(day);
    },
    abandon: (which: number): void => {
      const one = this.#inFlight[which % this.#inFlight.length];
      if (!one) return;
      this.#put(one.id, { leasedUntilMs: 0 });
      this.#abandoned.add(one.id);
    },
  };

  assertAllHolds(): void {
    this.#step += 1;
    const free = this.#waiting.filter(({ leasedUntilMs }) => leasedUntilMs !== Infinity);
    const fresh = free.filter(({ lease }) => lease === 0);
    for (const { id, covers, body } of fresh) {
      expect(datesIn(body)).toEqual(datesOf(covers!));
      const others = free.filter((other) => other.id !== id && !this.#abandoned.has(other.id));
      const inOthers = new Set(others.flatMap((other) => datesIn(other.body)));
      expect(datesIn(body).filter((day) => inOthers.has(day))).toEqual([]);
    }
    for (const [changed, step] of this.#owed) {
      const isAnnounced = this.#waiting.some(
        ({ id, body }) => datesIn(body).includes(changed) && (this.#firstLeased.get(id) ?? Infinity) > step,
      );
      expect([changed, isAnnounced]).toEqual([changed, true]);
    }
  }

  #put(id: string, to: Partial<StoredDelivery>): void {
    this.#stored.set(id, { ...this.#stored.get(id)!, ...to });
  }
}

test('D37 for random steps, no other event waits for the dates of a fresh one, and each change is covered by an event that was fresh after it', () => {
  const day = fc.nat(11);
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constant('change' as const), day, fc.constantFrom(0, 0, 0, 2, 7)) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom('lease', 'fail', 'fail', 'take'), day, day) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('abandon' as const), day, day) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const records = new Records();
      for (const [kind, which, length] of steps) {
        records.happens[kind](which, length);
        records.assertAllHolds();
      }
    }),
    seeded(1000),
  );
});
