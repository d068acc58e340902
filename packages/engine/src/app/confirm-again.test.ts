/** Repeated confirmation of a hold (D35) after a failover has lost the booking that was read before. */
import { expect, test } from 'vitest';
import { aCaller, aLocation, aRequest, FRIDAY_MS, LOCATION_ID } from '../contract/fixtures.ts';
import type { DiaryRow } from '../core/booking/row.ts';
import { HOUR_MS } from '../core/instant.ts';
import { createEngine } from '../engine.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import type { Storage } from '../ports/storage.ts';

const SEVEN_MS = FRIDAY_MS + 18 * HOUR_MS;
const guest = { name: 'Maja', email: 'maja@example.com' };

test('D10 D35 confirming a hold returns a booking, also if an earlier confirmation was lost in a failover', async () => {
  const clock = { nowMs: () => FRIDAY_MS };
  const storage = memoryStorage(clock);
  await aLocation(storage);
  const partner = createEngine({ storage, clock }).partner(aCaller());
  const held = await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds: 600 });
  const holdId = held.kind === 'refused' ? '' : held.hold.id;
  const other = await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS - 3 * HOUR_MS));
  const row = other.kind === 'refused' ? null : other.booking;
  let lost = 1;
  /** Returns once a row that the next primary does not have. */
  const find = async (
    ...[id, visibility]: Parameters<Storage['bookings']['find']>
  ): Promise<DiaryRow | null> => {
    const stored = await storage.bookings.find(id, visibility);
    if (stored || !id.startsWith('bk_') || lost === 0) return stored;
    lost -= 1;
    return { ...row!, id };
  };
  const engine = createEngine({ storage: { ...storage, bookings: { ...storage.bookings, find } }, clock });
  const confirmed = await engine.partner(aCaller()).confirmHold(holdId, { guest });
  expect(lost).toBe(0);
  expect(confirmed).toMatchObject({ kind: 'booked', booking: { startMs: SEVEN_MS, status: 'confirmed' } });
  expect(await engine.partner(aCaller()).confirmHold(holdId, { guest })).toMatchObject({ kind: 'replayed' });
});
