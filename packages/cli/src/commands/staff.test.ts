import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';
import { fixtures, steps } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bord, DEMO, makeBord, words } from '../../test/run-bord.ts';

let bord: Bord;
beforeEach(() => void (bord = makeBord()));
afterEach(() => bord.remove());

interface Member {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly { readonly location: string; readonly role: string }[];
}

const add = (email: string, ...given: readonly string[]) =>
  bord.json<Member>('staff', 'add', email, '--location', DEMO, '--role', 'host', ...given);

/** Signs somebody in, as a server would. */
async function signIn(email: string, id: string): Promise<void> {
  const storage = sqliteStorage({ path: join(bord.folder, 'data/bord.db') });
  const nowMs = await storage.nowMs();
  await storage.records.amend(steps.linkRequest(fixtures.aLink(`signin_${id}`, email, nowMs)));
  await storage.records.amend(
    steps.linkUse(`signin_${id}`, fixtures.aSession(id, nowMs, { label: 'Safari on an iPad' })),
  );
  await storage.close();
}

test('D44 staff are added, listed, given other roles, and removed when somebody says yes', async () => {
  expect((await bord.run(['staff', 'list'])).out).toMatch(/^No staff yet: bord staff add /);
  const { out } = await bord.run(
    words(`staff add anna@example.se --location ${DEMO} --role host --name Anna`),
  );
  expect(out).toMatch(
    /^Anna \(anna@example.se\) may sign in at .+ as host: http:\/\/127\.0\.0\.1:\d+\/console\n$/,
  );
  const bo = await add('bo@example.se');
  expect(bo).toMatchObject({ name: 'bo', roles: [{ locationId: DEMO, role: 'host' }] });
  const again = await add('BO@Example.se', '--role', 'manager');
  expect(again).toMatchObject({
    id: bo.id,
    name: 'bo',
    email: 'bo@example.se',
    roles: [{ role: 'manager' }],
  });
  const list = (await bord.run(['staff', 'list', '--location', DEMO])).out;
  expect(list).toMatch(/^name +e-mail +may +id\n/);
  expect(list).toMatch(/^Anna +anna@example\.se +host at .+ st_\w+$/m);
  expect(list).toMatch(/^bo +bo@example\.se +manager at .+ st_\w+$/m);
  expect(await bord.refusal(['staff', 'remove', 'anna@example.se'])).toMatch(
    /Remove Anna \(anna@example\.se\)\? Now: host at .+\. This needs a confirmation in a terminal: repeat it with --yes/,
  );
  const removed = await bord.run(['staff', 'remove', 'ANNA@example.se', '--yes']);
  expect(removed.out).toBe('Anna (anna@example.se) is removed, and signed out everywhere.\n');
  expect(await bord.refusal(['staff', 'remove', 'bø@example.se', '--yes'])).toMatch(
    /no member of staff bø@example\.se \(did you mean bo@example\.se\?\)/,
  );
  expect(await bord.json<Member[]>('staff', 'list')).toMatchObject([{ id: bo.id }]);
});

test('D44 who works at two places loses one, and says which are left', async () => {
  await bord.json('staff', 'add', 'bo@example.se', '--location', DEMO, '--role', 'host');
  const file = bord.write(
    'syd.yaml',
    'name: Syd\ntimeZone: Europe/Stockholm\ntables: [{id: T1, seats: 2}]\nservicePeriods: [{name: D, days: daily, opens: "17:00", closes: "22:00"}]\n',
  );
  await bord.json('locations', 'apply', file);
  expect(await bord.refusal(words('staff remove bo@example.se --location Syd --yes'))).toMatch(
    /does not work at Syd: host at /,
  );
  await bord.json(...words('staff add bo@example.se --location Syd --role manager'));
  const { out } = await bord.run(words(`staff remove bo@example.se --location ${DEMO} --yes`));
  expect(out).toMatch(/^bo \(bo@example\.se\) works at .+ no more\. Left: manager at Syd\.\n$/);
  expect(await bord.json(...words('staff remove bo@example.se --yes'))).toMatchObject({
    removed: true,
    roles: [],
  });
});

test('D44 who is signed in is listed, and signed out by the id of the session', async () => {
  await add('anna@example.se', '--name', 'Anna');
  expect((await bord.run(['staff', 'sessions'])).out).toBe('The list of sessions is empty.\n');
  await signIn('anna@example.se', 'ss_1');
  await signIn('anna@example.se', 'ss_2');
  const shown = (await bord.run(['staff', 'sessions', 'anna@example.se'])).out;
  expect(shown).toMatch(/^name +browser +last seen +since +id\n/);
  expect(shown).toMatch(/^Anna +Safari on an iPad +.+ ss_1$/m);
  expect(await bord.refusal(['staff', 'sessions', 'end', 'ss_1'])).toMatch(
    /Sign Anna out at Safari on an iPad\?/,
  );
  expect((await bord.run(['staff', 'sessions', 'end', 'ss_1', '--yes'])).out).toBe(
    'Anna is signed out there.\n',
  );
  expect(await bord.refusal(['staff', 'sessions', 'end', 'ss_1', '--yes'])).toMatch(
    /no session has the id ss_1/,
  );
  expect(await bord.json('staff', 'sessions', 'list')).toMatchObject([
    { id: 'ss_2', name: 'Anna', email: 'anna@example.se', browser: 'Safari on an iPad' },
  ]);
  await add('bo@example.se');
  await signIn('bo@example.se', 'ss_3');
  for (const given of [[], ['ss_2', '--all']]) {
    const { code, err } = await bord.run(['staff', 'sessions', 'end', '--yes', ...given]);
    expect([code, err]).toEqual([2, 'bord: give an id, or --all\n']);
  }
  expect(await bord.refusal(words('staff sessions end --all'))).toMatch(/Sign 2 people out everywhere\?/);
  const all = words('staff sessions end --all --yes');
  expect((await bord.run(all)).out).toBe('2 people signed out everywhere.\n');
  expect((await bord.run(all)).out).toBe('There are no sessions.\n');
  expect(await bord.json('staff', 'sessions', 'list')).toEqual([]);
});

test('D44 the operator can remove the last manager of a location, with a warning before and after', async () => {
  await add('bo@example.se', '--role', 'manager');
  const asHost = words(`staff add bo@example.se --location ${DEMO} --role host`);
  const warning =
    /\n.+ has no manager now: bord staff add EMAIL --location ".+" --role manager makes one\.\n$/;
  expect((await bord.run(asHost)).out).toMatch(warning);
  expect((await bord.run(asHost)).out).not.toMatch(warning);
  await add('bo@example.se', '--role', 'manager');
  expect(await bord.refusal(['staff', 'remove', 'bo@example.se'])).toMatch(
    /Now: manager at (.+)\. This is the only manager of \1\. This needs a confirmation in a terminal/,
  );
  await add('eva@example.se', '--role', 'manager');
  expect((await bord.run(words('staff remove bo@example.se --yes'))).out).not.toMatch(warning);
  expect((await bord.run(words('staff remove eva@example.se --yes'))).out).toMatch(warning);
});

test('D43 the history of a booking names who did it, and a removed one as a former member', async () => {
  const { id: staffId } = await add('anna@example.se', '--name', 'Anna');
  const day = new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 10);
  const made = await bord.json(
    ...words(`bookings create --location ${DEMO} --party 2 --name Berg --at`),
    `${day} 19:00`,
  );
  const storage = sqliteStorage({ path: join(bord.folder, 'data/bord.db') });
  const engine = createEngine({ storage });
  const caller = {
    staffId,
    name: 'Anna',
    sessionId: '',
    roles: [{ locationId: DEMO, role: 'host' as const }],
  };
  const anna = engine.staff(caller).at(DEMO);
  await anna.bookings.pin(String(made['id']), true);
  const hers = await anna.bookings.create({
    startMs: Date.parse(`${day}T20:00:00Z`),
    partySize: 2,
    guest: { name: 'Ek' },
  });
  if (hers.kind !== 'booked') throw new Error('not booked');
  engine.detach();
  await storage.close();
  const show = async (id = String(made['id'])) => (await bord.run(['bookings', 'show', id])).out;
  expect(await show(hers.booking.id)).toMatch(/ made +Anna\n/);
  expect(await show()).toMatch(/ pinned +Anna +not pinned → pinned/);
  expect(await bord.json('bookings', 'show', String(made['id']))).toMatchObject({
    createdBy: 'cli',
    history: [{ kind: 'pinned', by: `staff:${staffId}`, byName: 'Anna' }],
  });
  expect(await bord.json('bookings', 'show', hers.booking.id)).toMatchObject({
    createdBy: `staff:${staffId}`,
    createdByName: 'Anna',
    history: [],
  });
  await bord.json('staff', 'remove', staffId, '--yes');
  expect(await show()).toMatch(/ pinned +a former member +not pinned → pinned/);
  expect(await show(hers.booking.id)).toMatch(/ made +a former member\n/);
});
