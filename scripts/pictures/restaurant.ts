/** The demo restaurant on a Friday, with its console in a browser. All is in memory; the time does not pass, and ids and keys are always the same. */
import { createHash } from 'node:crypto';
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import { type Clock, createEngine, type Engine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { DEMO_RESTAURANT_ID } from '@bord/engine/adapters';
import { seedDemo } from '../../packages/cli/src/demo.ts';
import { makeDemoDays } from '../../packages/cli/src/demo/demo-days.ts';
import { openProfile } from '../../test/browser/browser.ts';

/** By the clock of the restaurant, in Stockholm. */
export const DATE = '2026-12-18';

/** The moment of a time of that day, such as `20:00`. */
export const at = (time: string): number => Date.parse(`${DATE}T${time}:00+01:00`);

export interface Restaurant {
  readonly engine: Engine;
  readonly clock: { ms: number };
  /** Opens a page of the console, as a manager; `path` is below the restaurant's own. */
  open(browser: Browser, path: string, profile: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** The restaurant at a time of that day; `isEmpty`: without a booking. */
export async function openRestaurant(time: string, isEmpty = false): Promise<Restaurant> {
  const clock = { ms: at(time), nowMs: () => clock.ms };
  const storage = memoryStorage(clock);
  const secretKeys = [new Uint8Array(32).fill(7)];
  const random = seededRandom();
  const engineAt = (given: Clock): Engine => createEngine({ storage, clock: given, secretKeys, random });
  const engine = engineAt(clock);
  await seedDemo(engine);
  if (!isEmpty) await makeDemoDays(engineAt, DEMO_RESTAURANT_ID, clock.ms);
  const { staff } = engine.operator;
  const { id } = await staff.add({
    email: 'astrid@example.se',
    name: 'Astrid',
    locationId: DEMO_RESTAURANT_ID,
    role: 'manager',
  });
  const api = createPartnerApi({ engine });
  let url = '';
  mountPages({
    api,
    engine,
    demoLocationId: null,
    publicUrl: () => url,
    mailFrom: 'Bord <no-reply@example.se>',
    console: true,
    bookingPage: true,
    nowMs: clock.nowMs,
  });
  const server = await serveHttp({ api });
  url = server.url;
  return {
    engine,
    clock,
    async open(browser, path, profile) {
      const { token } = await staff.link(id);
      const context = await openProfile(browser, { reducedMotion: 'reduce', ...profile });
      const page = await context.newPage();
      await page.clock.setFixedTime(clock.ms);
      await page.goto(`${url}/console/sign-in/${token}`);
      await page.getByRole('button').first().click();
      await page.waitForURL(/\/console\/(?!sign-in)/);
      await page.goto(`${url}/console/${DEMO_RESTAURANT_ID}${path}`);
      return page;
    },
    async close() {
      await server.close(0);
      engine.detach();
      await storage.close();
    },
  };
}

/** Bytes that look random and are the same each time. */
function seededRandom(): { bytes(length: number): Uint8Array } {
  let count = 0;
  return {
    bytes: (length) =>
      createHash('shake256', { outputLength: length })
        .update(`${(count += 1)}`)
        .digest(),
  };
}
