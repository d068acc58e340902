/** The events of a step for subscribers in the host's program, found by comparing its writes with its snapshot. */
import { formatInstant, SECOND_MS } from '../instant.ts';
import { type BookingEventType, SPECIFIED_EVENT_TYPES } from '../outbox/event-type.ts';
import type { InternalEvent, SubscriberEvent } from '../outbox/webhook-events.ts';
import { isSameValue } from '../same-value.ts';
import type { Booking } from './booking.ts';
import { type Amendment, entryIn, type Snapshot } from './diary.ts';
import { eventData } from './event.ts';
import { savedRows } from './evolve.ts';
import { isBooking } from './row.ts';

/** An event for subscribers. A storage writes it with its step, if there is a subscriber then. */
export interface LoggedEvent {
  /** The location's id. */
  readonly locationId: string;
  /** The booking's id. */
  readonly bookingId: string;
  /** JSON; the guest is in `data.guest`. */
  readonly body: string;
}

/** An event in the log. */
export interface NumberedEvent extends LoggedEvent {
  /** 1 or more. A later change of the same booking has a higher position. */
  readonly position: number;
}

/** The stored form of an event. For a re-seated booking only the tables, because a step does not read the rest. */
interface EventBody {
  readonly id?: string;
  readonly type: SubscriberEvent['type'];
  readonly created: number;
  readonly data: object;
}

/** The events of a step: of each changed booking the event for its partner, otherwise the first that applies of visit, edit and tables. */
export function eventsOf(
  read: Snapshot,
  amendment: Amendment<unknown>,
  { locationId, nowMs }: { readonly locationId: string; readonly nowMs: number },
): readonly LoggedEvent[] {
  const created = Math.floor(nowMs / SECOND_MS);
  const events: LoggedEvent[] = [];
  const log = (bookingId: string, body: EventBody): void =>
    void events.push({ locationId, bookingId, body: JSON.stringify(body) });
  for (const booking of savedRows(amendment).filter(isBooking)) {
    const before = rowIn(read, booking.id);
    const announced = announcedSince(before, booking);
    for (const [type, seconds] of announced) log(booking.id, announcedBody(booking, type, seconds));
    const type = announced.length === 0 && before ? internalTypeOf(before, booking) : null;
    if (type) log(booking.id, { type, created, data: internalData(booking) });
  }
  for (const { bookingId, tables } of amendment.reseatings ?? [])
    if (entryIn(read, bookingId)?.kind === 'booking')
      log(bookingId, { type: 'booking.reseated', created, data: { tables } });
  return events;
}

function rowIn({ rows, named }: Snapshot, bookingId: string): Booking | undefined {
  const row = named?.id === bookingId ? named : rows?.get(bookingId);
  return row?.kind === 'booking' ? row : undefined;
}

function announcedSince(
  before: Booking | undefined,
  { lastEventSeconds }: Booking,
): readonly (readonly [BookingEventType, number])[] {
  return SPECIFIED_EVENT_TYPES.flatMap((type) => {
    const seconds = lastEventSeconds[type];
    return seconds === undefined || seconds === before?.lastEventSeconds[type] ? [] : [[type, seconds]];
  });
}

function announcedBody(booking: Booking, type: BookingEventType, created: number): EventBody {
  return { id: `${booking.id}:${type}:${created}`, type, created, data: eventData(booking, true) };
}

/** Null if only the pin or the history has changed. */
function internalTypeOf(before: Booking, after: Booking): InternalEvent['type'] | null {
  if (!isSameValue(before.visit, after.visit)) return 'booking.visit';
  if (!isSameValue(before.guest, after.guest)) return 'booking.edited';
  return isSameValue(before.tables, after.tables) ? null : 'booking.reseated';
}

function internalData(booking: Booking): object {
  const { tables, visit } = booking;
  const at = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));
  const times = { arrivedAt: at(visit.arrivedMs), seatedAt: at(visit.seatedMs), leftAt: at(visit.leftMs) };
  return { ...eventData(booking, true), tables, visit: times };
}

/** Whether the booking has to be read before the event can be delivered: see {@link subscriberEvent}. */
export function lacksBooking({ body }: LoggedEvent): boolean {
  return !body.includes('"bookingId"');
}

/**
 * An event as a subscriber receives it. The id of an internal one contains its position, which makes it unique (D22).
 *
 * @param now the present booking, if the event {@link lacksBooking}
 */
export function subscriberEvent({ position, body }: NumberedEvent, now?: Booking): SubscriberEvent {
  const { id, type, created, data } = JSON.parse(body) as EventBody & {
    readonly data: { bookingId: string };
  };
  const whole = now ? { ...internalData(now), ...data } : data;
  const { bookingId } = whole as { readonly bookingId: string };
  return {
    id: id ?? `${bookingId}:${type}:${created}.${position}`,
    type,
    created,
    data: whole,
  } as SubscriberEvent;
}
