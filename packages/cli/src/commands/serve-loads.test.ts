/** The packages that a server loads before its first answer; it loads the others when they are needed. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addDays, localDateAt } from '@bord/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LoadedModules } from '../../test/loaded-modules.ts';
import { type Bord, DEMO, makeBord } from '../../test/run-bord.ts';
import { serveBord, type Serving } from '../../test/serve-bord.ts';

const HOOK = pathToFileURL(join(import.meta.dirname, '../../test/loaded-modules.ts')).href;

let bord: Bord;
beforeEach(() => void (bord = makeBord()));
afterEach(() => bord.remove());

/** A server with a restaurant, a key and a request. */
async function start() {
  const { key } = await bord.json<{ key: string }>('keys', 'create', '--partner', 'acme', '--location', DEMO);
  const server = await serveBord(bord, 'serve --port 0', { NODE_OPTIONS: `--import=${HOOK}` });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const date = addDays(localDateAt('UTC', Date.now()), 3);
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.at.url}${path}`, { ...init, headers });
  const day = `/v1/partner-api/locations/${DEMO}/availability?date=${date}&partySize=2`;
  return { server, ask, day };
}

/** The packages and the other modules that the server has loaded. */
async function loadedBy({ kill }: Serving) {
  const path = join(bord.folder, 'loaded.json');
  rmSync(path, { force: true });
  kill('SIGUSR2');
  await expect.poll(() => existsSync(path)).toBe(true);
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as LoadedModules;
  const packages = files.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  const own = files.flatMap((url) => /\/packages\/([^?]*)/.exec(url)?.[1] ?? []);
  return {
    packages: [...new Set(packages)].toSorted(),
    own,
  };
}

/** Each entry makes every server start later: load a package when it is needed, or add it here. */
const BEFORE_THE_FIRST_ANSWER = [
  '@pinojs/redact',
  'atomic-sleep',
  'better-sqlite3',
  'commander',
  'ipaddr.js',
  'leven',
  'on-exit-leak-free',
  'pino',
  'pino-std-serializers',
  'prom-client',
  'quick-format-unescaped',
  'safe-stable-stringify',
  'sonic-boom',
  'thread-stream',
];

test('a server loads these packages before its first answer, and others when they are needed', async () => {
  await bord.json('locations', 'list'); // furnishes
  const { server, ask, day } = await start();
  expect((await ask(day)).status).toBe(200);
  const before = await loadedBy(server);
  expect(before.packages).toEqual(BEFORE_THE_FIRST_ANSWER);
  for (const later of [
    'api/general-router.ts',
    'docs/documents.ts',
    'mail/create-mailer.ts',
    'mount-pages.ts',
    'webhooks/poster.ts',
  ])
    expect(before.own.filter((file) => file.endsWith(later))).toEqual([]);

  // Control: the same look sees what is loaded afterwards.
  expect((await ask('/docs')).status).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/v1/partner-api/bookings/none')).status).toBe(404);
  const after = await loadedBy(server);
  expect(after.own.some((file) => file.endsWith('docs/docs-page.ts'))).toBe(true);
  expect(after.packages).toEqual(expect.arrayContaining(['h3', 'zod']));
});

test('a server that has just started answers concurrent first requests of every kind', async () => {
  const { server, ask, day } = await start();
  const { slots } = (await (await ask(day)).json()) as { slots: { slot: string }[] };
  const booking = {
    startsAt: slots[0]!.slot,
    partySize: 2,
    name: 'Alva Lind',
    email: 'alva@example.com',
  };
  const book = (): Promise<Response> =>
    ask(`/v1/partner-api/locations/${DEMO}/bookings`, {
      method: 'POST',
      body: JSON.stringify(booking),
    });
  const pages = ['/docs', '/v1/partner-api/openapi.json', '/metrics', '/sandbox', '/readyz'];
  const answers = await Promise.all([
    ...[...pages, ...pages].map((path) => ask(path)),
    ask('/manage/nobody'),
    ask('/nowhere'),
    book(),
    book(),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(
    [...pages, ...pages].map(() => 200).concat(404, 404, 201, 201),
  );
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts.slice(0, pages.length - 2)).toEqual([
    expect.stringContaining('<html'),
    expect.stringContaining('"openapi":"3.1'),
    expect.stringContaining('bord_http_requests_total'),
  ]);
  const mails = join(bord.folder, 'data/mail');
  const links = (): readonly string[] =>
    (existsSync(mails) ? readdirSync(mails) : []).flatMap(
      (name) =>
        /\/manage\/[\w.-]+/.exec(readFileSync(join(mails, name), 'utf8').replaceAll('=\r\n', ''))?.[0] ?? [],
    );
  await expect.poll(links).toHaveLength(2);
  const page = await ask(links()[0]!);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
