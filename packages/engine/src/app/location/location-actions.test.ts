/** The actions of staff at a location: with their name, on the version they have seen, within their role (D44). */
import { beforeEach, expect, test } from 'vitest';
import { staffSetup, type StaffSetup } from '../../../test-support/staff.ts';
import { aCaller, aRequest, LOCATION_ID } from '../../contract/fixtures.ts';
import { versionOf } from '../../core/booking/booking-version.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts';
import type { LocationActions } from './location-actions.ts';

let setup: StaffSetup;

beforeEach(async () => {
  setup = await staffSetup();
  await setup.add('anna@example.se');
});

async function houseOf(email: string, seen?: string): Promise<LocationActions> {
  const { caller } = await setup.enter(email);
  return setup.engine.staff(caller).at(LOCATION_ID, { seen });
}

async function book(house: LocationActions, partySize = 2, hours = 2): Promise<Booking> {
  const request = aRequest(setup.clock.nowMs + hours * HOUR_MS, { partySize });
  const made = await house.bookings.create({ ...request, idempotencyKey: null });
  if (made.kind !== 'booked') throw new Error(JSON.stringify(made));
  return made.booking;
}

test('D43 D44 bookings of staff belong to the restaurant, and the history names the member, also for re-seated bookings', async () => {
  const anna = await houseOf('anna@example.se');
  const { caller } = await setup.enter('anna@example.se');
  const by = `staff:${caller.staffId}`;
  const made = await book(anna);
  expect(made).toMatchObject({ channel: 'operator', source: 'operator' });
  await anna.bookings.edit(made.id, { notes: 'window' });
  await anna.bookings.move(made.id, { startMs: made.startMs + HOUR_MS });
  await anna.bookings.pin(made.id, true);
  await anna.bookings.cancel(made.id);
  const { history } = await anna.bookings.read(made.id);
  expect(history.map((entry) => [entry.kind, entry.by])).toEqual(
    ['created', 'edited', 'moved', 'pinned', 'cancelled'].map((kind) => [kind, by]),
  );
  const guest = await book(anna);
  const [taken] = guest.tables;
  const { startMs } = guest;
  const blocked = await anna.tables.block({
    tables: [taken!],
    startMs,
    endMs: startMs + HOUR_MS,
    reason: null,
  });
  expect(blocked).toMatchObject({ kind: 'blocked', block: { by } });
  expect(await anna.tables.blocks()).toMatchObject([{ by }]);
  expect((await anna.bookings.read(guest.id)).history).toMatchObject([
    { kind: 'created', by },
    { kind: 'reseated', by },
  ]);
  expect(await anna.people()).toEqual(new Map([[by, 'anna']]));
});

test('D44 a change of a booking that has changed since it was read is rejected and saves no data', async () => {
  const anna = await houseOf('anna@example.se');
  const looked = await book(anna);
  const onSeen = await houseOf('anna@example.se', versionOf(looked));
  const changed = await onSeen.bookings.edit(looked.id, { notes: 'birthday' });
  expect(changed.kind).toBe('changed');
  const now = await anna.bookings.read(looked.id);
  const acts: readonly ((house: LocationActions) => Promise<unknown>)[] = [
    ({ bookings }) => bookings.edit(looked.id, { notes: 'other' }),
    ({ bookings }) => bookings.move(looked.id, { partySize: 3 }),
    ({ bookings }) => bookings.assign(looked.id, { tables: ['B'] }),
    ({ bookings }) => bookings.pin(looked.id, true),
    ({ bookings }) => bookings.cancel(looked.id),
    ({ bookings }) => bookings.seat(looked.id),
    ({ bookings }) => bookings.extend(looked.id, { byMinutes: 15 }),
    ({ bookings }) => bookings.revert(looked.id),
  ];
  for (const act of acts) await expect(act(onSeen)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await anna.bookings.read(looked.id)).toEqual(now);
  const anew = await houseOf('anna@example.se', versionOf(now));
  expect((await anew.bookings.pin(looked.id, true)).kind).toBe('changed');
});

test('D44 only one of several concurrent changes of the same version succeeds', async () => {
  const anna = await houseOf('anna@example.se');
  const looked = await book(anna);
  const there = setup.another();
  const { caller } = await setup.enter('anna@example.se');
  const ends = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      (i % 2 ? there : setup.engine)
        .staff(caller)
        .at(LOCATION_ID, { seen: versionOf(looked) })
        .bookings.edit(looked.id, { notes: `note ${i}` })
        .then(
          ({ kind }) => kind,
          ({ code }: { code: string }) => code,
        ),
    ),
  );
  expect(ends.filter((end) => end === 'changed')).toHaveLength(1);
  expect(ends.filter((end) => end === 'changed_meanwhile')).toHaveLength(11);
});

test('a version differs after each change, also one that restores the old values, and is equal without changes', async () => {
  const anna = await houseOf('anna@example.se');
  const { id } = await book(anna);
  const version = async () => versionOf(await anna.bookings.read(id));
  const versions = [await version(), await version()];
  for (const act of [
    () => anna.bookings.pin(id, true),
    () => anna.bookings.pin(id, false),
    () => anna.bookings.edit(id, { notes: 'a' }),
    () => anna.bookings.assign(id, { tables: ['B'] }),
    () => anna.bookings.cancel(id),
  ]) {
    setup.clock.nowMs += 1;
    await act();
    versions.push(await version());
  }
  expect(new Set(versions).size).toBe(versions.length - 1);
  expect(versions[0]).toMatch(/^[\w-]{8}$/);
});

test('D44 a host closes the next hours and opens them again, and no other closure', async () => {
  const anna = await houseOf('anna@example.se');
  await setup.add('bo@example.se', 'manager');
  const bo = await houseOf('bo@example.se');
  const closed = await anna.closures.closeFor(60, 'full kitchen');
  expect(closed).toMatchObject({ from: '2030-03-01T13:00', to: '2030-03-01T14:00', reason: 'full kitchen' });
  const partner = setup.engine.partner(aCaller());
  const inside = await partner.createBooking(LOCATION_ID, aRequest(setup.clock.nowMs + 30 * MINUTE_MS));
  expect(inside).toMatchObject({ kind: 'refused', reason: 'closed' });
  await anna.closures.remove(closed.id);
  expect(await anna.closures.list()).toEqual([]);
  for (const minutes of [0, 241, 1.5, NaN])
    await expect(anna.closures.closeFor(minutes)).rejects.toMatchObject({ code: 'invalid_request' });
  const others = [
    { from: '2030-03-01', to: '2030-03-01' },
    { from: '2030-03-01T13:00', to: '2030-03-01T17:01' },
    { from: '2030-03-01T18:00', to: '2030-03-01T19:00' },
    { from: '2030-03-01T09:00', to: '2030-03-01T12:00' },
  ];
  for (const times of others) {
    const { id } = await bo.closures.add({ ...times, reason: null });
    await expect(anna.closures.remove(id)).rejects.toMatchObject({ code: 'role_missing' });
    await bo.closures.remove(id);
  }
});

test('D44 a manager adds and removes staff only at their location, and does not see other roles', async () => {
  const other = '00000000-0000-4000-8000-0000000000a2';
  await setup.engine.operator.locations.apply(
    { ...(await setup.engine.operator.locations.read(LOCATION_ID)), name: 'Other', alias: null },
    other,
  );
  await setup.add('bo@example.se', 'manager');
  const bo = await houseOf('bo@example.se');
  const eva = await setup.engine.operator.staff.add({
    email: 'eva@example.se',
    name: 'Eva',
    locationId: other,
    role: 'manager',
  });
  expect((await bo.staff.list()).map(({ name }) => name)).toEqual(['anna', 'bo']);
  expect(await bo.staff.add({ email: 'EVA@example.se', name: 'Evil', role: 'host' })).toEqual({
    ...eva,
    roles: [{ locationId: LOCATION_ID, role: 'host' }],
  });
  await bo.staff.remove(eva.id);
  await expect(bo.staff.remove(eva.id)).rejects.toMatchObject({ code: 'staff_not_found' });
  expect(await setup.engine.operator.staff.list({ locationId: other })).toEqual([eva]);
});

test('D44 a former manager or a host cannot add staff, and the last manager cannot be removed', async () => {
  await setup.add('bo@example.se', 'manager');
  const bo = await houseOf('bo@example.se');
  const { caller } = await setup.enter('bo@example.se');
  const refused = { code: 'last_manager' };
  await expect(bo.staff.remove(caller.staffId)).rejects.toMatchObject(refused);
  await expect(bo.staff.add({ email: 'bo@example.se', role: 'host' })).rejects.toMatchObject(refused);
  await setup.add('bo@example.se', 'host');
  for (const act of [
    () => bo.staff.add({ email: 'bo@example.se', role: 'manager' }),
    () => bo.staff.remove(caller.staffId),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'role_missing' });
  expect((await setup.engine.operator.staff.list()).map(({ roles }) => roles[0]!.role)).toEqual([
    'host',
    'host',
  ]);
});

test('D44 messages contain the state of each e-mail and webhook, and none of the content', async () => {
  const anna = await houseOf('anna@example.se');
  const made = await book(anna, 2, 48);
  setup.clock.nowMs += 15_000;
  await setup.engine.background.deliverDue();
  const messages = await anna.messages(made.id);
  expect(messages).toMatchObject([
    {
      by: 'mail',
      about: 'confirmation',
      partner: null,
      state: 'delivered',
      attempts: 1,
      lastOutcome: 'delivered',
    },
    { by: 'mail', about: 'reminder', state: 'waiting', attempts: 0, lastOutcome: null, lastAttemptMs: null },
  ]);
  expect(JSON.stringify(messages)).not.toContain(made.guest.name);
});
