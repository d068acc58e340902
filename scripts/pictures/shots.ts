/** The pictures of the README and the handbook, and the states of the console that are only looked at. */
import { DEMO_RESTAURANT_ID } from '@bord/engine/adapters';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { at, DATE, type Restaurant } from './restaurant.ts';

/** A part of a page; null for all that the screen shows. */
type Part = Locator | null;

export interface Shot {
  readonly name: string;
  /** By the clock of the restaurant. Default: 19:25. */
  readonly time?: string;
  readonly isEmpty?: boolean;
  /** How long ago the last action was recorded. */
  readonly idleMinutes?: number;
  /** Below the console of the restaurant. Defaults to the timeline of the day. */
  readonly path?: string;
  readonly profile: BrowserContextOptions;
  /** Leads to the state of the page, and says which part is in the picture. */
  readonly take?: (page: Page, restaurant: Restaurant) => Promise<Part>;
}

const WIDE = { viewport: { width: 1280, height: 800 } };
const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** A sheet of A4, across. */
const PAPER = { viewport: { width: 1123, height: 794 } };
/** Pages of one column. */
const COLUMN = { viewport: { width: 620, height: 1600 } };

export const TIMELINE = `?date=${DATE}&view=timeline`;
const LIST = `?date=${DATE}&view=list`;

const cardOf = async (page: Page): Promise<Part> => page.locator('.card');

async function openSheet(page: Page, party: string): Promise<Part> {
  await page.locator(`${party} a.opener`).first().click();
  const sheet = page.locator('#sheet:not([hidden])');
  await sheet.locator('article').waitFor();
  return sheet;
}

/** Books a table at which another party is. */
async function bookOccupied(page: Page, { engine, clock }: Restaurant): Promise<Part> {
  const bookings = await engine.operator.at(DEMO_RESTAURANT_ID).bookings.list({ date: DATE });
  const seated = bookings.find(({ visit, endMs }) => visit.seatedMs !== null && endMs > clock.ms)!;
  const query = `date=${DATE}&size=${seated.partySize}&table=${seated.tables[0]}&at=${at('19:30')}`;
  await page.goto(`${page.url().split('?')[0]}/new?${query}`);
  await page.locator('#name').fill('Berg');
  await page.locator('main form .actions [type=submit]').last().click();
  await page.locator('.refusal').waitFor();
  return cardOf(page);
}

/** Drags parties to tables, the last party first, until another party would move for one, and does not release it. */
async function drag(page: Page): Promise<Part> {
  const middles = (selector: string): Promise<{ x: number; y: number }[]> =>
    page.locator(`#day-timeline ${selector}`).evaluateAll((all) =>
      all.map((one) => {
        const { x, y, height } = one.getBoundingClientRect();
        return { x: x + 30, y: y + height / 2 };
      }),
    );
  const rows = await middles('rect.ground');
  for (const from of (await middles('a.party.expected .box')).toReversed()) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { y } of rows.filter((row) => Math.abs(row.y - from.y) > 20)) {
      await page.mouse.move(from.x, y, { steps: 4 });
      await page.locator('#carry:is(.good, .bad)').waitFor();
      if ((await page.locator('#carry.good li').count()) > 0) return null;
    }
    await page.keyboard.press('Escape');
    await page.mouse.up();
  }
  throw new Error('no table is possible at which another party would move');
}

/** Blocks tables until other parties would move for one. */
async function blockOccupied(page: Page): Promise<Part> {
  const url = page.url();
  const names = await page
    .locator('[name^="table."]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')!));
  for (const name of names) {
    await page.goto(url);
    await page.locator(`[name="${name}"]`).check({ force: true });
    await page.locator('[name=for][value=rest]').check({ force: true });
    await page.locator('main form .actions [type=submit]').last().click();
    await page.locator('.refusal, .look, #evening').first().waitFor();
    if ((await page.locator('.look li', { hasText: '→' }).count()) > 0) return cardOf(page);
  }
  throw new Error('no table can be blocked by which another party would move');
}

async function arrive(page: Page): Promise<Part> {
  await page.locator('#rail-next button').first().click();
  await page.locator('#notice p').first().waitFor();
  return null;
}

async function print(page: Page): Promise<Part> {
  await page.emulateMedia({ media: 'print' });
  return null;
}

/** The handbook's, in each of its languages. */
export const HANDBOOK: readonly Shot[] = [
  { name: 'board', profile: WIDE },
  { name: 'sheet', profile: TABLET, take: (page) => openSheet(page, '#rail-waiting') },
  { name: 'walk-in', time: '20:00', path: '/walk-in?size=2', profile: COLUMN, take: cardOf },
  { name: 'new-booking', path: `/new?date=${DATE}&size=4`, profile: COLUMN, take: cardOf },
  { name: 'move', profile: WIDE, take: drag },
  { name: 'refusal', profile: COLUMN, take: bookOccupied },
  { name: 'block', path: '/block', profile: COLUMN, take: blockOccupied },
  { name: 'waitlist', path: `/waitlist?date=${DATE}`, profile: COLUMN, take: cardOf },
  { name: 'late', idleMinutes: 45, profile: TABLET, take: async (page) => page.locator('#day-rail') },
  { name: 'search', path: '/search?q=berg', profile: COLUMN, take: cardOf },
  { name: 'undo', profile: TABLET, take: arrive },
  { name: 'phone', path: `?date=${DATE}`, profile: PHONE },
  { name: 'print', path: LIST, profile: PAPER, take: print },
];

/** The README's console, light and dark. */
export const README: Shot = { name: 'console', profile: WIDE };

/** The README's booking page, light and dark. */
export const BOOKING_PAGE: Shot = {
  name: 'booking-page',
  profile: { ...PHONE, viewport: { width: 390, height: 784 } },
  async take(page) {
    await page.goto(new URL(`/book/demo?date=${DATE}&party=2`, page.url()).href);
    return null;
  },
};

const onAllDevices = (name: string, shot: Partial<Shot>): readonly Shot[] =>
  Object.entries({ wide: WIDE, tablet: TABLET, phone: PHONE }).map(([device, profile]) => ({
    path: device === 'phone' ? `?date=${DATE}` : TIMELINE,
    profile,
    ...shot,
    name: `${name}-${device}`,
  }));

/** The states that are looked at: on three devices, light and dark. */
export const STATES: readonly Shot[] = [
  ...onAllDevices('empty', { isEmpty: true }),
  ...onAllDevices('busy', {}),
  ...onAllDevices('overrun', { idleMinutes: 75 }),
  ...onAllDevices('sheet', {
    async take(page) {
      await openSheet(page, '#rail-waiting');
      return null;
    },
  }),
  ...onAllDevices('refusal', {
    async take(page, restaurant) {
      await bookOccupied(page, restaurant);
      return null;
    },
  }),
  { name: 'list-wide', path: LIST, profile: WIDE },
  { name: 'list-phone', path: LIST, profile: PHONE },
  { name: 'snackbar-phone', path: `?date=${DATE}`, profile: PHONE, take: arrive },
  { name: 'print-timeline', path: TIMELINE, profile: PAPER, take: print },
  { name: 'print-list', path: LIST, profile: PAPER, take: print },
];
