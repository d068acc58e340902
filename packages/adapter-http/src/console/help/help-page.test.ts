/** The handbook on the server: after sign-in, in the reader's language. */
import { expect, test } from 'vitest';
import { openConsole } from '../../../test/console-browser.ts';

test.each([
  ['sv', 'sv', 'Hjälp', 'Ta emot drop-in'],
  ['en', 'en', 'Help', 'Seat a walk-in'],
  ['da', 'en', 'Hjælp', 'Seat a walk-in'],
])(
  'a reader of %s gets the handbook in %s, from the menu of each page',
  async (language, used, label, heading) => {
    const anna = await (await openConsole()).member();
    const menu = await (await anna.get(`/console/me?lang=${language}`)).text();
    expect(menu).toContain(`<a href="/console/help">${label}</a>`);
    const page = await (await anna.get(`/console/help?lang=${language}`)).text();
    expect(page).toContain(`<div class="help" lang="${used}">`);
    expect(page).toContain(`<section id="walk-ins"><h2>${heading}</h2>`);
    const targets = Array.from(page.matchAll(/href="#([\w-]+)"/g), ([, id]) => id!);
    expect(targets.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
    expect(page).not.toContain('<img');
  },
);
