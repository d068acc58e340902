/** The two kinds of callers of the tools: a guest's assistant without a key (D53), and a partner with its API key. */
import type { Booking, Engine, Guest, Hold, LocalDate, Location, Rejected } from '@bord/engine';
import type { Offer } from './offers.ts';

/** The fields of a guest that a caller must give. */
export type GuestField = 'name' | 'email' | 'phone';

export type GivenGuest = Pick<Guest, 'name'> & Partial<Guest>;

/** The starts of a service date for a party. */
export interface FoundTimes {
  readonly slots: readonly {
    readonly startMs: number;
    readonly available: boolean;
    readonly reason: Rejected['reason'] | null;
  }[];
  /** If no start is free: the next date that has one, where that is known. */
  readonly nextDate: LocalDate | null;
}

/** A table that is held. */
export interface HeldTable {
  /** The caller's handle. */
  readonly handle: string;
  readonly location: Location;
  readonly startMs: number;
  readonly partySize: number;
  /** The id of an area; null for any. */
  readonly area: string | null;
  readonly expiresMs: number;
}

/** A booking and its handle for this caller. */
export interface KnownBooking {
  readonly handle: string;
  readonly booking: Booking;
  readonly location: Location;
}

/** A party for the waitlist. */
interface WaitingParty {
  readonly date: LocalDate;
  readonly fromMs: number;
  readonly toMs: number;
  readonly partySize: number;
  readonly area: string | null;
  readonly guest: GivenGuest;
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
  book(held: HeldTable, guest: GivenGuest): Promise<KnownBooking | Refused>;
  wait(location: Location, party: WaitingParty): Promise<void>;
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

export function heldTable(
  handle: string,
  location: Location,
  { startMs, partySize, expiresMs }: Pick<Hold, 'startMs' | 'partySize' | 'expiresMs'>,
  area: string | null,
): HeldTable {
  return { handle, location, startMs, partySize, expiresMs, area };
}
