/** The logo of a restaurant, kept in `BORD_FILES`: a folder, and a bucket of an object store. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startObjectStore } from '../../../../test/support/object-store.ts';
import { type Bord, makeBord, words } from '../../test/run-bord.ts';
import { serveBord } from '../../test/serve-bord.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const NAME = createHash('sha256').update(PNG).digest('hex');

const DATE = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

const plan = (logo: string): string => `alias: nord
name: Bistro Nord
timeZone: Europe/Stockholm
brand: {logo: ${JSON.stringify(logo)}}
tables: [{id: T1, seats: 1-2}]
servicePeriods: [{name: Dinner, days: daily, opens: "00:00", closes: "23:45"}]
`;

function aBord(isMigrated = true): Bord {
  const bord = makeBord(isMigrated);
  onTestFinished(() => bord.remove());
  writeFileSync(join(bord.folder, 'logo.png'), PNG);
  bord.write('nord.yaml', plan('logo.png'));
  return bord;
}

const filesIn = (bord: Bord): readonly string[] => {
  const folder = join(bord.folder, 'data/files');
  return existsSync(folder) ? readdirSync(folder) : [];
};

const mailsOf = (bord: Bord): readonly string[] | null => {
  const folder = join(bord.folder, 'data/mail');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return names.length === 0 ? null : names.map((name) => join(folder, name));
};

async function aBucket(): Promise<{ env: Record<string, string>; names: () => readonly string[] }> {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  return { env: { BORD_FILES: store.url }, names: () => [...store.objects.keys()] };
}

describe.each(['folder', 'bucket'] as const)('BORD_FILES is a %s:', (kind) => {
  test('apply stores the logo, guests see it on pages and in mails, and a backup brings it elsewhere', async () => {
    const [here, there] = [aBord(), aBord(false)];
    const [a, b] = kind === 'bucket' ? [await aBucket(), await aBucket()] : [];
    const run = async (bord: Bord, line: string, env = a?.env ?? {}): Promise<string> => {
      const { code, out, err } = await bord.run(words(line), { env });
      if (code !== 0) throw new Error(`${line}: ${err}`);
      return out;
    };
    const stored = (bord: Bord): readonly string[] => (bord === here ? a : b)?.names() ?? filesIn(bord);
    await run(here, 'locations apply nord.yaml --dry-run');
    expect(stored(here)).toEqual([]);
    await run(here, 'locations apply nord.yaml');
    expect(stored(here)).toEqual([NAME]);
    const exported = await run(here, 'locations export nord');
    expect(exported).toContain(`logo: /files/${NAME}`);
    here.write('exported.yaml', exported);
    expect(await run(here, 'locations apply exported.yaml')).toContain('It is as the file says already.');

    await run(
      here,
      `bookings create --location nord --at ${DATE}T19:00 --party 2 --name Åsa --email asa@example.se`,
    );
    const server = await serveBord(here, 'serve --port 0 --json', {
      ...a?.env,
      BORD_DEMO: '0',
      BORD_LOG: 'silent',
    });
    const mails = await vi.waitUntil(() => mailsOf(here), { timeout: 60_000 });
    const mail = readFileSync(mails[0]!, 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(mail).toMatch(new RegExp(`src="http://127\\.0\\.0\\.1:\\d+/files/${NAME}"`));
    const [, token] = /\/manage\/([\w.-]+)/.exec(mail)!;
    const page = await fetch(`${server.at.url}/manage/${token!}`);
    expect(await page.text()).toContain(`<img class="logo" src="${server.at.url}/files/${NAME}"`);
    expect(page.headers.get('content-security-policy')).toContain(`img-src ${server.at.url}`);
    const image = await fetch(`${server.at.url}/files/${NAME}`);
    expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    expect(Buffer.from(await image.arrayBuffer())).toEqual(PNG);
    const known = { headers: { 'if-none-match': image.headers.get('etag')! } };
    expect((await fetch(`${server.at.url}/files/${NAME}`, known)).status).toBe(304);
    for (const other of ['0'.repeat(64), '..%2Fbord.db', 'logo.png'])
      expect((await fetch(`${server.at.url}/files/${other}`)).status).toBe(404);

    await run(here, 'backup whole.tar.gz');
    await run(there, `restore ${join(here.folder, 'whole.tar.gz')}`, b?.env ?? {});
    expect(stored(there)).toEqual([NAME]);
    server.kill('SIGTERM');
    await server.ended;
  });
});

test('a logo that is missing, too large, or not an image is refused with its position in the file, without storing it', async () => {
  const bord = aBord();
  bord.write('big.png', '');
  writeFileSync(join(bord.folder, 'big.png'), PNG);
  truncateSync(join(bord.folder, 'big.png'), 512 * 1024 + 1);
  bord.write('page.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const refusal = (logo: string): Promise<string> => {
    bord.write('bad.yaml', plan(logo));
    return bord.refusal(words('locations apply bad.yaml'));
  };
  expect(await refusal('none.png')).toMatch(
    /^bad\.yaml:4:\d+ brand\.logo: .*none\.png: there is no such file/,
  );
  expect(await refusal('big.png')).toContain('is larger than 512 KB');
  expect(await refusal('page.svg')).toContain('is not a PNG, JPEG or WebP');
  expect(await refusal('http://nord.example/logo.png')).toContain('the logo must be an https URL');
  expect(await refusal(`/files/${NAME}`)).toContain('BORD_FILES does not have this image');
  expect(filesIn(bord)).toEqual([]);
});

test('a booking page picture over 60 kB is rejected, as a file and as a stored image, with the next step', async () => {
  const bord = aBord();
  writeFileSync(join(bord.folder, 'logo.png'), Buffer.concat([PNG, Buffer.alloc(60_000)]));
  await bord.json('locations', 'apply', 'nord.yaml');
  for (const picture of ['logo.png', `/files/${filesIn(bord)[0]}`]) {
    bord.write('page.yaml', `${plan('logo.png')}bookingPage: {picture: ${picture}}\n`);
    expect(await bord.refusal(words('locations apply page.yaml'))).toMatch(
      /bookingPage\.picture: .* is larger than 60 kB: save it as WebP or JPEG with about 1280 × 640 pixels/,
    );
  }
});

test('a stored file that was cut off is not shown, and apply writes it again', async () => {
  const bord = aBord();
  await bord.json('locations', 'apply', 'nord.yaml');
  const file = join(bord.folder, 'data/files', NAME);
  truncateSync(file, 20);
  const server = await serveBord(bord, 'serve --port 0 --json', { BORD_LOG: 'silent' });
  expect((await fetch(`${server.at.url}/files/${NAME}`)).status).toBe(404);
  await bord.json('locations', 'apply', 'nord.yaml');
  expect((await fetch(`${server.at.url}/files/${NAME}`)).status).toBe(200);
  expect(readFileSync(file)).toEqual(PNG);
});

test('a bucket that is missing, or whose driver is, is reported by name, without the key', async () => {
  const bord = aBord();
  const { env } = await aBucket();
  const other = { BORD_FILES: env['BORD_FILES']!.replace('/pictures', '/nowhere') };
  const failed = await bord.refusal(words('locations apply nord.yaml'), { env: other });
  expect(failed).toContain('the bucket nowhere of http://127.0.0.1:');
  expect(failed).not.toContain('secret');
  const hook = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) => next(name === 'aws4fetch' ? 'aws4fetch-is-not-installed' : name, context) })`;
  const started = bord.run(words('serve --port 0'), {
    env: {
      ...env,
      NODE_OPTIONS: `--import="${hook.replaceAll('\n', ';').replaceAll(' ', '%20').replaceAll('"', '%22')}"`,
    },
    ownProcess: true,
  });
  const { code, err } = await started;
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('needs the package aws4fetch: install it with npm install aws4fetch'),
  ]);
});
