/** Events as a receiver reads them (§6.2, D36, D37). */
import type { BookingStatus, Source } from './core/booking/booking.ts';
import type { BookingEventType } from './core/outbox/event-type.ts';

/** Something that happened to a booking (§6.2): what every endpoint hears that names no types. */
export interface WebhookEvent {
  /** `<booking id>:<event type>:<unix seconds>`: act on each id once. */
  readonly id: string;
  /** What has happened (§6.1). */
  readonly type: BookingEventType;
  /** Unix seconds. */
  readonly created: number;
  /** The booking, as it was after the change. */
  readonly data: {
    /** The booking's id. */
    readonly bookingId: string;
    /** The location's id, a UUID. */
    readonly locationId: string;
    /** What has become of it (§2.8, D12). */
    readonly status: BookingStatus;
    /** RFC 3339, UTC, whole seconds. */
    readonly startsAt: string;
    /** As `startsAt`: when the table is needed again. */
    readonly endsAt: string;
    /** How many guests. */
    readonly partySize: number;
    /** Who made it. */
    readonly source: Source;
    /** Through whom it was made: `partner:<slug>`. */
    readonly channel: string;
    /** The partner's own number for it; null for none. */
    readonly partnerBookingRef: string | null;
    /** Null unless the endpoint gets guest data. */
    readonly guest: WebhookGuest | null;
  };
}

/** A guest, for endpoints that get guest data. */
export interface WebhookGuest {
  /** The guest's name. */
  readonly name: string;
  /** Null where none was given. */
  readonly email: string | null;
  /** Null where none was given. */
  readonly phone: string | null;
}

/** A party on the waitlist was offered a table (D36). Only for endpoints that name `waitlist.offered`. */
export interface WaitlistOfferedEvent {
  /** `<waiting id>:waitlist.offered:<unix seconds>`: act on each id once. */
  readonly id: string;
  /** What has happened. */
  readonly type: 'waitlist.offered';
  /** Unix seconds. */
  readonly created: number;
  /** What is offered to whom. */
  readonly data: {
    /** The waiting entry's id. */
    readonly waitingId: string;
    /** The hold that keeps the table: confirm it, or let it lapse. */
    readonly holdId: string;
    /** The location's id, a UUID. */
    readonly locationId: string;
    /** RFC 3339, UTC, whole seconds. */
    readonly startsAt: string;
    /** As `startsAt`: until when the offer stands. */
    readonly expiresAt: string;
    /** How many guests. */
    readonly partySize: number;
    /** The partner's own number for the entry; null for none. */
    readonly partnerBookingRef: string | null;
    /** Null unless the endpoint gets guest data. */
    readonly guest: WebhookGuest | null;
  };
}

/** What can be had at a location has changed (D37): ask for these dates again. Only for endpoints that name `availability.changed`. */
export interface AvailabilityChangedEvent {
  /** `<an id of its own>:availability.changed:<unix seconds>`: act on each id once. */
  readonly id: string;
  /** What has happened. */
  readonly type: 'availability.changed';
  /** Unix seconds. */
  readonly created: number;
  /** Where and when; what can be had there is asked for, not told. */
  readonly data: {
    /** The location's id, a UUID. */
    readonly locationId: string;
    /** Service dates, `2026-12-01`, the earliest first. */
    readonly dates: readonly string[];
  };
}

/** What is heard by name only (D30), by type. */
export interface NamedWebhookEvents {
  /** A party on the waitlist was offered a table. */
  readonly 'waitlist.offered': WaitlistOfferedEvent;
  /** What can be had at a location has changed. */
  readonly 'availability.changed': AvailabilityChangedEvent;
}
