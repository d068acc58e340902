import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import { type Patience, patientFetch } from './patient-fetch.ts';
import type { components, paths } from './schema.d.ts';

type Schemas = components['schemas'];

/** What a guest wishes. The idempotency key is ours to make. */
export type Wish = Omit<Schemas['BookingRequest'], 'idempotencyKey'>;

/** Not to be had: show the guest the other times, which could be had at that moment. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: Schemas['Reason'];
  /** The nearest first; none when the restaurant takes no such party, or had no time to look. */
  readonly instead: readonly string[];
}

/** How a wish ends on a normal evening. */
export type Outcome = { readonly kind: 'booked'; readonly booking: Schemas['BookingCreated'] } | Refused;

/** How a move ends on a normal evening; refused, the booking stands as it was. */
export type MoveOutcome = { readonly kind: 'moved'; readonly booking: Schemas['BookingStatus'] } | Refused;

/** A table to be held; for 300 seconds unless it says otherwise. */
export type HoldWish = Omit<Schemas['HoldRequest'], 'idempotencyKey' | 'seconds'> & {
  readonly seconds?: number;
};

/** How an attempt to hold a table ends on a normal evening. */
export type HoldOutcome = { readonly kind: 'held'; readonly hold: Schemas['Hold'] } | Refused;

/** The server has said no, and there is no other way to go on. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  /** What the operator finds the request by. */
  readonly requestId: string | null;

  constructor({ statusCode, message }: Schemas['Error'], { headers }: Response) {
    super(`${statusCode}: ${message}`);
    this.statusCode = statusCode;
    this.requestId = headers.get('x-request-id');
  }
}

export interface PartnerClientOptions {
  /** Such as `https://book.example.com/v1/partner-api`. */
  readonly baseUrl: string;
  /** A secret: it stays on your servers. */
  readonly key: string;
  readonly patience?: Partial<Patience>;
  readonly fetch?: (request: Request) => Promise<Response>;
}

const PATIENCE: Patience = {
  attemptsMax: 4,
  timeoutMs: 10_000,
  waitMsMax: 60_000,
  pause: async (ms) => pause(ms),
};

/** A client of the partner API. Paths, parameters and answers are checked by the compiler, against the API's own document. */
export function partnerClient({ baseUrl, key, patience, fetch }: PartnerClientOptions) {
  const headers = { authorization: `Bearer ${key}` };
  const patient = { ...PATIENCE, ...patience };
  const api = createClient<paths>({ baseUrl, headers, fetch: patientFetch(patient, fetch) });

  return {
    /** The times of a day for a party, and the time zone in which to show them. */
    async times(locationId: string, date: string, partySize: number): Promise<Schemas['Availability']> {
      const { data, error, response } = await api.GET('/locations/{locationId}/availability', {
        params: { path: { locationId }, query: { date, partySize } },
      });
      if (error) throw new ApiError(error, response);
      return data;
    },

    /** Books a table. However often this has to ask, the wish becomes one booking: its key is made once. */
    async book(locationId: string, wish: Wish, idempotencyKey: string = randomUUID()): Promise<Outcome> {
      const { data, error, response } = await api.POST('/locations/{locationId}/bookings', {
        params: { path: { locationId } },
        body: { ...wish, idempotencyKey },
      });
      if (data) return { kind: 'booked', booking: data };
      // The status tells which failure it is, to us and to the compiler; the message is for people.
      if (error.statusCode === 409) return refused(error);
      throw new ApiError(error, response);
    },

    /**
     * Holds a table while the guest decides or pays. However often this has to ask, it is one hold: its key is made once. With ten holds at the
     * restaurant already it waits for the first of them to lapse, for as long as the client's patience goes.
     */
    async hold(
      locationId: string,
      { seconds = 300, ...wanted }: HoldWish,
      idempotencyKey: string = randomUUID(),
    ): Promise<HoldOutcome> {
      const { data, error, response } = await api.POST('/locations/{locationId}/holds', {
        params: { path: { locationId } },
        body: { ...wanted, seconds, idempotencyKey },
      });
      if (data) return { kind: 'held', hold: data };
      if (error.statusCode === 409) return refused(error);
      throw new ApiError(error, response);
    },

    /** Makes a booking of a hold. To confirm again after a lost answer gets the same booking: the hold is the key. */
    async confirm(holdId: string, guest: Schemas['HoldConfirmation']): Promise<Outcome> {
      const { data, error, response } = await api.POST('/holds/{holdId}/confirm', {
        params: { path: { holdId } },
        body: guest,
      });
      if (data) return { kind: 'booked', booking: data };
      if (error.statusCode === 409) return refused(error);
      throw new ApiError(error, response);
    },

    /** Gives a held table back; one that has lapsed or was released stays so. */
    async release(holdId: string): Promise<void> {
      const { error, response } = await api.DELETE('/holds/{holdId}', { params: { path: { holdId } } });
      if (error) throw new ApiError(error, response);
    },

    /** Puts a party on the waitlist. A repeated attempt has the same idempotency key, so it makes one entry. */
    async joinWaitlist(
      locationId: string,
      party: Omit<Schemas['WaitlistRequest'], 'idempotencyKey'>,
      idempotencyKey: string = randomUUID(),
    ): Promise<Schemas['WaitlistEntry']> {
      const { data, error, response } = await api.POST('/locations/{locationId}/waitlist', {
        params: { path: { locationId } },
        body: { ...party, idempotencyKey },
      });
      if (error) throw new ApiError(error, response);
      return data;
    },

    /** How a party of ours stands on the list; null when it never was on it. Confirm `offer.holdId`, and the table is booked. */
    async readWaiting(waitingId: string): Promise<Schemas['WaitlistEntry'] | null> {
      const { data, error, response } = await api.GET('/waitlist/{waitingId}', {
        params: { path: { waitingId } },
      });
      if (data) return data;
      if (error.statusCode === 404) return null;
      throw new ApiError(error, response);
    },

    /** Takes a party off the list, also twice; a booking that was made of it stands. */
    async leaveWaitlist(waitingId: string): Promise<Schemas['WaitlistEntry']> {
      const { data, error, response } = await api.DELETE('/waitlist/{waitingId}', {
        params: { path: { waitingId } },
      });
      if (error) throw new ApiError(error, response);
      return data;
    },

    /** A booking of ours, as it stands; null when there is none. */
    async read(bookingId: string): Promise<Schemas['BookingStatus'] | null> {
      const { data, error, response } = await api.GET('/bookings/{bookingId}', {
        params: { path: { bookingId } },
      });
      if (data) return data;
      if (error.statusCode === 404) return null;
      throw new ApiError(error, response);
    },

    /** Gives a booking another time or size. To send the same move again after a lost answer does no harm. */
    async move(bookingId: string, to: Schemas['MoveRequest']): Promise<MoveOutcome> {
      const { data, error, response } = await api.POST('/bookings/{bookingId}/move', {
        params: { path: { bookingId } },
        body: to,
      });
      if (data) return { kind: 'moved', booking: data };
      if (error.statusCode === 409) return refused(error);
      throw new ApiError(error, response);
    },

    /**
     * Goes through all bookings that have changed, the oldest change first.
     *
     * @param cursor where the last time ended; null: from the beginning
     * @param keep is given each booking, and after each page where it ended: keep that with what you have stored
     */
    async catchUp(
      cursor: string | null,
      keep: (changed: readonly Schemas['ListedBooking'][], nextCursor: string) => void | Promise<void>,
    ): Promise<void> {
      for (let at = cursor, hasMore = true; hasMore;) {
        const query = { limit: 200, ...(at !== null && { cursor: at }) };
        const { data, error, response } = await api.GET('/bookings', { params: { query } });
        if (error) throw new ApiError(error, response);
        await keep(data.bookings, data.nextCursor);
        ({ nextCursor: at, hasMore } = data);
      }
    },

    /** The nearest times of several restaurants. */
    async search(wanted: Schemas['SearchRequest']): Promise<readonly Schemas['FoundAvailability'][]> {
      const { data, error, response } = await api.POST('/availability/search', { body: wanted });
      if (error) throw new ApiError(error, response);
      return data.locations;
    },

    /** Cancels a booking; one that is cancelled already stays so. */
    async cancel(bookingId: string): Promise<void> {
      const { error, response } = await api.POST('/bookings/{bookingId}/cancel', {
        params: { path: { bookingId } },
      });
      if (error) throw new ApiError(error, response);
    },
  };
}

function refused({ reason, alternatives = [], nextAvailable }: Schemas['Refusal']): Refused {
  const others = nextAvailable ? [...alternatives, nextAvailable] : alternatives;
  return { kind: 'refused', reason, instead: others.map(({ startsAt }) => startsAt) };
}
