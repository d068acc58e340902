import assert from 'node:assert/strict';
import { fingerprintRecord, maintenanceRun, serviceSwitch } from '../core/access/switch-steps.ts';
import { DAY_MS, HOUR_MS } from '../core/instant.ts';
import { LOCK_LEASE_MAX_MS } from '../ports/leader-locks.ts';
import type { Storage } from '../ports/storage.ts';
import { concurrently, type ContractCase, spread, test } from './contract-case.ts';
import { FRIDAY_MS } from './fixtures.ts';

export const sharedStateCases: readonly ContractCase[] = [
  test('rates: of many concurrent requests exactly the limit is allowed, key by key, and again when the window is over', async (harness) => {
    const { rates } = harness.storage;
    const stats = await Promise.all(Array.from({ length: 30 }, () => rates.take('key_1', 20, 30_000)));
    assert.equal(stats.filter(({ allowed }) => allowed).length, 20);
    assert.deepEqual(
      stats
        .map(({ remaining }) => remaining)
        .toSorted((a, b) => a - b)
        .slice(-3),
      [17, 18, 19],
    );
    assert.equal(
      stats.every(({ resetMs }) => resetMs > 0 && resetMs <= 30_000),
      true,
    );
    assert.equal((await rates.take('key_2', 20, 30_000)).remaining, 19);
    await harness.pass(30_100);
    assert.equal((await rates.take('key_1', 20, 30_000)).remaining, 19);
  }),
  test('leaderLocks: of many processes one gets it; that one can renew it, and after its time another takes it', async (harness) => {
    const { leaderLocks } = harness.storage;
    const store = spread(harness);
    const wanted = await concurrently(20, (i) => store(i).leaderLocks.take('sweep', `p${i}`, 30_000));
    assert.equal(wanted.filter(Boolean).length, 1);
    const holder = `p${wanted.indexOf(true)}`;
    assert.equal(await leaderLocks.take('sweep', holder, 30_000), true);
    assert.equal(await leaderLocks.take('sweep', 'other', 30_000), false);
    assert.equal(await leaderLocks.take('purge', 'other', 30_000), true);
    await leaderLocks.giveBack('sweep', 'other');
    assert.equal(await leaderLocks.take('sweep', 'other', 30_000), false);
    await harness.pass(30_000);
    assert.equal(await leaderLocks.take('sweep', 'other', 30_000), true);
    assert.equal(await leaderLocks.take('sweep', holder, 30_000), false);
    await leaderLocks.giveBack('sweep', 'other');
    assert.equal(await leaderLocks.take('sweep', holder, 30_000), true);
  }),
  test('secret key: of many that record a fingerprint concurrently one succeeds, and every opening reads it', async (harness) => {
    const store = spread(harness);
    const read = async ({ records }: Storage) => (await records.find('secretKey', {}))?.fingerprint;
    const replace = (i: number, instead: string | null, fingerprint: string) =>
      store(i).records.amend(fingerprintRecord(instead, fingerprint));
    assert.equal(await read(store(0)), null);
    const all = Array.from({ length: 12 }, (_, i) => String(i).repeat(32).slice(0, 32));
    const done = await Promise.all(all.map((fingerprint, i) => replace(i, null, fingerprint)));
    assert.equal(done.filter(Boolean).length, 1);
    const first = all[done.indexOf(true)]!;
    for (const opening of harness.openings) assert.equal(await read(opening), first);
    assert.equal(await replace(1, null, 'another'), false);
    assert.equal(await replace(1, 'foreign', 'another'), false);
    assert.equal(await read(store(0)), first);
    assert.equal(await replace(1, first, 'another'), true);
    assert.equal(await read(store(0)), 'another');
  }),
  test('leaderLocks: one that seems to be held for longer than anybody may was taken under another clock, and is free', async (harness) => {
    const {
      storage: { leaderLocks },
    } = harness;
    assert.equal(await leaderLocks.take('night', 'wrong', LOCK_LEASE_MAX_MS + 60_000), true);
    assert.equal(await leaderLocks.take('night', 'right', LOCK_LEASE_MAX_MS - 60_000), true);
    assert.equal(await leaderLocks.take('night', 'other', 2000), false);
  }),
  test('leaderLocks: those whose time was up before an instant are forgotten, and can be taken as ever', async (harness) => {
    const { leaderLocks, ...storage } = harness.storage;
    await leaderLocks.take('over', 'a', 100);
    await leaderLocks.take('held', 'a', HOUR_MS);
    await harness.pass(200);
    const nowMs = await storage.nowMs();
    assert.equal(await leaderLocks.purge(nowMs - 60_000), 0);
    assert.equal(await leaderLocks.purge(nowMs), 1);
    assert.equal(await leaderLocks.take('held', 'b', 2000), false);
    assert.equal(await leaderLocks.take('over', 'b', 2000), true);
  }),
  test('rates: windows that are over are deleted, up to a limit; current ones continue to count', async (harness) => {
    const { rates } = harness.storage;
    for (const key of ['a', 'b', 'c']) await rates.take(key, 1, 100);
    await rates.take('runs', 1, HOUR_MS);
    assert.equal(await rates.purge(0), 0);
    await harness.pass(200);
    assert.deepEqual([await rates.purge(2), await rates.purge(100), await rates.purge(100)], [2, 1, 0]);
    assert.equal((await rates.take('runs', 1, HOUR_MS)).allowed, false);
    assert.equal((await rates.take('a', 1, HOUR_MS)).allowed, true);
  }),
  test('maintenance: the last run is what was noted last, also when that is earlier; every opening sees it', async (harness) => {
    const { storage, openings } = harness;
    for (const opening of openings) assert.equal(await opening.records.find('maintenance', {}), null);
    for (const ranMs of [FRIDAY_MS, FRIDAY_MS + 5, FRIDAY_MS - 800 * DAY_MS]) {
      await storage.records.amend(maintenanceRun(ranMs));
      for (const opening of openings)
        assert.equal((await opening.records.find('maintenance', {}))?.lastRunMs, ranMs);
    }
  }),
  test('now: the storage’s clock advances, and is the same for every opening', async (harness) => {
    const beforeMs = await harness.storage.nowMs();
    assert.equal(Number.isInteger(beforeMs), true);
    await harness.pass(50);
    for (const opening of harness.openings) {
      const passedMs = (await opening.nowMs()) - beforeMs;
      assert.equal(passedMs >= 49 && passedMs < HOUR_MS, true, `${passedMs} ms have passed`);
    }
  }),
  test('service: is on until it is switched off, for every opening', async ({ storage, openings }) => {
    assert.equal((await storage.records.find('service', {}))?.enabled, true);
    for (const enabled of [false, false, true]) {
      await storage.records.amend(serviceSwitch(enabled));
      for (const opening of openings)
        assert.equal((await opening.records.find('service', {}))?.enabled, enabled);
    }
    await storage.check();
  }),
];
