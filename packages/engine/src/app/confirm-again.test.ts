/** Who confirms a hold once more (D35), while what was read is not what a step finds: the primary that had it is gone. */
import { expect, test } from 'vitest';
import { aCaller, aLocation, aRequest, FRIDAY_MS, LOCATION_ID } from '../contract/fixtures.ts';
import type { DiaryRow } from '../core/booking/row.ts';
import { HOUR_MS } from '../core/instant.ts';
import { createEngine } from '../engine.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import type { Storage } from '../ports/storage.ts';

const SEVEN_MS = FRIDAY_MS + 18 * HOUR_MS;
const guest = { name: 'Maja', email: 'maja@example.com' };

test('D10 D35 who confirms a hold has the booking, also where one that was read a moment ago is lost', async () => {
  const clock = { nowMs: () => FRIDAY_MS };
  const storage = memoryStorage(clock);
  await aLocation(storage);
  const partner = createEngine({ storage, clock }).partner(aCaller());
  const held = await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds: 600 });
  const holdId = held.kind === 'refused' ? '' : held.hold.id;
  const other = await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS - 3 * HOUR_MS));
  const row = other.kind === 'refused' ? null : other.booking;
  let lost = 1;
  /** Shows once what the next primary does not have. */
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
