/** The way to a sandbox key, asked without a browser: what must hold whoever asks. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO_ID } from '../support/world.ts';
import { type GuestRuntime, HOUR_MS, linkIn, aGuestRuntime } from './guest-runtime.ts';

const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });

const dev = { email: 'dev@example.com', system: 'Hotel Nord' };

async function signUp(runtime: GuestRuntime, fields = dev): Promise<string> {
  const response = await post(`${runtime.url}/sandbox`, fields);
  expect(response.status).toBe(200);
  return linkIn(await runtime.mailTo(fields.email), 'sandbox');
}

const KEY = /bord_test_\w+/;

test('§5.8 D20 the answer is the same for known and unknown addresses', async () => {
  const runtime = await aGuestRuntime();
  await runtime.engine.operator.keys.createSandbox({
    locationId: DEMO_ID,
    email: 'known@example.com',
    system: 'x',
  });
  const [known, unknown] = await Promise.all(
    ['known@example.com', 'new@example.com'].map(async (email) => {
      const response = await post(`${runtime.url}/sandbox`, { ...dev, email });
      return `${response.status} ${(await response.text()).replaceAll(email, '…')}`;
    }),
  );
  expect(known).toBe(unknown);
  expect(known).toMatch(/^200 [^]*Look into your mail/);
});

test('§5.8 D20 looking makes no key; the button makes one, shows it once, and it works', async () => {
  const runtime = await aGuestRuntime();
  const link = await signUp(runtime);
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await fetch(link, { method });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(KEY);
  }
  expect((await post(link, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await sandboxKeys(runtime)).toBe(0);

  const html = await (await post(link)).text();
  const key = KEY.exec(html)![0];
  expect(await sandboxKeys(runtime)).toBe(1);
  expect(html).not.toContain('bord staff link'); // this server has no console
  const [url, ...more] = argumentsOf(html);
  expect(more).toEqual(['-H', `Authorization: Bearer ${key}`]);
  const answer = await fetch(url!, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const { locationId, date, slots } = (await answer.json()) as {
    locationId: string;
    date: string;
    slots: unknown[];
  };
  expect([locationId, date]).toEqual([DEMO_ID, '2026-12-02']);
  expect(slots.length).toBeGreaterThan(0);

  for (const again of [await fetch(link), await post(link)]) {
    expect(again.status).toBe(404);
    expect(await again.text()).not.toMatch(KEY);
  }
  expect(await sandboxKeys(runtime)).toBe(1);
});

/** The arguments that a shell would pass to curl, from the command on the page. */
function argumentsOf(html: string): string[] {
  const [, command] = /<pre id="command">([^<]+)<\/pre>/.exec(html)!;
  const text = command!.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const script = `curl() { printf '%s\\n' "$@"; }\n${text}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

async function sandboxKeys({ engine }: Pick<GuestRuntime, 'engine'>, email = dev.email): Promise<number> {
  return (await engine.operator.keys.list()).filter(
    ({ sandboxEmail }) => sandboxEmail?.toLowerCase() === email,
  ).length;
}

test('§5.8 D20 a link ends after a day, and all invalid links get the same answer', async () => {
  const runtime = await aGuestRuntime();
  const [used, old] = [await signUp(runtime), await signUp(runtime)];
  await post(used);
  runtime.clock.pass(24 * HOUR_MS - 60_000);
  expect((await fetch(old)).status).toBe(200);
  runtime.clock.pass(60_000);
  const pages = new Set<string>();
  for (const url of [used, old, `${runtime.url}/sandbox/x`, `${old}x`, `${runtime.url}/sandbox/%00`]) {
    for (const response of [await fetch(url), await post(url)]) {
      expect(response.status).toBe(404);
      pages.add(await response.text());
    }
  }
  expect(pages.size).toBe(1);
  expect([...pages][0]).toContain('ask for a new link');
  expect(await sandboxKeys(runtime)).toBe(1);
});

test('§5.8 D20 an address has at most three keys, in any spelling, until one of them has ended', async () => {
  const runtime = await aGuestRuntime();
  const made = await Promise.all(
    [1, 2, 3].map(() =>
      runtime.engine.operator.keys.createSandbox({
        locationId: DEMO_ID,
        email: 'DEV@example.com',
        system: 'x',
      }),
    ),
  );
  const link = await signUp(runtime);
  const refused = await post(link);
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain('You have 3 keys already');
  expect(html).not.toMatch(KEY);
  expect(await sandboxKeys(runtime)).toBe(3);
  await runtime.engine.operator.keys.revoke(made[1]!.record.id);
  expect((await post(link)).status).toBe(200);
  expect(await sandboxKeys(runtime)).toBe(4);
});

test('§5.8 D20 faults of the form are shown next to their field, and typed values stay', async () => {
  const runtime = await aGuestRuntime();
  const cases: [Record<string, string>, RegExp][] = [
    [{}, /id="email-fault"[^]*id="system-fault"/],
    [
      { email: 'dev@example', system: ' My "app" ' },
      /value="dev@example"[^]*id="email-fault"[^]*value="My &quot;app&quot;"/,
    ],
    [{ email: 'dev@example.com', system: '' }, /value="dev@example.com"[^]*id="system-fault"/],
    [{ email: 'dev@example.com', system: 'x'.repeat(201) }, /id="system-fault"/],
    [{ email: 'dev@example.com', system: 'a\0b' }, /id="system-fault"/],
    [{ email: `${'x'.repeat(300)}@example.com`, system: 'x' }, /id="email-fault"/],
    [{ email: 'a@b.example\r\nBcc: c@d.example', system: 'x' }, /id="email-fault"/],
    [{ email: 'a@b.example,c@d.example', system: 'x' }, /id="email-fault"/],
  ];
  for (const [fields, pattern] of cases) {
    const response = await post(`${runtime.url}/sandbox`, fields);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toMatch(pattern);
    expect(html.match(/autofocus/g)).toHaveLength(1);
    expect(html).toContain('aria-invalid="true"');
  }
  expect((await post(`${runtime.url}/sandbox`, dev, { origin: 'https://evil.example' })).status).toBe(403);
  expect(
    (
      await fetch(`${runtime.url}/sandbox`, {
        method: 'POST',
        body: JSON.stringify(dev),
        headers: { 'content-type': 'text/plain' },
      })
    ).status,
  ).toBe(400);
  const evil = '<script>alert(1)</script>';
  const link = await signUp(runtime, { email: 'dev@example.com', system: evil }); // the only mail there is
  for (const response of [
    await fetch(link),
    await post(`${runtime.url}/sandbox`, { email: evil, system: `">${evil}` }),
  ]) {
    const html = await response.text();
    expect(html.replace(/<script>\nfor /, '')).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  }
});

test('§5.8 D20 link and key are in no log, and only their hashes are in the database', async () => {
  const runtime = await aGuestRuntime();
  const link = await signUp(runtime);
  await fetch(link);
  const key = KEY.exec(await (await post(link)).text())![0];
  await runtime.api('GET', `/locations/${DEMO_ID}/menu`, undefined, key);
  const names = (await readdir(runtime.folder)).filter((name) => name.startsWith('bord.db'));
  const files = await Promise.all(names.map((name) => readFile(join(runtime.folder, name), 'latin1')));
  const [stored, logged] = [files.join(''), JSON.stringify(runtime.records)];
  for (const secret of [link.split('.').at(-1)!, key]) {
    expect(stored.includes(secret)).toBe(false);
    expect(logged.includes(secret)).toBe(false);
  }
  expect(stored).toContain('Hotel Nord'); // it could be found
  expect(logged).toContain('"/sandbox/:token"');
});

test('§5.8 without a demo restaurant there is no sandbox', async () => {
  const runtime = await aGuestRuntime({ pages: { demoLocationId: null } });
  for (const url of ['/sandbox', '/sandbox/', '/sandbox/x']) {
    for (const response of [await fetch(runtime.url + url), await post(runtime.url + url, dev)]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  }
  expect((await fetch(`${runtime.url}/manage/x`)).status).toBe(404);
});

test('§5.8 with a mail folder the page names the folder', async () => {
  const runtime = await aGuestRuntime({ pages: { mailFolder: './data/mail' } });
  expect(await (await post(`${runtime.url}/sandbox`, dev)).text()).toContain('<code>./data/mail</code>');
});
