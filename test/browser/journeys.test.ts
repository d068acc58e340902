/** Guests' journeys in a real browser: with and without JavaScript, and by keyboard. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventOf, openReceiver } from '../support/receiver.ts';
import { DEMO_ID } from '../support/world.ts';
import { leadOn, leaveBrowser, openProfile, sharedBrowser } from './browser.ts';
import { type GuestRuntime, linkIn, aGuestRuntime } from './guest-runtime.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => leaveBrowser(browser));

/** A page in a separate profile; a violation of its content security policy fails the test. */
async function aPage(javaScriptEnabled: boolean): Promise<Page> {
  const profile = await openProfile(browser, {
    javaScriptEnabled,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  onTestFinished(() => profile.close());
  const page = await profile.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  onTestFinished(() => expect(complaints).toEqual([]));
  return page;
}

const heading = (page: Page): Promise<string> => page.locator('h1').innerText();

/** How a page is operated. */
interface InputDevice {
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly fill: (page: Page, label: string, text: string) => Promise<void>;
  readonly choose: (page: Page, label: string, value: string) => Promise<void>;
}

const mouse: InputDevice = {
  async press(page, name) {
    const target = page
      .getByRole('link', { name, exact: true })
      .or(page.getByRole('button', { name, exact: true }));
    if ((await target.getAttribute('type')) === 'button') await target.click();
    else await leadOn(page, () => target.click());
  },
  fill: (page, label, text) => page.getByLabel(label, { exact: true }).fill(text),
  choose: async (page, label, value) =>
    void (await page.getByLabel(label, { exact: true }).selectOption(value)),
};

/** Tab, letters and Enter; and whatever has the focus must be seen to have it. */
const keyboard: InputDevice = {
  async press(page, name) {
    const { leadsOn } = await tabTo(page, name);
    const enter = (): Promise<void> => page.keyboard.press('Enter');
    if (leadsOn) await leadOn(page, enter);
    else await enter();
  },
  async fill(page, label, text) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  },
  async choose(page, label, value) {
    await tabTo(page, label);
    await page.keyboard.type(value);
  },
};

/** Resolves to whether another page comes when it is pressed. */
async function tabTo(page: Page, name: string): Promise<{ readonly leadsOn: boolean }> {
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as unknown as BrowserWindow;
      const element = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const label = (element.labels?.[0] ?? element).cloneNode(true);
      for (const mute of label.querySelectorAll('[aria-hidden]')) mute.remove();
      const isInView = ((box) => box.top >= 0 && box.bottom <= document.documentElement.clientHeight)(
        element.getBoundingClientRect(),
      );
      return {
        tag: element.tagName,
        name: label.textContent.trim(),
        leadsOn: element.type !== 'button',
        isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && isInView,
      };
    });
    if (focused.tag !== 'BODY') expect(focused, focused.name).toMatchObject({ isSeen: true });
    if (focused.name === name) return focused;
  }
  throw new Error(`no way to ${name} by the keyboard`);
}

/** As much of a browser's window as is looked at. */
interface BrowserWindow {
  readonly document: {
    readonly activeElement: BrowserElement;
    readonly documentElement: { readonly clientHeight: number };
  };
  getComputedStyle(element: BrowserElement): { readonly outlineStyle: string; readonly outlineWidth: string };
}

interface BrowserElement {
  readonly tagName: string;
  readonly type?: string;
  readonly textContent: string;
  readonly labels?: readonly BrowserElement[];
  cloneNode(deep: true): BrowserElement;
  querySelectorAll(selector: string): Iterable<{ remove(): void }>;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}

const DEVICES: readonly (readonly [how: string, device: InputDevice, javaScriptEnabled: boolean])[] = [
  ['', mouse, true],
  [', without JavaScript', mouse, false],
  [', by the keyboard alone', keyboard, true],
];

for (const [how, device, javaScriptEnabled] of DEVICES) {
  test(`§5.8 D20 from the sign-up to the first booking${how}`, async () => {
    const runtime = await aGuestRuntime();
    const page = await aPage(javaScriptEnabled);
    await page.goto(`${runtime.url}/sandbox`);
    await device.fill(page, 'E-mail', 'dev@example.com');
    await device.fill(page, 'System', 'Hotel Nord');
    await device.press(page, 'Send me the link');
    expect(await heading(page)).toBe('Look into your mail');

    await page.goto(linkIn(await runtime.mailTo('dev@example.com'), 'sandbox'));
    expect(await heading(page)).toBe('Make your sandbox key');
    await device.press(page, 'Make the key');
    expect(await heading(page)).toBe('Your sandbox key');
    const key = await page.locator('#key').innerText();
    expect(await page.getByRole('button', { name: 'Copy the key' }).isVisible()).toBe(javaScriptEnabled);
    if (javaScriptEnabled) {
      await device.press(page, 'Copy the key');
      await page.getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    }

    const day = `/locations/${DEMO_ID}/availability?date=2026-12-02&partySize=2`;
    const { slots } = (await (await runtime.api('GET', day, undefined, key)).json()) as {
      slots: { slot: string }[];
    };
    const guest = { name: 'Alva Lind', email: 'alva@example.com', partySize: 2, startsAt: slots[0]!.slot };
    const booked = await runtime.api('POST', `/locations/${DEMO_ID}/bookings`, guest, key);
    expect(booked.status).toBe(201);
    expect(await booked.json()).toMatchObject({ status: 'confirmed', startsAt: slots[0]!.slot });
    expect((await runtime.mailTo('alva@example.com')).subject).toContain('Bordet är bokat');

    await page.reload(); // the browser sends the form again
    expect(await heading(page)).toBe('This link is not valid');
  });

  test(`D12 D26 D27 a guest moves a booking, and cancels it${how}`, async () => {
    const runtime = await aGuestRuntime();
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    await runtime.engine.operator.webhooks.add({ partner: 'hotel-nord', url: receiver.url });
    const booking = await runtime.book();
    const page = await aPage(javaScriptEnabled);
    await page.goto(await runtime.linkOf(booking));
    expect(await page.locator('.visit').innerText()).toMatch(
      /Fredag 4 december\nkl\.\s19\.00\n+Bord för två personer/,
    );

    await device.press(page, 'Ändra tid eller antal');
    await device.choose(page, 'Antal gäster', '4');
    await device.press(page, 'Visa lediga tider');
    expect(await page.getByLabel('Antal gäster').inputValue()).toBe('4');
    await device.press(page, 'Nästa dag');
    expect(await page.locator('h2').innerText()).toBe('Lördag 5 december');
    expect(await page.getByLabel('Dag', { exact: true }).inputValue()).toBe('2026-12-05');
    await device.press(page, '20.00');
    expect(await heading(page)).toBe('Vill du ändra till den här tiden?');
    expect((await stateOf(runtime, booking)).startMs).toBe(booking.startMs);
    await device.press(page, 'Ändra bokningen');
    expect(await heading(page)).toBe('Din bokning');
    expect(await page.title()).toMatch(/^Bokningen är ändrad\./);
    expect(await page.getByRole('status').innerText()).toContain('Bokningen är ändrad.');
    expect(await page.locator('.visit').innerText()).toMatch(
      /Lördag 5 december\nkl\.\s20\.00\n+Bord för fyra personer/,
    );
    expect(await stateOf(runtime, booking)).toMatchObject({
      startMs: Date.parse('2026-12-05T19:00:00Z'),
      partySize: 4,
    });
    const moved = await runtime.mailTo('astrid@example.se', ({ subject }) =>
      subject!.startsWith('Ändrad bokning'),
    );
    expect(moved.text).toMatch(/Lördag 5 december kl\.\s20\.00/);

    await page.goto(linkIn(moved, 'manage'));
    await device.press(page, 'Avboka');
    expect(await heading(page)).toBe('Vill du avboka?');
    await device.press(page, 'Nej, behåll bordet');
    expect((await stateOf(runtime, booking)).status).toBe('confirmed');
    await device.press(page, 'Avboka');
    await device.press(page, 'Ja, avboka');
    expect(await heading(page)).toBe('Bordet är avbokat');
    expect((await stateOf(runtime, booking)).status).toBe('cancelled');
    await runtime.mailTo('astrid@example.se', ({ subject }) => subject!.startsWith('Avbokat'));

    const events = (await receiver.arrived(3)).map(eventOf);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'booking.cancelled',
      'booking.created',
      'booking.updated',
    ]);
    expect(events.find(({ type }) => type === 'booking.updated')!.data).toMatchObject({
      startsAt: '2026-12-05T19:00:00Z',
      partySize: 4,
    });
  });
}

const stateOf = (runtime: GuestRuntime, { id }: { readonly id: string }) =>
  runtime.engine.operator.bookings.read(id);
