/** The contract for sessions of staff, and for their expiry (D44, D45). */
import assert from 'node:assert/strict';
import { removal } from '../core/access/records.ts';
import { linkRequest, linkUse, roleGrant, sessionUse } from '../core/access/staff-steps.ts';
import { purgeSignIns } from '../ports/remove-records.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import { type ContractCase, idsOf, type StorageHarness, test } from './contract-case.ts';
import { aLink, aMember, aSession, FRIDAY_MS } from './fixtures.ts';
import { withAnna, HOST, signIn } from './staff-cases.ts';

async function twoSessions({ storage }: StorageHarness): Promise<number> {
  const nowMs = await storage.nowMs();
  await withAnna(storage);
  const bo = await storage.records.amend(roleGrant(aMember('bo'), HOST, false));
  await signIn(storage, 'ss_a', 'anna@example.com', nowMs);
  await signIn(storage, 'ss_b', bo.email, nowMs + 1);
  return nowMs;
}

export const sessionCases: readonly ContractCase[] = [
  test('staff: a session is found by its hash alone, with its member and the time', async (harness) => {
    const { storage } = harness;
    const nowMs = await twoSessions(harness);
    const session = aSession('ss_a', nowMs);
    const by = { tokenHash: session.tokenHash };
    const found = await storage.records.read({ sessions: by, staff: by });
    assert.deepEqual(found.sessions, [{ ...session, staffId: 'anna' }]);
    assert.deepEqual(found.staff, [await storage.records.find('staff', { id: 'anna' })]);
    assert.ok(found.nowMs >= nowMs && found.nowMs <= (await storage.nowMs()));
    assert.equal(await storage.records.find('sessions', { tokenHash: 'ss_a' }), null);
  }),
  test('staff: sessions are listed by when they were used, of one member or of all; a use never goes back', async (harness) => {
    const { records } = harness.storage;
    const nowMs = await twoSessions(harness);
    assert.deepEqual(idsOf(await records.list('sessions')), ['ss_b', 'ss_a']);
    await records.amend(sessionUse('ss_a', nowMs + 10));
    await records.amend(sessionUse('ss_a', nowMs + 5));
    await records.amend(sessionUse('ss_none', nowMs));
    const [first] = await records.list('sessions');
    assert.deepEqual([first?.id, first?.seenMs, first?.createdMs], ['ss_a', nowMs + 10, nowMs]);
    assert.deepEqual(idsOf(await records.list('sessions', { staffId: 'bo' })), ['ss_b']);
  }),
  test('staff: a session is ended once, and by another member not at all', async (harness) => {
    const { records } = harness.storage;
    await twoSessions(harness);
    assert.equal(await records.amend(removal('sessions', 'ss_a', 'bo')), null);
    assert.equal((await records.amend(removal('sessions', 'ss_a', 'anna')))?.id, 'ss_a');
    assert.equal(await records.amend(removal('sessions', 'ss_a', 'anna')), null);
    assert.equal(await records.find('sessions', { tokenHash: 'hash of ss_a' }), null);
    assert.equal((await records.amend(removal('sessions', 'ss_b')))?.staffId, 'bo');
    assert.deepEqual(await records.list('sessions'), []);
  }),
  test('staff: expired sessions and links are deleted, and those that a clock set back would prolong', async (harness) => {
    const { storage } = harness;
    const { records } = storage;
    const { email } = await withAnna(storage);
    const now = FRIDAY_MS;
    const sessions = {
      fresh: [now, now],
      'used just within 12 hours': [now - DAY_MS, now - 12 * HOUR_MS + 1],
      'from a clock that was a little ahead': [now + 5 * MINUTE_MS, now + 5 * MINUTE_MS],
      idle: [now - DAY_MS, now - 12 * HOUR_MS],
      'from a clock that was far ahead': [now, now + 5 * MINUTE_MS + 1],
      'begun later than now': [now + 5 * MINUTE_MS + 1, now],
    };
    for (const [id, [createdMs, seenMs]] of Object.entries(sessions)) {
      await records.amend(linkRequest(aLink(`link ${id}`, email, now)));
      await records.amend(
        linkUse(`link ${id}`, aSession(id, now, { createdMs: createdMs!, seenMs: seenMs! })),
      );
    }
    await records.amend(linkRequest(aLink('link', email, now)));
    await records.amend(linkUse('link', aSession('old', now, { expiresMs: now })));
    const links = {
      good: [now, now + 1],
      ahead: [now + 5 * MINUTE_MS, now + DAY_MS],
      over: [now - 1, now],
      'far ahead': [now + 5 * MINUTE_MS + 1, now + DAY_MS],
    };
    for (const [id, [createdMs, expiresMs]] of Object.entries(links))
      await records.amend(
        linkRequest(aLink(id, email, now, { createdMs: createdMs!, expiresMs: expiresMs! })),
      );
    assert.equal(await purgeSignIns(records, now), 6);
    assert.equal(await purgeSignIns(records, now), 0);
    const left = idsOf(await records.list('sessions')).toSorted();
    const good = ['fresh', 'from a clock that was a little ahead', 'used just within 12 hours'];
    assert.deepEqual(left, good);
    for (const id of ['good', 'ahead']) assert.notEqual(await records.find('links', { id }), null);
    for (const id of ['over', 'far ahead']) assert.equal(await records.find('links', { id }), null);
  }),
  test('staff: a deletion that began before a session was used keeps it, however long it was paused', async (harness) => {
    const nowMs = await twoSessions(harness);
    const { records } = harness.storage;
    assert.equal(await purgeSignIns(records, nowMs - DAY_MS), 0);
    assert.equal((await records.list('sessions')).length, 2);
  }),
];
