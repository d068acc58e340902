import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import { type Patience, patientFetch } from './patient-fetch.ts';
import type { components, paths } from './schema.d.ts';

type Schemas = components['schemas'];

/** What a guest wishes. The idempotency key is ours to make. */
export type Wish = Omit<Schemas['BookingRequest'], 'idempotencyKey'>;

/** How a wish ends on a normal evening. */
export type Outcome =
  | { readonly kind: 'booked'; readonly booking: Schemas['BookingCreated'] }
  /** Not to be had: show the guest another time. */
  | { readonly kind: 'refused'; readonly reason: Schemas['Reason'] };

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
  const api = createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
    fetch: patientFetch({ ...PATIENCE, ...patience }, fetch),
  });

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
      if (error.statusCode === 409) return { kind: 'refused', reason: error.reason };
      throw new ApiError(error, response);
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

    /** Cancels a booking; one that is cancelled already stays so. */
    async cancel(bookingId: string): Promise<void> {
      const { error, response } = await api.POST('/bookings/{bookingId}/cancel', {
        params: { path: { bookingId } },
      });
      if (error) throw new ApiError(error, response);
    },
  };
}
