/** What is named instead of a refused time can be had, on every storage. */
import { fixtures } from '@bord/engine/testing';
import { expect } from 'vitest';
import { DEMO_ID, inEveryWorld, TODAY } from '../support/world.ts';

inEveryWorld(
  'D31 each alternative is booked, or moved to, when it is taken at its word',
  async ({ engine }) => {
    const startMs = Date.parse(`${TODAY}T15:00:00Z`);
    const { bookings } = engine.operator;
    const guest = { name: 'Berg', email: 'berg@example.com' };
    const create = (ms: number) => bookings.create(DEMO_ID, { startMs: ms, partySize: 6, guest });
    const first = await create(startMs);
    if (first.kind !== 'booked') throw new Error(first.kind);
    const waiting = await create(startMs - 150 * 60_000);
    if (waiting.kind !== 'booked') throw new Error(waiting.kind);
    expect(await create(startMs + 900_000)).toMatchObject({ kind: 'refused', reason: 'tables' });
    const partner = engine.partner(fixtures.aCaller({ locationIds: [DEMO_ID] }));
    const found = await partner.alternatives(DEMO_ID, { startMs: startMs + 900_000, partySize: 6 });
    expect(found.startsMs[0]).toBe(startMs + 150 * 60_000);
    for (const alternative of found.startsMs) {
      const made = await partner.createBooking(
        DEMO_ID,
        fixtures.aRequest(alternative, { partySize: 6, guest: { ...fixtures.aRequest(0).guest, ...guest } }),
      );
      if (made.kind !== 'booked') throw new Error(made.kind);
      await bookings.cancel(made.booking.id);
    }
    const refused = await bookings.move(waiting.booking.id, { startMs: startMs + 900_000 });
    expect(refused).toMatchObject({ kind: 'refused' });
    const others = await bookings.alternativesToMove(waiting.booking.id, { startMs: startMs + 900_000 });
    expect(others.startsMs).toHaveLength(4);
    for (const alternative of others.startsMs)
      expect(await bookings.move(waiting.booking.id, { startMs: alternative })).toMatchObject({
        kind: 'changed',
      });
  },
);
