/** Webhook events as a receiver reads them (§6.2, D36, D37). */
import type { BookingStatus, Source } from '../booking/booking.ts';
import type { BookingEventType } from './event-type.ts';

/** A change of a booking (§6.2), for all endpoints that name no types. */
export interface WebhookEvent {
  /** `<booking id>:<event type>:<unix seconds>`: act on each id once. */
  readonly id: string;
  /** The type of the event (§6.1). */
  readonly type: BookingEventType;
  /** Unix seconds. */
  readonly created: number;
  /** The booking after the change. */
  readonly data: {
    /** The booking's id. */
    readonly bookingId: string;
    /** The location's id, a UUID. */
    readonly locationId: string;
    /** The status (§2.8, D12). */
    readonly status: BookingStatus;
    /** RFC 3339, UTC, whole seconds. */
    readonly startsAt: string;
    /** As `startsAt`: the planned end. */
    readonly endsAt: string;
    /** The number of guests. */
    readonly partySize: number;
    /** The side that made it. */
    readonly source: Source;
    /** The channel that made it: `partner:<slug>`. */
    readonly channel: string;
    /** The partner's reference; null for none. */
    readonly partnerBookingRef: string | null;
    /** Null unless the endpoint gets guest data. */
    readonly guest: WebhookGuest | null;
  };
}

/** A guest, for endpoints that get guest data. */
export interface WebhookGuest {
  /** The guest's name. */
  readonly name: string;
  /** Null if not given. */
  readonly email: string | null;
  /** Null if not given. */
  readonly phone: string | null;
}

/** A party on the waitlist was offered a table (D36). Only for endpoints that name `waitlist.offered`. */
export interface WaitlistOfferedEvent {
  /** `<waiting id>:waitlist.offered:<unix seconds>`: act on each id once. */
  readonly id: string;
  /** The type of the event. */
  readonly type: 'waitlist.offered';
  /** Unix seconds. */
  readonly created: number;
  /** The offer and its guest. */
  readonly data: {
    /** The waitlist entry's id. */
    readonly waitingId: string;
    /** The hold that keeps the table: confirm it, or let it expire. */
    readonly holdId: string;
    /** The location's id, a UUID. */
    readonly locationId: string;
    /** RFC 3339, UTC, whole seconds. */
    readonly startsAt: string;
    /** The end of the offer, in the form of `startsAt`. */
    readonly expiresAt: string;
    /** The number of guests. */
    readonly partySize: number;
    /** The partner's reference for the entry; null for none. */
    readonly partnerBookingRef: string | null;
    /** Null unless the endpoint gets guest data. */
    readonly guest: WebhookGuest | null;
  };
}

/** The availability at a location has changed (D37): request these dates again. Only for endpoints that name `availability.changed`. */
export interface AvailabilityChangedEvent {
  /** `<a separate id>:availability.changed:<unix seconds>`: act on each id once. */
  readonly id: string;
  /** The type of the event. */
  readonly type: 'availability.changed';
  /** Unix seconds. */
  readonly created: number;
  /** The place and the dates; request the availability itself. */
  readonly data: {
    /** The location's id, a UUID. */
    readonly locationId: string;
    /** Service dates, `2026-12-01`, the earliest first. */
    readonly dates: readonly string[];
  };
}

/** The events sent only to endpoints that name them (D30), by type. */
export interface NamedWebhookEvents {
  /** A party on the waitlist was offered a table. */
  readonly 'waitlist.offered': WaitlistOfferedEvent;
  /** The availability at a location has changed. */
  readonly 'availability.changed': AvailabilityChangedEvent;
}

/** A change of a booking that only subscribers of `engine.events` receive: a partner never sees tables and visit times. */
export interface InternalEvent {
  /** `<booking id>:<event type>:<unix seconds>.<number>`: act on each id once. */
  readonly id: string;
  /** Other tables (D9), a visit time (D41), or an edit that no webhook contains, such as that of a note (D42). */
  readonly type: 'booking.reseated' | 'booking.visit' | 'booking.edited';
  /** Unix seconds. */
  readonly created: number;
  /** The booking after the change. A re-seated one has the tables of the change, and otherwise its state when the event is read. */
  readonly data: WebhookEvent['data'] & {
    /** Table ids; empty for an unseated booking (D39). */
    readonly tables: readonly string[];
    /** RFC 3339, UTC; null: not yet, or not recorded. */
    readonly visit: {
      /** The party is at the door. */
      readonly arrivedAt: string | null;
      /** The party is at its table. */
      readonly seatedAt: string | null;
      /** The party has left. */
      readonly leftAt: string | null;
    };
  };
}

/** The events for a subscriber of `engine.events`: those of §6.1 with the guest, and {@link InternalEvent}. */
export type SubscriberEvent = WebhookEvent | InternalEvent;
