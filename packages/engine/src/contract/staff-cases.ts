/** What a storage promises of the people of the houses, of their sessions, and of the links by which they come in (D44). */
import assert from 'node:assert/strict';
import type { StaffMember } from '../core/access/staff.ts';
import { BookingError } from '../core/errors.ts';
import type { Storage } from '../ports/storage.ts';
import { type ContractCase, spread } from './contract-case.ts';
import {
  aDelivery,
  aLink,
  aLocation,
  aMember,
  aPasskey,
  aSession,
  FRIDAY_MS,
  lease,
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
  return storage.staff.grant(aMember('anna'), HOST, false);
}

/** A link is written and used up: a session of whoever has the address. */
export async function signIn({ staff }: Storage, id: string, email: string, nowMs: number): Promise<void> {
  await staff.insertLink(aLink(`link ${id}`, email, nowMs), []);
  assert.notEqual(await staff.enter(`link ${id}`, aSession(id, nowMs)), null);
}

export const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

const memberCases: readonly ContractCase[] = [
  {
    name: 'staff: a member is read back, every field, with one role at each location, the latest',
    async run({ storage }) {
      const { staff } = storage;
      await withAnna(storage);
      const given = aMember('st_1', { email: "Åsa.O'Neil@Example.com", name: 'Åsa 🍽 O’Neil' });
      assert.deepEqual(await staff.grant(given, ELSEWHERE, false), { ...given, roles: [ELSEWHERE] });
      await staff.grant(given, HOST, false);
      const now = { ...given, roles: [MANAGER, ELSEWHERE] };
      assert.deepEqual(await staff.grant(given, MANAGER, false), now);
      assert.deepEqual(await staff.find('st_1'), now);
      assert.equal(await staff.find('st_2'), null);
    },
  },
  {
    name: 'staff: who has the address in any spelling is one member, who is renamed only where that is asked for',
    async run({ storage }) {
      const { staff } = storage;
      await withAnna(storage);
      const again = aMember('other', { email: 'ANNA@example.COM', name: 'Anna', createdMs: FRIDAY_MS + 1 });
      const anna = { ...aMember('anna'), roles: [HOST, ELSEWHERE] };
      assert.deepEqual(await staff.grant(again, ELSEWHERE, false), anna);
      assert.deepEqual(await staff.grant(again, ELSEWHERE, true), { ...anna, name: 'Anna' });
      assert.deepEqual(ids(await staff.list(null)), ['anna']);
    },
  },
  {
    name: 'staff: of 10 who add one address at once all find the same member, who has all the roles',
    async run(harness) {
      const store = spread(harness);
      await withAnna(harness.storage);
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          store(i).staff.grant(
            aMember(`st_${i}`, { email: 'bo@example.com' }),
            i % 2 ? HOST : ELSEWHERE,
            false,
          ),
        ),
      );
      assert.equal(new Set(ids(made)).size, 1);
      assert.deepEqual((await harness.storage.staff.find(made[0]!.id))?.roles, [HOST, ELSEWHERE]);
    },
  },
  {
    name: 'staff: are listed by name and id, of one location or of all, each with all roles',
    async run({ storage }) {
      const { staff } = storage;
      const anna = await withAnna(storage);
      const named = (id: string, name: string): Parameters<typeof staff.grant> => [
        aMember(id, { name }),
        HOST,
        false,
      ];
      const [b, a] = [await staff.grant(...named('b', 'Bo')), await staff.grant(...named('a', 'Bo'))];
      await staff.grant(aMember('c', { name: 'Ada' }), ELSEWHERE, false);
      await staff.grant(b, ELSEWHERE, false);
      assert.deepEqual(await staff.list(LOCATION_ID), [a, { ...b, roles: [HOST, ELSEWHERE] }, anna]);
      assert.deepEqual(ids(await staff.list(OTHER_LOCATION_ID)), ['c', 'b']);
      assert.deepEqual(ids(await staff.list(null)), ['c', 'a', 'b', 'anna']);
    },
  },
  {
    name: 'staff: who loses one role of two stays and is signed in; who loses the last is gone, with sessions, passkeys and links',
    async run({ storage }) {
      const { staff, passkeys } = storage;
      const anna = await withAnna(storage);
      const both = await staff.grant(anna, ELSEWHERE, false);
      const bo = await staff.grant(aMember('bo'), HOST, false);
      for (const { id, email } of [anna, bo]) {
        await signIn(storage, `ss_${id}`, email, FRIDAY_MS);
        await staff.insertLink(aLink(`next ${id}`, email, FRIDAY_MS), []);
        await passkeys.add(aPasskey(`key ${id}`, id), `challenge of ${id}`, []);
      }
      assert.deepEqual(await staff.remove('anna', LOCATION_ID), both);
      assert.equal(await staff.remove('anna', LOCATION_ID), null);
      assert.deepEqual((await staff.session('hash of ss_anna'))?.member.roles, [ELSEWHERE]);
      assert.deepEqual(await staff.remove('anna', OTHER_LOCATION_ID), { ...anna, roles: [ELSEWHERE] });
      assert.equal(await staff.find('anna'), null);
      assert.equal(await staff.remove('anna', null), null);
      assert.equal(await staff.session('hash of ss_anna'), null);
      assert.equal(await passkeys.find('key anna'), null);
      assert.equal(await staff.findLink('next anna'), null);
      // and nobody else's
      assert.equal((await staff.session('hash of ss_bo'))?.member.id, 'bo');
      assert.equal((await staff.findLink('next bo'))?.member?.id, 'bo');
      assert.notEqual(await passkeys.find('key bo'), null);
      await staff.grant(bo, ELSEWHERE, false);
      assert.deepEqual((await staff.remove('bo', null))?.roles, [HOST, ELSEWHERE]);
      assert.equal(await staff.find('bo'), null);
    },
  },
  {
    name: 'staff: who is given a role elsewhere while losing one here keeps it',
    async run(harness) {
      const store = spread(harness);
      for (let round = 0; round < 12; round++) {
        const anna = await withAnna(harness.storage);
        const [given] = await Promise.all([
          store(round).staff.grant(aMember(`new ${round}`, { email: anna.email }), ELSEWHERE, false),
          store(round + 1).staff.remove(anna.id, LOCATION_ID),
        ]);
        assert.deepEqual((await harness.storage.staff.find(given.id))?.roles, [ELSEWHERE]);
        await harness.storage.staff.remove(given.id, null);
      }
    },
  },
  {
    name: 'staff: only who is a manager of the location then changes who works there, and never so that none is left',
    async run({ storage }) {
      const { staff } = storage;
      const anna = await withAnna(storage);
      const bo = await staff.grant(aMember('bo'), MANAGER, false);
      const manages = { locationId: OTHER_LOCATION_ID, role: 'manager' } as const;
      await staff.grant(anna, manages, false);
      const refused = (change: Promise<unknown>, code: string): Promise<void> =>
        assert.rejects(change, (error: unknown) => BookingError.is(error) && error.code === code);
      for (const by of ['anna', 'nobody']) {
        await refused(staff.grant(aMember('eva'), HOST, false, by), 'role_missing');
        await refused(staff.remove('bo', LOCATION_ID, by), 'role_missing');
      }
      const spelled = aMember('other', { email: bo.email.toUpperCase() });
      await refused(staff.grant(spelled, HOST, true, 'bo'), 'last_manager');
      await refused(staff.remove('bo', LOCATION_ID, 'bo'), 'last_manager');
      assert.deepEqual(await staff.list(LOCATION_ID), [{ ...anna, roles: [HOST, manages] }, bo]);
      await staff.grant(bo, MANAGER, false, 'bo');
      await staff.grant(aMember('eva'), MANAGER, false, 'bo');
      await staff.grant(bo, HOST, false, 'bo');
      await refused(staff.remove('anna', LOCATION_ID, 'bo'), 'role_missing');
      assert.equal((await staff.remove('bo', LOCATION_ID, 'eva'))?.id, 'bo');
      assert.equal(await staff.remove('bo', LOCATION_ID, 'eva'), null);
      assert.equal((await staff.remove('eva', LOCATION_ID))?.id, 'eva');
    },
  },
  {
    name: 'staff: of managers who leave, or remove and demote each other, all at once, one is left',
    async run(harness) {
      const store = spread(harness);
      const { staff } = harness.storage;
      await withAnna(harness.storage);
      for (let round = 0; round < 8; round++) {
        const names = Array.from({ length: 4 }, (_, i) => `st_${round}_${i}`);
        for (const id of names) await staff.grant(aMember(id), MANAGER, false);
        const acts = names.map((by, i) => {
          const whom = round % 2 ? by : names[(i + 1) % names.length]!;
          return i % 2
            ? store(i).staff.remove(whom, LOCATION_ID, by)
            : store(i).staff.grant(aMember(whom), HOST, false, by);
        });
        const ends = await Promise.allSettled(acts);
        const left = (await staff.list(LOCATION_ID)).filter(({ roles }) => roles[0]!.role === 'manager');
        assert.equal(left.length, names.length - ends.filter(({ status }) => status === 'fulfilled').length);
        assert.ok(left.length > 0, `round ${round}: nobody is left who could let anybody in`);
        for (const id of names) await staff.remove(id, null);
      }
    },
  },
  {
    name: 'staff: of a removed location only who works elsewhere stays',
    async run({ storage }) {
      const { staff } = storage;
      const anna = await withAnna(storage);
      const bo = await staff.grant(aMember('bo'), HOST, false);
      await staff.grant(bo, ELSEWHERE, false);
      await staff.insertLink(aLink('link', anna.email, FRIDAY_MS), []);
      await signIn(storage, 'ss', anna.email, FRIDAY_MS);
      await storage.locations.remove(LOCATION_ID, FRIDAY_MS, () => undefined);
      assert.deepEqual(await staff.list(null), [{ ...bo, roles: [ELSEWHERE] }]);
      assert.equal(await staff.session('hash of ss'), null);
      assert.equal(await staff.findLink('link'), null);
    },
  },
];

const linkCases: readonly ContractCase[] = [
  {
    name: 'staff: a link is read back, every field, with whoever has its address now',
    async run({ storage }) {
      const { staff } = storage;
      const anna = await withAnna(storage);
      const link = aLink('link', 'Anna@Example.com', FRIDAY_MS, { language: 'no', label: 'Safari “x” 🍽' });
      await staff.insertLink(link, []);
      assert.deepEqual(await staff.findLink('link'), { link, member: anna });
      const vain = aLink('vain', 'nobody@example.com', FRIDAY_MS);
      await staff.insertLink(vain, []);
      assert.deepEqual(await staff.findLink('vain'), { link: vain, member: null });
      assert.equal(await staff.findLink('none'), null);
    },
  },
  {
    name: 'staff: a link and the mail that brings it are written together, or neither; and no mail where no member has the address',
    async run({ storage }) {
      await aLocation(storage);
      await storage.staff.grant(aMember('anna'), { locationId: LOCATION_ID, role: 'host' }, false);
      await storage.staff.insertLink(aLink('vain', 'nobody@example.com', FRIDAY_MS), [aDelivery('vain')]);
      const link = aLink('link', 'anna@example.com', FRIDAY_MS);
      await storage.staff.insertLink(link, [aDelivery('d1')]);
      await assert.rejects(storage.staff.insertLink({ ...link, label: 'other' }, [aDelivery('never')]));
      assert.deepEqual(ids(await lease(storage)), ['d1']);
      assert.deepEqual((await storage.staff.findLink('link'))?.link, link);
    },
  },
  {
    name: 'staff: one link that 20 use at once begins one session',
    async run(harness) {
      const store = spread(harness);
      const { staff } = harness.storage;
      const anna = await withAnna(harness.storage);
      await staff.insertLink(aLink('link', anna.email, FRIDAY_MS), []);
      const entered = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store(i).staff.enter('link', aSession(`ss_${i}`, FRIDAY_MS))),
      );
      assert.deepEqual(
        entered.filter((member) => member !== null),
        [anna],
      );
      assert.deepEqual(ids(await staff.sessions(null)), [`ss_${entered.indexOf(entered.find(Boolean)!)}`]);
      assert.equal(await staff.findLink('link'), null);
    },
  },
  {
    name: 'staff: a link that is not there, or whose address nobody has, begins no session and is not used up',
    async run({ storage: { staff, ...rest } }) {
      await withAnna({ staff, ...rest });
      await staff.insertLink(aLink('vain', 'nobody@example.com', FRIDAY_MS), []);
      for (const id of ['none', 'vain']) assert.equal(await staff.enter(id, aSession('ss', FRIDAY_MS)), null);
      assert.deepEqual(await staff.sessions(null), []);
      assert.notEqual(await staff.findLink('vain'), null);
    },
  },
  {
    name: 'staff: who is removed while signing in is not signed in afterwards, on whatever opening',
    async run(harness) {
      const store = spread(harness);
      for (let round = 0; round < 8; round++) {
        const anna = await withAnna(harness.storage);
        const links = Array.from({ length: 6 }, (_, i) => `link ${round}.${i}`);
        for (const id of links) await harness.storage.staff.insertLink(aLink(id, anna.email, FRIDAY_MS), []);
        await Promise.all([
          ...links.map((id, i) => store(i).staff.enter(id, aSession(`ss ${id}`, FRIDAY_MS))),
          store(round).staff.remove(anna.id, round % 2 ? LOCATION_ID : null),
        ]);
        assert.deepEqual(await harness.storage.staff.sessions(null), []);
        assert.equal(await harness.storage.staff.find(anna.id), null);
      }
    },
  },
];

export const staffCases: readonly ContractCase[] = [...memberCases, ...linkCases];
