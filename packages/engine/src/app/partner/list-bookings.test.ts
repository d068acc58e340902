import { expect, test } from 'vitest';
import { engineSetup, NOON_MS } from '../../../test-support/engine-setup.ts';
import { aCaller, aLocation, aRequest, LOCATION_ID } from '../../contract/fixtures.ts';
import { DAY_MS } from '../../core/instant.ts';

test('D33 a booking that changes while its list is read is listed once, in its present state', async () => {
  const setup = engineSetup();
  const { bookings } = setup.storage;
  await aLocation(setup.storage);
  const partner = setup.engine().partner(aCaller());
  const ids: string[] = [];
  for (const hour of [0, 3]) {
    const outcome = await partner.createBooking(
      LOCATION_ID,
      aRequest(NOON_MS + 3 * DAY_MS + hour * 3_600_000),
    );
    if (outcome.kind === 'booked') ids.push(outcome.booking.id);
  }
  let isRead = false;
  const changes: typeof bookings.changes = async (request) => {
    const list = await bookings.changes(request);
    if (isRead) return list;
    isRead = true;
    await partner.cancelBooking(ids[0]!);
    return { ...list, hasMore: true };
  };
  const reader = setup.engine({ storage: { ...setup.storage, bookings: { ...bookings, changes } } });
  const list = await reader.partner(aCaller()).listBookings({});
  expect(list.bookings.map(({ booking }) => [booking.id, booking.status])).toEqual([
    [ids[1], 'confirmed'],
    [ids[0], 'cancelled'],
  ]);
  expect(list.hasMore).toBe(false);
});
