/** A whole journey in the browser, and the data on the device afterwards according to the browser's protocol. */
import type { Browser } from 'playwright-core';
import { leadOn, openProfile } from '../../browser/browser.ts';

/** Cookies in answers, in the browser, and bytes of its stores, each as a text. */
export async function storedBy(browser: Browser, url: string): Promise<readonly string[]> {
  const context = await openProfile(browser);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const found: string[] = [];
    await session.send('Network.enable');
    await session.send('DOMStorage.enable');
    session.on('Network.responseReceivedExtraInfo', ({ headers }) => {
      if (Object.keys(headers).some((name) => name.toLowerCase() === 'set-cookie')) found.push('set-cookie');
    });
    session.on('DOMStorage.domStorageItemAdded', ({ key }) => void found.push(`item ${key}`));
    await page.goto(url);
    await leadOn(page, () => page.locator('button.time').first().click());
    await page.fill('#name', 'Astrid');
    await leadOn(page, () => page.getByRole('button', { name: 'Book the table' }).click());
    await page.getByText('No message is sent').waitFor();
    const { cookies } = await session.send('Network.getAllCookies');
    const { origin } = new URL(url);
    const { usageBreakdown } = await session.send('Storage.getUsageAndQuota', { origin });
    const used = usageBreakdown.filter(({ usage }) => usage > 0);
    return [
      ...found,
      ...cookies.map(({ name }) => `cookie ${name}`),
      ...used.map(({ storageType, usage }) => `${usage} bytes of ${storageType}`),
    ];
  } finally {
    await context.close();
  }
}
