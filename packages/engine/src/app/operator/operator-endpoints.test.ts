import { expect, test } from 'vitest';
import { aProcess, aReceiver, virtualClock } from '../../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aRequest,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
} from '../../contract/fixtures.ts';
import { HOUR_MS } from '../../core/instant.ts';

test('D56 an endpoint of the operator receives the events of every channel at its locations, and no others', async () => {
  const receiver = aReceiver();
  const { engine, shared } = aProcess(virtualClock(), { webhooks: receiver });
  await aLocation(shared);
  const { add } = engine.operator.webhooks;
  const endpoint = { partner: null, url: 'https://crm.example/hook', includeGuest: true };
  await expect(add(endpoint)).rejects.toMatchObject({ code: 'invalid_request' });
  await aLocation(shared, {}, OTHER_LOCATION_ID);
  await add({ ...endpoint, locationIds: [LOCATION_ID] });
  await engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(FRIDAY_MS + 17 * HOUR_MS));
  const at = (locationId: string) => engine.operator.at(locationId).bookings;
  const { booking } = (await at(LOCATION_ID).create(
    aRequest(FRIDAY_MS + 18 * HOUR_MS, { idempotencyKey: 'phone' }),
  )) as { booking: { id: string } };
  await at(OTHER_LOCATION_ID).create(aRequest(FRIDAY_MS + 18 * HOUR_MS, { idempotencyKey: 'there' }));
  await at(LOCATION_ID).cancel(booking.id);
  await engine.background.deliverDue();
  const events = receiver.posts.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  expect(events).toMatchObject([
    { type: 'booking.created', data: { channel: 'partner:acme', guest: { name: expect.any(String) } } },
    { type: 'booking.created', data: { channel: 'operator', source: 'operator', locationId: LOCATION_ID } },
    { type: 'booking.cancelled', data: { channel: 'operator', bookingId: booking.id } },
  ]);
});
