/** While the storage is unavailable, pages are shown again to the same session, read-only. */
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
    clock.ms += 5000; // later than sessions are cached
  };
  const shown = async (by: typeof anna, headers = {}): Promise<readonly [number, string]> => {
    const answer = await by.get(path, headers);
    return [answer.status, await answer.text()];
  };
  return { ...opened, anna, bo, path, away, shown };
}

test('the last day is shown with its time while the database is unavailable, and refreshed when it is back', async () => {
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

test('the page contains the latest content that the script got, and the script itself gets a status', async () => {
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

test('D44 a kept page is shown to the same session only, not after sign-out, and for a limited time', async () => {
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

test('the kept pages are bounded: the one shown longest ago is dropped first', async () => {
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
