import { type Booking, toDiary } from '../../core/booking/booking.ts';
import {
  type Amendment,
  type DiaryScope,
  heldBy,
  type Rule,
  type Snapshot,
} from '../../core/booking/diary.ts';
import { evolve } from '../../core/booking/evolve.ts';
import { overlaps } from '../../core/time/interval.ts';
import type { BookingStore } from '../../ports/booking-store.ts';
import type { App } from '../shared/context.ts';

/**
 * The same engine, of which no step is saved, counted or told. Each is decided on the diary as it is, changed by what the ones before it would
 * have saved, and has the outcome that it would have had. Steps that share an instant are to be taken one after the other.
 */
export function rehearsalOf(app: App): App {
  // By delegation, since a storage may be an object of a class.
  const storage: App['storage'] = Object.create(app.storage, {
    bookings: { value: rehearsedBookings(app.storage.bookings) },
  });
  return { ...app, storage, observer: () => undefined };
}

function rehearsedBookings(store: BookingStore): BookingStore {
  const made: Booking[] = [];
  const moved = new Map<string, readonly string[]>();
  const shownTo = (scope: DiaryScope, snapshot: Snapshot): Snapshot => {
    const reseatings = [...moved].map(([bookingId, tables]) => ({ bookingId, tables }));
    const touching = made.filter((booking) => overlaps(heldBy(booking), scope.interval));
    const whole = { ...snapshot, bookings: [...snapshot.bookings, ...touching.map(toDiary)] };
    const key = scope.named && 'idempotencyKey' in scope.named ? scope.named.idempotencyKey : null;
    const named = made.find(({ idempotencyKey }) => key !== null && idempotencyKey === key);
    return evolve({ ...whole, named: snapshot.named ?? named ?? null }, scope, { reseatings });
  };
  const amend = async <R>(scope: DiaryScope, rule: Rule<R>): Promise<Amendment<R>> => {
    let last: Amendment<R> | undefined;
    const amendment = await store.amend(scope, (snapshot) => {
      last = rule(shownTo(scope, snapshot));
      return { result: last.result };
    });
    for (const { bookingId, tables } of last?.reseatings ?? []) moved.set(bookingId, tables);
    if (last?.booking) made.push(last.booking);
    return amendment;
  };
  return Object.create(store, { amend: { value: amend } });
}
