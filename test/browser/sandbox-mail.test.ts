/** The mail of a sign-up, for who tries Bord on the own machine: shown on the page, to nobody else. */
import { expect, test } from 'vitest';
import { DEMO_ID } from '../support/world.ts';
import { aGuestRuntime, HOUR_MS, linkIn, NOW_MS } from './guest-runtime.ts';

const dev = { email: 'dev@example.com', system: 'Hotel Nord' };
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });

const LOCAL = { locationId: DEMO_ID, isLocal: () => true, prepare: async () => undefined };

test('§5.8 D20 who sits at a machine that writes its mails to a folder opens the mail on the page, and nobody else does', async () => {
  const runtime = await aGuestRuntime({ pages: { consoleDemo: LOCAL } });
  const signed = await (await post(`${runtime.url}/sandbox`, dev)).text();
  const [, path] = /href="([^"]*\/sandbox\/mail\?since=\d+)">Open the mail</.exec(signed)!;
  const written = await runtime.mailTo(dev.email);
  const shown = await fetch(runtime.url + path!);
  const page = await shown.text();
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page).toContain(`<a href="${linkIn(written, 'sandbox')}">`);
  expect(page).toContain(dev.email);
  const later = await fetch(`${runtime.url}/sandbox/mail?since=${NOW_MS + 24 * HOUR_MS}`);
  expect([later.status, later.headers.get('refresh')]).toEqual([200, '1']);
  expect(await later.text()).not.toContain('/sandbox/signup_');

  const proxied = { 'x-forwarded-for': '203.0.113.7' };
  expect((await fetch(runtime.url + path!, { headers: proxied })).status).toBe(404);
  expect(await (await post(`${runtime.url}/sandbox`, dev, proxied)).text()).not.toContain('Open the mail');
  for (const pages of [{}, { consoleDemo: { ...LOCAL, isLocal: () => false } }]) {
    const other = await aGuestRuntime({ pages });
    expect(await (await post(`${other.url}/sandbox`, dev)).text()).not.toContain('Open the mail');
    expect((await fetch(`${other.url}/sandbox/mail`)).status).toBe(404);
  }
});
