import { beforeEach, expect, test } from 'vitest';
import {
  aPostbox,
  aProcess,
  type Postbox,
  type Process,
  type VirtualClock,
  virtualClock,
} from '../../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aPlan,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
} from '../../contract/fixtures.ts';
import type { Booking } from '../../core/booking/booking.ts';
import type { BookOutcome } from '../../core/booking/decide.ts';
import { DAY_MS, HOUR_MS } from '../../core/instant.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { createEngine } from '../../engine.ts';
import { tokenHashOf } from '../../core/access/secret.ts';
import { StaleStepError } from '../../ports/booking-store.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

let clock: VirtualClock;
let here: Process;
let postbox: Postbox;

beforeEach(async () => {
  clock = virtualClock();
  postbox = aPostbox();
  here = aProcess(clock, { mailer: postbox });
  await aLocation(here.shared);
});

const book = (given: Parameters<typeof aRequest>[1] = {}, startMs = SIX_MS): Promise<BookOutcome> =>
  here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(startMs, given));

function booked(outcome: BookOutcome): Booking {
  if (outcome.kind !== 'booked') throw new Error(`not booked: ${JSON.stringify(outcome)}`);
  return outcome.booking;
}

/** Changes the plan in another process, without an invalidation here. */
async function planElsewhere(plan: Partial<LocationPlan>): Promise<void> {
  await aProcess(clock, { storage: here.shared }).engine.operator.locations.apply(aPlan(plan), LOCATION_ID);
}

test('§4.3 D7 hours changed by another process apply, although the old ones are cached', async () => {
  await here.engine.partner(aCaller()).readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
  await planElsewhere({ servicePeriods: [] });
  expect(await book()).toEqual({ kind: 'refused', reason: 'closed' });
});

test('§4.3 if the plan changes before the save, the step is prepared again on the new plan, with the same id', async () => {
  const saving = here.hold('bookings.amend', 'before');
  const booking = book();
  await saving.reached;
  const other = { tables: [aTable('C')], combinations: [], wastedSeatsMax: null };
  await planElsewhere({ floorPlan: other });
  saving.release();
  expect(booked(await booking).tables).toEqual(['C']);
  expect(here.count('bookings.amend')).toBe(2);
});

test('§4.3 repeated changes of the plan during one step only cost time; other errors are passed on', async () => {
  for (let i = 0; i < 4; i++) here.fail('bookings.amend', new StaleStepError());
  expect((await book()).kind).toBe('booked');
  const away = new Error('the disk is full');
  here.fail('bookings.amend', away);
  await expect(book()).rejects.toMatchObject({ code: 'unexpected', cause: away });
});

test('D7 a failed step drops its dates from the cache, because it can have been saved', async () => {
  const free = async (): Promise<number> =>
    (
      await here.engine.partner(aCaller()).readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 })
    ).answer.slots.filter(({ available }) => available).length;
  const before = await free();
  const reads = here.count('bookings.diary');
  here.fail('bookings.amend', new Error('the answer to COMMIT was lost'));
  await expect(book()).rejects.toThrow('COMMIT');
  expect(await free()).toBe(before);
  expect(here.count('bookings.diary')).toBe(reads + 1);
});

test('§4.3.5 D10 a known key is answered with its booking, also outside hours and for any other request', async () => {
  const made = booked(await book({ idempotencyKey: 'k' }));
  await planElsewhere({ servicePeriods: [], pacing: null });
  const again = (startMs: number) => book({ idempotencyKey: 'k', partySize: 40 }, startMs);
  for (const startMs of [SIX_MS, SIX_MS + 1, 0, FRIDAY_MS + 36_500 * DAY_MS, 8.64e15])
    expect(await again(startMs)).toMatchObject({ kind: 'replayed', booking: { id: made.id } });
  expect(await here.engine.operator.at(LOCATION_ID).bookings.list()).toHaveLength(1);
});

test('§4.3 a start beyond the calendar is rejected as too far, and not recorded as demand', async () => {
  await planElsewhere({ horizonDays: 365 });
  expect(await book({}, 8.64e15)).toMatchObject({ kind: 'refused', reason: 'too_far' });
  expect(await book({}, -8.64e15)).toMatchObject({ kind: 'refused', reason: 'too_soon' });
  const everything = { startMs: -1e16, endMs: 1e16 };
  expect(await here.shared.bookings.refusals(LOCATION_ID, everything)).toEqual([]);
});

test('D27 a guest with an e-mail address gets a link, derived from the secret key and stored as its hash', async () => {
  const { id, manageTokenHash } = booked(await book());
  await here.engine.background.deliverDue();
  const [mail] = postbox.taken;
  const token = mail?.kind === 'confirmation' ? mail.manageToken! : '';
  expect(tokenHashOf(token)).toBe(manageTokenHash);
  expect((await here.engine.guest(token).open()).booking.id).toBe(id);

  const silent = { ...aRequest(0).guest, email: null };
  const request = (day: number) => aRequest(SIX_MS + day * DAY_MS);
  const walkIn = await here.engine.operator.at(LOCATION_ID).bookings.create({ ...request(1), guest: silent });
  const keyless = aProcess(clock, { storage: here.shared, secretKeys: [] });
  const third = await keyless.engine.partner(aCaller()).createBooking(LOCATION_ID, request(2));
  expect([booked(walkIn).manageTokenHash, booked(third).manageTokenHash]).toEqual([null, null]);
});

test('D21 D26 the partner is notified at its endpoints, and the guest by e-mail, unless no mailer is configured', async () => {
  const [own] = [
    await here.engine.operator.webhooks.add({ partner: 'acme', url: 'https://acme.example/hook' }),
    await here.engine.operator.webhooks.add({ partner: 'other', url: 'https://other.example/hook' }),
  ];
  const waiting = async (): Promise<number> => (await here.shared.outbox.stats()).waiting;
  await book();
  expect(await here.engine.operator.webhooks.deliveries(own.endpoint.id)).toHaveLength(1);
  expect(await waiting()).toBe(2);
  await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS));
  expect(await waiting()).toBe(3);
  const mute = aProcess(clock, { storage: here.shared, mailer: null });
  await mute.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS + DAY_MS));
  expect(await waiting()).toBe(4);
  expect(here.count('endpoints.list')).toBe(0); // endpoints of other partners are not read
});

test('D21 D23 an endpoint added or removed by another process applies to the next step, with or without an invalidation', async () => {
  const other = aProcess(clock, {
    storage: { ...here.shared, invalidations: { subscribe: () => () => undefined } },
  });
  const deaf = other.engine.partner(aCaller());
  const waitingFor = async (id: string) => (await here.engine.operator.webhooks.deliveries(id)).length;
  await deaf.createBooking(LOCATION_ID, aRequest(SIX_MS));
  const { endpoint } = await here.engine.operator.webhooks.add({
    partner: 'acme',
    url: 'https://acme.example/hook',
  });
  await deaf.createBooking(LOCATION_ID, aRequest(SIX_MS + DAY_MS));
  expect(await waitingFor(endpoint.id)).toBe(1);
  const waiting = async (): Promise<number> => (await here.shared.outbox.stats()).waiting;
  const before = await waiting();
  await here.engine.operator.webhooks.remove(endpoint.id);
  await deaf.createBooking(LOCATION_ID, aRequest(SIX_MS + 2 * DAY_MS));
  expect(await waiting()).toBe(before);
});

test('each outcome is counted by caller and reason', async () => {
  await book({ idempotencyKey: 'k' });
  await book({ idempotencyKey: 'k' });
  await book({}, SIX_MS + 1);
  await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS));
  await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS));
  expect(here.facts).toEqual([
    { kind: 'booking', outcome: 'booked', reason: null, by: 'partner' },
    { kind: 'booking', outcome: 'replayed', reason: null, by: 'partner' },
    { kind: 'booking', outcome: 'refused', reason: 'closed', by: 'partner' },
    { kind: 'booking', outcome: 'booked', reason: null, by: 'operator' },
    { kind: 'booking', outcome: 'refused', reason: 'tables', by: 'operator' },
  ]);
});

test('an observer that throws causes a process warning, and the booking is made', async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error): void => void warnings.push(warning);
  process.on('warning', hear);
  const engine = createEngine({
    storage: here.shared,
    clock,
    observer: () => {
      throw new Error('the log is full');
    },
  });
  const outcome = await engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS));
  await new Promise((done) => setImmediate(done));
  process.off('warning', hear);
  expect(booked(outcome).status).toBe('confirmed');
  expect(warnings.map(({ name, message }) => `${name}: ${message}`)).toEqual([
    'BordObserverWarning: the observer of @bord/engine has thrown: Error: the log is full',
  ]);
});

test('§5.4 §5.5 D15 a caller without permission is rejected before the request is checked', async () => {
  const tried = (given: object, locationId = LOCATION_ID) =>
    here.engine.partner(aCaller(given)).createBooking(locationId, aRequest(NaN));
  await expect(tried({ scopes: ['bookings:read'] })).rejects.toMatchObject({ code: 'missing_scope' });
  await expect(tried({ locationIds: [] })).rejects.toMatchObject({ code: 'location_forbidden' });
  await expect(tried({ locationIds: null }, OTHER_LOCATION_ID)).rejects.toMatchObject({
    code: 'location_forbidden',
  });
  await expect(tried({}, 'no-uuid')).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(tried({}, LOCATION_ID.toUpperCase())).rejects.toMatchObject({ path: ['startMs'] });
  await expect(
    here.engine.operator.at(OTHER_LOCATION_ID).bookings.create(aRequest(SIX_MS)),
  ).rejects.toMatchObject({ code: 'location_not_found' });
});
