/** An embedder's clock may have fractions of a millisecond, as `performance.now` has. */
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { describe, expect, test } from 'vitest';
import { storages } from '../../support/storages.ts';

const { aCaller, aPlan, aRequest, FRIDAY_MS, LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;
const SEVEN = FRIDAY_MS + 18 * HOUR_MS;

describe.each(storages)('$name', ({ open }) => {
  test('fractions of the clock are dropped: all that is saved has whole milliseconds, and nothing is refused', async () => {
    let nowMs = FRIDAY_MS - 7 * 24 * HOUR_MS;
    const clock = { nowMs: () => (nowMs += 0.3) };
    const opened = await open(clock);
    const engine = createEngine({ storage: opened.storage, clock });
    await engine.operator.locations.apply(aPlan({}), LOCATION_ID);
    const partner = engine.partner(aCaller());
    for (let nth = 0; nth < 3; nth++) {
      const starts = SEVEN + (nth * HOUR_MS) / 2;
      const made = await partner.createBooking(
        LOCATION_ID,
        aRequest(starts, { idempotencyKey: `key ${nth}` }),
      );
      if (made.kind !== 'booked') throw new Error(made.kind);
      expect(Number.isInteger(made.booking.createdMs)).toBe(true);
      await partner.cancelBooking(made.booking.id);
    }
    engine.detach();
    await opened.close();
  });
});
