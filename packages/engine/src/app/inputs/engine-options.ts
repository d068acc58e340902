import { SECRET_KEY_BYTES } from '../../core/access/secret.ts';
import type { Clock } from '../../ports/clock.ts';
import { anyObject, bytesOf, callback, list, maybe, object, orNull } from '../../core/shape.ts';

const storage = object<object>(
  Object.fromEntries(
    [
      'bookings',
      'locations',
      'records',
      'guests',
      'outbox',
      'events',
      'rates',
      'leaderLocks',
      'invalidations',
    ].map((part) => [part, anyObject]),
  ),
);
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
