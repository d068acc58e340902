import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import { aLocation, LOCATION_ID } from '../../contract/fixtures.ts';
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts';
import type { MadeApiKey } from '../operator/keys.ts';

let clock: VirtualClock;
let here: Process;
/** A second process on the same storage. */
let there: Process;
let made: MadeApiKey;

beforeEach(async () => {
  clock = virtualClock();
  here = aProcess(clock);
  there = aProcess(clock, { storage: here.shared });
  await aLocation(here.shared);
  made = await here.engine.operator.keys.create({ partner: 'acme', locationIds: [LOCATION_ID] });
});

/** Whether a process accepts the key. */
async function opens({ engine }: Process, key: string | null = made.key): Promise<boolean> {
  try {
    return (await engine.authenticate(key)).partner === 'acme';
  } catch (error) {
    expect(error).toMatchObject({ code: 'key_invalid' });
    return false;
  }
}

const bothOpen = async (): Promise<readonly boolean[]> => [await opens(here), await opens(there)];
const queries = (): number => here.count('records.find keys');

test('§5.2 a missing, malformed, unknown or revoked key is rejected; the first two need no query', async () => {
  expect(await opens(here, null)).toBe(false);
  expect(await opens(here, '')).toBe(false);
  expect(
    await opens(
      here,
      made.key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
    ),
  ).toBe(false);
  expect(queries()).toBe(0);
  const elsewhere = await aProcess(clock).engine.operator.keys.create({ partner: 'acme', locationIds: null });
  expect([await opens(here, elsewhere.key), await opens(here, elsewhere.key)]).toEqual([false, false]);
  expect(queries()).toBe(2);
  await here.engine.operator.keys.revoke(made.record.id);
  expect(await opens(here)).toBe(false);
});

test('D19 a recently used key is not looked up again for 3 s', async () => {
  await opens(here);
  clock.pass(2999);
  await opens(here);
  expect(queries()).toBe(1);
  clock.pass(1);
  await opens(here);
  expect(queries()).toBe(2);
});

test('D19 a revoked key is rejected from then on, also if it was cached', async () => {
  expect(await bothOpen()).toEqual([true, true]);
  await here.engine.operator.keys.revoke(made.record.id);
  expect(await opens(here)).toBe(false);
  there.tell({ kind: 'anything' });
  expect(await opens(there)).toBe(false);
});

test('D19 a process without the invalidation notices a revocation within 3 s', async () => {
  expect(await bothOpen()).toEqual([true, true]);
  await here.engine.operator.keys.revoke(made.record.id);
  clock.pass(3000);
  expect(await bothOpen()).toEqual([false, false]);
});

test('D19 a cached key expires to the millisecond', async () => {
  const expiresMs = clock.nowMs() + MINUTE_MS;
  const { key } = await here.engine.operator.keys.create({ partner: 'acme', locationIds: null, expiresMs });
  clock.pass(MINUTE_MS - 1);
  expect(await opens(here, key)).toBe(true);
  clock.pass(1);
  expect(await opens(here, key)).toBe(false);
});

test('D19 a key rotated without an overlap ends immediately, also if it was cached', async () => {
  expect(await opens(here)).toBe(true);
  const { key, old } = await here.engine.operator.keys.rotate(made.record.id, 0);
  expect(await opens(here)).toBe(false);
  expect(await opens(here, key)).toBe(true);
  expect(old.expiresMs).toBe(clock.nowMs());
});

test('D19 a key rotated with an overlap stays valid for that time, and the new one has the same terms', async () => {
  expect(await opens(here)).toBe(true);
  const { key, record } = await here.engine.operator.keys.rotate(made.record.id);
  const { partner, locationIds, scopes, rateLimit, expiresMs } = made.record;
  expect(record).toMatchObject({ partner, locationIds, scopes, rateLimit, expiresMs });
  clock.pass(DAY_MS - 1);
  expect([await opens(here), await opens(here, key)]).toEqual([true, true]);
  clock.pass(1);
  expect([await opens(here), await opens(here, key)]).toEqual([false, true]);
});

test('D19 uses are stored on request, once, and the latest counts', async () => {
  const lastUsed = async (): Promise<number | null> =>
    (await here.engine.operator.keys.list())[0]!.lastUsedMs;
  const firstMs = clock.nowMs();
  await opens(here);
  await here.engine.background.storeKeyUses();
  expect(await lastUsed()).toBe(firstMs);
  clock.pass(1000);
  await opens(here);
  clock.pass(1000);
  await opens(here); // from the cache: that is a use, too
  expect(await lastUsed()).toBe(firstMs);
  await here.engine.background.storeKeyUses();
  expect(await lastUsed()).toBe(firstMs + 2000);
  await here.engine.background.storeKeyUses();
  expect(here.count('records.amend keys')).toBe(2);
});

test('D19 nightly maintenance stops even if the last uses cannot be stored, and the failure is reported', async () => {
  const maintenance = here.engine.background.startMaintenance();
  await opens(here);
  here.fail('records.amend keys', new Error('away'));
  await maintenance.stop();
  expect(here.facts).toContainEqual(expect.objectContaining({ kind: 'fault', where: 'housekeeping' }));
});

test('D19 a rejected key does not count as used', async () => {
  await here.engine.operator.keys.revoke(made.record.id);
  await opens(here);
  await here.engine.background.storeKeyUses();
  expect((await here.engine.operator.keys.list())[0]!.lastUsedMs).toBeNull();
});

test('D17 requests are counted by key, with its limit', async () => {
  const { key } = await here.engine.operator.keys.create({
    partner: 'acme',
    locationIds: null,
    rateLimit: 2,
  });
  const caller = await here.engine.authenticate(key);
  const allStats = [];
  for (const process of [here, there, here])
    allStats.push(await process.engine.partner(caller).countRequest());
  expect(allStats.map(({ remaining }) => remaining)).toEqual([1, 0, 0]);
  expect(allStats.map(({ allowed }) => allowed)).toEqual([true, true, false]);
  const other = await here.engine.authenticate(made.key);
  expect((await here.engine.partner(other).countRequest()).remaining).toBe(119);
});
