/** What a storage promises of the keys of the partners. */
import assert from 'node:assert/strict';
import type { ApiKeyRecord } from '../core/access/api-key.ts';
import { DAY_MS } from '../core/time/interval.ts';
import { type ContractCase, spread } from './contract-case.ts';
import { aKey, FRIDAY_MS } from './fixtures.ts';

const idsOf = (keys: readonly ApiKeyRecord[]): string[] => keys.map(({ id }) => id);

export const keyCases: readonly ContractCase[] = [
  {
    name: 'keys: are found by hash and by id, every field, and listed by age, for one partner when asked',
    async run({ storage: { keys } }) {
      const full = aKey('key_2', {
        createdMs: FRIDAY_MS + 1,
        locationIds: null,
        scopes: [],
        expiresMs: FRIDAY_MS + DAY_MS,
        revokedMs: FRIDAY_MS + 2,
        lastUsedMs: FRIDAY_MS + 3,
        sandboxEmail: "o'neil@example.com",
        system: 'Bokning 🍽',
        rateLimit: 7,
      });
      const other = aKey('key_3', { createdMs: FRIDAY_MS + 2, partner: 'other' });
      for (const key of [other, full, aKey('key_1')]) await keys.insert(key);
      for (const key of [other, full, aKey('key_1')]) {
        assert.deepEqual(await keys.find(key.id), key);
        assert.deepEqual(await keys.findByHash(key.hash), key);
      }
      assert.deepEqual([await keys.find('key_4'), await keys.findByHash('hash of key_4')], [null, null]);
      assert.deepEqual(idsOf(await keys.list()), ['key_1', 'key_2', 'key_3']);
      assert.deepEqual(await keys.ofPartner('acme'), [aKey('key_1'), full]);
      assert.deepEqual(await keys.ofPartner('nobody'), []);
    },
  },
  {
    name: 'keys: one is revoked once, and the first time stands',
    async run({ storage: { keys } }) {
      await keys.insert(aKey('key_1'));
      assert.deepEqual(
        await keys.revoke('key_1', FRIDAY_MS + 5),
        aKey('key_1', { revokedMs: FRIDAY_MS + 5 }),
      );
      assert.equal((await keys.revoke('key_1', FRIDAY_MS + 9))?.revokedMs, FRIDAY_MS + 5);
      assert.equal((await keys.findByHash('hash of key_1'))?.revokedMs, FRIDAY_MS + 5);
      assert.equal(await keys.revoke('key_3', FRIDAY_MS), null);
    },
  },
  {
    name: 'keys: a rotated one ends when its overlap does, or at its own time if that is sooner',
    async run({ storage: { keys } }) {
      const overlapMs = FRIDAY_MS + DAY_MS;
      const olds = [
        [aKey('endless'), overlapMs],
        [aKey('long', { expiresMs: overlapMs + 1 }), overlapMs],
        [aKey('short', { expiresMs: overlapMs - 1 }), overlapMs - 1],
      ] as const;
      for (const [old, expiresMs] of olds) {
        await keys.insert(old);
        const next = aKey(`after ${old.id}`, { createdMs: FRIDAY_MS + 1, lastUsedMs: null });
        assert.deepEqual(await keys.rotate(old.id, next, overlapMs, FRIDAY_MS), { ...old, expiresMs });
        assert.deepEqual(await keys.find(old.id), { ...old, expiresMs });
        assert.deepEqual(await keys.findByHash(next.hash), next);
      }
    },
  },
  {
    name: 'keys: one that is unknown, revoked or expired has no successor; and nothing is done by halves',
    async run({ storage: { keys } }) {
      const olds = [
        aKey('revoked', { revokedMs: FRIDAY_MS - 1 }),
        aKey('expired', { expiresMs: FRIDAY_MS }),
        aKey('fine'),
      ];
      for (const old of olds) await keys.insert(old);
      const rotate = (oldId: string, key: ApiKeyRecord): Promise<ApiKeyRecord | null> =>
        keys.rotate(oldId, key, FRIDAY_MS + DAY_MS, FRIDAY_MS);
      for (const id of ['unknown', 'revoked', 'expired']) {
        assert.equal(await rotate(id, aKey('next')), null);
      }
      await assert.rejects(rotate('fine', aKey('next', { hash: 'hash of revoked' })), Error);
      assert.deepEqual((await keys.list()).toSorted(byId), olds.toSorted(byId));
      assert.equal((await rotate('fine', aKey('next')))?.id, 'fine');
    },
  },
  {
    name: 'keys: of 10 rotations at once without an overlap one succeeds; with one, each that says so has made its key',
    async run(harness) {
      const store = spread(harness);
      const { keys } = harness.storage;
      const rotateAll = async (oldId: string, oldExpiresMs: number): Promise<readonly string[]> => {
        const made = Array.from({ length: 10 }, async (_, i) => {
          const key = aKey(`${oldId} ${i}`);
          return (await store(i).keys.rotate(oldId, key, oldExpiresMs, FRIDAY_MS)) ? [key.id] : [];
        });
        return (await Promise.all(made)).flat();
      };
      for (const [id, oldExpiresMs] of [
        ['at once', FRIDAY_MS],
        ['overlap', FRIDAY_MS + 1],
      ] as const) {
        await keys.insert(aKey(id));
        const made = await rotateAll(id, oldExpiresMs);
        assert.equal(made.length, id === 'at once' ? 1 : 10);
        const there = idsOf(await keys.list()).filter((other) => other.startsWith(`${id} `));
        assert.deepEqual(there.toSorted(), made.toSorted());
        assert.equal((await keys.find(id))?.expiresMs, oldExpiresMs);
      }
    },
  },
  {
    name: 'keys: it is noted when they were last used, and never earlier than was known',
    async run(harness) {
      const store = spread(harness);
      const { keys } = harness.storage;
      for (const id of ['a', 'b', 'c']) await keys.insert(aKey(id));
      const use = (keyId: string, ms: number) => ({ keyId, usedMs: FRIDAY_MS + ms });
      await keys.markUsed([]);
      await keys.markUsed([use('a', 5), use('b', 9), use('unknown', 1), use('a', 3)]);
      const known = async (): Promise<readonly (number | null)[]> =>
        (await keys.list()).toSorted(byId).map(({ lastUsedMs }) => lastUsedMs);
      assert.deepEqual(await known(), [FRIDAY_MS + 5, FRIDAY_MS + 9, null]);
      await keys.markUsed([use('a', 4), use('b', 10)]);
      assert.deepEqual(await known(), [FRIDAY_MS + 5, FRIDAY_MS + 10, null]);
      const shuffled = Array.from({ length: 20 }, (_, i) => 100 + ((i * 7) % 20));
      await Promise.all(
        // Two that mark the same keys in opposite orders must not wait for each other.
        shuffled.map((ms, i) => {
          const uses = [use('a', ms), use('c', ms)];
          return store(i).keys.markUsed(i % 2 ? uses : uses.toReversed());
        }),
      );
      assert.deepEqual(await known(), [FRIDAY_MS + 119, FRIDAY_MS + 10, FRIDAY_MS + 119]);
      assert.deepEqual(await keys.find('b'), aKey('b', { lastUsedMs: FRIDAY_MS + 10 }));
    },
  },
  {
    name: 'keys: to note that one was used takes nothing back that happens to it at the same time',
    async run(harness) {
      const store = spread(harness);
      const { keys } = harness.storage;
      const ids = Array.from({ length: 12 }, (_, i) => `key_${i}`);
      for (const id of ids) await keys.insert(aKey(id));
      const uses = ids.map((keyId) => ({ keyId, usedMs: FRIDAY_MS }));
      const change = (id: string, i: number): Promise<ApiKeyRecord | null> =>
        i % 2
          ? store(i).keys.revoke(id, FRIDAY_MS + 1)
          : store(i).keys.rotate(id, aKey(`after ${id}`), FRIDAY_MS + 1, FRIDAY_MS);
      await Promise.all(ids.flatMap((id, i) => [store(i + 1).keys.markUsed(uses), change(id, i)]));
      for (const [i, id] of ids.entries()) {
        const end = i % 2 ? { revokedMs: FRIDAY_MS + 1 } : { expiresMs: FRIDAY_MS + 1 };
        assert.deepEqual(await keys.find(id), aKey(id, { ...end, lastUsedMs: FRIDAY_MS }));
      }
    },
  },
];

function byId(a: ApiKeyRecord, b: ApiKeyRecord): number {
  return a.id.localeCompare(b.id);
}
