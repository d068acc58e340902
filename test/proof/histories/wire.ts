/** How what clients ask for and are answered looks on the wire. */
import type { Request } from './history.ts';
import type { PartyState } from './model.ts';

/** Where a history happens. */
export interface Ground {
  readonly name: string;
  readonly locationId: string;
  readonly date: string;
  readonly key: string;
  /** The slots of the date. */
  readonly startsMs: readonly number[];
}

/** On the wire a party's name is unique in the whole run: its idempotency key and its reference. */
export const wireNameOf = ({ name }: Ground, party: string): string => `${name}-${party}`;

/** A party, as its clients know it. */
export interface KnownParty {
  readonly name: string;
  readonly first: Extract<Request, { kind: 'create' | 'hold' }>;
  holdId?: string;
  bookingId?: string;
}

export interface Reply {
  readonly status: number;
  readonly isReplay: boolean;
  readonly body: ReplyBody;
}

export type Wire = readonly [method: string, path: string, body?: object];

/** Whatever fields an answer has. */
interface ReplyBody extends Partial<WireBooking> {
  readonly slots?: readonly { readonly slot: string; readonly available: boolean }[];
  readonly bookings?: readonly WireBooking[];
  readonly hasMore?: boolean;
  readonly nextCursor?: string;
}

interface WireBooking {
  readonly id: string;
  readonly startsAt: string;
  readonly partySize: number;
  readonly status: 'confirmed' | 'cancelled';
  readonly partnerBookingRef: string | null;
}

/** How it is asked for. */
export function wireOf(ground: Ground, request: Request, party: KnownParty | undefined): Wire {
  const { locationId, date } = ground;
  const at = `/locations/${locationId}`;
  const wireName = wireNameOf(ground, party?.name ?? '');
  const guest = { name: 'Alva', email: `${wireName}@example.com`, partnerBookingRef: wireName };
  switch (request.kind) {
    case 'create':
    case 'hold': {
      const { startMs, partySize } = request;
      const wish = { startsAt: new Date(startMs).toISOString(), partySize, idempotencyKey: wireName };
      if (request.kind === 'hold') return ['POST', `${at}/holds`, { ...wish, seconds: 900 }];
      return ['POST', `${at}/bookings`, { ...wish, ...guest }];
    }
    case 'confirm':
      return ['POST', `/holds/${party!.holdId}/confirm`, guest];
    case 'release':
      return ['DELETE', `/holds/${party!.holdId}`];
    case 'cancel':
      return ['POST', `/bookings/${party!.bookingId}/cancel`];
    case 'read':
      return ['GET', `/bookings/${party!.bookingId}`];
    case 'move': {
      const { startMs, partySize } = request;
      const startsAt = startMs === undefined ? {} : { startsAt: new Date(startMs).toISOString() };
      return ['POST', `/bookings/${party!.bookingId}/move`, { ...startsAt, partySize }];
    }
    case 'availability':
      return ['GET', `${at}/availability?date=${date}&partySize=${request.partySize}`];
    case 'listed':
    case 'stored':
      throw new Error('is not asked of a server');
    default:
      return request satisfies never;
  }
}

/** A booking or a hold, as far as a body shows it. */
export const stateOf = ({ startsAt, partySize, status }: Partial<WireBooking>): PartyState => ({
  startMs: Date.parse(startsAt!),
  partySize: partySize!,
  status: status!,
});
