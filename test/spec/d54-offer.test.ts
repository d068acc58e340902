/** An undo at the console withdraws an offer that its change has caused and that is not announced yet: on every storage. */
import type { LocationActions, Waiting } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { type StorageKind, storages } from '../support/storages.ts';
import { anEntry, aWaitedRestaurant, type WaitedRestaurant } from '../support/waited-restaurant.ts';

const { aCaller, LOCATION_ID } = fixtures;

interface Full extends WaitedRestaurant {
  readonly anna: LocationActions;
  readonly entries: readonly Waiting[];
  readonly bookingId: string;
  statesOf(): Promise<readonly string[]>;
}

/** Table A is booked and two parties wait. Anna has just cancelled the booking. */
async function justCancelled(kind: StorageKind, mode: Waiting['mode'] = 'offer'): Promise<Full> {
  const here = await aWaitedRestaurant(kind, { A: 2 });
  const { engine } = here;
  const { id: staffId } = await engine.operator.staff.add({
    email: 'anna@example.se',
    locationId: LOCATION_ID,
    role: 'host',
  });
  const roles = [{ locationId: LOCATION_ID, role: 'host' as const }];
  const anna = engine.staff({ staffId, name: 'Anna', sessionId: 'ss_1', roles }).at(LOCATION_ID);
  const { id: bookingId } = await here.book();
  const partner = engine.partner(aCaller());
  const entries: Waiting[] = [];
  for (const name of ['first', 'second'])
    entries.push(await partner.joinWaitlist(LOCATION_ID, anEntry(name, { mode })));
  const statesOf = (): Promise<readonly string[]> =>
    Promise.all(entries.map(async ({ id }) => (await partner.readWaiting(id)).state));
  await here.pass(1000);
  await anna.bookings.cancel(bookingId);
  expect(await statesOf()).toEqual([mode === 'offer' ? 'offered' : 'booked', 'waiting']);
  return { ...here, anna, entries, bookingId, statesOf };
}

for (const kind of storages) {
  test(`D54 D36 undo of a cancellation withdraws the offer of its table, and the entry waits in its old place [${kind.name}]`, async () => {
    const here = await justCancelled(kind);
    const { anna, engine, mails, bookingId, pass } = here;
    await pass(10_000);
    expect(await anna.bookings.revert(bookingId)).toMatchObject({
      kind: 'changed',
      booking: { status: 'confirmed', tables: ['A'] },
    });
    expect(await here.statesOf()).toEqual(['waiting', 'waiting']);
    expect(await engine.partner(aCaller()).readWaiting(here.entries[0]!.id)).toMatchObject({ offer: null });
    await pass(20_000);
    await engine.background.deliverDue();
    expect(mails.filter(({ kind: about }) => about === 'waitlist_offered')).toEqual([]);
    await anna.bookings.cancel(bookingId);
    expect(await here.statesOf()).toEqual(['offered', 'waiting']);
    await pass(16_000);
    await engine.background.deliverDue();
    // PostgreSQL decides by its own clock when an e-mail is due.
    if (kind.name !== 'postgres')
      expect(mails.filter(({ kind: about }) => about === 'waitlist_offered')).toMatchObject([
        { to: 'first@example.com' },
      ]);
  });

  test(`D54 undo takes no table from a booking of the waitlist, and names it [${kind.name}]`, async () => {
    const { anna, engine, bookingId, entries } = await justCancelled(kind, 'book');
    const booked = await engine.partner(aCaller()).readWaiting(entries[0]!.id);
    expect(await anna.bookings.revert(bookingId)).toMatchObject({
      kind: 'refused',
      reason: 'tables',
      inTheWay: [booked.bookingId],
    });
  });

  test(`D54 undo and the guest's confirmation of the offer at the same moment: one of them has the table [${kind.name}]`, async () => {
    const here = await justCancelled(kind);
    const { anna, bookingId, entries } = here;
    const other = (await here.another()).partner(aCaller());
    const { offer } = await other.readWaiting(entries[0]!.id);
    const guest = { name: 'first', email: 'first@example.com', phone: null };
    const [undone, confirmed] = await Promise.allSettled([
      anna.bookings.revert(bookingId),
      other.confirmHold(offer!.id, { guest }),
    ]);
    const isBack = undone.status === 'fulfilled' && undone.value.kind === 'changed';
    const isConfirmed = confirmed.status === 'fulfilled' && confirmed.value.kind === 'booked';
    expect([isBack, isConfirmed].filter(Boolean)).toHaveLength(1);
    expect((await here.statesOf())[0]).toBe(isBack ? 'waiting' : 'booked');
    const live = (await anna.bookings.list({})).filter(({ status }) => status === 'confirmed');
    expect(live.map(({ tables }) => tables)).toEqual([['A']]);
    if (isConfirmed) expect(undone).toMatchObject({ value: { kind: 'refused', inTheWay: [live[0]!.id] } });
  });
}
