/** Beyond the limits of D52: a proof of work, or a link by e-mail. */
import { runInNewContext } from 'node:vm';
import { webcrypto } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createEngine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { ALIAS, openBook, type Seen } from '../../test/book-runtime.ts';
import { WORKER_SCRIPT } from './work-script.ts';
import { isWorkSolved, workChallenge } from './work-challenges.ts';

const FIRST = `/book/${ALIAS}?lang=en&date=2026-12-02`;
const SYSTEM = { nowMs: () => Date.now() };
const GUEST = { name: 'Astrid', email: 'astrid@example.se' };
/** Large enough for several holds, and for their share of the tables. */
const ROOM = {
  tables: Array.from({ length: 40 }, (_, i) => ({ id: `T${i}`, seatsMin: 1, seatsMax: 4 })),
  areas: [],
};

/** A network that holds three tables. */
async function openLimited() {
  const book = await openBook({}, ROOM);
  const first = await book.ask(FIRST);
  for (let n = 0; n < 3; n++) expect((await book.press(first, '19:00')).url).toContain('/held/');
  return { ...book, limited: await book.press(first, '19:00') };
}

const challengeIn = ({ text }: Seen): string =>
  /data-challenge="([^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"');
const workForm = ({ text }: Seen): Record<string, string> => {
  const [, form = ''] = /<form\s+id="work"([\s\S]*?)<\/form>/.exec(text)!;
  return Object.fromEntries(
    [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
};
/** A guest at a server with these secret keys, the newest first. */
function visitorWith(keys: readonly number[], storage = memoryStorage(SYSTEM)) {
  const engine = createEngine({ storage, secretKeys: keys.map((key) => new Uint8Array(32).fill(key)) });
  onTestFinished(() => engine.detach());
  return engine.visitor({ networkKey: '192.0.2.1' });
}
async function solved(text: string): Promise<string> {
  const challenge = JSON.parse(text);
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

test('D52 a fourth table of a network asks for more; another network is not asked', async () => {
  const { limited, press, ask } = await openLimited();
  expect([limited.status, limited.text]).toEqual([429, expect.stringContaining('One more step')]);
  expect((await press(await ask(FIRST, {}, '198.51.100.7'), '19:00', {}, '198.51.100.7')).url).toContain(
    '/held/',
  );
});

test('D52 a proof of work holds the table, and counts once, for its network', async () => {
  const { limited, post } = await openLimited();
  const work = await solved(challengeIn(limited));
  const hold = (ip?: string) => post(`/book/${ALIAS}/hold?lang=en`, { ...workForm(limited), work }, ip);
  expect((await hold()).url).toContain('/held/');
  expect((await hold()).status).toBe(429);
  for (const wrong of [
    '',
    '{',
    'null',
    '[]',
    '{"challenge":{}}',
    work.replace('"counter":', '"counter":1'),
    'x'.repeat(5000),
  ])
    expect((await post(`/book/${ALIAS}/hold`, { ...workForm(limited), work: wrong })).status, wrong).toBe(
      429,
    );
});

test('D52 after some solutions that do not count, only the e-mail is offered', async () => {
  const { limited, post } = await openLimited();
  let page = limited;
  for (let n = 0; n < 2; n++) page = await post(`/book/${ALIAS}/hold`, { ...workForm(page), work: 'x' });
  expect(page.text).toContain('id="work"');
  page = await post(`/book/${ALIAS}/hold`, { ...workForm(page), work: 'x' });
  expect([page.status, page.text.includes('id="work"')]).toEqual([429, false]);
});

test('a solution is rejected for another network, with another secret key, and after a change', async () => {
  const [visitor, stranger] = [visitorWith([1]), visitorWith([2])];
  const solution = await solved(await workChallenge(visitor, '192.0.2.1'));
  expect(await isWorkSolved(visitor, solution, '192.0.2.2')).toBe(false);
  expect(await isWorkSolved(visitor, solution.replace('"cost":3000', '"cost":1'), '192.0.2.1')).toBe(false);
  expect(await isWorkSolved(stranger, solution, '192.0.2.1')).toBe(false);
  expect(await isWorkSolved(visitor, solution, '192.0.2.1')).toBe(true);
});

test('a challenge of one server is solved at another, once for both, also with a newer secret key', async () => {
  const storage = memoryStorage(SYSTEM);
  const [first, second] = [visitorWith([1], storage), visitorWith([2, 1], storage)];
  const solution = await solved(await workChallenge(first, '192.0.2.1'));
  expect(await isWorkSolved(second, solution, '192.0.2.1')).toBe(true);
  for (const server of [first, second]) expect(await isWorkSolved(server, solution, '192.0.2.1')).toBe(false);
});

test('the worker of the page solves what the server asks', async () => {
  const visitor = visitorWith([1]);
  const { promise, resolve } = Promise.withResolvers<string>();
  const scope: Record<string, unknown> = { crypto: webcrypto, postMessage: resolve };
  runInNewContext(WORKER_SCRIPT, scope);
  (scope['onmessage'] as (event: object) => void)({ data: await workChallenge(visitor, 'a') });
  expect(await isWorkSolved(visitor, await promise, 'a')).toBe(true);
});

test('D52 without JavaScript the link of an e-mail holds the table, after a press of its button only', async () => {
  const { limited, press, ask, mailedLink, engine, restaurant } = await openLimited();
  const bad = await press(limited, 'Send me the link', { email: 'astrid' });
  expect(bad.status).toBe(400);
  expect(bad.text).toMatch(/id="email-fault">Please enter an e-mail address/);
  expect(bad.form('Send me the link').fields).toMatchObject({ email: 'astrid', date: '2026-12-02' });
  const mailed = await press(bad, 'Send me the link', { email: GUEST.email });
  expect(mailed.text).toContain('We have sent a message to astrid@example.se.');
  const link = `${await mailedLink()}?lang=en`;
  const looked = await ask(link);
  expect(looked.text).toContain('Press the button, and we keep the table for you for five minutes.');
  expect(await engine.operator.at(restaurant.id).holds.list()).toHaveLength(3);
  const held = await press(looked, 'Choose this time');
  expect(held.url).toContain('/held/');
  expect((await press(looked, 'Choose this time')).url).toContain('/held/');
  expect(await engine.operator.at(restaurant.id).holds.list()).toHaveLength(4);
  expect((await press(held, 'Book the table', GUEST)).url).toMatch(/^\/manage\//);
});

test('D52 the third booking of an e-mail address in a service period is answered with the page that names the e-mail', async () => {
  const { ask, press, clock } = await openBook({}, ROOM);
  for (let n = 0; n < 3; n++) {
    clock.ms += 3_600_000 / 2;
    const held = await press(await ask(FIRST, {}, `192.0.2.${n}`), '19:00', {}, `192.0.2.${n}`);
    const done = await press(held, 'Book the table', GUEST, `192.0.2.${n}`);
    if (n < 2) expect(done.url).toMatch(/^\/manage\//);
    else
      expect([done.status, done.text]).toEqual([
        200,
        expect.stringContaining('We have sent a message to astrid@example.se.'),
      ]);
  }
});
