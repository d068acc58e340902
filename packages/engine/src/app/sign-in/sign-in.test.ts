/** Sign-in and sign-out of staff (D44), and clocks that are set back (D45). */
import { beforeEach, expect, test } from 'vitest';
import { BROWSER, SECRET_KEYS, staffSetup, type StaffSetup } from '../../../test-support/staff.ts';
import { watched } from '../../../test-support/watched-storage.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts';

const LINK_UNKNOWN = { code: 'link_unknown' };
const SESSION_UNKNOWN = { code: 'session_unknown' };

let setup: StaffSetup;

beforeEach(async () => {
  setup = await staffSetup();
  await setup.add('anna@example.se');
});

const enterBy = (token: string, browser = BROWSER) =>
  setup.engine.signIn.enter({ token, browser, label: 'Firefox' });
const openBy = (token: string, browser = BROWSER) => setup.engine.signIn.open({ token, browser });
const caller = (session: string) => setup.engine.signIn.caller(session);

test('D44 only a member gets a link by e-mail, with browser and time; a request for an unknown address does the same work', async () => {
  const work: string[][] = [];
  for (const email of ['anna@example.se', 'nobody@example.se']) {
    const watchedStorage = watched(setup.storage);
    const engine = setup.another({ storage: watchedStorage.storage });
    await engine.signIn.ask({
      email,
      browser: BROWSER,
      clientAddress: '192.0.2.1',
      label: 'Firefox\non a tablet',
    });
    work.push([...watchedStorage.calls]);
    await setup.engine.background.deliverDue();
  }
  expect(work[0]).toEqual(work[1]);
  expect(setup.mails).toEqual([
    expect.objectContaining({
      to: 'anna@example.se',
      name: 'anna',
      browser: 'Firefox on a tablet',
      madeMs: setup.clock.nowMs,
      expiresMs: setup.clock.nowMs + 15 * MINUTE_MS,
    }),
  ]);
  expect(JSON.stringify(await setup.storage.outbox.ofQueue('mail', 9))).not.toContain('example.se');
});

test('D44 a link works once, within 15 minutes, in the requesting browser; opening it makes no change', async () => {
  const token = await setup.link('ANNA@example.se');
  for (let i = 0; i < 3; i++) expect(await openBy(token)).toEqual({ email: 'anna@example.se' });
  await expect(openBy(token, 'another')).rejects.toMatchObject(LINK_UNKNOWN);
  await expect(enterBy(token, 'another')).rejects.toMatchObject(LINK_UNKNOWN);
  await expect(enterBy(`${token}x`)).rejects.toMatchObject(LINK_UNKNOWN);
  await expect(enterBy(`signin_nobody.${token.split('.')[1]}`)).rejects.toMatchObject(LINK_UNKNOWN);
  const entered = await enterBy(token);
  expect(entered.caller).toMatchObject({ name: 'anna', roles: [{ role: 'host' }] });
  expect(await caller(entered.session)).toEqual(entered.caller);
  await expect(openBy(token)).rejects.toMatchObject(LINK_UNKNOWN);
  await expect(enterBy(token)).rejects.toMatchObject(LINK_UNKNOWN);
  const late = await setup.link('anna@example.se');
  setup.clock.nowMs += 15 * MINUTE_MS - 1;
  await openBy(late);
  setup.clock.nowMs += 1;
  await expect(openBy(late)).rejects.toMatchObject(LINK_UNKNOWN);
  await expect(enterBy(late)).rejects.toMatchObject(LINK_UNKNOWN);
});

test('D44 sessions and links are stored only as hashes', async () => {
  const { session } = await setup.enter('anna@example.se');
  expect(Buffer.from(session, 'base64url')).toHaveLength(32);
  const [stored] = await setup.storage.records.list('sessions');
  expect(JSON.stringify(stored)).not.toContain(session);
  expect(await setup.storage.records.find('sessions', { tokenHash: session })).toBeNull();
});

test('D44 a session ends after 12 hours without a request, and after 30 days with any number', async () => {
  const idle = await setup.enter('anna@example.se');
  setup.clock.nowMs += 12 * HOUR_MS - 1;
  await caller(idle.session);
  setup.clock.nowMs += 12 * HOUR_MS - 1;
  await caller(idle.session);
  setup.clock.nowMs += 12 * HOUR_MS;
  await expect(caller(idle.session)).rejects.toMatchObject(SESSION_UNKNOWN);
  const used = await setup.enter('anna@example.se');
  const endMs = setup.clock.nowMs + 30 * DAY_MS;
  while (setup.clock.nowMs + 6 * HOUR_MS < endMs) {
    setup.clock.nowMs += 6 * HOUR_MS;
    await caller(used.session);
  }
  setup.clock.nowMs = endMs - 1;
  await caller(used.session);
  setup.clock.nowMs = endMs;
  setup.another(); // a new process has an empty cache
  await expect(setup.another().signIn.caller(used.session)).rejects.toMatchObject(SESSION_UNKNOWN);
});

test('D44 the last use of a session is written at most once a minute', async () => {
  const { storage, count } = watched(setup.storage);
  const engine = setup.another({ storage });
  const { session } = await setup.enter('anna@example.se');
  for (let i = 0; i < 120; i++) {
    setup.clock.nowMs += 5 * SECOND_MS;
    await engine.signIn.caller(session);
  }
  expect(count('records.amend sessions')).toBe(10);
  expect(count('records.read sessions+staff')).toBe(120);
  await engine.signIn.caller(session);
  expect(count('records.read sessions+staff')).toBe(120);
});

test('D45 a clock that is set back does not restore or extend a session or link', async () => {
  const token = await setup.link('anna@example.se');
  const { session } = await setup.enter('anna@example.se');
  setup.clock.nowMs -= 4 * MINUTE_MS; // a usual correction of a clock
  await openBy(token);
  await caller(session);
  setup.clock.nowMs -= 2 * MINUTE_MS;
  await expect(setup.another().signIn.caller(session)).rejects.toMatchObject(SESSION_UNKNOWN);
  await expect(openBy(token)).rejects.toMatchObject(LINK_UNKNOWN);
  setup.clock.nowMs += 6 * MINUTE_MS;
  await expect(setup.another().signIn.caller(session)).rejects.toMatchObject(SESSION_UNKNOWN);

  const other = await setup.enter('anna@example.se');
  setup.clock.nowMs += 13 * HOUR_MS;
  await expect(caller(other.session)).rejects.toMatchObject(SESSION_UNKNOWN);
  setup.clock.nowMs -= 13 * HOUR_MS;
  await expect(caller(other.session)).rejects.toMatchObject(SESSION_UNKNOWN);
});

test('D45 expired sessions and links are deleted every minute, so that no clock can restore them', async () => {
  const token = await setup.link('anna@example.se');
  const { session } = await setup.enter('anna@example.se');
  await setup.engine.background.runMaintenance();
  setup.clock.nowMs += 12 * HOUR_MS;
  await setup.engine.background.runMaintenance();
  setup.clock.nowMs -= 12 * HOUR_MS;
  await expect(setup.another().signIn.caller(session)).rejects.toMatchObject(SESSION_UNKNOWN);
  await expect(openBy(token)).rejects.toMatchObject(LINK_UNKNOWN);
});

test('D44 signing out ends the session immediately, here and in other processes; idempotent', async () => {
  const here = watched(setup.storage);
  const there = setup.another({ storage: here.storage });
  const { session } = await setup.enter('anna@example.se');
  await there.signIn.caller(session);
  await setup.engine.signIn.leave(session);
  await setup.engine.signIn.leave(session);
  await expect(caller(session)).rejects.toMatchObject(SESSION_UNKNOWN);
  await there.signIn.caller(session); // the invalidation has not arrived yet
  here.tell({ kind: 'staff' });
  await expect(there.signIn.caller(session)).rejects.toMatchObject(SESSION_UNKNOWN);
});

test('D44 an ended session is noticed within seconds, also without an invalidation', async () => {
  const there = setup.another();
  const { session } = await setup.enter('anna@example.se');
  await there.signIn.caller(session);
  await setup.engine.signIn.leave(session);
  setup.clock.nowMs += 3 * SECOND_MS;
  await expect(there.signIn.caller(session)).rejects.toMatchObject(SESSION_UNKNOWN);
});

test('D44 a removed member is signed out everywhere, and waiting links stay invalid, also if the address is added again', async () => {
  const token = await setup.link('anna@example.se');
  const { session, caller: anna } = await setup.enter('anna@example.se');
  await setup.engine.operator.staff.remove(anna.staffId);
  await expect(caller(session)).rejects.toMatchObject(SESSION_UNKNOWN);
  await expect(openBy(token)).rejects.toMatchObject(LINK_UNKNOWN);
  await setup.add('anna@example.se');
  await expect(openBy(token)).rejects.toMatchObject(LINK_UNKNOWN);
  await expect(enterBy(token)).rejects.toMatchObject(LINK_UNKNOWN);
  await expect(caller(session)).rejects.toMatchObject(SESSION_UNKNOWN);
  const again = await setup.enter('anna@example.se');
  expect(again.caller.staffId).not.toBe(anna.staffId);
});

test('D44 the present roles apply', async () => {
  const { session } = await setup.enter('anna@example.se');
  await setup.add('anna@example.se', 'manager');
  expect(await caller(session)).toMatchObject({ roles: [{ role: 'manager' }] });
});

test('D44 a member lists and ends only sessions of their account', async () => {
  await setup.add('bo@example.se');
  const anna = await setup.enter('anna@example.se');
  const bo = await setup.enter('bo@example.se');
  const actions = setup.engine.staff(anna.caller);
  expect(await actions.sessions.list()).toMatchObject([{ id: anna.caller.sessionId, label: 'Firefox' }]);
  await actions.sessions.end(bo.caller.sessionId);
  await caller(bo.session);
  await actions.sessions.end(anna.caller.sessionId);
  await expect(caller(anna.session)).rejects.toMatchObject(SESSION_UNKNOWN);
});

test('D44 a server without a mailer or without a secret key rejects requests for links', async () => {
  const request = { email: 'anna@example.se', browser: BROWSER, clientAddress: '192.0.2.1' };
  for (const lacking of [{ mailer: null }, { secretKeys: [] }])
    await expect(setup.another(lacking).signIn.ask(request)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  await expect(setup.engine.signIn.ask({ ...request, email: 'no address' })).rejects.toMatchObject({
    code: 'invalid_request',
    path: ['email'],
  });
});

test('D44 a link requested under an older secret key is still sent and accepted', async () => {
  await setup.ask('anna@example.se');
  const renewed = setup.another({ secretKeys: [new Uint8Array(32).fill(9), ...SECRET_KEYS] });
  await renewed.background.deliverDue();
  const { token } = setup.mails.at(-1)!;
  expect(await renewed.signIn.open({ token, browser: BROWSER })).toEqual({ email: 'anna@example.se' });
});

test('the last read member is recalled for ten minutes, for an unavailable database, and not after any sign-out', async () => {
  const { storage, fail } = watched(setup.storage);
  const there = setup.another({ storage });
  const { session, caller: anna } = await setup.enter('anna@example.se');
  expect(there.signIn.recall(session)).toBeNull();
  await there.signIn.caller(session);
  setup.clock.nowMs += 9 * MINUTE_MS;
  fail('records.read sessions+staff', new Error('away'));
  await expect(there.signIn.caller(session)).rejects.toThrow('away');
  expect(there.signIn.recall(session)).toEqual(anna);
  setup.clock.nowMs += MINUTE_MS;
  expect(there.signIn.recall(session)).toBeNull();
  await there.signIn.caller(session);
  await there.signIn.leave(session);
  expect(there.signIn.recall(session)).toBeNull();
});

test('D44 D55 a link of the operator works once, in any browser, for the chosen time; the member is notified without the link', async () => {
  const { id } = await setup.add('anna@example.se');
  const make = (lastsMs?: number) => setup.engine.operator.staff.link(id, lastsMs);
  const { token, expiresMs } = await make(DAY_MS);
  expect(expiresMs).toBe(setup.clock.nowMs + DAY_MS);
  await setup.engine.background.deliverDue();
  const about = { kind: 'link_printed', to: 'anna@example.se', madeMs: setup.clock.nowMs, expiresMs };
  expect(setup.messages).toEqual([expect.objectContaining(about)]);
  expect(JSON.stringify(setup.messages)).not.toContain(token);
  setup.clock.nowMs += DAY_MS - 1;
  expect(await openBy(token, 'any')).toEqual({ email: 'anna@example.se' });
  await expect(openBy(`${token}x`, 'any')).rejects.toMatchObject(LINK_UNKNOWN);
  expect((await enterBy(token, 'another')).caller).toMatchObject({ staffId: id });
  await expect(enterBy(token, 'another')).rejects.toMatchObject(LINK_UNKNOWN);
  for (const [lastsMs, lives] of [
    [DAY_MS, DAY_MS],
    [undefined, 15 * MINUTE_MS],
  ] as const) {
    const late = await make(lastsMs);
    setup.clock.nowMs += lives;
    await expect(enterBy(late.token)).rejects.toMatchObject(LINK_UNKNOWN);
  }
  await expect(setup.engine.operator.staff.link('st_none')).rejects.toMatchObject({
    code: 'staff_not_found',
  });
  await expect(setup.another({ secretKeys: [] }).operator.staff.link(id)).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('D55 a link for the demo member, requested or printed, sends no e-mail', async () => {
  await setup.add('demo@bord.invalid', 'manager');
  await setup.ask('demo@bord.invalid');
  const members = await setup.engine.operator.staff.list();
  await setup.engine.operator.staff.link(members.find(({ email }) => email === 'demo@bord.invalid')!.id);
  await setup.engine.background.deliverDue();
  expect(setup.messages).toEqual([]);
});
