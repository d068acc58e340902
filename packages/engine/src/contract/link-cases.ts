/** The contract of a storage for the sign-in links of staff (D44). */
import assert from 'node:assert/strict';
import { linkRequest, linkUse, roleGrant, roleRemoval } from '../core/access/staff-steps.ts';
import { concurrently, type ContractCase, idsOf, spread, test } from './contract-case.ts';
import { aDelivery, aLink, aLocation, aMember, aSession, FRIDAY_MS, lease, LOCATION_ID } from './fixtures.ts';
import { withAnna } from './staff-cases.ts';

export const linkCases: readonly ContractCase[] = [
  test('staff: a link is read back, every field, with the member who has its address now', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    const anna = await withAnna(storage);
    const read = async (id: string): Promise<unknown> => {
      const { links, staff } = await records.read({ links: { id }, staff: { linkId: id } });
      return [links, staff];
    };
    const link = aLink('link', 'Anna@Example.com', FRIDAY_MS, { language: 'no', label: 'Safari “x” 🍽' });
    await records.amend(linkRequest(link));
    assert.deepEqual(await read('link'), [[link], [anna]]);
    const vain = aLink('vain', 'nobody@example.com', FRIDAY_MS);
    await records.amend(linkRequest(vain));
    assert.deepEqual(await read('vain'), [[vain], []]);
    assert.deepEqual(await read('none'), [[], []]);
  }),
  test('staff: a link and the mail that brings it are written together, or neither; and no mail where no member has the address', async (harness) => {
    const { storage } = harness;
    await aLocation(storage);
    await storage.records.amend(roleGrant(aMember('anna'), { locationId: LOCATION_ID, role: 'host' }, false));
    await storage.records.amend(
      linkRequest(aLink('vain', 'nobody@example.com', FRIDAY_MS), [aDelivery('vain')]),
    );
    const link = aLink('link', 'anna@example.com', FRIDAY_MS);
    await storage.records.amend(linkRequest(link, [aDelivery('d1')]));
    await assert.rejects(
      storage.records.amend(linkRequest({ ...link, label: 'other' }, [aDelivery('never')])),
    );
    assert.deepEqual(idsOf(await lease(storage)), ['d1']);
    assert.deepEqual(await storage.records.find('links', { id: 'link' }), link);
  }),
  test('staff: one link that 20 callers use concurrently begins one session', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    const anna = await withAnna(harness.storage);
    await records.amend(linkRequest(aLink('link', anna.email, FRIDAY_MS)));
    const entered = await concurrently(20, (i) =>
      store(i).records.amend(linkUse('link', aSession(`ss_${i}`, FRIDAY_MS))),
    );
    assert.deepEqual(
      entered.filter((member) => member !== null),
      [anna],
    );
    assert.deepEqual(idsOf(await records.list('sessions')), [
      `ss_${entered.indexOf(entered.find(Boolean)!)}`,
    ]);
    assert.equal(await records.find('links', { id: 'link' }), null);
  }),
  test('staff: an unknown link, or one of an unknown address, begins no session and is not used up', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    await withAnna(storage);
    await records.amend(linkRequest(aLink('vain', 'nobody@example.com', FRIDAY_MS)));
    for (const id of ['none', 'vain'])
      assert.equal(await records.amend(linkUse(id, aSession('ss', FRIDAY_MS))), null);
    assert.deepEqual(await records.list('sessions'), []);
    assert.notEqual(await records.find('links', { id: 'vain' }), null);
  }),
  test('staff: a member removed while signing in is not signed in afterwards, on any opening', async (harness) => {
    const store = spread(harness);
    for (let round = 0; round < 8; round++) {
      const anna = await withAnna(harness.storage);
      const links = Array.from({ length: 6 }, (_, i) => `link ${round}.${i}`);
      for (const id of links)
        await harness.storage.records.amend(linkRequest(aLink(id, anna.email, FRIDAY_MS)));
      await Promise.all([
        ...links.map((id, i) => store(i).records.amend(linkUse(id, aSession(`ss ${id}`, FRIDAY_MS)))),
        store(round).records.amend(roleRemoval(anna.id, round % 2 ? LOCATION_ID : null)),
      ]);
      assert.deepEqual(await harness.storage.records.list('sessions'), []);
      assert.equal(await harness.storage.records.find('staff', { id: anna.id }), null);
    }
  }),
];
