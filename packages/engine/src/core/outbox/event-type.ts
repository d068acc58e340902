/** What partners can be told of. */

/** What every endpoint hears that names no types (§6.1, D30): a booking was made, changed in another way, or cancelled. */
export const SPECIFIED_EVENT_TYPES = ['booking.created', 'booking.updated', 'booking.cancelled'] as const;
/** One of {@link SPECIFIED_EVENT_TYPES}: something that happened to a booking. */
export type BookingEventType = (typeof SPECIFIED_EVENT_TYPES)[number];

/**
 * All types of events: those of §6.1 and, heard only by an endpoint that names them (D30), that somebody on the waitlist was offered a table
 * (D36) and that what can be had at a location has changed (D37).
 */
export const EVENT_TYPES = [...SPECIFIED_EVENT_TYPES, 'waitlist.offered', 'availability.changed'] as const;
/** One of {@link EVENT_TYPES}. */
export type EventType = (typeof EVENT_TYPES)[number];
