import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import { type Patience, patientFetch } from './patient-fetch.ts';
import type { components, paths } from './schema.d.ts';

type Schemas = components['schemas'];

/** The guest's request. The client makes the idempotency key. */
export type Wish = Omit<Schemas['BookingRequest'], 'idempotencyKey'>;

/** Not available: show the guest the alternatives, which were available at that moment. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: Schemas['Reason'];
  /** The nearest first; none when the restaurant takes no such party, or had no time to look. */
  readonly instead: readonly string[];
}

/** The expected outcomes of a create. */
export type Outcome = { readonly kind: 'booked'; readonly booking: Schemas['BookingCreated'] } | Refused;

/** The expected outcomes of a move; if it is rejected, the booking is unchanged. */
export type MoveOutcome = { readonly kind: 'moved'; readonly booking: Schemas['BookingStatus'] } | Refused;

/** A table to be held; for 300 seconds unless it says otherwise. */
export type HoldWish = Omit<Schemas['HoldRequest'], 'idempotencyKey' | 'seconds'> & {
  readonly seconds?: number;
};

/** The expected outcomes of a hold. */
export type HoldOutcome = { readonly kind: 'held'; readonly hold: Schemas['Hold'] } | Refused;

/** An error without another way to continue. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  /** Identifies the request for the operator. */
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
     * Holds a table while the guest decides or pays. Retries use one key, so there is one hold. At the limit of ten holds it waits until one
     * expires, up to the client's patience.
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

    /** Releases a held table; an expired or released hold stays as it is. */
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

    /** The state of a waitlist entry; null for an unknown id. Confirm `offer.holdId` to book the table. */
    async readWaiting(waitingId: string): Promise<Schemas['WaitlistEntry'] | null> {
      const { data, error, response } = await api.GET('/waitlist/{waitingId}', {
        params: { path: { waitingId } },
      });
      if (data) return data;
      if (error.statusCode === 404) return null;
      throw new ApiError(error, response);
    },

    /** Removes a party from the waitlist; repeating has no further effect. A booking made from the entry stays. */
    async leaveWaitlist(waitingId: string): Promise<Schemas['WaitlistEntry']> {
      const { data, error, response } = await api.DELETE('/waitlist/{waitingId}', {
        params: { path: { waitingId } },
      });
      if (error) throw new ApiError(error, response);
      return data;
    },

    /** A booking of this partner; null for an unknown id. */
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
     * Reads all bookings that have changed, the oldest change first.
     *
     * @param cursor the end of the last call; null: from the beginning
     * @param keep receives each booking, and after each page its cursor: save both together
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
