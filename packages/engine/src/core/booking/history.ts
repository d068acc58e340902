/**
 * The history of a booking (D43): time, author and former values of each change. It is computed by comparing the booking before and after a step,
 * so no rule can omit it. See `app/change-booking.ts`, and `step.ts` for re-seated bookings.
 */
import { isSameValue } from '../same-value.ts';
import type { Booking, Channel, Guest } from './booking.ts';
import type { Amendment, Reseating, Snapshot } from './diary.ts';

/**
 * The author of a change (D43): a partner, a member of staff, the guest at the booking page or with the link of an e-mail, `cli` for commands and
 * other callers of `engine.operator`, or nightly maintenance. `assistant:` is followed by the name that the guest's assistant gives itself (D53).
 */
export type Author =
  | Exclude<Channel, 'web' | 'assistant'>
  | `staff:${string}`
  | `assistant:${string}`
  | 'guest'
  | 'cli'
  | 'maintenance';

/** The author of a booking that was made through a channel, if its history does not say otherwise. */
export function authorOfChannel(channel: Channel): Author {
  if (channel === 'web') return 'guest';
  if (channel === 'assistant') return 'assistant:';
  return channel === 'operator' ? 'cli' : channel;
}

/**
 * The kind of a change. `created`: made by an author that the channel does not identify; `reseated`: it got other tables to make room for another
 * booking; `unseated`: a block took its tables; `assigned`: a person gave it other tables.
 */
export type ChangeKind =
  | 'created'
  | 'moved'
  | 'reseated'
  | 'unseated'
  | 'assigned'
  | 'pinned'
  | 'unpinned'
  | 'edited'
  | 'arrived'
  | 'seated'
  | 'left'
  | 'visit_corrected'
  | 'extended'
  | 'cancelled'
  | 'completed'
  | 'no_show'
  | 'undone';

/** The compared fields. Former guest data are in {@link Booking.formerGuests}. */
const TRACKED = [
  'serviceDate',
  'startMs',
  'endMs',
  'blockedUntilMs',
  'partySize',
  'tables',
  'pinned',
  'status',
  'visit',
] as const satisfies readonly (keyof Booking)[];

/** One change of a booking. */
export interface HistoryEntry {
  /** The time, in milliseconds since 1970. */
  readonly atMs: number;
  /** The kind of change; of several concurrent changes the most important one. */
  readonly kind: ChangeKind;
  /** The author; for `reseated` and `unseated` the author of the change that needed the room. */
  readonly by: Author;
  /** The former values of the changed fields. */
  readonly before: Readonly<Partial<Pick<Booking, (typeof TRACKED)[number]>>>;
  /** The changed guest fields; their values are deleted with the guest. */
  readonly guestFields?: readonly (keyof Guest)[];
}

/** The maximum number of changes kept for one booking. */
export const HISTORY_MAX = 200;

export interface Occasion {
  readonly atMs: number;
  readonly by: Author;
}

/** Empty, unless the author is not that of the channel, for example a member of staff. */
export function begunBy({ by, atMs }: Occasion, channel: Channel): readonly HistoryEntry[] {
  return by === authorOfChannel(channel) ? [] : [{ atMs, kind: 'created', by, before: {} }];
}

/** The author who made a booking (D43): of the first entry of its history, otherwise its channel. */
export function creatorOf({ history, channel }: Pick<Booking, 'history' | 'channel'>): Author {
  const [first] = history;
  return first?.kind === 'created' ? first.by : authorOfChannel(channel);
}

/** The amendment with history entries for the re-seated bookings. */
export function recorded<R>(amendment: Amendment<R>, snapshot: Snapshot, occasion: Occasion): Amendment<R> {
  const { reseatings = [] } = amendment;
  if (reseatings.length === 0) return amendment;
  return { ...amendment, reseatings: reseatings.map((one) => withEntry(one, snapshot, occasion)) };
}

/** The booking with a history entry for the change; the same object if no compared field has changed. */
export function withHistory(before: Booking, after: Booking, { atMs, by }: Occasion): Booking {
  const fields = TRACKED.filter((field) => !isSameValue(before[field], after[field]));
  const guestFields = (Object.keys(after.guest) as (keyof Guest)[]).filter(
    (field) => before.guest[field] !== after.guest[field],
  );
  if (fields.length === 0 && guestFields.length === 0) return after;
  const entry: HistoryEntry = {
    atMs,
    kind: kindOf(before, after),
    by,
    before: Object.fromEntries(fields.map((field) => [field, before[field]])),
    ...(guestFields.length > 0 && { guestFields }),
  };
  return {
    ...after,
    history: lengthened(after.history, entry),
    ...(guestFields.length > 0 && {
      formerGuests: [...after.formerGuests, withoutAddress(before.guest)].slice(-HISTORY_MAX),
    }),
  };
}

/** Without the e-mail address: a corrected one can belong to a stranger. A stranger could not find or erase it. */
function withoutAddress(guest: Guest): Guest {
  return { ...guest, email: null };
}

export function lengthened(
  history: readonly HistoryEntry[],
  entry: HistoryEntry | undefined,
): readonly HistoryEntry[] {
  return entry ? [...history, entry].slice(-HISTORY_MAX) : history;
}

/** The booking before the latest change of its history, with the present e-mail address; null if the history has no earlier state. */
export function beforeLatest(booking: Booking): Booking | null {
  const entry = booking.history.at(-1);
  if (!entry || entry.kind === 'created') return null;
  const wasEdited = entry.guestFields !== undefined && booking.formerGuests.length > 0;
  return {
    ...booking,
    ...entry.before,
    history: booking.history.slice(0, -1),
    ...(wasEdited && {
      guest: { ...booking.formerGuests.at(-1)!, email: booking.guest.email },
      formerGuests: booking.formerGuests.slice(0, -1),
    }),
  };
}

/** One change of a booking, with the booking before and after it. */
export interface BookingChange {
  /** The entry in the history. */
  readonly entry: HistoryEntry;
  /** Before the change; with the present e-mail address, and the present guest if former data are deleted. */
  readonly before: Booking;
  /** After the change, in the same way. */
  readonly after: Booking;
}

/** The stored changes of a booking, oldest first (D43): each with the booking before and after, computed backwards from its current state. */
export function changesOf(booking: Booking): readonly BookingChange[] {
  const changes: BookingChange[] = [];
  let after = booking;
  for (let before = beforeLatest(after); before; before = beforeLatest(after)) {
    changes.push({ entry: after.history.at(-1)!, before, after });
    after = before;
  }
  return changes.toReversed();
}

function withEntry(reseating: Reseating, { bookings }: Snapshot, { atMs, by }: Occasion): Reseating {
  const before = bookings.find(({ id }) => id === reseating.bookingId);
  if (!before) return reseating; // every storage rejects it
  const kind = reseating.tables.length > 0 ? 'reseated' : 'unseated';
  return { ...reseating, entry: { atMs, kind, by, before: { tables: before.tables } } };
}

function kindOf(before: Booking, after: Booking): ChangeKind {
  if (before.visit.leftMs === null && after.visit.leftMs !== null) return 'left';
  if (before.status !== after.status) return after.status === 'confirmed' ? 'undone' : after.status;
  if (before.startMs !== after.startMs || before.partySize !== after.partySize) return 'moved';
  if (before.blockedUntilMs !== after.blockedUntilMs) return 'extended';
  if (before.visit.seatedMs === null && after.visit.seatedMs !== null) return 'seated';
  if (before.visit.arrivedMs === null && after.visit.arrivedMs !== null) return 'arrived';
  if (!isSameValue(before.visit, after.visit)) return 'visit_corrected';
  if (!isSameValue(before.tables, after.tables)) return 'assigned';
  if (before.pinned !== after.pinned) return after.pinned ? 'pinned' : 'unpinned';
  return 'edited';
}
