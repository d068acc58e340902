/** What a storage promises of the sessions of staff, and of what is over (D44, D45). */
import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import type { ContractCase, StorageHarness } from './contract-case.ts';
import { aLink, aMember, aSession, FRIDAY_MS } from './fixtures.ts';
import { withAnna, HOST, ids, signIn } from './staff-cases.ts';

async function twoSessions({ storage }: StorageHarness): Promise<number> {
  const nowMs = await storage.nowMs();
  await withAnna(storage);
  const bo = await storage.staff.grant(aMember('bo'), HOST, false);
  await signIn(storage, 'ss_a', 'anna@example.com', nowMs);
  await signIn(storage, 'ss_b', bo.email, nowMs + 1);
  return nowMs;
}

export const sessionCases: readonly ContractCase[] = [
  {
    name: 'staff: a session is found by its hash alone, with whose it is and what time it is',
    async run(harness) {
      const { storage } = harness;
      const nowMs = await twoSessions(harness);
      const { tokenHash, ...session } = aSession('ss_a', nowMs);
      const found = await storage.staff.session(tokenHash);
      assert.deepEqual(found?.session, { ...session, staffId: 'anna' });
      assert.deepEqual(found.member, await storage.staff.find('anna'));
      assert.ok(found.nowMs >= nowMs && found.nowMs <= (await storage.nowMs()));
      assert.equal(await storage.staff.session('ss_a'), null);
    },
  },
  {
    name: 'staff: sessions are listed by when they were used, of one member or of all; a use never goes back',
    async run(harness) {
      const { staff } = harness.storage;
      const nowMs = await twoSessions(harness);
      assert.deepEqual(ids(await staff.sessions(null)), ['ss_b', 'ss_a']);
      await staff.touch('ss_a', nowMs + 10);
      await staff.touch('ss_a', nowMs + 5);
      await staff.touch('ss_none', nowMs);
      const [first] = await staff.sessions(null);
      assert.deepEqual([first?.id, first?.seenMs, first?.createdMs], ['ss_a', nowMs + 10, nowMs]);
      assert.deepEqual(ids(await staff.sessions('bo')), ['ss_b']);
    },
  },
  {
    name: 'staff: a session is ended once, and by another member not at all',
    async run(harness) {
      const { staff } = harness.storage;
      await twoSessions(harness);
      assert.equal(await staff.end('ss_a', 'bo'), null);
      assert.equal((await staff.end('ss_a', 'anna'))?.id, 'ss_a');
      assert.equal(await staff.end('ss_a', 'anna'), null);
      assert.equal(await staff.session('hash of ss_a'), null);
      assert.equal((await staff.end('ss_b', null))?.staffId, 'bo');
      assert.deepEqual(await staff.sessions(null), []);
    },
  },
  {
    name: 'staff: what is over is deleted, and what a clock that was set back would have last longer',
    async run({ storage }) {
      const { staff } = storage;
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
        await staff.insertLink(aLink(`link ${id}`, email, now), []);
        await staff.enter(`link ${id}`, aSession(id, now, { createdMs: createdMs!, seenMs: seenMs! }));
      }
      await staff.insertLink(aLink('link', email, now), []);
      await staff.enter('link', aSession('old', now, { expiresMs: now }));
      const links = {
        good: [now, now + 1],
        ahead: [now + 5 * MINUTE_MS, now + DAY_MS],
        over: [now - 1, now],
        'far ahead': [now + 5 * MINUTE_MS + 1, now + DAY_MS],
      };
      for (const [id, [createdMs, expiresMs]] of Object.entries(links))
        await staff.insertLink(aLink(id, email, now, { createdMs: createdMs!, expiresMs: expiresMs! }), []);
      assert.equal(await staff.purge(now), 6);
      assert.equal(await staff.purge(now), 0);
      const left = ids(await staff.sessions(null)).toSorted();
      const good = ['fresh', 'from a clock that was a little ahead', 'used just within 12 hours'];
      assert.deepEqual(left, good);
      for (const id of ['good', 'ahead']) assert.notEqual(await staff.findLink(id), null);
      for (const id of ['over', 'far ahead']) assert.equal(await staff.findLink(id), null);
    },
  },
];
