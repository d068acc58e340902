/** Strangers ask for sign-in links in large numbers, and the staff sign in during it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { seeded } from '../support/seed.ts';
import { tokenIn } from '../support/signed-in.ts';
import { storageSample } from '../support/storages.ts';
import { aConsoleWorld } from './console-client.ts';

type World = Awaited<ReturnType<typeof aConsoleWorld>>;

const [ANNA, BO] = ['anna@sjobaren.example', 'bo@sjobaren.example'] as const;
const MAILS_TO_ONE_MAILBOX = 30;
/** Requests of strangers at a time. */
const AT_ONCE = 60;
/** The page, over a limit of D44, or shed: a busy server sheds requests of strangers. */
const ANSWERS = [200, 429, 503];

/** Sends what a browser sends, and keeps its cookies. */
function browserOf({ url }: World, address: string) {
  const cookies = new Map<string, string>();
  const ask = async (path: string, fields?: Record<string, string>) => {
    const answer = await fetch(new URL(path, url), {
      redirect: 'manual',
      headers: {
        origin: url,
        'x-test-address': address,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, to: answer.headers.get('location') ?? '', page: await answer.text() };
  };
  return { ask, askForLink: (email: string) => ask('/console/sign-in', { email, to: '' }) };
}

/** Signs in by the mailed link that this browser asked for, among those that strangers asked for; where that has led. */
async function signIn(world: World, { ask, askForLink }: ReturnType<typeof browserOf>, email: string) {
  const before = world.mails.length;
  expect((await askForLink(email)).status).toBe(200);
  await world.deliver();
  for (const mail of world.mails.slice(before)) {
    if (mail.kind !== 'sign_in' || mail.to !== email) continue;
    const link = `/console/sign-in/${mail.token}`;
    const { status, page } = await ask(link);
    if (status !== 200) continue;
    const entered = await ask(link, { token: tokenIn(page) });
    return `${entered.status} ${entered.to}`;
  }
  return 'no e-mail';
}

describe.each(storageSample)('on $name', (kind) => {
  test('D44 staff with a known browser sign in during 10,000 anonymous sign-in requests from 1,000 networks', async () => {
    const world = await aConsoleWorld(kind);
    await world.person('Anna');
    await world.person('Bo');
    const tablet = browserOf(world, '192.0.2.1');
    const home = `303 /console`;
    expect(await signIn(world, tablet, ANNA)).toBe(home);
    expect(await signIn(world, tablet, BO)).toBe(home);

    const networks = inFull(1000, 60);
    const stranger = fc.record({
      network: fc.nat(networks - 1),
      host: fc.integer({ min: 1, max: 254 }),
      email: fc.oneof(
        fc.constantFrom(ANNA, BO),
        fc.nat(9999).map((n) => `p${n}@example.com`),
      ),
    });
    const { seed, numRuns } = seeded(networks * 10);
    const asking = fc.sample(stranger, { seed: seed!, numRuns: numRuns! });
    const tenth = asking.length / 10;
    const statuses = new Set<number>();
    for (let from = 0; from < asking.length; from += tenth) {
      for (let at = from; at < from + tenth; at += AT_ONCE)
        await Promise.all(
          asking.slice(at, Math.min(at + AT_ONCE, from + tenth)).map(async ({ network, host, email }) => {
            const address = `10.${network >> 8}.${network & 255}.${host}`;
            statuses.add((await browserOf(world, address).askForLink(email)).status);
          }),
        );
      expect(await signIn(world, tablet, from % (2 * tenth) === 0 ? ANNA : BO)).toBe(home);
    }
    expect(ANSWERS).toEqual(expect.arrayContaining([...statuses]));

    // An unknown browser gets the page that it would get for any address; the full mailbox gets no e-mail.
    const before = world.mails.length;
    const pages = [ANNA, 'nobody@example.com'].map(async (email) => {
      const { status, page } = await browserOf(world, '203.0.113.1').askForLink(email);
      return [status, page.replaceAll(email, 'EMAIL')];
    });
    const [known, unknown] = await Promise.all(pages);
    expect(known).toEqual(unknown);
    await world.deliver();
    expect(world.mails.slice(before)).toEqual([]);
    const toAnna = world.mails.filter((mail) => 'to' in mail && mail.to === ANNA);
    expect(toAnna.length).toBe(MAILS_TO_ONE_MAILBOX + 5);
    expect(world.faults).toEqual([]);
  });
});
