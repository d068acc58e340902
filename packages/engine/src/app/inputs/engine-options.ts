import { SECRET_KEY_BYTES } from '../../core/access/secret.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';
import { anyObject, bytesOf, callback, list, maybe, object, orNull } from '../../core/shape.ts';

/** The parts of a storage that each storage has. */
const storage = object<
  Pick<
    Storage,
    | 'bookings'
    | 'locations'
    | 'records'
    | 'guests'
    | 'outbox'
    | 'events'
    | 'rates'
    | 'leaderLocks'
    | 'invalidations'
  >
>({
  bookings: anyObject,
  locations: anyObject,
  records: anyObject,
  guests: anyObject,
  outbox: anyObject,
  events: anyObject,
  rates: anyObject,
  leaderLocks: anyObject,
  invalidations: anyObject,
});

const clock = object<Clock>({ nowMs: callback });

export const engineOptions = {
  storage,
  clock: maybe(clock),
  random: maybe(object({ bytes: callback })),
  webhooks: maybe(orNull(object({ checkUrl: callback, post: callback }))),
  mailer: maybe(orNull(object({ send: callback }))),
  observer: maybe(callback),
  secretKeys: maybe(list(bytesOf(SECRET_KEY_BYTES))),
  policies: maybe(list(anyObject)),
};
