/** Expired holds and offers on every storage: what they kept is available, and a late confirmation has it as long as it is (D35, D36). */
import { HOUR_MS, type WaitingMessage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import {
  anEntry,
  aWaitedRestaurant,
  OFFER_MS,
  SEVEN_MS,
  type WaitedRestaurant,
} from '../support/waited-restaurant.ts';

const { aCaller, aRequest, FRIDAY, LOCATION_ID } = fixtures;
const GUEST = { name: 'Maja', email: 'maja@example.com' };

async function isAvailable({ engine }: WaitedRestaurant): Promise<boolean | undefined> {
  const { answer } = await engine
    .partner(aCaller())
    .readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
  return answer.slots.find(({ startMs }) => startMs === SEVEN_MS)?.available;
}

for (const kind of storageSample) {
  const { name } = kind;

  test(`D36 a party joins that does not fit the table of an expired hold: the table stays available, and can be booked [${name}]`, async () => {
    const all = await aWaitedRestaurant(kind, { A: 2, B: 4 });
    const { engine, book, pass } = all;
    const partner = engine.partner(aCaller());
    await book(SEVEN_MS, 4);
    const held = await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2 });
    await pass(HOUR_MS / 2);
    expect([held.kind, await isAvailable(all)]).toEqual(['held', true]);
    const four = anEntry('four', { partySize: 4 });
    expect((await partner.joinWaitlist(LOCATION_ID, four)).state).toBe('waiting');
    expect(await isAvailable(all)).toBe(true);
    expect(await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).toMatchObject({ kind: 'booked' });
  });

  test(`D35 D36 an offer and a hold that expired hours ago are confirmed, since their tables are available [${name}]`, async () => {
    const { engine, pass, mails } = await aWaitedRestaurant(kind, { A: 2, B: 2 });
    const partner = engine.partner(aCaller());
    const { offer } = await partner.joinWaitlist(LOCATION_ID, anEntry('one'));
    const held = await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2 });
    if (held.kind !== 'held') throw new Error(held.kind);
    await engine.background.deliverDue();
    const { token } = mails.find((mail) => mail.kind === 'waitlist_offered')! as WaitingMessage;
    await pass(OFFER_MS + 2 * HOUR_MS);
    await engine.background.giveOut();
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
    for (const id of [offer!.id, held.hold.id])
      expect((await engine.operator.holds.read(id)).state).toBe('lapsed');
    expect(await engine.guest(token!).acceptOffer()).toMatchObject({ kind: 'booked' });
    expect(await partner.confirmHold(offer!.id, { guest: GUEST })).toMatchObject({ kind: 'replayed' });
    expect(await partner.confirmHold(held.hold.id, { guest: GUEST })).toMatchObject({ kind: 'booked' });
    expect(
      (await engine.operator.at(LOCATION_ID).bookings.list()).map(({ tables }) => tables).toSorted(),
    ).toEqual([['A'], ['B']]);
  });

  test(`D35 a hold that expired hours ago is rejected when its table is taken, it was released, or its party has left the waitlist [${name}]`, async () => {
    const { engine, book, pass } = await aWaitedRestaurant(kind, { A: 2, B: 2, C: 2, D: 4 });
    const partner = engine.partner(aCaller());
    await book(SEVEN_MS, 4);
    await partner.joinWaitlist(LOCATION_ID, anEntry('four', { partySize: 4, mode: 'book' }));
    const hold = async () => {
      const held = await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2 });
      if (held.kind !== 'held') throw new Error(held.kind);
      return held.hold.id;
    };
    const { id: left, offer } = await partner.joinWaitlist(LOCATION_ID, anEntry('one'));
    const [released, late] = [await hold(), await hold()];
    await pass(OFFER_MS);
    await engine.background.giveOut(); // the party of four is not given it
    await partner.releaseHold(released);
    await pass(2 * HOUR_MS);
    await engine.background.giveOut();
    await partner.leaveWaitlist(left);
    const rejected = { kind: 'refused', reason: 'tables' };
    expect(await partner.confirmHold(released, { guest: GUEST })).toMatchObject(rejected);
    expect(await partner.confirmHold(offer!.id, { guest: GUEST })).toMatchObject(rejected);
    for (let i = 0; i < 3; i++) await book();
    expect(await partner.confirmHold(late, { guest: GUEST })).toMatchObject(rejected);
  });
}
