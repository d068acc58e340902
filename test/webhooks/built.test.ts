/** The built package: a bundle may lose a library's exports. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { eventOf, openReceiver } from '../support/receiver.ts';
import { DEMO_ID } from '../support/world.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BORD = join(ROOT, 'packages/cli/bin/bord.js');

test('§6.3 D26 the built bord serves, posts webhooks, mails the guest with a calendar entry, and ends', async () => {
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--if-stale'], {
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
  const folder = mkdtempSync(join(tmpdir(), 'bord-built-'));
  const receiver = await openReceiver();
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    BORD_LOG: 'fatal',
    BORD_WEBHOOK_ALLOW_PRIVATE: '1',
  };
  /** Not in step: the receiver lives in this process. */
  const json = async (...args: string[]): Promise<Record<string, string>> => {
    const child = spawn(process.execPath, [BORD, ...args, '--json'], { cwd: folder, env });
    const [[code], out, err] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ]);
    expect([code, err], args.join(' ')).toEqual([0, '']);
    return JSON.parse(out) as Record<string, string>;
  };
  const server = spawn(process.execPath, [BORD, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    const { baseUrl, url } = JSON.parse(line) as { baseUrl: string; url: string };
    const { key } = await json('keys', 'create', '--partner', 'acme', '--location', DEMO_ID);
    const { id } = await json('webhooks', 'add', '--partner', 'acme', '--url', receiver.url);
    expect(await json('webhooks', 'test', id!)).toMatchObject({ delivered: true, status: 204 });
    const startsAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T18:00:00Z`;
    const made = await fetch(`${baseUrl}/locations/${DEMO_ID}/bookings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ startsAt, partySize: 2, name: 'Alva', email: 'alva@example.com', lang: 'en' }),
    });
    expect(made.status).toBe(201);
    const [, event] = await receiver.arrived(2);
    expect(eventOf(event!).type).toBe('booking.created');
    const mails = (): string[] =>
      readdirSync(join(folder, 'data')).includes('mail') ? readdirSync(join(folder, 'data/mail')) : [];
    while (!mails().some((name) => name.endsWith('.eml'))) await new Promise((done) => setTimeout(done, 20));
    const mail = mails().find((name) => name.endsWith('.eml'));
    expect(readFileSync(join(folder, 'data/mail', mail!), 'utf8')).toContain('text/calendar');
    for (const path of ['/docs', '/sandbox', '/metrics', '/v1/partner-api/openapi.json'])
      expect((await fetch(url + path)).status, path).toBe(200);
  } finally {
    server.kill('SIGTERM');
    const [code] = (await once(server, 'exit')) as [number | null];
    expect(code).toBe(0);
    await receiver.close();
    rmSync(folder, { recursive: true });
  }
});
