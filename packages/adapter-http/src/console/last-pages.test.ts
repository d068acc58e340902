/** While the storage is away: what was shown is shown again, to the one to whom it was shown, and can be read alone. */
import { BookingError } from '@bord/engine';
import { expect, test } from 'vitest';
import { booking } from '../../test/runtime.ts';
import { tokenIn } from '../../../../test/support/signed-in.ts';
import { openConsole } from '../../test/console-browser.ts';
import { createLastPages } from './last-pages.ts';
import { siteAt, type Visitor, visitorOf } from './visitor.ts';

async function openEvening() {
  const opened = await openConsole();
  const { member, location, storage, clock, post } = opened;
  const anna = await member('anna@example.se');
  const bo = await member('bo@example.se');
  await post(`/locations/${location.id}/bookings`, booking({ name: 'Berglund' }));
  const path = `/console/${location.id}?date=2026-12-02&view=list`;
  const { read } = storage.records;
  const away = (isAway: boolean): void => {
    storage.records.read = isAway ? () => Promise.reject(new BookingError('unavailable')) : read;
    clock.ms += 5000; // nobody is known for certain any more
  };
  const shown = async (by: typeof anna, headers = {}): Promise<readonly [number, string]> => {
    const answer = await by.get(path, headers);
    return [answer.status, await answer.text()];
  };
  return { ...opened, anna, bo, path, away, shown };
}

test('the last evening is shown with its time while the database is away, and anew when it is back', async () => {
  const { anna, away, shown } = await openEvening();
  const [status, page] = await shown(anna);
  expect([status, page.includes('read-only')]).toEqual([200, false]);
  away(true);
  const [late, last] = await shown(anna);
  expect(late).toBe(503);
  expect(last).toContain('<body class="house read-only"');
  expect(last).toContain('This is the state at 13:00');
  expect(/<main[^]*<\/main>/.exec(last)?.[0]).toBe(/<main[^]*<\/main>/.exec(page)?.[0]);
  away(false);
  expect((await shown(anna))[0]).toBe(200);
});

test('what the script was given last is what is shown, and the script itself is told by the status', async () => {
  const { anna, away, shown, clock } = await openEvening();
  const fragment = { 'x-bord-fragment': '1' };
  await shown(anna);
  clock.ms += 20 * 60_000;
  const [, main] = await shown(anna, fragment);
  away(true);
  const [, last] = await shown(anna);
  expect(last).toContain('This is the state at 13:20');
  expect(last).toContain(main);
  expect(await shown(anna, fragment)).toEqual([503, expect.not.stringContaining('read-only')]);
});

test('D44 it is shown to nobody else, to nobody who has signed out, and not for long', async () => {
  const { anna, bo, away, shown, clock, browser } = await openEvening();
  await shown(anna);
  const copy = browser();
  for (const [name, value] of anna.cookies) copy.cookies.set(name, value);
  away(true);
  for (const other of [bo, browser()])
    expect(await shown(other)).toEqual([expect.anything(), expect.not.stringContaining('read-only')]);
  expect((await shown(copy))[1]).toContain('read-only'); // control: the session alone decides
  clock.ms += 10 * 60_000;
  expect(await shown(anna)).toEqual([503, expect.not.stringContaining('read-only')]);

  away(false);
  await shown(anna);
  await anna.post('/console/sign-out', { token: tokenIn(await (await anna.get('/console/me')).text()) });
  away(true);
  expect(await shown(copy)).toEqual([503, expect.not.stringContaining('read-only')]);
});

test('so much is kept and no more: the page that was shown longest ago goes first', async () => {
  const { engine, location } = await openConsole();
  engine.signIn.recall = () => ({ staffId: 'st_1', name: 'Anna', sessionId: 'ss_1', roles: [] });
  const pages = createLastPages(engine, 1000);
  const headers = new Headers({ cookie: '__Host-bord_session=x' });
  const visitor = (path: string): Visitor => visitorOf(siteAt('https://x'), { headers, path, search: '' }, 0);
  const input = { location, nowMs: 0, wantsFragment: false };
  const show = (target: string, size: number): unknown =>
    pages.keep(visitor(target), input, { status: 200, type: 'text/html', body: target.repeat(size) });
  const last = pages.orLast(async () => {
    throw new BookingError('unavailable');
  });
  const isThere = (target: string): Promise<boolean> =>
    last({ visitor: visitor(target) }).then(
      () => true,
      () => false,
    );
  for (const [target, size] of [
    ['a', 400],
    ['b', 400],
    ['a', 400],
    ['c', 200],
    ['d', 100],
  ] as const)
    show(target, size);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(isThere))).toEqual([true, false, true, true]);
  show('e', 1001);
  expect(await Promise.all(['a', 'c', 'd', 'e'].map(isThere))).toEqual([false, false, false, false]);
});
