/** A visit to the demo's console by a sandbox key: how long it lasts, and what does not begin one. */
import { expect, test } from 'vitest';
import { engineSetup } from '../../../test-support/engine-setup.ts';
import { aLocation, LOCATION_ID } from '../../contract/fixtures.ts';
import { HOUR_MS, SECOND_MS } from '../../core/time/interval.ts';

const SECRET = new Uint8Array(32).fill(7);

async function setup() {
  const engines = engineSetup();
  await aLocation(engines.storage);
  const engine = engines.engine({ secretKeys: [SECRET] });
  const { key, record } = await engine.operator.keys.createSandbox({
    locationId: LOCATION_ID,
    email: 'dev@example.com',
    system: 'Hotel Nord',
  });
  return { ...engines, engine, make: engines.engine, key, record };
}

test('D20 D44 a sandbox key lets its holder in as a host who knows the bookings of this key only', async () => {
  const { engine, key, record } = await setup();
  const { session, caller } = await engine.sandbox.visit({ key });
  expect(caller).toEqual({
    staffId: record.id,
    name: 'Hotel Nord',
    sessionId: `visit_${record.id}`,
    roles: [{ locationId: LOCATION_ID, role: 'host' }],
    sight: `partner:${record.partner}`,
  });
  expect(await engine.signIn.caller(session)).toEqual(caller);
  expect(session).not.toContain(key);
});

test('D44 a visit is over after 12 hours, with its key, under another secret, and by a clock that was set back', async () => {
  const { engine, make, clock, key, record } = await setup();
  const { session } = await engine.sandbox.visit({ key });
  const gone = { code: 'session_unknown' };
  const begunMs = clock.nowMs;
  clock.nowMs = begunMs + 12 * HOUR_MS - SECOND_MS;
  await engine.signIn.caller(session);
  clock.nowMs = begunMs + 12 * HOUR_MS;
  await expect(engine.signIn.caller(session)).rejects.toMatchObject(gone);
  clock.nowMs = begunMs - HOUR_MS;
  await expect(engine.signIn.caller(session)).rejects.toMatchObject(gone);
  clock.nowMs = begunMs;
  await expect(make({ secretKeys: [SECRET.map(() => 8)] }).signIn.caller(session)).rejects.toMatchObject(
    gone,
  );
  const after = make({ secretKeys: [SECRET.map(() => 8), SECRET] });
  expect((await after.signIn.caller(session)).staffId).toBe(record.id);
  await engine.operator.keys.revoke(record.id);
  clock.nowMs += 4 * SECOND_MS;
  await expect(engine.signIn.caller(session)).rejects.toMatchObject(gone);
});

test('D44 no session can be made up from another: not for another key, nor for a later hour', async () => {
  const { engine, key, record } = await setup();
  const { session } = await engine.sandbox.visit({ key });
  const second = await engine.operator.keys.createSandbox({
    locationId: LOCATION_ID,
    email: 'other@example.com',
    system: 'app',
  });
  const [id, mac] = session.split('.');
  const began = Number(id!.split('_').at(-1));
  for (const made of [
    session.replace(record.id, second.record.id),
    `${id!.replace(`${began}`, `${began + 3600}`)}.${mac}`,
    `${id}.${'A'.repeat(43)}`,
    `${id}`,
    mac!,
    '',
  ])
    await expect(engine.signIn.caller(made)).rejects.toMatchObject({ code: 'session_unknown' });
});

test('D20 D44 no other key begins a visit, and none does on a server without a secret', async () => {
  const { engine, make, key, record } = await setup();
  const partners = await engine.operator.keys.create({ partner: 'hotel', locationIds: [LOCATION_ID] });
  for (const wrong of [partners.key, 'bord_test_nonsense', ''])
    await expect(engine.sandbox.visit({ key: wrong })).rejects.toMatchObject({ code: 'key_invalid' });
  await expect(make({ secretKeys: [] }).sandbox.visit({ key })).rejects.toMatchObject({
    code: 'key_invalid',
  });
  await engine.operator.keys.revoke(record.id);
  await expect(make({ secretKeys: [SECRET] }).sandbox.visit({ key })).rejects.toMatchObject({
    code: 'key_invalid',
  });
});
