/** Actions of a host by mouse and keys. Each gesture returns the intended change, or null if it was not possible. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ElementHandle, Page } from 'playwright-core';
import { HERE } from '../../browser/live-servers.ts';

/** A change that the person meant: of a booking, a new walk-in, or a new block. */
export interface Intent {
  readonly what: string;
  /** The booking's, or `walk-in`, or `block`. */
  readonly id: string;
  /** The version of the booking for which an undo is offered. */
  readonly seen?: string;
}

export interface Gesture {
  readonly intents: readonly Intent[];
  /** Leaves the day's page. */
  readonly leads?: true;
  /** Takes back the latest change of the booking. */
  readonly isUndo?: true;
  /** The part that the fault meets. */
  act(): Promise<void>;
}

type Next = (below: number) => number;
type Chosen = Promise<Gesture | null>;

const LIMIT = { timeout: 2000 };

/** One of those that can be seen. It stays this element when others take its place in the page. */
async function oneOf(page: Page, selector: string, next: Next): Promise<ElementHandle | null> {
  const all = page.locator(`${selector}:visible`);
  const count = await all.count();
  return count === 0 ? null : all.nth(next(count)).elementHandle(LIMIT);
}

const idOf = (element: ElementHandle): Promise<string | null> =>
  element.evaluate((each) => each.closest('[data-booking]')?.dataset.booking ?? null);
const actionOf = (button: ElementHandle): Promise<string> =>
  button.evaluate((each) => each.form?.getAttribute('action') ?? '');

const RAIL_BUTTON = '#evening .rail button.do';

/** A tap on the next action of a party. */
async function tap(page: Page, next: Next): Chosen {
  const button = await oneOf(page, RAIL_BUTTON, next);
  const id = button && (await idOf(button));
  return id ? { intents: [{ what: 'tap', id }], act: () => button.click(LIMIT) } : null;
}

/** Two quick taps at the same place. */
async function tapTwice(page: Page, next: Next): Chosen {
  const one = await tap(page, next);
  return (
    one && {
      intents: one.intents.map(({ id }) => ({ what: 'two taps', id })),
      async act() {
        await page.evaluate('void tapAgain()');
        try {
          await one.act();
          await page.evaluate('tappedAgain');
        } finally {
          await page.evaluate('again = null');
        }
      },
    }
  );
}

/** Quick taps at two parties. */
async function tapBoth(page: Page, next: Next): Chosen {
  const count = await page.locator(RAIL_BUTTON).count();
  if (count < 2) return null;
  const first = next(count);
  const rows = [first, (first + 1 + next(count - 1)) % count];
  const ids = await page.evaluate<readonly string[]>(
    `[${rows.join()}].map((n) => document.querySelectorAll('${RAIL_BUTTON}')[n].closest('[data-booking]').dataset.booking)`,
  );
  return {
    intents: ids.map((id) => ({ what: 'tap of two', id })),
    // Positions are taken before: the first answer can move the second button.
    async act() {
      for (const id of ids) await page.locator(`.rail [data-booking="${id}"] button.do`).click(LIMIT);
    },
  };
}

/** A button of the sheet, or of a page that it opens. */
async function inSheet(page: Page, next: Next): Chosen {
  const opener = await oneOf(page, '#evening .rail a.opener, #evening .absent a', next);
  const id = opener && (await idOf(opener));
  if (!id) return null;
  await opener.click(LIMIT);
  await page.locator(`#sheet article[data-card="${id}"]`).waitFor();
  const fold = page.locator('#sheet summary');
  if ((await fold.count()) > 0) await fold.click(LIMIT);
  const way =
    next(4) === 0 ? await oneOf(page, '#sheet a:is([href*="/cancel"], [href*="/seat"])', next) : null;
  if (way) {
    await way.click(LIMIT);
    await page.locator('#sheet article').waitFor({ state: 'detached' });
  }
  const button = await oneOf(page, '#sheet form[method=post] button[type=submit]', next);
  if (!button) return null;
  const what = (await actionOf(button)).split('/').at(-1)!;
  return {
    intents: [{ what, id }],
    ...(what === 'undo' && { isUndo: true }),
    act: () => button.click(LIMIT),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a party can be taken, and a table that is not its own. */
interface Grip {
  readonly id: string;
  readonly from: Point;
  readonly to: Point;
}

async function grip(page: Page, next: Next, selector: string): Promise<Grip | null> {
  const element = await oneOf(page, selector, next);
  const id = element && (await idOf(element));
  const part = await element?.$('rect.box, .who');
  const box = id ? await part?.boundingBox() : null;
  if (!id || !box) return null;
  const from = { x: box.x + Math.min(12, box.width / 2), y: box.y + box.height / 2 };
  const isOnTop = await page.evaluate(
    `document.elementFromPoint(${from.x}, ${from.y})?.closest('[data-booking]')?.dataset.booking === '${id}'`,
  );
  const rows = await page.evaluate<readonly number[]>(`(() => {
    const own = document.querySelector('svg.chart a.party[data-booking="${id}"]')?.dataset.tables.split(' ') ?? [];
    return [...document.querySelectorAll('g.row')].filter((row) => row.dataset.table && !own.includes(row.dataset.table))
      .map((row) => row.querySelector('.ground').getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
  })()`);
  return isOnTop && rows.length > 0 ? { id, from, to: { x: from.x, y: rows[next(rows.length)]! } } : null;
}

/** Misses a party that has moved away since it was looked for. */
async function carry(page: Page, { id, from, to }: Grip): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  if ((await page.evaluate('globalThis.pressed')) !== id) {
    await page.mouse.up();
    throw new Error('another party is there now');
  }
  await page.mouse.move(to.x, (from.y + to.y) / 2, { steps: 2 });
  await page.mouse.move(to.x, to.y, { steps: 2 });
  await page.mouse.up();
}

/** Answers the question that a drop can ask. */
async function agree(page: Page): Promise<void> {
  const question = page.locator('.carrying #carry > .actions button');
  const isOpen = (): Promise<boolean> => page.evaluate(`document.body.matches('.carrying')`);
  while ((await isOpen()) && (await question.count()) === 0) await delay(20);
  if ((await question.count()) > 0) await question.first().click(LIMIT);
}

const MOVABLE = 'svg.chart a.party:not([data-stage=gone]):not(.other)';

async function drag(page: Page, next: Next): Chosen {
  const isBeside = next(3) === 0;
  const spot = await grip(page, next, isBeside ? '#rail-next li, #rail-waiting li' : MOVABLE);
  if (!spot) return null;
  const to = isBeside ? { x: 800, y: spot.to.y } : spot.to;
  const act = (): Promise<void> => carry(page, { ...spot, to }).then(() => agree(page));
  return { intents: [{ what: isBeside ? 'drag from the rail' : 'drag', id: spot.id }], act };
}

/** A second party is taken while the first is still being sent. */
async function dragBoth(page: Page, next: Next): Chosen {
  const [one, other] = [await grip(page, next, MOVABLE), await grip(page, next, MOVABLE)];
  if (!one || !other || one.id === other.id) return null;
  return {
    intents: [one, other].map(({ id }) => ({ what: 'drag of two', id })),
    async act() {
      await carry(page, one);
      await carry(page, other);
      await agree(page);
    },
  };
}

/** Picked up, moved and dropped by keys. */
async function keys(page: Page, next: Next): Chosen {
  const party = await oneOf(page, MOVABLE, next);
  const id = party && (await idOf(party));
  if (!id) return null;
  const rows = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('g.row')].map(({ dataset }) => dataset.table)`,
  );
  const own = await party.getAttribute('data-tables');
  const way = rows.indexOf(own ?? '') < rows.length / 2 ? 'ArrowDown' : 'ArrowUp';
  const isSeated = (await party.getAttribute('data-stage')) === 'seated';
  return {
    intents: [{ what: 'keys', id }],
    async act() {
      await party.focus();
      await page.keyboard.press('m');
      for (let n = next(2); n >= 0; n--) await page.keyboard.press(way);
      if (!isSeated && next(2) === 0) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await agree(page);
    },
  };
}

/** The undo of the snackbar, or of the list of the last actions. */
async function undo(page: Page, next: Next): Chosen {
  const isList = next(3) === 0;
  if (isList) {
    const link = await oneOf(page, '#notice a.recent', next);
    if (!link) return null;
    await link.click(LIMIT);
    await page.locator('#sheet h1').waitFor();
  }
  const button = await oneOf(page, `${isList ? '#sheet' : '#notice'} form[action$="/undo"] button`, next);
  const id = button && /\/bookings\/([^/]+)\/undo$/.exec(await actionOf(button))?.[1];
  if (!id) return null;
  const seen = await button.evaluate(
    (each) => each.form?.querySelector('[name=seen]')?.getAttribute('value') ?? '',
  );
  return { intents: [{ what: 'undo', id, seen }], isUndo: true, act: () => button.click(LIMIT) };
}

async function walkIn(page: Page, next: Next): Chosen {
  await page.goto(new URL(`${HERE}/walk-in?size=${1 + next(4)}`, page.url()).href);
  const button = await oneOf(page, 'form[action$="/walk-in"] button[name=tables]', next);
  return (
    button && {
      intents: [{ what: 'walk-in', id: 'walk-in' }],
      leads: true,
      act: () => button.click({ ...LIMIT, noWaitAfter: true }),
    }
  );
}

async function block(page: Page, next: Next): Chosen {
  const link = await oneOf(page, 'a[href*="/block"]:not(.block)', next);
  if (!link) return null;
  await link.click(LIMIT);
  const box = await oneOf(page, '#sheet .choices input[type=checkbox]', next);
  if (!box) return null;
  await box.click(LIMIT);
  const act = (): Promise<void> =>
    page.locator('#sheet form[action$="/block"] button[type=submit]').last().click(LIMIT);
  return { intents: [{ what: 'block', id: 'block' }], act };
}

/** Those with which a planted fault is found soon. */
export const GESTURES_OF = { dropped: [tap], twice: [tap], mailed: [walkIn, undo] } as const;

export const GESTURES = [
  tap, tap, tap, tapTwice, tapBoth, inSheet, inSheet, inSheet, drag, drag, dragBoth, keys, undo, undo, undo, walkIn, block,
] as const; // prettier-ignore
