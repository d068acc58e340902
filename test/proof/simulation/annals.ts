import { isDeepStrictEqual } from 'node:util';
import { type Booking, type BookingEventType, isLive, isSeated } from '@bord/engine';
import { type DiaryRow, isBooking, type WaitlistRow } from '@bord/engine/storage';
import { isOverlapping, takenFromMs } from './reckoning.ts';
import type { Dice } from './turns.ts';
import type { World } from './world.ts';

/** A booking has become another. */
export interface Change {
  readonly before: Booking | null;
  readonly after: Booking;
  /** The event for partners (§6.1, D12); null: no event for them. */
  readonly event: BookingEventType | null;
  /** The e-mail to the guest (D26); null: none. */
  readonly mail: 'confirmation' | 'moved' | 'cancelled' | null;
  /** Only guest data has changed (D42): partners without guest data get no event, and a seated guest gets no e-mail. */
  readonly isEdit: boolean;
}

interface Version {
  readonly booking: DiaryRow;
  readonly fromMs: number;
}

/** The rows of a location, by their ids. */
export type Rows = ReadonlyMap<string, DiaryRow>;

/** The change of a location by a step or an erasure. */
export interface Committed {
  readonly before: Rows;
  readonly after: Rows;
  /** Rows that are new or others than before, of every kind. */
  readonly changed: readonly DiaryRow[];
  /** Of bookings. */
  readonly changes: readonly Change[];
}

const NO_ROWS: Rows = new Map();

/** Every state that every booking has ever been committed in. */
export class Annals {
  readonly #world: World;
  readonly #versions = new Map<string, Version[]>();
  readonly #rows = new Map<string, Rows>();
  /** Ids of all bookings, in the order in which they were made. */
  readonly bookingIds: string[] = [];
  /** Grows with every change. */
  changesSeen = 0;
  changedMs = -Infinity;

  constructor(world: World) {
    this.#world = world;
  }

  /** Takes note of a location's rows as they have just been committed. */
  committed(locationId: string, read: readonly DiaryRow[]): Committed {
    const before = this.rowsOf(locationId);
    const rows = read.map((row) => sameAs(before.get(row.id), row));
    const after = new Map(rows.map((row) => [row.id, row]));
    const changed = rows.filter((row) => row !== before.get(row.id));
    for (const row of changed) this.#note(before.get(row.id), row);
    if (after.size < before.size + changed.filter(({ id }) => !before.has(id)).length)
      this.#world.accuse(`rows of ${locationId} are gone`);
    this.#rows.set(locationId, after);
    this.#assertNothingHeldTwice(rows, changed);
    if (changed.length > 0) {
      this.changesSeen += 1;
      this.changedMs = this.#world.nowMs();
    }
    // Blocks (D39) and holds (D35) send no events.
    const changes = changed
      .filter(isBooking)
      .map((row) => ({ before: bookingOf(before.get(row.id)) ?? null, after: row }))
      .map((change) => ({ ...change, ...notificationsOf(change.before, change.after) }));
    return { before, after, changed, changes };
  }

  /** The plan is another: what was shown may be so no more. */
  planned(): void {
    this.changesSeen += 1;
    this.changedMs = this.#world.nowMs();
  }

  #note(before: DiaryRow | undefined, after: DiaryRow): void {
    const versions = this.#versions.get(after.id);
    const version = { booking: after, fromMs: this.#world.nowMs() };
    if (versions) versions.push(version);
    else {
      this.#versions.set(after.id, [version]);
      if (after.kind === 'booking') this.bookingIds.push(after.id);
    }
    if (before?.kind !== 'booking' || after.kind !== 'booking') return;
    if (isSeated(before) && isSeated(after) && before.tables.join() !== after.tables.join())
      this.#world.accuse(`${after.id} was moved while its party was seated`);
  }

  /** As they were last committed. */
  rowsOf(locationId: string): Rows {
    return this.#rows.get(locationId) ?? NO_ROWS;
  }

  latest(bookingId: string): DiaryRow | undefined {
    return this.#versions.get(bookingId)?.at(-1)?.booking;
  }

  /** As it was last committed. */
  booking(bookingId: string): Booking | undefined {
    return bookingOf(this.latest(bookingId));
  }

  /** The waitlist entry, as it was last committed. */
  entry(waitingId: string): WaitlistRow {
    const row = this.latest(waitingId);
    if (row?.kind !== 'waiting') throw new Error(`${waitingId} must be a waitlist entry`);
    return row;
  }

  get latestOfAll(): readonly DiaryRow[] {
    return [...this.#versions.values()].map((versions) => versions.at(-1)!.booking);
  }

  /** A state of the booking was acknowledged. */
  assertCommitted(booking: Booking): void {
    this.#world.checks.look('acknowledged data was saved');
    if (!this.#versionOf(booking)) this.#world.accuse(`booking ${booking.id} was acknowledged and not saved`);
  }

  /** A move was acknowledged, as made or already made: the booking has the wanted values, and all others of that moment (D32). */
  assertMoved(booking: Booking, to: { startMs?: number; partySize?: number }, isChanged: boolean): void {
    this.#world.checks.look('a move has the requested result');
    const version = this.#versionOf(booking);
    if (!version) return this.#world.accuse(`booking ${booking.id} was acknowledged and not saved`);
    const versions = this.#versions.get(booking.id)!;
    const before = isChanged ? versions[versions.indexOf(version) - 1]?.booking : booking;
    const { startMs = before?.startMs, partySize = before?.partySize } = to;
    if (booking.startMs !== startMs || booking.partySize !== partySize)
      this.#world.accuse(
        `${booking.id} is moved to ${booking.startMs} for ${booking.partySize}, not ${startMs} for ${partySize}`,
      );
  }

  #versionOf(booking: Booking): Version | undefined {
    const versions = this.#versions.get(booking.id) ?? [];
    const isSame = (one: DiaryRow): boolean => sameAs(one, booking) === one;
    return (
      versions.find((version) => isSame(version.booking)) ??
      // A repeated request during a re-seating may be answered without that history entry.
      versions.find(({ booking: { history, ...rest } }) => {
        if (history.at(-1)?.kind !== 'reseated') return false;
        return isSame({ ...rest, history: history.slice(0, -1) });
      })
    );
  }

  /** As it was before it became this one. */
  before(booking: Booking): Booking | undefined {
    const versions = this.#versions.get(booking.id) ?? [];
    const version = this.#versionOf(booking);
    return version && bookingOf(versions[versions.indexOf(version) - 1]?.booking);
  }

  /** Some booking of a location in its current state or, sometimes, in an earlier one. */
  anyVersion(dice: Dice, locationId: string): Booking | undefined {
    const ids = this.bookingIds.filter((id) => this.latest(id)!.locationId === locationId);
    if (ids.length === 0) return undefined;
    const versions = this.#versions.get(dice.pick(ids.slice(-40)))!;
    return bookingOf((dice.once(3) ? dice.pick(versions) : versions.at(-1)!).booking);
  }

  /** The states in which a row was between two instants, the oldest first. */
  between(rowId: string, fromMs: number, untilMs: number): readonly DiaryRow[] {
    const versions = this.#versions.get(rowId) ?? [];
    return versions
      .filter((version, i) => version.fromMs <= untilMs && (versions[i + 1]?.fromMs ?? Infinity) >= fromMs)
      .map(({ booking }) => booking);
  }

  /** At some instant since then the booking was such. */
  wasSince(bookingId: string, sinceMs: number, such: (row: DiaryRow) => boolean): boolean {
    const versions = this.#versions.get(bookingId) ?? [];
    const ended = versions.findLastIndex(({ fromMs }) => fromMs < sinceMs);
    return versions.slice(Math.max(0, ended)).some(({ booking }) => such(booking));
  }

  /** No table was held twice before; so a row that holds another's table has just changed. */
  #assertNothingHeldTwice(rows: readonly DiaryRow[], changed: readonly DiaryRow[]): void {
    for (const row of changed.filter(isLive)) {
      this.#world.checks.look('no table is held twice');
      const held = { fromMs: takenFromMs(row), untilMs: row.blockedUntilMs };
      const rival = rows.find(
        (other) =>
          other !== row &&
          isLive(other) &&
          isOverlapping({ fromMs: takenFromMs(other), untilMs: other.blockedUntilMs }, held) &&
          other.tables.some((table) => row.tables.includes(table)),
      );
      if (rival) this.#world.accuse(`${row.id} and ${rival.id} hold one table concurrently`);
    }
  }
}

function bookingOf(row: DiaryRow | undefined): Booking | undefined {
  return row?.kind === 'booking' ? row : undefined;
}

/** The known object if the read one is equal: not every storage returns the same object again. */
function sameAs(known: DiaryRow | undefined, read: DiaryRow): DiaryRow {
  if (known === read || !known) return read;
  const isSame = known.status === read.status && isDeepStrictEqual(known, read);
  return isSame ? known : read;
}

function notificationsOf(before: Booking | null, after: Booking): Omit<Change, 'before' | 'after'> {
  const isEdit = before !== null && isEdited(before, after);
  const notifications = isEdit ? ofEdit(before, after) : ofChange(before, after);
  return { ...notifications, isEdit };
}

/** An erased guest was not edited. */
function isEdited({ guest }: Booking, after: Booking): boolean {
  return after.guest.name !== '' && NAMED.some((field) => guest[field] !== after.guest[field]);
}

const NAMED = ['name', 'email', 'phone'] as const;

type Notifications = Pick<Change, 'event' | 'mail'>;

function ofEdit(before: Booking, after: Booking): Notifications {
  return { event: 'booking.updated', mail: before.guest.email === after.guest.email ? null : 'confirmation' };
}

function ofChange(before: Booking | null, after: Booking): Notifications {
  if (before === null) return { event: 'booking.created', mail: 'confirmation' };
  if (before.status !== 'cancelled' && after.status === 'cancelled')
    return { event: 'booking.cancelled', mail: 'cancelled' };
  if (before.startMs !== after.startMs || before.partySize !== after.partySize)
    return { event: 'booking.updated', mail: 'moved' };
  const isAnnounced = before.status !== after.status || before.endMs !== after.endMs;
  return { event: isAnnounced ? 'booking.updated' : null, mail: null };
}
