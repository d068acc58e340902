import { insertion } from '../core/access/records.ts';
import { keyRevocation, keyRotation, keyUses } from '../core/access/key-steps.ts';
import assert from 'node:assert/strict';
import type { ApiKeyRecord } from '../core/access/api-key.ts';
import { DAY_MS } from '../core/instant.ts';
import { type ContractCase, idsOf, spread, test } from './contract-case.ts';
import { aKey, FRIDAY_MS } from './fixtures.ts';

export const keyCases: readonly ContractCase[] = [
  test('keys: are found by hash and by id, every field, and listed by age, for one partner when asked', async (harness) => {
    const {
      storage: { records },
    } = harness;
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
    for (const key of [other, full, aKey('key_1')]) await records.amend(insertion('keys', key));
    for (const key of [other, full, aKey('key_1')]) {
      assert.deepEqual(await records.find('keys', { id: key.id }), key);
      assert.deepEqual(await records.find('keys', { hash: key.hash }), key);
    }
    assert.deepEqual(
      [await records.find('keys', { id: 'key_4' }), await records.find('keys', { hash: 'hash of key_4' })],
      [null, null],
    );
    assert.deepEqual(idsOf(await records.list('keys')), ['key_1', 'key_2', 'key_3']);
    assert.deepEqual(await records.list('keys', { partner: 'acme' }), [aKey('key_1'), full]);
    assert.deepEqual(await records.list('keys', { partner: 'nobody' }), []);
  }),
  test('keys: one is revoked once, and keeps the first time', async ({ storage: { records } }) => {
    await records.amend(insertion('keys', aKey('key_1')));
    assert.deepEqual(
      await records.amend(keyRevocation('key_1', FRIDAY_MS + 5)),
      aKey('key_1', { revokedMs: FRIDAY_MS + 5 }),
    );
    assert.equal((await records.amend(keyRevocation('key_1', FRIDAY_MS + 9)))?.revokedMs, FRIDAY_MS + 5);
    assert.equal((await records.find('keys', { hash: 'hash of key_1' }))?.revokedMs, FRIDAY_MS + 5);
    assert.equal(await records.amend(keyRevocation('key_3', FRIDAY_MS)), null);
  }),
  test('keys: a rotated one ends when its overlap does, or at its own time if that is sooner', async (harness) => {
    const {
      storage: { records },
    } = harness;
    const overlapMs = FRIDAY_MS + DAY_MS;
    const olds = [
      [aKey('endless'), overlapMs],
      [aKey('long', { expiresMs: overlapMs + 1 }), overlapMs],
      [aKey('short', { expiresMs: overlapMs - 1 }), overlapMs - 1],
    ] as const;
    for (const [old, expiresMs] of olds) {
      await records.amend(insertion('keys', old));
      const next = aKey(`after ${old.id}`, { createdMs: FRIDAY_MS + 1, lastUsedMs: null });
      assert.deepEqual(await records.amend(keyRotation(old.id, next, overlapMs, FRIDAY_MS)), {
        ...old,
        expiresMs,
      });
      assert.deepEqual(await records.find('keys', { id: old.id }), { ...old, expiresMs });
      assert.deepEqual(await records.find('keys', { hash: next.hash }), next);
    }
  }),
  test('keys: an unknown, revoked or expired one gets no successor; a rotation is atomic', async (harness) => {
    const {
      storage: { records },
    } = harness;
    const olds = [
      aKey('revoked', { revokedMs: FRIDAY_MS - 1 }),
      aKey('expired', { expiresMs: FRIDAY_MS }),
      aKey('fine'),
    ];
    for (const old of olds) await records.amend(insertion('keys', old));
    const rotate = (oldId: string, key: ApiKeyRecord): Promise<ApiKeyRecord | null> =>
      records.amend(keyRotation(oldId, key, FRIDAY_MS + DAY_MS, FRIDAY_MS));
    for (const id of ['unknown', 'revoked', 'expired']) {
      assert.equal(await rotate(id, aKey('next')), null);
    }
    await assert.rejects(rotate('fine', aKey('next', { hash: 'hash of revoked' })), Error);
    assert.deepEqual((await records.list('keys')).toSorted(byId), olds.toSorted(byId));
    assert.equal((await rotate('fine', aKey('next')))?.id, 'fine');
  }),
  test('keys: of 10 concurrent rotations without an overlap one succeeds; with one, each success has made its key', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    const rotateAll = async (oldId: string, oldExpiresMs: number): Promise<readonly string[]> => {
      const made = Array.from({ length: 10 }, async (_, i) => {
        const key = aKey(`${oldId} ${i}`);
        return (await store(i).records.amend(keyRotation(oldId, key, oldExpiresMs, FRIDAY_MS)))
          ? [key.id]
          : [];
      });
      return (await Promise.all(made)).flat();
    };
    for (const [id, oldExpiresMs] of [
      ['at once', FRIDAY_MS],
      ['overlap', FRIDAY_MS + 1],
    ] as const) {
      await records.amend(insertion('keys', aKey(id)));
      const made = await rotateAll(id, oldExpiresMs);
      assert.equal(made.length, id === 'at once' ? 1 : 10);
      const there = idsOf(await records.list('keys')).filter((other) => other.startsWith(`${id} `));
      assert.deepEqual(there.toSorted(), made.toSorted());
      assert.equal((await records.find('keys', { id }))?.expiresMs, oldExpiresMs);
    }
  }),
  test('keys: it is noted when they were last used, and never earlier than was known', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    for (const id of ['a', 'b', 'c']) await records.amend(insertion('keys', aKey(id)));
    const use = (keyId: string, ms: number) => ({ keyId, usedMs: FRIDAY_MS + ms });
    await records.amend(keyUses([]));
    await records.amend(keyUses([use('a', 5), use('b', 9), use('unknown', 1), use('a', 3)]));
    const known = async (): Promise<readonly (number | null)[]> =>
      (await records.list('keys')).toSorted(byId).map(({ lastUsedMs }) => lastUsedMs);
    assert.deepEqual(await known(), [FRIDAY_MS + 5, FRIDAY_MS + 9, null]);
    await records.amend(keyUses([use('a', 4), use('b', 10)]));
    assert.deepEqual(await known(), [FRIDAY_MS + 5, FRIDAY_MS + 10, null]);
    const shuffled = Array.from({ length: 20 }, (_, i) => 100 + ((i * 7) % 20));
    await Promise.all(
      // Two that mark the same keys in opposite orders must not wait for each other.
      shuffled.map((ms, i) => {
        const uses = [use('a', ms), use('c', ms)];
        return store(i).records.amend(keyUses(i % 2 ? uses : uses.toReversed()));
      }),
    );
    assert.deepEqual(await known(), [FRIDAY_MS + 119, FRIDAY_MS + 10, FRIDAY_MS + 119]);
    assert.deepEqual(await records.find('keys', { id: 'b' }), aKey('b', { lastUsedMs: FRIDAY_MS + 10 }));
  }),
  test('keys: recording a use does not undo a concurrent change', async (harness) => {
    const store = spread(harness);
    const { records } = harness.storage;
    const ids = Array.from({ length: 12 }, (_, i) => `key_${i}`);
    for (const id of ids) await records.amend(insertion('keys', aKey(id)));
    const uses = ids.map((keyId) => ({ keyId, usedMs: FRIDAY_MS }));
    const change = (id: string, i: number): Promise<ApiKeyRecord | null> =>
      i % 2
        ? store(i).records.amend(keyRevocation(id, FRIDAY_MS + 1))
        : store(i).records.amend(keyRotation(id, aKey(`after ${id}`), FRIDAY_MS + 1, FRIDAY_MS));
    await Promise.all(ids.flatMap((id, i) => [store(i + 1).records.amend(keyUses(uses)), change(id, i)]));
    for (const [i, id] of ids.entries()) {
      const end = i % 2 ? { revokedMs: FRIDAY_MS + 1 } : { expiresMs: FRIDAY_MS + 1 };
      assert.deepEqual(await records.find('keys', { id }), aKey(id, { ...end, lastUsedMs: FRIDAY_MS }));
    }
  }),
];

function byId(a: ApiKeyRecord, b: ApiKeyRecord): number {
  return a.id.localeCompare(b.id);
}
