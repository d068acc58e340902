/** Clicks, drags and keys at random, by seed. After some of them, the storage and the browser's console are looked at. */
import { inspect } from 'node:util';
import type { Booking } from '@bord/engine';
import type { Browser, Page } from 'playwright-core';
import { HERE, startConsole } from '../../browser/live-servers.ts';
import { between, chanceOf } from '../seating/random.ts';

/** After so many steps the storage is looked at. */
const LOOK = 40;
/** After so many steps the day is opened again, whatever is shown. */
const HOME = 12;

const KEYS = [
  'm', 'm', 'm', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'Enter', 'Enter', 'Escape', 'Tab', 'Tab', 'Tab', 'Shift+Tab',
  ' ', 'w', 'n', '/', '?', '4', 'b',
] as const; // prettier-ignore

/** The browser's messages for expected answers: 409 or 422 is a rejection, 404 a removed object. */
const MEANT = /Failed to load resource: the server responded with a status of (?:404|409|422) /;

export interface Played {
  /** Steps that met something that was still there. */
  readonly did: number;
  /** Changes of bookings that they caused. */
  readonly changes: number;
  /** The rule that did not hold; null if all did. */
  readonly fault: string | null;
}

/** @param onProgress is passed the steps done, each time that the storage is looked at */
export async function play(
  browser: Browser,
  { seed, steps }: { readonly seed: number; readonly steps: number },
  onProgress: (done: number) => void = () => undefined,
): Promise<Played> {
  const runtime = await startConsole();
  try {
    for (let i = 0; i < 7; i++) await runtime.booked(30 * (i + 1), `Party ${i}`, 1 + (i % 4));
    const { page, url, complaints } = await runtime.opened(browser, 'Ada', { role: 'manager' });
    // The monkey stays on the console, signed in.
    await page.route('**/sign-out', (route) => route.fulfill({ status: 204 }));
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    const chance = chanceOf(seed);
    const next = (below: number): number => between(chance, 0, below - 1);
    const known = new Set<string>();
    let did = 0;
    for (let n = 0; ; n++) {
      const isLost = !page.url().startsWith(url + HERE);
      if (isLost || n % HOME === 0)
        await page.goto(`${url}${HERE}?view=${next(4) === 0 ? 'list' : 'timeline'}`).catch(() => undefined);
      // An element that goes in the moment of the touch is missed, as a finger would miss it.
      await step(page, next).then(
        () => (did += 1),
        () => undefined,
      );
      const isLast = n + 1 === steps;
      if (n % LOOK !== 0 && !isLast) continue;
      const all = await runtime.all();
      const complaint = complaints.find((text) => !MEANT.test(text));
      const error = runtime.faults.length > 0 ? inspect(runtime.faults[0]) : complaint;
      const fault = broken(all, known) ?? error;
      const changes = all.reduce((sum, { history }) => sum + history.length, 0);
      if (fault !== undefined) return { did, changes, fault: `after ${n + 1} steps: ${fault}` };
      if (isLast) return { did, changes, fault: null };
      for (const { id } of all) known.add(id);
      onProgress(n + 1);
    }
  } finally {
    await runtime.close();
  }
}

async function step(page: Page, next: (below: number) => number): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const spot = (): [number, number] => [next(width), next(height)];
  const kind = next(10);
  if (kind < 4) return page.keyboard.press(KEYS[next(KEYS.length)]!);
  const parties = page.locator('svg.chart a.party');
  const count = await parties.count();
  const box = count > 0 ? await parties.nth(next(count)).locator('rect.box').first().boundingBox() : null;
  if (kind < 7 && box) {
    if (next(4) === 0) return parties.nth(next(count)).focus({ timeout: 300 });
    await page.mouse.move(box.x + Math.min(12, box.width / 2), box.y + box.height / 2);
    await page.mouse.down();
    for (let i = next(3); i >= 0; i--) await page.mouse.move(...spot(), { steps: 2 });
    if (next(5) === 0) await page.keyboard.press('Escape');
    return page.mouse.up();
  }
  const links = page.locator('main :is(a, button, summary, label):visible, dialog[open] button:visible');
  const all = await links.count();
  if (kind < 9 && all > 0) return links.nth(next(all)).click({ timeout: 300, noWaitAfter: true });
  return page.mouse.click(...spot());
}

/** A table that two live bookings hold at the same time, or a booking that has gone; undefined if there is none. */
function broken(all: readonly Booking[], known: ReadonlySet<string>): string | undefined {
  const live = all.filter(({ status }) => status === 'confirmed');
  for (const [i, one] of live.entries())
    for (const other of live.slice(i + 1)) {
      const isShared = one.tables.some((table) => other.tables.includes(table));
      const isTogether = one.startMs < other.blockedUntilMs && other.startMs < one.blockedUntilMs;
      if (isShared && isTogether) return `${one.guest.name} and ${other.guest.name} at ${one.tables.join()}`;
    }
  const ids = new Set(all.map(({ id }) => id));
  const gone = [...known].find((id) => !ids.has(id));
  return gone === undefined ? undefined : `${gone} is gone`;
}
