import { type Booking, type BookingEventType, isLive, isSeated } from '@bord/engine';
import type { World } from './world.ts';

/** A booking has become another. */
export interface Change {
  readonly before: Booking | null;
  readonly after: Booking;
  /** What partners are to be told (§6.1, D12); null: nothing that concerns them. */
  readonly event: BookingEventType | null;
  /** What the guest is to be told (D26); null: nothing. */
  readonly mail: 'confirmation' | 'moved' | 'cancelled' | null;
  /** Nothing but what it says of its guest (D42): who is sent no guest hears nothing, and who has come is written nothing. */
  readonly isEdit: boolean;
}

interface Version {
  readonly booking: Booking;
  readonly fromMs: number;
}

/** Every state that every booking has ever been committed in. */
export class Annals {
  readonly #world: World;
  readonly #versions = new Map<string, Version[]>();
  /** The live bookings of each location. */
  readonly #live = new Map<string, readonly Booking[]>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Takes note of a location's bookings as they have just been committed; what has changed since the last time. */
  committed(locationId: string, bookings: readonly Booking[]): readonly Change[] {
    const changes: Change[] = [];
    for (const after of bookings) {
      const versions = this.#versions.get(after.id) ?? [];
      const before = versions.at(-1)?.booking ?? null;
      if (before === after) continue;
      this.#versions.set(after.id, [...versions, { booking: after, fromMs: this.#world.nowMs() }]);
      if (before && isSeated(before) && isSeated(after) && before.tables.join() !== after.tables.join())
        this.#world.accuse(`${after.id} was moved while its party sat`);
      // A block is nobody's booking: nobody is told (D39).
      if (after.kind === 'booking') changes.push({ before, after, ...notificationsOf(before, after) });
    }
    this.#live.set(locationId, bookings.filter(isLive));
    this.#assertNothingHeldTwice(locationId);
    return changes;
  }

  latest(bookingId: string): Booking | undefined {
    return this.#versions.get(bookingId)?.at(-1)?.booking;
  }

  get latestOfAll(): readonly Booking[] {
    return [...this.#versions.values()].map((versions) => versions.at(-1)!.booking);
  }

  /** Somebody was told that this is how the booking stands. */
  assertCommitted(booking: Booking): void {
    const versions = this.#versions.get(booking.id) ?? [];
    if (!versions.some((version) => version.booking === booking))
      this.#world.accuse(`booking ${booking.id} was acknowledged as it never was`);
  }

  /** At some instant since then the booking was such. */
  wasSince(bookingId: string, sinceMs: number, such: (booking: Booking) => boolean): boolean {
    const versions = this.#versions.get(bookingId) ?? [];
    const ended = versions.findLastIndex(({ fromMs }) => fromMs < sinceMs);
    return versions.slice(Math.max(0, ended)).some(({ booking }) => such(booking));
  }

  #assertNothingHeldTwice(locationId: string): void {
    const live = this.#live.get(locationId) ?? [];
    for (const [i, booking] of live.entries()) {
      const rival = live
        .slice(i + 1)
        .find(
          (other) =>
            takenFromMs(other) < booking.blockedUntilMs &&
            takenFromMs(booking) < other.blockedUntilMs &&
            other.tables.some((table) => booking.tables.includes(table)),
        );
      if (rival) this.#world.accuse(`${booking.id} and ${rival.id} hold one table at once`);
    }
  }
}

/** From when on its tables are taken: who sits down early has them in that minute. */
function takenFromMs(booking: Booking): number {
  const { startMs, visit } = booking;
  return isSeated(booking) ? Math.min(startMs, visit.seatedMs! - (visit.seatedMs! % 60_000)) : startMs;
}

function notificationsOf(before: Booking | null, after: Booking): Omit<Change, 'before' | 'after'> {
  const isEdit = before !== null && isEdited(before, after);
  const notifications = isEdit ? ofEdit(before, after) : ofChange(before, after);
  return { ...notifications, isEdit };
}

/** Whoever has been erased has not been edited. */
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
