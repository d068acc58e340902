/** The texts for people: the pages of guests, developers and staff, and all mails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Browser, unfolded } from './browser.ts';
import type { Take } from './commands.ts';
import type { Program } from './program.ts';
import { FILES } from './restaurant.ts';

const LANGUAGES = ['sv', 'en', 'no', 'da'];
const DAY_MS = 86_400_000;
const BASE = '/v1/partner-api';

export async function recordPages(program: Program, take: Take): Promise<void> {
  for (const [name, content] of Object.entries(FILES)) program.write(name, content);
  const bookings: { readonly id: string; readonly fullId: string; readonly language: string }[] = [];
  const { id: locationId } = await program.json('locations', 'apply', 'nord.yaml');
  await program.json('locations', 'apply', 'small.yaml', '--new');
  await program.json('menus', 'apply', 'nord', 'menu.yaml');
  await program.json(
    'staff',
    'add',
    'anna@example.se',
    '--location',
    'nord',
    '--role',
    'manager',
    '--name',
    'Anna',
  );
  for (const [i, language] of LANGUAGES.entries()) {
    const create = (location: string, at: string, party: number, ...more: readonly string[]) =>
      program.json(
        'bookings',
        'create',
        '--location',
        location,
        '--at',
        at,
        '--party',
        `${party}`,
        '--lang',
        language,
        ...more,
      );
    const guest = ['--name', `Guest ${language}`, '--email', `${language}@example.se`];
    const { id } = await create(
      'nord',
      '2027-03-05 19:00',
      i < 2 ? 2 : 3,
      ...guest,
      '--notes',
      'By the window',
    );
    await create(
      'nord',
      '2027-03-06 19:00',
      2,
      '--name',
      'Reminded',
      '--email',
      `reminded-${language}@example.se`,
    );
    const { id: fullId } = await create('small', `2027-03-1${i} 19:00`, 2, '--name', 'First');
    await program.json(
      'waitlist',
      'add',
      'small',
      '--date',
      `2027-03-1${i}`,
      '--from',
      '19:00',
      '--party',
      '2',
      '--lang',
      language,
      ...guest,
    );
    bookings.push({ id: id!, fullId: fullId!, language });
  }
  const { key } = await program.json('keys', 'create', '--partner', 'acme', '--location', 'nord');
  await program.json('webhooks', 'add', '--partner', 'acme', '--url', 'http://127.0.0.1:1/hook');

  await program.serving(async (root) => {
    const browser = new Browser(root, take);
    for (const path of [
      '/',
      '/healthz',
      '/readyz',
      '/docs',
      '/nothing',
      '/manage/none',
      '/waitlist/none',
      '/sandbox/none',
      '/console/none',
    ])
      await browser.open('public', path);
    const document = await (await fetch(`${root}${BASE}/openapi.json`)).json();
    take('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
    for (let party = 0; party < 6; party++) await bookAsPartner(`${root}${BASE}`, locationId!, key!, party);
    await browser.send('sandbox', '/sandbox', { email: 'dev@example.com', system: 'My app' });
    await browser.crawl('console-signed-out', '/console', /^\/console/, 5);
    await browser.send('console-signed-out', '/console/sign-in', { email: 'anna@example.se' });
    await quiet(program);
    for (const { id, fullId, language } of bookings) {
      const guest = new Browser(root, take);
      await guest.crawl(
        `guest-${language}`,
        linkIn(program, `${language}@example.se`, 'manage'),
        /^\/manage(?!.*lang=)/,
        12,
      );
      await guest.crawl(
        `waiting-${language}`,
        linkIn(program, `${language}@example.se`, 'waitlist'),
        /^\/waitlist(?!.*lang=)/,
        6,
      );
      await program.json('bookings', 'move', id, '--at', '2027-03-05 21:00');
      await program.json('bookings', 'cancel', fullId, '--yes');
    }
    await browser.send('sandbox', linkIn(program, 'dev@example.com', 'sandbox'));
    await browser.send('console-signed-out', linkIn(program, 'anna@example.se', 'console/sign-in'));
    await browser.crawl('console', '/console', /^\/console(?!.*(?:lang=|\.(?:js|css)))/, 40);
    await quiet(program);
    for (const { id, language } of bookings) {
      await browser.crawl(
        `offered-${language}`,
        linkIn(program, `${language}@example.se`, 'waitlist'),
        /^\/waitlist(?!.*lang=)/,
        4,
      );
      await program.json('bookings', 'cancel', id, '--yes');
      await browser.open(`ended-${language}`, linkIn(program, `${language}@example.se`, 'manage'));
    }
    await quiet(program);
  });
  await program.serving(() => quiet(program), 5 * DAY_MS);
  recordMails(program, take);
}

async function bookAsPartner(base: string, locationId: string, key: string, party: number): Promise<void> {
  await fetch(`${base}/locations/${locationId}/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-partner-key': key },
    body: JSON.stringify({
      startsAt: `2027-03-2${party}T18:00:00Z`,
      partySize: 2,
      name: 'Partner',
      email: 'p@example.com',
    }),
  });
}

interface Mail {
  readonly kind: string;
  readonly to: string;
  readonly text: string;
}

/** The mails so far, in the order of their names. */
function mailsOf({ folder }: Program): readonly Mail[] {
  const mails = join(folder, 'data/mail');
  const names = existsSync(mails) ? readdirSync(mails).filter((name) => name.endsWith('.eml')) : [];
  return names.toSorted().map((name) => {
    const text = decoded(readFileSync(join(mails, name), 'latin1'));
    return { kind: /Z-([a-z-]+)-/.exec(name)![1]!, to: /^To: .*?([^\s<>]+@[^\s<>]+)/m.exec(text)![1]!, text };
  });
}

/** Waits until no mail has come for two seconds. */
async function quiet(program: Program): Promise<void> {
  for (let [known, since] = [-1, Date.now()]; Date.now() - since < 2000; await pause(100)) {
    const count = mailsOf(program).length;
    if (count !== known) [known, since] = [count, Date.now()];
  }
}

/** The path of the first link of this kind to an address. */
function linkIn(program: Program, to: string, kind: string): string {
  for (const { text } of mailsOf(program).filter((mail) => mail.to === to)) {
    const [path] = new RegExp(`/${kind}/[\\w.-]+`).exec(text) ?? [];
    if (path !== undefined) return path;
  }
  return `/${kind}/missing`;
}

function recordMails(program: Program, take: Take): void {
  const counts = new Map<string, number>();
  for (const { kind, to, text } of mailsOf(program)) {
    const name = `mails/${kind}-${to.replaceAll(/[^\w]/g, '-')}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    take(`${name}-${counts.get(name)}.txt`, text.replaceAll(/_NmP-[\da-f]+/g, '<boundary>'));
  }
}

/** Quoted-printable and base64 as text. */
function decoded(raw: string): string {
  const parts = raw.replaceAll(
    /(Content-Transfer-Encoding: base64\r\n(?:[\w-]+: .*\r\n)*\r\n)([\w+/=\r\n]+)/gi,
    (_, head: string, body: string) => head + Buffer.from(body, 'base64').toString('latin1'),
  );
  const bytes = parts
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(unfolded(bytes), 'latin1').toString('utf8').replaceAll('\r', '');
}
