/** A sample of `npm run proof -- monkey`. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { play } from '../proof/monkey/play.ts';
import { inFull, IS_LONG } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { leaveBrowser, sharedBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

const STEPS = inFull(10_000, 80);

test(`after ${STEPS} random clicks, drags and keys each booking exists, each table has one party, and no error is reported`, async () => {
  console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
  const { did, changes, fault } = await play(browser, { seed, steps: STEPS });
  expect(fault).toBeNull();
  expect(did).toBeGreaterThan(STEPS / 3);
  if (IS_LONG) expect(changes).toBeGreaterThan(0); // a few steps may all miss
});
