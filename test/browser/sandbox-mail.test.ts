/** The e-mail of a sign-up is shown only to a browser that has opened the link to the demo. */
import { expect, test } from 'vitest';
import { signedIn } from '../support/signed-in.ts';
import { DEMO_ID } from '../support/world.ts';
import { aGuestRuntime, HOUR_MS, linkIn, LOCATION_ID, NOW_MS } from './guest-runtime.ts';

const dev = { email: 'dev@example.com', system: 'Hotel Nord' };
const demo = { email: 'demo@bord.invalid', name: 'Demo', locationId: DEMO_ID, role: 'manager' } as const;
const consoleDemo = { ...demo, prepare: async () => undefined };

const post = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(dev), headers });

test('§5.8 D20 D55 the e-mail of a sign-up is shown to a manager of the demo restaurant, and to no other request of the same machine', async () => {
  const runtime = await aGuestRuntime({ pages: { console: true, consoleDemo } });
  const cookieOf = async (member: Parameters<typeof signedIn>[1]) => ({
    cookie: `bord_session_${new URL(runtime.url).port}=${(await signedIn(runtime.engine, member)).session}`,
  });
  const headers = await cookieOf(demo);
  const signed = await (await post(`${runtime.url}/sandbox`, headers)).text();
  const [, path] = /href="([^"]*\/sandbox\/mail\?since=\d+)">Open the mail</.exec(signed)!;
  const written = await runtime.mailTo(dev.email);
  const shown = await fetch(runtime.url + path!, { headers });
  const page = await shown.text();
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page).toContain(`<a href="${linkIn(written, 'sandbox')}">`);
  expect(page).toContain(dev.email);
  const later = await fetch(`${runtime.url}/sandbox/mail?since=${NOW_MS + 24 * HOUR_MS}`, { headers });
  expect([later.status, later.headers.get('refresh')]).toEqual([200, '1']);
  expect(await later.text()).not.toContain('/sandbox/signup_');

  const host = await cookieOf({ ...demo, email: 'host@example.se', role: 'host' });
  const elsewhere = await cookieOf({ ...demo, email: 'm@example.se', locationId: LOCATION_ID });
  for (const others of [{}, { cookie: `${headers.cookie}x` }, host, elsewhere]) {
    expect((await fetch(runtime.url + path!, { headers: others })).status).toBe(404);
    expect(await (await post(`${runtime.url}/sandbox`, others)).text()).not.toContain('Open the mail');
  }
});
