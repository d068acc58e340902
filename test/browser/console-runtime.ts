/** The console of a restaurant, with staff who sign in by e-mail. */
import type { Role } from '@bord/engine';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { leadOn, openProfile } from './browser.ts';
import {
  type GuestRuntime,
  type GuestRuntimeOptions,
  LOCATION_ID,
  openGuestRuntime,
} from './guest-runtime.ts';

export interface ConsoleRuntime extends GuestRuntime {
  /** Lets somebody work at the restaurant, unless it is another's. */
  invite(email: string, role?: Role, locationId?: string): Promise<void>;
  /** The link in the newest e-mail to a member of staff. */
  signInLink(email: string): Promise<string>;
  /** A profile in which somebody has signed in, at the page that was asked for. */
  signedIn(browser: Browser, email: string, options?: BrowserContextOptions): Promise<BrowserContext>;
}

const WIDE = { perToken: 1_000_000, perAddress: 1_000_000, windowMs: 60_000 };

export async function openConsoleRuntime(options: GuestRuntimeOptions = {}): Promise<ConsoleRuntime> {
  const runtime = await openGuestRuntime({
    ...options,
    pages: { console: true, consoleLimits: WIDE, ...options.pages },
  });
  const signInLink: ConsoleRuntime['signInLink'] = async (email) => {
    const { text = '' } = await runtime.mailTo(email, ({ text: body }) => SIGN_IN_LINK.test(body ?? ''));
    return SIGN_IN_LINK.exec(text)![0];
  };
  return {
    ...runtime,
    async invite(email, role = 'host', locationId = LOCATION_ID) {
      await runtime.engine.operator.staff.add({ email, name: nameIn(email), role, locationId });
    },
    signInLink,
    async signedIn(browser, email, profile) {
      const context = await openProfile(browser, profile);
      const page = await context.newPage();
      await page.goto(`${runtime.url}/console/sign-in`);
      await askForLink(page, email);
      await page.goto(await signInLink(email));
      await leadOn(page, () => page.getByRole('button').first().click());
      await page.close();
      return context;
    },
  };
}

/** The same for one test. */
export async function aConsoleRuntime(options?: GuestRuntimeOptions): Promise<ConsoleRuntime> {
  const runtime = await openConsoleRuntime(options);
  onTestFinished(() => runtime.close());
  return runtime;
}

export async function askForLink(page: Page, email: string): Promise<void> {
  await page.locator('#email').fill(email);
  await leadOn(page, () => page.locator('#email').press('Enter'));
}

const SIGN_IN_LINK = /https?:\/\/\S+\/console\/sign-in\/[\w.-]+/;

/** `anna@example.se`: Anna. */
function nameIn(email: string): string {
  return email.slice(0, 1).toUpperCase() + email.slice(1, email.indexOf('@'));
}
