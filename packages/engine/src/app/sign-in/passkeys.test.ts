/** Passkeys in the engine (D44): challenges are valid once, for their requester, and counters increase. */
import { beforeEach, expect, test } from 'vitest';
import { BROWSER, staffSetup, type StaffSetup } from '../../../test-support/staff.ts';
import type { Passkey, StaffCaller } from '../../core/access/staff.ts';
import { purgeSignIns } from '../../ports/remove-records.ts';
import { MINUTE_MS } from '../../core/instant.ts';
import type { PasskeyActions } from './passkeys.ts';

const REFUSED = { code: 'passkey_refused' };

let setup: StaffSetup;
let anna: StaffCaller;

beforeEach(async () => {
  setup = await staffSetup();
  await setup.add('anna@example.se');
  ({ caller: anna } = await setup.enter('anna@example.se'));
});

const actions = (caller: StaffCaller = anna): PasskeyActions => setup.engine.staff(caller).passkeys;

async function add(id: string, challenge?: string): Promise<Passkey> {
  const made = { id, publicKey: new Uint8Array([1, 2]), counter: 1, transports: ['internal'] };
  return actions().add({
    challenge: challenge ?? (await actions().challenge()),
    name: 'tablet',
    verify: async () => made,
  });
}

async function enter(challenge: string, counter: number | null, browser = BROWSER, credentialId = 'k') {
  const verify = async () => (counter === null ? null : { counter });
  return setup.engine.signIn.passkeys.enter({ browser, challenge, credentialId, label: 'Firefox', verify });
}

const challengeOf = (browser = BROWSER) => setup.engine.signIn.passkeys.challenge({ browser });

test('D44 a passkey signs its owner in, and its counter increases', async () => {
  const added = await add('k');
  expect(await actions().list()).toEqual([added]);
  const { session, caller } = await enter(await challengeOf(), 2);
  expect(caller).toMatchObject({ staffId: anna.staffId, name: 'anna' });
  expect(await setup.engine.signIn.caller(session)).toEqual(caller);
  await expect(enter(await challengeOf(), 2)).rejects.toMatchObject(REFUSED);
  await enter(await challengeOf(), 3);
  await actions().remove('k');
  await actions().remove('k');
  await expect(enter(await challengeOf(), 4)).rejects.toMatchObject(REFUSED);
});

test('D44 a challenge is valid once, for five minutes, for sign-in in its browser only', async () => {
  await add('k');
  const challenge = await challengeOf();
  expect(challenge).toMatch(/^[\w-]+$/);
  for (const wrong of [
    await challengeOf('another'),
    await actions().challenge(),
    `${challenge}x`,
    challenge.slice(1),
    'x',
    '',
  ])
    await expect(enter(wrong, 2), wrong).rejects.toMatchObject(REFUSED);
  await expect(enter(challenge, null)).rejects.toMatchObject(REFUSED);
  await expect(enter(challenge, 2, BROWSER, 'unknown')).rejects.toMatchObject(REFUSED);
  await enter(challenge, 2);
  await expect(enter(challenge, 3)).rejects.toMatchObject(REFUSED);
  const late = await challengeOf();
  setup.clock.nowMs += 5 * MINUTE_MS - 1;
  await enter(late, 3);
  const later = await challengeOf();
  setup.clock.nowMs += 5 * MINUTE_MS;
  await expect(enter(later, 4)).rejects.toMatchObject(REFUSED);
  const ahead = await challengeOf();
  setup.clock.nowMs -= 5 * MINUTE_MS + 1;
  await expect(enter(ahead, 4)).rejects.toMatchObject(REFUSED);
});

test('D44 of ten concurrent sign-ins with one signature one succeeds', async () => {
  await add('k');
  const challenge = await challengeOf();
  const ends = await Promise.allSettled(Array.from({ length: 10 }, () => enter(challenge, 2)));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('D44 a passkey is added by the session that requested its challenge, once, and only if verified', async () => {
  const challenge = await actions().challenge();
  const other = await setup.enter('anna@example.se');
  const verify = async () => ({ id: 'k', publicKey: new Uint8Array([1]), counter: 0, transports: [] });
  await expect(actions(other.caller).add({ challenge, name: 'x', verify })).rejects.toMatchObject(REFUSED);
  await expect(actions().add({ challenge, name: 'x', verify: async () => null })).rejects.toMatchObject(
    REFUSED,
  );
  await expect(actions().add({ challenge, name: ' ', verify })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await add('k', challenge);
  await expect(add('l', challenge)).rejects.toMatchObject(REFUSED);
  await expect(add('k')).rejects.toMatchObject(REFUSED);
  for (let i = 1; i < 20; i++) await add(`k${i}`);
  await expect(add('one too many')).rejects.toMatchObject({ code: 'conflict' });
});

test('D44 requesting a challenge writes no data', async () => {
  const before = JSON.stringify(await setup.storage.records.list('sessions'));
  for (let i = 0; i < 5; i++) await challengeOf();
  expect(await purgeSignIns(setup.storage.records, Number.MAX_SAFE_INTEGER / 2)).toBe(1); // the session of the setup
  expect(before).toContain(anna.sessionId);
});

test('D44 passkeys of a removed member are invalid', async () => {
  await add('k');
  await setup.engine.operator.staff.remove(anna.staffId);
  await setup.add('anna@example.se');
  await expect(enter(await challengeOf(), 2)).rejects.toMatchObject(REFUSED);
});

test('D44 passkeys can be changed within 10 minutes after the sign-in; an older session must sign in again', async () => {
  const early = await actions().challenge();
  await add('k');
  setup.clock.nowMs += 10 * MINUTE_MS - 1;
  expect(await actions().isOpen()).toBe(true);
  const challenge = await actions().challenge();
  setup.clock.nowMs += 1;
  expect(await actions().isOpen()).toBe(false);
  const verify = async () => ({ id: 'l', publicKey: new Uint8Array([1]), counter: 0, transports: [] });
  for (const late of [
    () => actions().challenge(),
    () => actions().add({ challenge, name: 'x', verify }),
    () => actions().add({ challenge: early, name: 'x', verify }),
    () => actions().remove('k'),
  ])
    await expect(late()).rejects.toMatchObject({ code: 'sign_in_again' });
  expect((await actions().list()).map(({ id }) => id)).toEqual(['k']);
  const { caller } = await enter(await challengeOf(), 2);
  expect(await actions(caller).isOpen()).toBe(true);
  await actions(caller).remove('k');
  await expect(actions({ ...caller, sessionId: 'ss_none' }).challenge()).rejects.toMatchObject({
    code: 'sign_in_again',
  });
});

test('D44 adding a passkey sends an e-mail with browser and time; a rejected one sends none', async () => {
  await add('k');
  await expect(add('k')).rejects.toMatchObject(REFUSED);
  const madeMs = setup.clock.nowMs;
  setup.clock.nowMs += MINUTE_MS;
  await setup.engine.background.deliverDue();
  const about = () => setup.messages.filter(({ kind }) => kind === 'passkey_added');
  expect(about()).toEqual([
    expect.objectContaining({
      to: 'anna@example.se',
      name: 'anna',
      passkeyName: 'tablet',
      browser: 'Firefox',
      madeMs,
    }),
  ]);
  await add('l');
  await actions().remove('l'); // it could be used to sign in until now
  await setup.engine.background.deliverDue();
  expect(about()[1]).toMatchObject({ passkeyName: null });
  expect(new Set(about().map(({ id }) => id)).size).toBe(2);
  expect(JSON.stringify(await setup.storage.outbox.ofQueue('mail', 9))).not.toMatch(/example\.se|tablet/);
});
