/** A repeated request to join the waitlist makes one entry (D36). */
import { HOUR_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import { anEntry, aWaitedRestaurant, SEVEN_MS } from '../support/waited-restaurant.ts';

const { aCaller, LOCATION_ID } = fixtures;

for (const kind of storageSample) {
  test(`D36 a repeated join with the same idempotency key is the same entry in its current state [${kind.name}]`, async () => {
    const { engine, another, book, pass } = await aWaitedRestaurant(kind, { A: 2 });
    const partner = engine.partner(aCaller());
    const first = await book();
    const wish = { ...anEntry('one', { mode: 'book' }), idempotencyKey: 'k' };
    const elsewhere = (await another()).partner(aCaller());
    const answers = await Promise.all(
      [partner, elsewhere, partner].map((one) => one.joinWaitlist(LOCATION_ID, wish)),
    );
    expect(answers.filter(({ isReplayed }) => !isReplayed).length).toBe(1);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const { id } = answers[0]!;
    await partner.cancelBooking(first.id);
    // Also for another wish, and when the window could no longer be asked for.
    await pass(SEVEN_MS - fixtures.FRIDAY_MS + HOUR_MS);
    const again = await partner.joinWaitlist(LOCATION_ID, { ...wish, partySize: 1 });
    expect(again).toMatchObject({ id, isReplayed: true, state: 'booked', partySize: 2 });
    expect(await engine.operator.at(LOCATION_ID).waitlist.list()).toEqual([]);
  });

  test(`D36 a party joins as its last start passes: the time before the step decides, it is not rejected [${kind.name}]`, async () => {
    const { engine, book, pass, passBeforeStep } = await aWaitedRestaurant(kind, { A: 2 });
    await book();
    await pass(SEVEN_MS - fixtures.FRIDAY_MS - HOUR_MS);
    passBeforeStep(2 * HOUR_MS);
    const entry = await engine.operator.at(LOCATION_ID).waitlist.add(anEntry('one'));
    expect(entry).toMatchObject({ state: 'lapsed', createdMs: SEVEN_MS - HOUR_MS });
  });

  test(`D36 an entry for any time is seen by the steps of its date [${kind.name}]`, async () => {
    const { engine, book } = await aWaitedRestaurant(kind, { A: 2 });
    const partner = engine.partner(aCaller());
    const first = await book();
    const early = anEntry('one', { mode: 'book', fromMs: fixtures.FRIDAY_MS - 48 * HOUR_MS });
    const { id } = await partner.joinWaitlist(LOCATION_ID, { ...early, toMs: SEVEN_MS });
    await partner.cancelBooking(first.id);
    expect((await partner.readWaiting(id)).state).toBe('booked');
  });

  test(`D36 idempotency keys of entries, holds, bookings and other partners are independent [${kind.name}]`, async () => {
    const { engine } = await aWaitedRestaurant(kind, { A: 2, B: 2, C: 2, D: 2 });
    const idempotencyKey = 'k';
    const partner = engine.partner(aCaller());
    const slot = { startMs: SEVEN_MS, partySize: 2, idempotencyKey };
    const guest = { name: 'Maja', email: 'maja@example.com' };
    expect(await partner.createHold(LOCATION_ID, slot)).toMatchObject({ kind: 'held' });
    expect(await partner.createBooking(LOCATION_ID, { ...slot, guest })).toMatchObject({ kind: 'booked' });
    for (const caller of [aCaller(), aCaller({ partner: 'portal' })]) {
      const wish = { ...anEntry(caller.partner), idempotencyKey };
      const joined = await engine.partner(caller).joinWaitlist(LOCATION_ID, wish);
      expect(joined).toMatchObject({ isReplayed: false, state: 'offered' });
    }
    for (const nothing of ['', 'k'.repeat(121)]) {
      const wish = { ...anEntry('one'), idempotencyKey: nothing };
      await expect(partner.joinWaitlist(LOCATION_ID, wish)).rejects.toMatchObject({
        code: 'invalid_request',
        path: ['idempotencyKey'],
      });
    }
  });
}
