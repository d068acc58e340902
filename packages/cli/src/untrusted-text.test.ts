/**
 * Untrusted text on a terminal. Everything that others can write holds what would steer one; then every command is run, to people and as
 * JSON, where it succeeds and where it fails.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleOf } from '../../../test/support/long.ts';
import {
  BOTH_TABLES,
  HOSTILE,
  type HostileRuntime,
  hostileRuntime,
  LOCATION,
  TABLES,
} from '../test/hostile-runtime.ts';
import { printing } from '../test/printing.ts';
import { DEMO, makeBord, type Run, words } from '../test/run-bord.ts';
import { serveBord } from '../test/serve-bord.ts';
import { assertSafe } from '../test/steering.ts';
import { commandTree } from './completion/command-tree.ts';
import { plain } from './output/plain.ts';
import { createProgram } from './program.ts';
import { run } from './run.ts';

let folder: string;
let runtime: HostileRuntime;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bord-hostile-'));
  runtime = await hostileRuntime(folder);
});

afterAll(async () => {
  await runtime.close();
  rmSync(folder, { recursive: true });
});

type Args = readonly string[];

/** How each command is run. `null`: it runs until it is stopped, and is looked at as a process. */
const TRIED: Readonly<Record<string, (() => readonly Args[]) | null>> = {
  serve: null,
  deliver: null,
  migrate: () => [[]],
  'maintenance status': () => [[]],
  'maintenance accept-time': () => [['--yes']],
  'maintenance scrub': () => [['--yes']],
  'accept-key': () => [['--yes']],
  doctor: () => [[]],
  backup: () => [[`${HOSTILE}.tar.gz`], [`no ${HOSTILE}/x.tar.gz`]],
  restore: () => [[`${HOSTILE}.tar.gz`], [`${HOSTILE}.yaml`], [`${runtime.url}/${HOSTILE}`]],
  'locations apply': () => [[`${HOSTILE}.yaml`], ['broken.yaml'], [`no ${HOSTILE}`]],
  'locations list': () => [[]],
  'locations show': () => [[LOCATION]],
  'locations export': () => [[LOCATION]],
  'locations remove': () => [[LOCATION], [`no ${HOSTILE}`]],
  'closures add': () => [[LOCATION, '--from', '2026-12-25', '--reason', HOSTILE]],
  'closures list': () => [[LOCATION]],
  'closures remove': () => [
    [LOCATION, HOSTILE],
    [LOCATION, runtime.closureId, '--yes'],
    [LOCATION, `no ${HOSTILE}`],
  ],
  'menus apply': () => [
    [LOCATION, 'menu.json'],
    [LOCATION, `${HOSTILE}.yaml`],
  ],
  'menus show': () => [[LOCATION]],
  'keys create': () => [
    ['--partner', 'acme', '--location', LOCATION],
    ['--partner', HOSTILE],
  ],
  'keys list': () => [[]],
  'keys revoke': () => [[runtime.keyId], [HOSTILE]],
  'keys rotate': () => [[runtime.keyId], [HOSTILE]],
  'webhooks add': () => [
    ['--partner', 'acme', '--url', `${runtime.url}/${HOSTILE}`],
    ['--partner', 'acme', '--url', HOSTILE],
  ],
  'webhooks list': () => [[]],
  'webhooks enable': () => [[runtime.endpointId], [HOSTILE]],
  'webhooks disable': () => [[runtime.endpointId], [HOSTILE]],
  'webhooks remove': () => [[HOSTILE], [HOSTILE, '--yes']],
  'webhooks rotate': () => [[runtime.endpointId], [HOSTILE]],
  'webhooks test': () => [[runtime.endpointId], [HOSTILE]],
  'webhooks deliveries': () => [[runtime.endpointId], [HOSTILE]],
  'webhooks replay': () => [
    [runtime.endpointId, '--failed'],
    [runtime.endpointId, '--event', HOSTILE],
  ],
  'webhooks listen': () => [
    [`${runtime.url}/listen`, '--key', 'k', '--forward-to', `${runtime.url}/hook`],
    [`${runtime.url}/v1`, '--key', 'k', '--forward-to', `${runtime.url}/hook`],
    [HOSTILE, '--key', HOSTILE, '--forward-to', HOSTILE, '--events', HOSTILE],
  ],
  'mails list': () => [[]],
  'mails open': () => [[], ['--to', HOSTILE, '--kind', HOSTILE]],
  'mails retry': () => [[]],
  'guests export': () => [
    ['--email', 'eve@example.com'],
    ['--email', HOSTILE],
  ],
  'guests erase': () => [
    ['--email', 'eve@example.com'],
    ['--email', HOSTILE],
  ],
  'guests purge': () => [
    ['--older-than', '1d'],
    ['--older-than', HOSTILE],
  ],
  'bookings list': () => [
    ['--location', LOCATION],
    ['--location', LOCATION, '--search', HOSTILE, '--limit', '1'],
    ['--location', LOCATION, '--status', HOSTILE],
  ],
  import: () => [
    [LOCATION, 'hostile.csv', '--dry-run'],
    [LOCATION, 'hostile.csv', '--map', `name=${HOSTILE}`, '--table', `${HOSTILE}=${HOSTILE}`],
    [LOCATION, 'broken.yaml', '--encoding', HOSTILE],
    [HOSTILE, `no ${HOSTILE}`],
  ],
  availability: () => [
    [LOCATION, '--party', '2', '--date', runtime.date, '--near', '18:15', ...BOTH_TABLES],
    [HOSTILE, '--party', '2', '--table', HOSTILE],
    [LOCATION, '--party', '2', '--near', HOSTILE],
  ],
  evening: () => [
    [LOCATION, '--date', runtime.date],
    [LOCATION, '--date', runtime.waitedDate],
    [HOSTILE, '--date', runtime.date],
    [`no ${HOSTILE}`],
    [LOCATION, '--date', HOSTILE],
  ],
  'bookings create': () => [
    ['--location', LOCATION, '--at', '2027-03-01T18:00', '--party', '2', '--name', HOSTILE],
    ['--location', LOCATION, '--at', HOSTILE, '--party', '2', '--name', HOSTILE],
    // The seated party fits no other table, so the answer has its name.
    ['--location', LOCATION, '--at', `${runtime.date} 18:15`, '--party', '2', '--name', 'x', ...BOTH_TABLES],
  ],
  'bookings edit': () => [
    [runtime.bookingId, '--notes', `again ${HOSTILE}`],
    [HOSTILE, '--name', HOSTILE],
    [runtime.bookingId, '--email', HOSTILE],
  ],
  'bookings show': () => [[runtime.bookingId], [HOSTILE]],
  'bookings move': () => [
    [runtime.bookingId, '--party', '3'],
    [runtime.bookingId, '--at', HOSTILE],
  ],
  'bookings assign': () => [
    [runtime.bookingId, '--table', HOSTILE],
    [runtime.bookingId, ...BOTH_TABLES],
  ],
  'bookings extend': () => [[runtime.bookingId, '--by', '1h']],
  'tables block': () => [
    [LOCATION, ...TABLES, '--from', `${runtime.date} 17:00`, '--to', '23:00'],
    [LOCATION, ...TABLES, '--from', `${runtime.date} 17:00`, '--to', '23:00', '--reason', HOSTILE, '--force'],
    [HOSTILE, HOSTILE, '--for', '1h'],
  ],
  'tables blocks': () => [[LOCATION], [HOSTILE]],
  'tables unblock': () => [[HOSTILE]],
  'holds list': () => [[LOCATION], [HOSTILE]],
  'holds release': () => [[HOSTILE, '--yes']],
  'bookings unseated': () => [[LOCATION], [HOSTILE]],
  'bookings cancel': () => [[runtime.bookingId], [HOSTILE]],
  ...Object.fromEntries(
    words('pin unpin arrive seat leave undo complete no-show').map((name) => [
      `bookings ${name}`,
      () => [[runtime.bookingId], [HOSTILE, '--date', runtime.date]],
    ]),
  ),
  'waitlist list': () => [[LOCATION], [HOSTILE]],
  'waitlist add': () => [
    [LOCATION, '--date', runtime.date, ...words('--from 17:00 --party 2 --book --name'), HOSTILE],
    [HOSTILE, ...words('--from 17:00 --party 2 --name'), HOSTILE],
  ],
  'waitlist leave': () => [[HOSTILE, '--yes']],
  demand: () => [[LOCATION]],
  turns: () => [[LOCATION], [HOSTILE]],
  'staff add': () => [
    ['eve@house.example', '--location', LOCATION, '--role', 'manager', '--name', `again ${HOSTILE}`],
    [HOSTILE, '--location', HOSTILE, '--role', 'host'],
    [HOSTILE, '--location', LOCATION, '--role', 'host'],
  ],
  'staff link': () => [['--demo'], [runtime.memberId], [HOSTILE]],
  'staff list': () => [[], ['--location', HOSTILE]],
  'staff remove': () => [[runtime.memberId], [HOSTILE], [runtime.memberId, '--location', DEMO]],
  'staff sessions list': () => [[], [HOSTILE]],
  'staff sessions end': () => [['ss_1'], [HOSTILE]],
  'sandbox key': () => [
    ['--email', 'd@example.com', '--system', HOSTILE],
    ['--email', HOSTILE, '--system', 'x'],
  ],
  'sandbox sweep': () => [[]],
  'service enable': () => [[]],
  'service disable': () => [[]],
  conformance: () => [
    ['--list'],
    ['--only', HOSTILE],
    [`${runtime.url}/v1/partner-api`, '--location', LOCATION, '--key', 'bord_test_x', '--only', '4.1'],
  ],
  'verify-store': () => [['hostile.mjs'], ['hostile.mjs', '--only', HOSTILE], [`no ${HOSTILE}`]],
  completion: () => [['bash'], ['zsh'], ['fish'], [HOSTILE]],
};

/** The commands whose answer shows what others wrote. */
const SHOWS: readonly string[] = [
  'locations list', 'locations show', 'closures list', 'menus show', 'keys list', 'webhooks test', 'webhooks deliveries', 'webhooks listen',
  'mails list', 'guests export', 'bookings list', 'bookings show', 'bookings edit', 'bookings unseated', 'tables block', 'tables blocks', 'import', 'evening', 'holds list', 'waitlist list', 'demand', 'staff add', 'staff list', 'staff sessions list', 'conformance', 'verify-store', 'backup', 'locations apply',
]; // prettier-ignore

/** Runs one command line in this process, in a folder, without a terminal. */
async function runHere(
  inFolder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const before = { folder: process.cwd(), env: process.env };
  process.chdir(inFolder);
  process.env = { PATH: before.env['PATH'] ?? '', ...env };
  try {
    return await printing(async () => (await run('0.0.0', args)) ?? Number(process.exitCode ?? 0));
  } finally {
    process.exitCode = undefined;
    process.env = before.env;
    process.chdir(before.folder);
  }
}

async function leaves(): Promise<string[]> {
  const groups = (await createProgram('', [])).commands.map((group) => group.name());
  const tree = commandTree(await createProgram('', groups));
  return tree.filter(({ commands }) => commands.length === 0).map(({ at }) => at.trim());
}

test('every command runs with hostile texts', async () => {
  expect(Object.keys(TRIED).toSorted()).toEqual((await leaves()).toSorted());
});

test('no command lets what others wrote steer a terminal, to people or as JSON, in an answer, a question or a fault', async () => {
  const shown = new Set<string>();
  for (const [name, tried] of Object.entries(TRIED)) {
    for (const args of tried?.() ?? []) {
      for (const mode of [[], ['--json']]) {
        const line = [...name.split(' '), ...args, ...mode];
        const ran = await runHere(folder, line, runtime.env);
        assertSafe(ran, JSON.stringify(line));
        if (/\\u\{?202e/.test(ran.out + ran.err)) shown.add(mode.length === 0 ? name : `${name} --json`);
        if (mode.length > 0 && ran.code === 0) JSON.parse(ran.out);
        if (mode.length > 0 && ran.code === 0 && SHOWS.includes(name)) expect(ran.out).not.toBe('');
      }
    }
    const wrong = [[HOSTILE], [`--${HOSTILE}`], ['--help', HOSTILE]];
    for (const args of tried ? sampleOf(wrong, wrong.length) : [[`--${HOSTILE}`]])
      assertSafe(
        await runHere(folder, [...name.split(' '), ...args], runtime.env),
        `${name} ${JSON.stringify(args)}`,
      );
  }
  assertSafe(await runHere(folder, [HOSTILE], runtime.env), 'an unknown command');
  expect(SHOWS.filter((name) => !shown.has(name))).toEqual([]);
});

test('control: what goes past the printer is found, and a line that is not ours', () => {
  for (const out of [HOSTILE, JSON.stringify('\u202e'), 'Eve \u009b31m', 'Eve\nFAKE'])
    expect(() => assertSafe({ out, err: '' }, '')).toThrow();
  assertSafe({ out: `${plain(HOSTILE)}\n\tÅsa 👨‍👩‍👧\n`, err: '' }, '');
});

test('a setting, a database and a key that others wrote are named safely', async () => {
  const settings: Record<string, string>[] = [
    { [`BORD_${HOSTILE}`]: '1' },
    { PORT: HOSTILE },
    { BORD_DATABASE: `sqlite:./no ${HOSTILE}/bord.db` },
    { BORD_DATABASE: `postgres://nobody:x@127.0.0.1:1/${encodeURIComponent('\u202e')}` },
    { BORD_MAIL: `file:./${HOSTILE}` },
  ];
  for (const given of settings)
    for (const args of [['bookings', 'list', '--location', LOCATION], ['doctor']])
      assertSafe(await runHere(folder, args, { ...runtime.env, ...given }), JSON.stringify(given));
});

test('the log of a server escapes the texts of a request', async () => {
  const bord = makeBord();
  const served = await serveBord(bord, 'serve --port 0', { BORD_LOG: 'trace' });
  const headers = {
    'user-agent': 'Eve \u009b31m',
    'x-request-id': '\u009b2J',
    authorization: 'Bearer \u009b',
  };
  for (const path of ['/v1/partner-api/%1b%5b2J%c2%9b', '/manage/%e2%80%ae', '/sandbox?x=%1b'])
    await (await fetch(served.at.url + path, { headers })).text();
  served.kill('SIGTERM');
  const { err } = await served.ended;
  assertSafe({ out: served.out.join('\n'), err }, 'serve');
  for (const line of served.out) JSON.parse(line);
  bord.remove();
});
