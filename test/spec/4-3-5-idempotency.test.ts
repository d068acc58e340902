/** §4.3.5: a key makes a booking once, however often and whenever it comes again. */
import { expect } from 'vitest';
import { aRequest, bookingsPath, inEveryWorld } from '../support/world.ts';

inEveryWorld(
  '§4.3.5 keys are compared character by character, and without a key a retry books again',
  async ({ post }) => {
    const ids = new Set<string>();
    for (const idempotencyKey of ['key', 'Key', 'key ', 'k\u00e9y', 'ke\u0301y', undefined, undefined]) {
      const startsAt = `2026-12-0${ids.size + 2}T18:00:00Z`;
      const { status, body } = await post(bookingsPath, aRequest({ startsAt, idempotencyKey }));
      expect(status).toBe(201);
      ids.add(body.id);
    }
    expect(ids.size).toBe(7);
  },
);
