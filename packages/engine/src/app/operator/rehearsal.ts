import { isLive, toDiary } from '../../core/booking/booking.ts';
import { atTables, savedRows } from '../../core/booking/evolve.ts';
import {
  type Amendment,
  type DiaryBooking,
  type DiaryScope,
  heldBy,
  type Rule,
  type Snapshot,
} from '../../core/booking/diary.ts';
import type { DiaryRow } from '../../core/booking/row.ts';
import { overlaps } from '../../core/instant.ts';
import type { LocalDate } from '../../core/local-date.ts';
import type { BookingStore } from '../../ports/booking-store.ts';
import type { App } from '../context.ts';

/** The same engine, whose steps are not saved, counted or sent. Each step sees the diary as earlier ones would have left it. Only for new bookings. */
export function rehearsalOf(app: App): App {
  const rehearsed = amendingBy(app, rehearsedAmend(app.storage.bookings));
  return { ...rehearsed, observer: () => undefined, isRehearsal: true };
}

/** The same engine with another `amend`. */
export function amendingBy(app: App, amend: BookingStore['amend']): App {
  // By delegation, since a storage and its parts can be class instances.
  const bookings: BookingStore = Object.create(app.storage.bookings, { amend: { value: amend } });
  const storage: App['storage'] = Object.create(app.storage, { bookings: { value: bookings } });
  return { ...app, storage };
}

function rehearsedAmend(store: BookingStore): BookingStore['amend'] {
  const made = new Map<LocalDate, DiaryBooking[]>();
  const byKey = new Map<string, DiaryRow>();
  const moved = new Map<string, readonly string[]>();
  const saved = new Map<string, DiaryRow>();

  /** Bookings that share an instant share a date of the scopes in which they were made. */
  const madeWithin = ({ dates, interval }: DiaryScope): DiaryBooking[] => {
    const sharing = new Set(dates.flatMap((date) => made.get(date) ?? []));
    return [...sharing].filter((booking) => overlaps(heldBy(booking), interval));
  };
  const shownTo = (scope: DiaryScope, snapshot: Snapshot): Snapshot => {
    const known = snapshot.bookings.filter(({ id }) => !saved.has(id));
    const bookings = [...known, ...madeWithin(scope)].map((booking) => {
      const tables = moved.get(booking.id);
      return tables ? atTables(booking, { bookingId: booking.id, tables }) : booking;
    });
    const whole = bookings.map(({ id }) => saved.get(id) ?? snapshot.rows?.get(id));
    const rows = new Map(whole.filter((row) => row !== undefined).map((row) => [row.id, row]));
    const key = scope.named && 'idempotencyKey' in scope.named ? scope.named.idempotencyKey : '';
    return {
      ...snapshot,
      bookings,
      named: snapshot.named ?? byKey.get(key) ?? null,
      ...(snapshot.rows && { rows }),
    };
  };
  const note = (scope: DiaryScope, amendment: Amendment<unknown>): void => {
    for (const { bookingId, tables } of amendment.reseatings ?? []) moved.set(bookingId, tables);
    for (const row of savedRows(amendment)) {
      saved.set(row.id, row);
      if (row.idempotencyKey !== null) byKey.set(row.idempotencyKey, row);
      if (!isLive(row)) continue;
      const inDiary = toDiary(row);
      for (const date of scope.dates) made.set(date, [...(made.get(date) ?? []), inDiary]);
    }
  };
  return async <R>(scope: DiaryScope, rule: Rule<R>): Promise<Amendment<R>> => {
    let last: Amendment<R> | undefined;
    const amendment = await store.amend(scope, (snapshot) => {
      last = rule(shownTo(scope, snapshot));
      return { result: last.result };
    });
    if (last) note(scope, last);
    return amendment;
  };
}
