/** The two kinds of callers of the tools: a guest's assistant without a key (D53), and a partner with its API key. */
import type {
  Booking,
  Engine,
  Hold,
  LocalDate,
  Location,
  Rejected,
  SlotAvailability,
  VisitorGuest,
  VisitorWaiting,
} from '@bord/engine';
import type { Offer } from './offers.ts';

/** The fields of a guest that a caller must give. */
export type GuestField = 'name' | 'email' | 'phone';

/** The starts of a service date for a party. */
export interface FoundTimes {
  readonly slots: readonly Pick<SlotAvailability, 'startMs' | 'available' | 'reason'>[];
  /** If no start is free: the next date that has one, where that is known. */
  readonly nextDate: LocalDate | null;
}

interface HeldTable extends Pick<Hold, 'startMs' | 'partySize' | 'expiresMs'> {
  /** The caller's handle. */
  readonly handle: string;
  readonly location: Location;
  /** The id of an area; null for any. */
  readonly area: string | null;
}

/** A booking and its handle for this caller. */
export interface KnownBooking {
  readonly handle: string;
  readonly booking: Booking;
  readonly location: Location;
}

/** How a table or booking is not given; anything else that goes wrong is thrown. */
export type Refused = { readonly kind: 'refused' } & Rejected;

export interface AssistantCaller {
  /** Seals are for this name. */
  readonly name: string;
  /** The restaurants of this endpoint that the caller can find. */
  restaurants(): Promise<readonly Location[]>;
  /** The restaurant of an offer or a hold; null if it is not one of this endpoint. */
  located(locationId: string): Promise<Location | null>;
  times(
    location: Location,
    wish: { date: LocalDate; partySize: number; area: string | null },
  ): Promise<FoundTimes>;
  /** The same offer is the same hold. */
  hold(location: Location, offer: Offer): Promise<HeldTable | Refused>;
  held(handle: string): Promise<HeldTable>;
  /** The required fields of a guest. */
  fields(location: Location): readonly GuestField[];
  /** The same hold is the same booking, whatever the guest. */
  book(held: HeldTable, guest: VisitorGuest): Promise<KnownBooking | Refused>;
  wait(location: Location, party: VisitorWaiting): Promise<void>;
  booking(handle: string): Promise<KnownBooking>;
  /** The starts to which the booking can be moved. */
  timesToMove(known: KnownBooking, wish: { date: LocalDate; partySize: number }): Promise<FoundTimes>;
  move(known: KnownBooking, to: { startMs: number; partySize: number }): Promise<KnownBooking | Refused>;
  cancel(known: KnownBooking): Promise<KnownBooking>;
  menu(location: Location): ReturnType<Engine['operator']['menus']['read']>;
}

export function isRefused(outcome: object): outcome is Refused {
  return 'kind' in outcome && outcome.kind === 'refused';
}
