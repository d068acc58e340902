/** The console's actions in a real browser: without JavaScript, by thumb, and as axe sees them. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aConsoleWorld, at, LOCATION_ID, type Person } from '../console/console-client.ts';
import { IS_LONG } from '../support/long.ts';
import { faultsOf } from './axe.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

async function aPage(url: string, person: Person | null, options: BrowserContextOptions = {}): Promise<Page> {
  const profile = await openProfile(browser, {
    viewport: { width: 390, height: 844 },
    locale: 'en',
    ...options,
  });
  onTestFinished(() => profile.close());
  if (person)
    await profile.addCookies(
      person.cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return { name, value, url };
      }),
    );
  return profile.newPage();
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  leadOn(page, () => page.getByRole('button', { name }).first().click());
test('D44 D41 from the sign-in to a walk-in: a mailed link, how many, where', async () => {
  const world = await aConsoleWorld();
  await world.engine.operator.staff.add({
    email: 'anna@sjobaren.example',
    locationId: LOCATION_ID,
    role: 'host',
  });
  const page = await aPage(world.url, null);
  await page.goto(`${world.url}/console/${LOCATION_ID}/walk-in`);
  await page.locator('#email').fill('anna@sjobaren.example');
  await leadOn(page, () => page.locator('#email').press('Enter'));
  await page.goto(await world.signInLink('anna@sjobaren.example'));
  await leadOn(page, () => page.getByRole('button').first().click());
  await page.goto(`${world.url}/console/${LOCATION_ID}/walk-in`);
  await leadOn(page, () => page.getByRole('link', { name: '2', exact: true }).click());
  await press(page, /^\w+ W1/);
  const [walkIn] = await world.engine.operator.at(LOCATION_ID).bookings.list();
  expect(walkIn).toMatchObject({ partySize: 2, tables: ['W1'], visit: { seatedMs: at(0) } });
  expect(world.faults).toEqual([]);
});

test('D44 axe finds no fault on any page, light or dark; none is wider than its screen, and targets are 44 px high', async () => {
  const world = await aConsoleWorld();
  const anna = await world.person('Anna');
  const guest = {
    name: 'Astrid Berg',
    phone: '070-123 45 67',
    email: 'astrid@example.se',
    notes: 'Allergic to nuts',
  };
  const berg = await world.booked(-30, { guest });
  await world.engine.operator.bookings.seat(berg.id);
  const late = await world.booked(-20, { name: 'Nils' }, { tables: ['W2'], untilMs: at(80) });
  await world.booked(90, { name: 'Lund' }, { tables: ['W2'] });
  const blocked = await world.engine.operator.at(LOCATION_ID).tables.block({
    tables: ['T6'],
    startMs: at(0),
    endMs: at(60),
  });
  if (blocked.kind === 'refused') throw new Error('refused');
  const waiting = await world.engine.operator.at(LOCATION_ID).waitlist.add({
    date: '2026-12-04',
    fromMs: at(60),
    toMs: at(90),
    partySize: 6,
    mode: 'offer',
    guest,
  });
  await world.engine.operator.at(LOCATION_ID).waitlist.add({
    date: '2026-12-04',
    fromMs: at(60),
    toMs: at(60),
    partySize: 6,
    mode: 'book',
    guest: { name: 'Familjen Hohenstein-Wallenberg med vänner från segelsällskapet', phone: '070-765 43 21' },
  });
  const done = `done=seated&id=${berg.id}`;
  const steps = [
    'seat',
    'extend',
    'move',
    'assign',
    'edit',
    'cancel',
    'no-show',
    'arrive',
    'pin',
    'undo',
    'take-back',
    'leave',
  ];
  const paths = [
    `/bookings/${berg.id}?${done}`,
    `/bookings/${late.id}`,
    ...steps.map((step) => `/bookings/${late.id}/${step}`),
    '/walk-in', '/walk-in?size=2', '/new?size=2', '/block', '/close', '/search', '/search?q=b',
    '/waitlist', `/waitlist/${waiting.id}/leave`, '/holds',
  ]; // prettier-ignore
  const looks = [
    { colorScheme: 'light', width: 320 },
    { colorScheme: 'dark', width: 390 },
    { colorScheme: 'light', width: 1024 },
  ] as const;
  for (const [look, { colorScheme, width }] of looks.entries()) {
    const page = await aPage(world.url, anna, {
      colorScheme,
      viewport: { width, height: 844 },
      bypassCSP: true,
    });
    // Each page in one look by default, in all of them by the long run.
    for (const path of paths.filter((_, i) => IS_LONG || i % looks.length === look)) {
      await page.goto(`${world.url}/console/${LOCATION_ID}${path}`);
      const about = `${path} ${width} ${colorScheme}`;
      expect(await faultsOf(page), about).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), about).toBeLessThanOrEqual(width);
      expect(await page.evaluate(LOW), about).toEqual([]);
    }
  }
  expect(world.faults).toEqual([]);
});

/** Targets in the content that are less than 44 px high. */
const LOW = `[...document.querySelectorAll('main a, main button, main input:not([type=hidden]), main select, main summary')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
  .map((each) => each.outerHTML.slice(0, 120))`;
