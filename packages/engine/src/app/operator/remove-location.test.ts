import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import { aLocation, aRequest, FRIDAY_MS, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import { DAY_MS, HOUR_MS } from '../../core/instant.ts';
import type { OperatorLocationActions } from './locations.ts';

let clock: VirtualClock;
let here: Process;

beforeEach(async () => {
  clock = virtualClock();
  here = aProcess(clock);
  await aLocation(here.shared);
});

const operator = () => here.engine.operator;
const remove = (...args: Parameters<OperatorLocationActions['remove']>) =>
  operator().locations.remove(...args);

async function book(startMs = FRIDAY_MS + 17 * HOUR_MS, locationId = LOCATION_ID): Promise<string> {
  const made = await operator().at(locationId).bookings.create(aRequest(startMs));
  if (made.kind !== 'booked') throw new Error('not booked');
  return made.booking.id;
}

test('a location with a confirmed booking that is not over cannot be removed, even with force, and is unchanged', async () => {
  const id = await book();
  expect(await operator().locations.reviewRemoval(LOCATION_ID)).toMatchObject({
    bookings: [{ id }],
    waiting: 0,
  });
  for (const force of [false, true])
    await expect(remove(LOCATION_ID, { force })).rejects.toMatchObject({ code: 'conflict' });
  expect(await operator().locations.read(LOCATION_ID)).toMatchObject({ revision: 1 });
  clock.pass(DAY_MS);
  expect(await remove(LOCATION_ID)).toMatchObject({ location: { id: LOCATION_ID }, deleted: 1 });
  await expect(operator().locations.read(LOCATION_ID)).rejects.toMatchObject({ code: 'location_not_found' });
  await expect(operator().bookings.read(id)).rejects.toMatchObject({ code: 'booking_not_found' });
  await expect(remove(LOCATION_ID)).rejects.toMatchObject({ code: 'location_not_found' });
});

test('D26 removal deletes years of bookings with their guests, and keeps those of other locations', async () => {
  await aLocation(here.shared, {}, OTHER_LOCATION_ID);
  await book(FRIDAY_MS + 12 * HOUR_MS);
  await book(FRIDAY_MS + 15 * HOUR_MS);
  await operator().bookings.cancel(await book());
  const other = await book(FRIDAY_MS + 12 * HOUR_MS, OTHER_LOCATION_ID);
  clock.pass(DAY_MS);
  expect((await remove(LOCATION_ID, { force: true })).deleted).toBe(3);
  expect(await here.shared.bookings.list(LOCATION_ID)).toEqual([]);
  expect(await operator().bookings.read(other)).toMatchObject({ id: other });
});

test('a booking made during a removal prevents it, and a later one is rejected as closed', async () => {
  const closing = here.hold('locations.put', 'before');
  const removing = remove(LOCATION_ID);
  await closing.reached;
  await aProcess(clock, { storage: here.shared })
    .engine.operator.at(LOCATION_ID)
    .bookings.create(aRequest(FRIDAY_MS + 17 * HOUR_MS));
  closing.release();
  await expect(removing).rejects.toMatchObject({ code: 'conflict' });
  expect(await operator().locations.read(LOCATION_ID)).toMatchObject({ revision: 1 });

  clock.pass(DAY_MS);
  const deleting = here.hold('locations.remove', 'before');
  const again = remove(LOCATION_ID);
  await deleting.reached;
  const late = await operator()
    .at(LOCATION_ID)
    .bookings.create(aRequest(FRIDAY_MS + DAY_MS + 17 * HOUR_MS));
  expect(late).toMatchObject({ kind: 'refused', reason: 'closed' });
  deleting.release();
  await again;
});

test('keys and endpoints that name a location, and waiting messages, prevent its removal without force', async () => {
  await aLocation(here.shared, {}, OTHER_LOCATION_ID);
  const { record } = await operator().keys.create({ partner: 'acme', locationIds: [LOCATION_ID] });
  const revoked = await operator().keys.create({ partner: 'acme', locationIds: [LOCATION_ID] });
  await operator().keys.revoke(revoked.record.id);
  await operator().keys.create({ partner: 'acme', locationIds: [OTHER_LOCATION_ID] });
  const review = await operator().locations.reviewRemoval(LOCATION_ID);
  expect(review.keys.map(({ id }) => id)).toEqual([record.id]);
  await expect(remove(LOCATION_ID)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(record.id),
  });
  await operator().keys.revoke(record.id);
  await here.shared.outbox.add([
    {
      id: 'd',
      queue: 'mail',
      locationId: LOCATION_ID,
      bookingId: null,
      eventId: 'e',
      body: '{}',
      dueMs: clock.nowMs(),
    },
  ]);
  await expect(remove(LOCATION_ID)).rejects.toMatchObject({ message: expect.stringContaining('1 messages') });
  expect(await remove(LOCATION_ID, { force: true })).toMatchObject({ deleted: 0 });
});
