/** The contract for passkeys and their challenges (D44). */
import assert from 'node:assert/strict';
import type { StaffMember } from '../core/access/staff.ts';
import { removal } from '../core/access/records.ts';
import { passkeyAddition, passkeyUse, roleGrant, type SignedChallenge } from '../core/access/staff-steps.ts';
import { MAIL_QUEUE } from '../core/outbox/delivery.ts';
import { DAY_MS } from '../core/instant.ts';
import { purgeSignIns } from '../ports/remove-records.ts';
import type { Storage } from '../ports/storage.ts';
import { concurrently, type ContractCase, idsOf, spread, test } from './contract-case.ts';
import { aDelivery, aLocation, aMember, aPasskey, aSession, FRIDAY_MS, LOCATION_ID } from './fixtures.ts';

async function members(storage: Storage): Promise<StaffMember[]> {
  const { records } = storage;
  await aLocation(storage);
  const role = { locationId: LOCATION_ID, role: 'host' } as const;
  return [
    await records.amend(roleGrant(aMember('anna'), role, false)),
    await records.amend(roleGrant(aMember('bo'), role, false)),
  ];
}

const use = (passkeyId: string, challengeHash: string, counter: number): SignedChallenge => ({
  passkeyId,
  challengeHash,
  counter,
});

export const passkeyCases: readonly ContractCase[] = [
  test('passkeys: are read back, every field and byte, of their member, the oldest first', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    await members(storage);
    const young = aPasskey('a', 'anna', { createdMs: FRIDAY_MS + 1, transports: [], counter: 2 ** 32 - 1 });
    const old = aPasskey('b', 'anna', { name: 'Tablett “1” 🍽', transports: ['usb', 'hybrid'] });
    assert.equal(await records.amend(passkeyAddition(young, 'c1')), true);
    assert.equal(await records.amend(passkeyAddition(old, 'c2')), true);
    assert.equal(await records.amend(passkeyAddition(aPasskey('c', 'bo'), 'c3')), true);
    assert.deepEqual(await records.list('passkeys', { staffId: 'anna' }), [old, young]);
    assert.deepEqual(await records.find('passkeys', { id: 'b' }), old);
    assert.ok((await records.find('passkeys', { id: 'b' }))?.publicKey instanceof Uint8Array);
    assert.equal(await records.find('passkeys', { id: 'd' }), null);
  }),
  test('passkeys: the mail about one is written with it, and none for one that is not added', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    await members(storage);
    const mail = (id: string) => [aDelivery(id, { queue: MAIL_QUEUE, bookingId: null })];
    assert.equal(await records.amend(passkeyAddition(aPasskey('k', 'anna'), 'c1', mail('m1'))), true);
    assert.equal(await records.amend(passkeyAddition(aPasskey('k', 'anna'), 'c2', mail('m2'))), false);
    assert.equal(await records.amend(passkeyAddition(aPasskey('l', 'anna'), 'c1', mail('m3'))), false);
    const written = await storage.outbox.ofQueue(MAIL_QUEUE, 9);
    assert.deepEqual(idsOf(written), ['m1']);
  }),
  test('passkeys: one is added once, with an unused challenge, to an existing member', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    await members(harness.storage);
    const added = await concurrently(10, (i) =>
      store(i).records.amend(passkeyAddition(aPasskey(`k${i}`, 'anna'), 'challenge')),
    );
    assert.equal(added.filter(Boolean).length, 1);
    assert.deepEqual(idsOf(await records.list('passkeys', { staffId: 'anna' })), [`k${added.indexOf(true)}`]);
    assert.equal(await records.amend(passkeyAddition(aPasskey('x', 'nobody'), 'other')), false);
    const known = `k${added.indexOf(true)}`;
    assert.equal(await records.amend(passkeyAddition(aPasskey(known, 'bo', { counter: 9 }), 'other')), false);
    assert.deepEqual(await records.find('passkeys', { id: known }), aPasskey(known, 'anna'));
    assert.equal(
      await records.amend(passkeyAddition(aPasskey('y', 'bo'), 'other')),
      true,
      'a failed attempt uses up no challenge',
    );
  }),
  test('passkeys: of 10 answers to one challenge one begins a session, and counts the passkey on', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    const [anna] = await members(harness.storage);
    await records.amend(passkeyAddition(aPasskey('k', 'anna'), 'c0'));
    const entered = await concurrently(10, (i) =>
      store(i).records.amend(passkeyUse(use('k', 'challenge', i + 2), aSession(`ss_${i}`, FRIDAY_MS + i))),
    );
    const i = entered.findIndex((member) => member !== null);
    assert.deepEqual(
      entered.filter((member) => member !== null),
      [anna],
    );
    assert.deepEqual(
      (await records.list('sessions')).map(({ id, staffId }) => [id, staffId]),
      [[`ss_${i}`, 'anna']],
    );
    const used = aPasskey('k', 'anna', { counter: i + 2, usedMs: FRIDAY_MS + i });
    assert.deepEqual(await records.find('passkeys', { id: 'k' }), used);
  }),
  test('passkeys: of 10 answers with one count one begins a session; one that does not count may come again', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    await members(harness.storage);
    await records.amend(passkeyAddition(aPasskey('counts', 'anna', { counter: 4 }), 'c0'));
    await records.amend(passkeyAddition(aPasskey('does not', 'bo', { counter: 0 }), 'c1'));
    const enter = (id: string, i: number, counter: number) =>
      store(i).records.amend(
        passkeyUse(use(id, `${id} ${counter} ${i}`, counter), aSession(`${id} ${counter} ${i}`, FRIDAY_MS)),
      );
    const same = await concurrently(10, (i) => enter('counts', i, 5));
    assert.equal(same.filter((member) => member !== null).length, 1);
    for (const counter of [5, 4, 0]) assert.equal(await enter('counts', 10, counter), null);
    for (const i of [0, 1]) assert.equal((await enter('does not', i, 0))?.id, 'bo');
    assert.equal((await records.list('sessions')).length, 3);
    assert.equal(await enter('unknown', 0, 9), null);
  }),
  test('passkeys: only its owner can remove one, and it no longer signs in', async ({ storage }) => {
    const { records } = storage;
    await members(storage);
    await records.amend(passkeyAddition(aPasskey('k', 'anna'), 'c0'));
    assert.equal(await records.amend(removal('passkeys', 'k', 'bo')), null);
    assert.equal((await records.amend(removal('passkeys', 'k', 'anna')))?.id, 'k');
    assert.equal(await records.amend(removal('passkeys', 'k', 'anna')), null);
    assert.equal(await records.amend(passkeyUse(use('k', 'c', 9), aSession('ss', FRIDAY_MS))), null);
    assert.deepEqual(await storage.records.list('sessions'), []);
  }),
  test('passkeys: that a challenge was used is remembered for a day, and then no more', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    await members(storage);
    const nowMs = await storage.nowMs();
    await records.amend(passkeyAddition(aPasskey('k', 'anna'), 'challenge'));
    await purgeSignIns(records, nowMs + DAY_MS - 1);
    assert.equal(await records.amend(passkeyAddition(aPasskey('l', 'anna'), 'challenge')), false);
    await purgeSignIns(records, nowMs + 2 * DAY_MS);
    assert.equal(await records.amend(passkeyAddition(aPasskey('l', 'anna'), 'challenge')), true);
  }),
];
