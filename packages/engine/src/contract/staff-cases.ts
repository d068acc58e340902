/** The contract for staff, their sessions and sign-in links (D44). */
import assert from 'node:assert/strict';
import type { StaffMember } from '../core/access/staff.ts';
import { linkRequest, linkUse, passkeyAddition, roleGrant, roleRemoval } from '../core/access/staff-steps.ts';
import { BookingError } from '../core/errors.ts';
import type { Storage } from '../ports/storage.ts';
import { concurrently, type ContractCase, idsOf, spread, test } from './contract-case.ts';
import {
  aLink,
  aLocation,
  aMember,
  aPasskey,
  aSession,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
} from './fixtures.ts';

export const HOST = { locationId: LOCATION_ID, role: 'host' } as const;
const MANAGER = { locationId: LOCATION_ID, role: 'manager' } as const;
const ELSEWHERE = { locationId: OTHER_LOCATION_ID, role: 'host' } as const;

/** Two locations, and a host at the first. */
export async function withAnna(storage: Storage): Promise<StaffMember> {
  await aLocation(storage);
  await aLocation(storage, {}, OTHER_LOCATION_ID);
  return storage.records.amend(roleGrant(aMember('anna'), HOST, false));
}

/** Writes and uses a link: begins a session of the member with the e-mail address. */
export async function signIn({ records }: Storage, id: string, email: string, nowMs: number): Promise<void> {
  await records.amend(linkRequest(aLink(`link ${id}`, email, nowMs)));
  assert.notEqual(await records.amend(linkUse(`link ${id}`, aSession(id, nowMs))), null);
}

export const staffCases: readonly ContractCase[] = [
  test('staff: a member is read back, every field, with one role at each location, the latest', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    await withAnna(storage);
    const given = aMember('st_1', { email: "Åsa.O'Neil@Example.com", name: 'Åsa 🍽 O’Neil' });
    assert.deepEqual(await records.amend(roleGrant(given, ELSEWHERE, false)), {
      ...given,
      roles: [ELSEWHERE],
    });
    await records.amend(roleGrant(given, HOST, false));
    const now = { ...given, roles: [MANAGER, ELSEWHERE] };
    assert.deepEqual(await records.amend(roleGrant(given, MANAGER, false)), now);
    assert.deepEqual(await records.find('staff', { id: 'st_1' }), now);
    assert.equal(await records.find('staff', { id: 'st_2' }), null);
  }),
  test('staff: all spellings of an address are one member, renamed only on request', async ({ storage }) => {
    const { records } = storage;
    await withAnna(storage);
    const again = aMember('other', { email: 'ANNA@example.COM', name: 'Anna', createdMs: FRIDAY_MS + 1 });
    const anna = { ...aMember('anna'), roles: [HOST, ELSEWHERE] };
    assert.deepEqual(await records.amend(roleGrant(again, ELSEWHERE, false)), anna);
    assert.deepEqual(await records.amend(roleGrant(again, ELSEWHERE, true)), { ...anna, name: 'Anna' });
    assert.deepEqual(idsOf(await records.list('staff')), ['anna']);
  }),
  test('staff: 10 concurrent additions of one address give the same member, with all the roles', async (harness) => {
    const store = spread(harness);
    await withAnna(harness.storage);
    const made = await concurrently(10, (i) =>
      store(i).records.amend(
        roleGrant(aMember(`st_${i}`, { email: 'bo@example.com' }), i % 2 ? HOST : ELSEWHERE, false),
      ),
    );
    assert.equal(new Set(idsOf(made)).size, 1);
    assert.deepEqual((await harness.storage.records.find('staff', { id: made[0]!.id }))?.roles, [
      HOST,
      ELSEWHERE,
    ]);
  }),
  test('staff: are listed by name and id, of one location or of all, each with all roles', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    const anna = await withAnna(storage);
    const named = (id: string, name: string): Parameters<typeof roleGrant> => [
      aMember(id, { name }),
      HOST,
      false,
    ];
    const [b, a] = [
      await records.amend(roleGrant(...named('b', 'Bo'))),
      await records.amend(roleGrant(...named('a', 'Bo'))),
    ];
    await records.amend(roleGrant(aMember('c', { name: 'Ada' }), ELSEWHERE, false));
    await records.amend(roleGrant(b, ELSEWHERE, false));
    assert.deepEqual(await records.list('staff', { locationId: LOCATION_ID }), [
      a,
      { ...b, roles: [HOST, ELSEWHERE] },
      anna,
    ]);
    assert.deepEqual(idsOf(await records.list('staff', { locationId: OTHER_LOCATION_ID })), ['c', 'b']);
    assert.deepEqual(idsOf(await records.list('staff')), ['c', 'a', 'b', 'anna']);
  }),
  test('staff: a member who loses one role of two stays signed in; one who loses the last is deleted, with sessions, passkeys and links', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    const anna = await withAnna(storage);
    const both = await records.amend(roleGrant(anna, ELSEWHERE, false));
    const bo = await records.amend(roleGrant(aMember('bo'), HOST, false));
    for (const { id, email } of [anna, bo]) {
      await signIn(storage, `ss_${id}`, email, FRIDAY_MS);
      await records.amend(linkRequest(aLink(`next ${id}`, email, FRIDAY_MS)));
      await records.amend(passkeyAddition(aPasskey(`key ${id}`, id), `challenge of ${id}`));
    }
    assert.deepEqual(await records.amend(roleRemoval('anna', LOCATION_ID)), both);
    assert.equal(await records.amend(roleRemoval('anna', LOCATION_ID)), null);
    assert.deepEqual((await records.find('staff', { tokenHash: 'hash of ss_anna' }))?.roles, [ELSEWHERE]);
    assert.deepEqual(await records.amend(roleRemoval('anna', OTHER_LOCATION_ID)), {
      ...anna,
      roles: [ELSEWHERE],
    });
    assert.equal(await records.find('staff', { id: 'anna' }), null);
    assert.equal(await records.amend(roleRemoval('anna', null)), null);
    assert.equal(await records.find('sessions', { tokenHash: 'hash of ss_anna' }), null);
    assert.equal(await records.find('passkeys', { id: 'key anna' }), null);
    assert.equal(await records.find('links', { id: 'next anna' }), null);
    // and those of other members stay
    assert.equal((await records.find('staff', { tokenHash: 'hash of ss_bo' }))?.id, 'bo');
    assert.equal((await records.find('staff', { linkId: 'next bo' }))?.id, 'bo');
    assert.notEqual(await records.find('passkeys', { id: 'key bo' }), null);
    await records.amend(roleGrant(bo, ELSEWHERE, false));
    assert.deepEqual((await records.amend(roleRemoval('bo', null)))?.roles, [HOST, ELSEWHERE]);
    assert.equal(await records.find('staff', { id: 'bo' }), null);
  }),
  test('staff: who is given a role elsewhere while losing one here keeps it', async (harness) => {
    const store = spread(harness);
    for (let round = 0; round < 12; round++) {
      const anna = await withAnna(harness.storage);
      const [given] = await Promise.all([
        store(round).records.amend(
          roleGrant(aMember(`new ${round}`, { email: anna.email }), ELSEWHERE, false),
        ),
        store(round + 1).records.amend(roleRemoval(anna.id, LOCATION_ID)),
      ]);
      assert.deepEqual((await harness.storage.records.find('staff', { id: given.id }))?.roles, [ELSEWHERE]);
      await harness.storage.records.amend(roleRemoval(given.id, null));
    }
  }),
  test('staff: only a current manager of the location changes its staff, and one manager always remains', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    const anna = await withAnna(storage);
    const bo = await records.amend(roleGrant(aMember('bo'), MANAGER, false));
    const manages = { locationId: OTHER_LOCATION_ID, role: 'manager' } as const;
    await records.amend(roleGrant(anna, manages, false));
    const refused = (change: Promise<unknown>, code: string): Promise<void> =>
      assert.rejects(change, (error: unknown) => BookingError.is(error) && error.code === code);
    for (const by of ['anna', 'nobody']) {
      await refused(records.amend(roleGrant(aMember('eva'), HOST, false, by)), 'role_missing');
      await refused(records.amend(roleRemoval('bo', LOCATION_ID, by)), 'role_missing');
    }
    const spelled = aMember('other', { email: bo.email.toUpperCase() });
    await refused(records.amend(roleGrant(spelled, HOST, true, 'bo')), 'last_manager');
    await refused(records.amend(roleRemoval('bo', LOCATION_ID, 'bo')), 'last_manager');
    assert.deepEqual(await records.list('staff', { locationId: LOCATION_ID }), [
      { ...anna, roles: [HOST, manages] },
      bo,
    ]);
    await records.amend(roleGrant(bo, MANAGER, false, 'bo'));
    await records.amend(roleGrant(aMember('eva'), MANAGER, false, 'bo'));
    await records.amend(roleGrant(bo, HOST, false, 'bo'));
    await refused(records.amend(roleRemoval('anna', LOCATION_ID, 'bo')), 'role_missing');
    assert.equal((await records.amend(roleRemoval('bo', LOCATION_ID, 'eva')))?.id, 'bo');
    assert.equal(await records.amend(roleRemoval('bo', LOCATION_ID, 'eva')), null);
    assert.equal((await records.amend(roleRemoval('eva', LOCATION_ID)))?.id, 'eva');
  }),
  test('staff: of managers that leave, or remove and demote each other concurrently, one remains', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    await withAnna(harness.storage);
    for (let round = 0; round < 8; round++) {
      const names = Array.from({ length: 4 }, (_, i) => `st_${round}_${i}`);
      for (const id of names) await records.amend(roleGrant(aMember(id), MANAGER, false));
      const acts = names.map((by, i) => {
        const whom = round % 2 ? by : names[(i + 1) % names.length]!;
        return i % 2
          ? store(i).records.amend(roleRemoval(whom, LOCATION_ID, by))
          : store(i).records.amend(roleGrant(aMember(whom), HOST, false, by));
      });
      const ends = await Promise.allSettled(acts);
      const left = (await records.list('staff', { locationId: LOCATION_ID })).filter(
        ({ roles }) => roles[0]!.role === 'manager',
      );
      assert.equal(left.length, names.length - ends.filter(({ status }) => status === 'fulfilled').length);
      assert.ok(left.length > 0, `round ${round}: no manager is left`);
      for (const id of names) await records.amend(roleRemoval(id, null));
    }
  }),
  test('staff: of a removed location only who works elsewhere stays', async ({ storage }) => {
    const { records } = storage;
    const anna = await withAnna(storage);
    const bo = await records.amend(roleGrant(aMember('bo'), HOST, false));
    await records.amend(roleGrant(bo, ELSEWHERE, false));
    await records.amend(linkRequest(aLink('link', anna.email, FRIDAY_MS)));
    await signIn(storage, 'ss', anna.email, FRIDAY_MS);
    await storage.locations.remove(LOCATION_ID, FRIDAY_MS, () => undefined);
    assert.deepEqual(await records.list('staff'), [{ ...bo, roles: [ELSEWHERE] }]);
    assert.equal(await records.find('sessions', { tokenHash: 'hash of ss' }), null);
    assert.equal(await records.find('links', { id: 'link' }), null);
  }),
];
