/** A sample of `npm run proof -- console`. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { play } from '../proof/console/play.ts';
import { CONTROLS, FINDINGS } from '../proof/console/world.ts';
import { inFull } from '../support/long.ts';
import { storages } from '../support/storages.ts';
import { leaveBrowser, sharedBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => void (browser = await sharedBrowser()));
afterAll(() => leaveBrowser(browser));

const [memory] = storages;

test('D54 each action at random is done once or shown as failed, with faults of network, server and a second device', async () => {
  // In this plan, two quick taps often meet a redraw in two parts.
  const { tally, fault } = await play(browser, { kind: memory!, seed: 302, actions: inFull(100, 10) });
  expect(fault).toBeNull();
  expect(tally.done + tally.failed).toBeGreaterThan(0);
});

test.each(CONTROLS)('the comparison notices the planted fault "%s"', async (control) => {
  const { fault } = await play(browser, { kind: memory!, seed: 1, actions: 60, control });
  expect(fault).toContain(FINDINGS[control]);
});
