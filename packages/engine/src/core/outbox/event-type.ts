/** The types of webhook events. */

/** The event types of endpoints that name no types (§6.1, D30): a booking was made, changed, or cancelled. */
export const SPECIFIED_EVENT_TYPES = ['booking.created', 'booking.updated', 'booking.cancelled'] as const;
/** One of {@link SPECIFIED_EVENT_TYPES}. */
export type BookingEventType = (typeof SPECIFIED_EVENT_TYPES)[number];

/**
 * All event types: those of §6.1, and those sent only to endpoints that name them (D30). The latter report that a waiting party was offered a table
 * (D36), and that the availability at a location has changed (D37).
 */
export const EVENT_TYPES = [...SPECIFIED_EVENT_TYPES, 'waitlist.offered', 'availability.changed'] as const;
/** One of {@link EVENT_TYPES}. */
export type EventType = (typeof EVENT_TYPES)[number];
