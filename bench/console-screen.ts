/** A browser that shows the day, and says when it shows what. */
import type { Engine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { openBrowser, openProfile } from '../test/browser/browser.ts';
import { minuteMs } from '../test/support/busy-sheet.ts';
import { at, type Figure } from './figure.ts';

const { LOCATION_ID } = fixtures;

/** Names are noted once the frame with them has been painted. */
const WATCH = `
  globalThis.paintedAt = {};
  const painted = (name) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (paintedAt[name] ??= performance.timeOrigin + performance.now());
    port2.postMessage(null);
  });
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node.nodeName === 'a') for (const [name] of node.textContent.matchAll(/Seen \\d+/g)) painted(name);
    }).observe(document, { subtree: true, childList: true }),
  );
`;

export interface Screen {
  /** The time at which this text was painted, in milliseconds since 1970. */
  paintedMs(text: string): Promise<number>;
  close(): Promise<void>;
}

/** Opens the day in a separate browser. */
export async function openScreen(url: string, port: number, session: string): Promise<Screen> {
  const browser = await openBrowser();
  const profile = await openProfile(browser, { viewport: { width: 1600, height: 1000 } });
  await profile.addCookies([{ name: `bord_session_${port}`, value: session, url }]);
  const page = await profile.newPage();
  await page.addInitScript(WATCH);
  await page.goto(`${url}/console/${LOCATION_ID}?view=timeline`, { waitUntil: 'load' });
  // The stream is open, and earlier changes are read.
  await delay(1000);
  return {
    async paintedMs(text) {
      for (;;) {
        const ms = await page.evaluate(`paintedAt[${JSON.stringify(text)}] ?? null`);
        if (ms !== null) return Number(ms);
        await delay(50);
      }
    },
    close: () => browser.close(),
  };
}

let seen = 0;

/** The time from the answer of each booking to each screen; one booking after each pause. */
export async function untilPainted(
  engine: Engine,
  screens: readonly Screen[],
  {
    count,
    pauseMs,
    isRush = false,
  }: { readonly count: number; readonly pauseMs: () => number; readonly isRush?: boolean },
): Promise<readonly number[]> {
  const { bookings } = engine.operator.at(LOCATION_ID);
  const taken: number[] = [];
  const one = async (): Promise<void> => {
    const n = (seen += 1);
    const made = await bookings.create({
      startMs: minuteMs(18 * 60 + 30 + 15 * (n % 14)),
      partySize: 2,
      guest: { name: `Seen ${n}` },
    });
    const answeredMs = performance.timeOrigin + performance.now();
    if (made.kind === 'refused') throw new Error(`no room: ${made.reason}`);
    const painted = await Promise.all(screens.map((screen) => screen.paintedMs(`Seen ${n}`)));
    taken.push(...painted.map((ms) => ms - answeredMs));
    await bookings.cancel(made.booking.id);
  };
  const running: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    await delay(pauseMs());
    running.push(one());
    if (!isRush) await running.at(-1);
  }
  await Promise.all(running);
  return taken;
}

const PARTS = [
  [0.5, 'median'],
  [0.9, 'nine of ten'],
  [1, 'the longest'],
] as const;

/** The figures of one row of measurements: the median, nine of ten, and all. */
export function figuresOf(what: string, taken: readonly number[], atMost: number, parts = 2): Figure[] {
  return PARTS.slice(0, parts).map(([part, name]) => ({
    goal: 'P16',
    what: `${what}: ${name}`,
    unit: 'ms',
    figure: at(taken, part),
    ceiling: null,
    against: 'none: from the answer to a booking until a browser on the same machine has painted it',
    ratio: at(taken, part),
    atMost,
  }));
}
