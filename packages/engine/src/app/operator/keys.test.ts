import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import { aLocation, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import { DAY_MS } from '../../core/instant.ts';
import type { ApiKeyRequest } from './keys.ts';

let clock: VirtualClock;
let here: Process;

beforeEach(async () => {
  clock = virtualClock();
  here = aProcess(clock);
  await aLocation(here.shared);
});

const create = (given: Partial<ApiKeyRequest> = {}) =>
  here.engine.operator.keys.create({ partner: 'acme', locationIds: [LOCATION_ID], ...given });

test('§5.9 only the hash of a key is stored, with the requested terms', async () => {
  const { key, record } = await create({
    locationIds: [LOCATION_ID.toUpperCase(), LOCATION_ID],
    scopes: ['menu:read', 'menu:read'],
  });
  expect(key).toMatch(/^bord_live_/);
  expect(record).toMatchObject({ locationIds: [LOCATION_ID], scopes: ['menu:read'], rateLimit: 120 });
  expect(JSON.stringify(await here.engine.operator.keys.list())).not.toContain(
    key.slice('bord_live_'.length, -4),
  );
});

test('§5.9 D19 invalid terms are rejected, and no key is stored', async () => {
  const wrong: [Partial<ApiKeyRequest>, string][] = [
    [{ partner: 'Acme Ltd' }, 'invalid_request'],
    [{ partner: 'sandbox-acme' }, 'invalid_request'],
    [{ rateLimit: 0 }, 'invalid_request'],
    [{ rateLimit: 1.5 }, 'invalid_request'],
    [{ rateLimit: 1_000_001 }, 'invalid_request'],
    [{ expiresMs: clock.nowMs() }, 'invalid_request'],
    [{ locationIds: [LOCATION_ID, OTHER_LOCATION_ID] }, 'location_not_found'],
  ];
  for (const [given, code] of wrong) await expect(create(given)).rejects.toMatchObject({ code });
  expect(await here.engine.operator.keys.list()).toEqual([]);
  await create({ rateLimit: 1_000_000, expiresMs: clock.nowMs() + 1, locationIds: null });
});

test('§5.8 D20 an e-mail address has at most three active sandbox keys, each with a separate partner', async () => {
  const sandbox = (email: string) =>
    here.engine.operator.keys.createSandbox({ locationId: LOCATION_ID, email, system: 'app' });
  const made = [await sandbox('Dev@example.com'), await sandbox('dev@example.com')];
  made.push(await sandbox('DEV@EXAMPLE.COM'));
  await expect(sandbox('dev@example.com')).rejects.toMatchObject({ code: 'conflict' });
  await sandbox('other@example.com');
  expect(new Set(made.map(({ record }) => record.partner)).size).toBe(3);
  expect(made[0]!.record).toMatchObject({
    partner: expect.stringMatching(/^sandbox-/),
    rateLimit: 60,
    locationIds: [LOCATION_ID],
    expiresMs: clock.nowMs() + 30 * DAY_MS,
    sandboxEmail: 'Dev@example.com',
  });
  expect(made[0]!.key).toMatch(/^bord_test_/);
  await here.engine.operator.keys.revoke(made[0]!.record.id);
  await sandbox('dev@example.com');
  clock.pass(30 * DAY_MS);
  await sandbox('dev@example.com');
});

test('D19 only active keys can be rotated, and no sandbox keys; an overlap never extends the expiry', async () => {
  const { engine } = here;
  const sandbox = await engine.operator.keys.createSandbox({
    locationId: LOCATION_ID,
    email: 'dev@example.com',
    system: 'app',
  });
  await expect(engine.operator.keys.rotate(sandbox.record.id)).rejects.toMatchObject({ code: 'conflict' });
  await expect(engine.operator.keys.rotate('key_none')).rejects.toMatchObject({ code: 'key_not_found' });
  const endsMs = clock.nowMs() + 1000;
  const { record } = await create({ expiresMs: endsMs });
  for (const overlap of [-1, 0.5, NaN])
    await expect(engine.operator.keys.rotate(record.id, overlap)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  const rotated = await engine.operator.keys.rotate(record.id, DAY_MS);
  expect([rotated.old.expiresMs, rotated.record.expiresMs]).toEqual([endsMs, endsMs]);
  clock.pass(1000);
  await expect(engine.operator.keys.rotate(record.id)).rejects.toMatchObject({ code: 'conflict' });
});

test('D19 of two concurrent rotations of a key without an overlap only one succeeds', async () => {
  const { record } = await create();
  const there = aProcess(clock, { storage: here.shared });
  const both = await Promise.allSettled([
    here.engine.operator.keys.rotate(record.id, 0),
    there.engine.operator.keys.rotate(record.id, 0),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await here.engine.operator.keys.list()).toHaveLength(2);
});

test('D19 revoking is idempotent; a key is active until it is revoked or expired', async () => {
  const { engine } = here;
  const { record } = await create({ expiresMs: clock.nowMs() + 1000 });
  expect(engine.operator.keys.isActive(record)).toBe(true);
  const revoked = await engine.operator.keys.revoke(record.id);
  expect(engine.operator.keys.isActive(revoked)).toBe(false);
  clock.pass(1000);
  expect(engine.operator.keys.isActive(record)).toBe(false);
  expect(await engine.operator.keys.revoke(record.id)).toEqual(revoked);
  await expect(engine.operator.keys.revoke('key_none')).rejects.toMatchObject({ code: 'key_not_found' });
});
