import { LANGUAGES } from '../../i18n/languages.ts';
import { expect, test } from 'vitest';
import { booking, openConsole } from '../../../../../test/support/console-visit.ts';
import { HOUSE_STYLE } from './house-style.ts';

const PATHS = ['month', 'turns', 'plan', 'closures'];

test('D44 hosts see the restaurant, managers also its staff; members of other restaurants and strangers get 404 or a sign-in', async () => {
  const { visitor, here, other } = await openConsole();
  const [host, manager] = [await visitor('host'), await visitor('manager')];
  const stranger = await visitor('manager', other.id, 'stranger');
  for (const path of PATHS) {
    expect((await host.ask(`${here}/${path}`)).status, path).toBe(200);
    expect((await stranger.ask(`${here}/${path}`)).status, path).toBe(404);
  }
  expect((await host.ask(`${here}/staff`)).status).toBe(403);
  expect((await manager.ask(`${here}/staff`)).status).toBe(200);
  expect((await stranger.ask(`${here}/staff`)).status).toBe(404);
  const closing = '<form method="post" action="" class="closure">';
  expect((await manager.ask(`${here}/closures`)).text).toContain(closing);
  expect((await host.ask(`${here}/closures`)).text).not.toContain(closing);
});

test('the month shows each day’s guests and rejections, and links to the day', async () => {
  const { visitor, here, book } = await openConsole();
  const host = await visitor('host');
  await book(booking());
  await book(booking({ startsAt: '2026-12-02T18:15:00Z', partySize: 4 }));
  await book(booking({ startsAt: '2026-12-02T18:15:00Z', partySize: 3 }));
  const { text } = await host.ask(`${here}/month`);
  expect(text).toContain('Wednesday 2 December, 6 guests in 2 parties, 3 rejected');
  expect(text).toContain(`href="${here}?date=2026-12-02"`);
  expect(text.match(/<td>\s*<a class="day/g)).toHaveLength(31);
  expect(text).toContain('<b>1 request</b>');
  expect((await host.ask(`${here}/month?month=2027-02`)).text).toContain('February 2027');
  for (const nonsense of ['2027-99', 'x', ''])
    expect((await host.ask(`${here}/month?month=${nonsense}`)).text).toContain('December 2026');
});

test('the shades of the month follow its figures, are in the style, and keep text readable', async () => {
  const { visitor, here, book } = await openConsole();
  const host = await visitor('host');
  await book(booking());
  const { text } = await host.ask(`${here}/month`);
  const shades = new Set(text.match(/\b(?:busy|vain)-\d/g));
  expect(shades.size).toBe(10);
  for (const shade of shades) expect(HOUSE_STYLE).toContain(`.${shade} {`);
});

test('every page has its texts in every language, and no inline style or script', async () => {
  const { visitor, here } = await openConsole();
  const manager = await visitor('manager');
  for (const language of LANGUAGES)
    for (const path of [...PATHS, 'staff']) {
      const { text, headers } = await manager.ask(`${here}/${path}?lang=${language}`);
      expect(headers.get('content-language'), path).toMatch(new RegExp(`^(?:${language}|nb)`));
      expect(text).not.toMatch(/ style="|<style|<script>| on\w+="|undefined|\[object/);
    }
});

test('turn times are read for at most a year, and an invalid range is the last 90 days', async () => {
  const { visitor, here } = await openConsole();
  const host = await visitor('host');
  const fromOf = async (query: string): Promise<string | undefined> =>
    /id="from"[^>]* value="([^"]+)"/.exec((await host.ask(`${here}/turns?${query}`)).text)?.[1];
  expect(await fromOf('from=2000-01-01&to=2026-12-01')).toBe('2025-11-30');
  expect(await fromOf('from=2026-11-01&to=2026-12-01')).toBe('2026-11-01');
  for (const nonsense of ['from=2026-12-02&to=2026-12-01', 'from=x&to=y', ''])
    expect(await fromOf(nonsense)).toBe('2026-09-02');
});

test('D8 a manager closes days and hours, sees the affected bookings, and opens again; a host can do neither', async () => {
  const { visitor, here, book, location, engine } = await openConsole();
  const [host, manager] = [await visitor('host'), await visitor('manager')];
  await book(booking({ phone: '+46 70 123' }));
  await book(booking({ startsAt: '2026-12-01T18:00:00Z', name: 'Nilsson' }));
  const typed = { fromDate: '2026-12-02', fromTime: '', toDate: '', toTime: '', reason: 'Bröllop <b>' };
  const closures = async () => (await engine.operator.locations.read(location.id)).closures;

  const token = await host.tokenOn(here);
  const body = new URLSearchParams({ token, ...typed });
  const refused = await host.ask(`${here}/closures`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body,
  });
  expect([refused.status, await closures()]).toEqual([403, []]);

  const made = await manager.send(`${here}/closures`, typed);
  expect(made.status).toBe(303);
  const [closure] = await closures();
  expect(closure).toMatchObject({ from: '2026-12-02', to: '2026-12-02', reason: 'Bröllop <b>' });
  const { text } = await manager.ask(made.headers.get('location')!);
  for (const part of [
    'The restaurant is closed then.',
    '1 booking is in it',
    'Astrid',
    'tel:+4670123',
    'Bröllop &lt;b&gt;',
  ])
    expect(text).toContain(part);

  const path = `${here}/closures/${closure!.id}`;
  expect((await host.ask(path)).status).toBe(403);
  expect((await manager.ask(path)).text).toContain('Open again?');
  expect((await manager.send(path, {})).headers.get('location')).toBe(`${here}/closures?done=removed`);
  expect(await closures()).toEqual([]);
  expect((await manager.ask(path)).headers.get('location')).toBe(`${here}/closures?done=gone`);
});

test('an invalid closure is shown again with the typed values, and is not saved', async () => {
  const { visitor, here, location, engine } = await openConsole();
  const manager = await visitor('manager');
  const typed = { fromDate: '2026-12-05', fromTime: '18:00', toDate: '', toTime: '21:00', reason: '' };
  for (const [given, fault] of [
    [{ fromDate: '' }, 'Please say when it begins.'],
    [{ toTime: '' }, 'Please give both times, or none.'],
    [{ toTime: '17:00' }, 'The end must be after the beginning.'],
    [{ toDate: '2026-12-04' }, 'The end must be after the beginning.'],
    [{ reason: 'x'.repeat(201) }, 'Please write at most 200 characters.'],
  ] as const) {
    const again = await manager.send(`${here}/closures`, { ...typed, ...given });
    expect(again.status, fault).toBe(422);
    expect(again.text).toContain(fault);
    expect(again.text).toContain(
      'value="2026-12-05"'.replace('2026-12-05', 'fromDate' in given ? '' : '2026-12-05'),
    );
  }
  expect((await engine.operator.locations.read(location.id)).closures).toEqual([]);
  expect((await manager.send(`${here}/closures`, typed)).status).toBe(303);
  expect((await engine.operator.locations.read(location.id)).closures).toMatchObject([
    { from: '2026-12-05T18:00', to: '2026-12-05T21:00', reason: null },
  ]);
});

test('closures show their days and times in the language of the page', async () => {
  const { visitor, here, location, engine } = await openConsole();
  const manager = await visitor('manager');
  const { closures } = engine.operator.at(location.id);
  const evening = await closures.add({ from: '2026-12-05T18:00', to: '2026-12-05T21:00', reason: null });
  await closures.add({ from: '2026-12-24', to: '2027-01-02', reason: null });
  const { text } = await manager.ask(`${here}/closures?lang=sv&id=${evening.id}`);
  for (const part of [
    'Lördag 5 december kl.\u00A018.00</a',
    'lördag 5 december kl.\u00A018.00–21.00</h2>',
    'Torsdag 24 december</a',
    '<td>Lördag 2 januari 2027</td>',
    'torsdag 24 december – lördag 2 januari 2027"',
  ])
    expect(text).toContain(part);
  expect((await manager.ask(`${here}/closures/${evening.id}`)).text).toContain(
    'closed Saturday 5 December at 18:00–21:00.',
  );
});

test('D44 a manager adds, changes and removes members, except the last manager; the same member added twice succeeds', async () => {
  const { visitor, here, engine, location, other } = await openConsole();
  const manager = await visitor('manager');
  const stranger = await visitor('host', other.id, 'stranger');
  const staff = async () =>
    (await engine.operator.staff.list({ locationId: location.id })).map(({ email, roles }) => [
      email,
      roles[0]?.role,
    ]);

  // The second time as after a lost answer.
  for (const _ of [1, 2]) {
    const sent = { name: 'Kari', email: 'kari@example.se', role: 'host' };
    const added = await manager.send(`${here}/staff`, sent);
    expect(added.headers.get('location')).toBe(`${here}/staff?done=added`);
  }
  expect(await staff()).toContainEqual(['kari@example.se', 'host']);
  const kari = (await engine.operator.staff.list({ locationId: location.id })).find(
    ({ name }) => name === 'Kari',
  )!;
  await manager.send(`${here}/staff`, { role: 'manager' }, `${here}/staff/${kari.id}`);
  expect(await staff()).toContainEqual(['kari@example.se', 'manager']);
  await manager.send(`${here}/staff/${kari.id}/remove`, {});
  expect(await staff()).toEqual([['manager@example.se', 'manager']]);

  for (const [path, fields] of [
    [`${here}/staff/${manager.member.id}/remove`, {}],
    [`${here}/staff/${manager.member.id}`, { role: 'host' }],
  ] as const) {
    const refused = await manager.send(`${here}/staff`, fields, path);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('The restaurant needs a manager');
  }
  const bad = await manager.send(`${here}/staff`, { name: 'Nobody', email: 'nobody', role: 'host' });
  expect([bad.status, bad.text.includes('Please enter an e-mail address')]).toEqual([422, true]);
  for (const typed of [
    { name: 'x', role: 'manager' },
    { name: 'manager', role: 'host' },
  ]) {
    const double = await manager.send(`${here}/staff`, { ...typed, email: 'MANAGER@example.se' });
    expect([double.status, double.text.includes('already on the list')]).toEqual([422, true]);
  }
  const foreign = await manager.send(`${here}/staff`, {}, `${here}/staff/${stranger.member.id}/remove`);
  expect(foreign.status).toBe(404);
  expect(await staff()).toEqual([['manager@example.se', 'manager']]);
});
