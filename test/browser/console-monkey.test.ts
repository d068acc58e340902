/** Random clicks, drags and key presses by seed: the console reports no error, and no table or party is lost. */
import type { Booking } from '@bord/engine';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inFull, IS_LONG } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import { HERE, openConsole } from './live-runtime.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

const STEPS = inFull(10_000, 80);
/** After so many steps the storage is looked at. */
const LOOK = 40;
/** Number of actions after which the monkey returns to the day. */
const HOME = 12;

const KEYS = [
  'm', 'm', 'm', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'Enter', 'Enter', 'Escape', 'Tab', 'Tab', 'Tab', 'Shift+Tab',
  ' ', 'w', 'n', '/', '?', '4', 'b',
] as const; // prettier-ignore

/** The browser's messages for expected answers: a rejection is 409 or 422, a removed object 404. */
const MEANT = /Failed to load resource: the server responded with a status of (?:404|409|422) /;

interface Chance {
  next(below: number): number;
}

function chanceOf(from: number): Chance {
  let state = from >>> 0 || 1;
  return {
    next(below) {
      // xorshift
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % below;
    },
  };
}

async function step(page: Page, chance: Chance): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const spot = (): [number, number] => [chance.next(width), chance.next(height)];
  const kind = chance.next(10);
  if (kind < 4) return page.keyboard.press(KEYS[chance.next(KEYS.length)]!);
  const parties = page.locator('svg.chart a.party');
  const count = await parties.count();
  const box =
    count > 0 ? await parties.nth(chance.next(count)).locator('rect.box').first().boundingBox() : null;
  if (kind < 7 && box) {
    if (chance.next(4) === 0) return parties.nth(chance.next(count)).focus({ timeout: 300 });
    await page.mouse.move(box.x + Math.min(12, box.width / 2), box.y + box.height / 2);
    await page.mouse.down();
    for (let i = chance.next(3); i >= 0; i--) await page.mouse.move(...spot(), { steps: 2 });
    if (chance.next(5) === 0) await page.keyboard.press('Escape');
    return page.mouse.up();
  }
  const links = page.locator('main :is(a, button, summary, label):visible, dialog[open] button:visible');
  const all = await links.count();
  if (kind < 9 && all > 0) return links.nth(chance.next(all)).click({ timeout: 300, noWaitAfter: true });
  return page.mouse.click(...spot());
}

/** No two live bookings hold a table at the same time, and a live booking has a table unless a block was forced. */
function assertWhole(all: readonly Booking[], known: ReadonlySet<string>): void {
  const live = all.filter(({ status }) => status === 'confirmed');
  for (const [i, one] of live.entries())
    for (const other of live.slice(i + 1)) {
      const isShared = one.tables.some((table) => other.tables.includes(table));
      const isTogether = one.startMs < other.blockedUntilMs && other.startMs < one.blockedUntilMs;
      expect(
        isShared && isTogether,
        `${one.guest.name} and ${other.guest.name} at ${one.tables.join()}`,
      ).toBe(false);
    }
  const ids = new Set(all.map(({ id }) => id));
  expect([...known].filter((id) => !ids.has(id))).toEqual([]);
}

test(`${STEPS} clicks, drags and keys at random: nobody is lost, no table is had twice, and nothing complains`, async () => {
  console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
  const runtime = await openConsole();
  for (let i = 0; i < 7; i++) await runtime.booked(30 * (i + 1), `Party ${i}`, 1 + (i % 4));
  const { page, url, complaints } = await runtime.opened(browser, 'Ada', { role: 'manager' });
  // The monkey stays on the console: sign-out is intercepted.
  await page.route('**/sign-out', (route) => route.fulfill({ status: 204 }));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  const chance = chanceOf(seed);
  const known = new Set<string>();
  let did = 0;
  for (let n = 0; n < STEPS; n++) {
    const isLost = !page.url().startsWith(url + HERE);
    if (isLost || n % HOME === 0)
      await page
        .goto(`${url}${HERE}?view=${chance.next(4) === 0 ? 'list' : 'timeline'}`)
        .catch(() => undefined);
    // An element that has just disappeared is a missed click.
    await step(page, chance).then(
      () => (did += 1),
      () => undefined,
    );
    if (n % LOOK !== 0 && n + 1 < STEPS) continue;
    if (n % 1000 === 0 && n > 0) console.log(`${n} steps`);
    const all = await runtime.all();
    assertWhole(all, known);
    for (const { id } of all) known.add(id);
    expect(runtime.faults, `after ${n} steps`).toEqual([]);
    expect(
      complaints.filter((text) => !MEANT.test(text)),
      `after ${n} steps`,
    ).toEqual([]);
  }
  expect(did).toBeGreaterThan(STEPS / 3);
  const histories = (await runtime.all()).flatMap(({ history }) => history.map(({ kind }) => kind));
  if (IS_LONG) expect(histories.length).toBeGreaterThan(0); // a few steps may all miss
});
