/** The README’s first picture: the console on a Tuesday at half past seven, taken by `npm run picture`. That it can be taken is tried every time. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Booking, definePlan, instantOf } from '@bord/engine';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveBrowser, sharedBrowser } from './browser.ts';
import { aConsoleRuntime, type ConsoleRuntime } from './console-runtime.ts';
import { LOCATION_ID } from './guest-runtime.ts';

const ROOT = new URL('../../', import.meta.url);
const FILES = { light: 'docs/console-light.png', dark: 'docs/console-dark.png' } as const;
const SIZE = { width: 1280, height: 870 };
/** By the clock of the restaurant. */
const DATE = '2026-12-01';
const NOW = '19:25';

const table = (id: string, seatsMin: number, seatsMax: number, area: string) => ({
  id,
  seatsMin,
  seatsMax,
  area,
});
const PLAN = definePlan({
  name: 'Sjökrogen',
  timeZone: 'Europe/Stockholm',
  language: 'en',
  areas: [
    { id: 'window', name: 'Window' },
    { id: 'hall', name: 'Hall' },
    { id: 'bar', name: 'Bar' },
  ],
  tables: [
    ...['W1', 'W2', 'W3', 'W4'].map((id) => table(id, 1, 2, 'window')),
    ...['H1', 'H2', 'H3', 'H4', 'H5', 'H6'].map((id) => table(id, 2, 4, 'hall')),
    ...['R1', 'R2'].map((id) => table(id, 4, 6, 'hall')),
    ...['B1', 'B2'].map((id) => table(id, 1, 2, 'bar')),
  ],
  combinations: [
    { tables: ['H1', 'H2'], seatsMin: 5, seatsMax: 8 },
    { tables: ['W1', 'W2'], seatsMin: 3, seatsMax: 4 },
  ],
  servicePeriods: [
    {
      name: 'Dinner',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      opensMinute: 17 * 60,
      closesMinute: 23 * 60,
      lastSeatingMinute: 21 * 60 + 30,
    },
  ],
});

/** When, how many, who, what is to be known; and where, if somebody has chosen. */
const PARTIES: readonly (readonly [string, number, string, (string | null)?, string?])[] = [
  ['17:00', 2, 'Lindqvist'],
  ['17:00', 4, 'Nilsson', 'Theatre at 19:15'],
  ['17:15', 2, 'Hanna Virtanen', 'Lactose-free'],
  ['17:15', 3, 'Mikkelsen'],
  ['17:30', 6, 'Bergström', 'Nut allergy!', 'R1'],
  ['17:30', 2, 'Öberg'],
  ['17:45', 4, 'Freja Holm'],
  ['18:00', 7, 'Anna-Karin Ek', 'Birthday, 60', 'H1+H2'],
  ['18:15', 2, 'Ingrid Dahl', 'Wheelchair'],
  ['18:30', 4, 'Rasmussen'],
  ['18:30', 2, 'Aino Laine'],
  ['18:45', 5, 'Solberg', null, 'R2'],
  ['19:00', 2, 'Wikström', 'Regulars'],
  ['19:15', 3, 'Sjögren'],
  ['19:30', 4, 'Erik Åström', 'Vegetarian ×2'],
  ['19:30', 2, 'Thea Moen'],
  ['19:45', 2, 'Jonas Kjær'],
  ['20:00', 4, 'Hedlund', 'Two children'],
  ['20:00', 2, 'Lund'],
  ['20:15', 6, 'Nordbygg AB', 'Invoice', 'R1'],
  ['20:30', 3, 'Dahlgren'],
  ['20:30', 2, 'Kari Solberg'],
  ['20:45', 2, 'Nyström'],
  ['21:00', 4, 'Eklund'],
  ['21:15', 2, 'Falk'],
  ['21:15', 5, 'Hansen', null, 'R2'],
];
/** Who is late, leaves early, waits at the door, or has not come. */
const LATE: Readonly<Record<string, number>> = { Nilsson: 5, Solberg: 10, Wikström: 8 };
const GONE: Readonly<Record<string, string>> = {
  Lindqvist: '18:25',
  Nilsson: '19:05',
  'Hanna Virtanen': '18:40',
  Öberg: '18:55',
  Mikkelsen: '19:10',
};
const WAITING: ReadonlySet<string> = new Set(['Thea Moen']);

const at = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return instantOf(PLAN.timeZone, DATE, hours * 60 + minutes);
};

/** The evening as it stands at half past seven. */
async function play({ engine, clock }: ConsoleRuntime): Promise<readonly Booking[]> {
  const { bookings, tables } = engine.operator.at(LOCATION_ID);
  const made: Booking[] = [];
  for (const [time, partySize, name, notes = null, chosen] of PARTIES) {
    const request = { startMs: at(time), partySize, guest: { name, notes, phone: '+46 70 555 01 00' } };
    const outcome = await bookings.create(request, chosen === undefined ? {} : { tables: chosen.split('+') });
    if (outcome.kind !== 'booked') throw new Error(`${name} finds no table`);
    made.push(outcome.booking);
  }
  await tables.block({
    tables: ['B2'],
    startMs: at('17:00'),
    endMs: at('20:00'),
    reason: 'Lamp',
  });
  const steps = made.flatMap(({ id, startMs, guest: { name } }) => {
    const seatMs = startMs + (LATE[name] ?? 0) * 60_000;
    const gone = GONE[name];
    return [
      ...(WAITING.has(name) ? [{ ms: at('19:20'), take: () => bookings.arrive(id) }] : []),
      ...(seatMs < at(NOW) && name !== 'Sjögren' ? [{ ms: seatMs, take: () => bookings.seat(id) }] : []),
      ...(gone === undefined ? [] : [{ ms: at(gone), take: () => bookings.leave(id) }]),
    ];
  });
  for (const { ms, take } of steps.toSorted((a, b) => a.ms - b.ms)) {
    clock.pass(Math.max(0, ms - clock.nowMs()));
    await take();
  }
  clock.pass(at(NOW) - clock.nowMs());
  return made;
}

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => leaveBrowser(browser));

async function openPage(runtime: ConsoleRuntime, colorScheme: 'light' | 'dark'): Promise<Page> {
  const profile = { viewport: SIZE, deviceScaleFactor: 2, colorScheme, locale: 'en-GB' } as const;
  const context = await runtime.signedIn(browser, 'astrid@example.se', profile);
  const page = await context.newPage();
  await page.goto(`${runtime.url}/console/${LOCATION_ID}?date=${DATE}&view=timeline`);
  return page;
}

test('the README’s first picture is the console’s evening, light and dark, and can be taken', async () => {
  const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
  const shown = [...readme.matchAll(/(?:src|srcset)="(docs\/[^"]+\.png)"/g)].map(([, file]) => file);
  expect(shown.slice(0, 2).toSorted()).toEqual([FILES.dark, FILES.light]);

  const runtime = await aConsoleRuntime({ plan: PLAN });
  await runtime.invite('astrid@example.se', 'manager');
  const parties = await play(runtime);
  for (const [scheme, file] of Object.entries(FILES) as ['light' | 'dark', string][]) {
    const page = await openPage(runtime, scheme);
    expect(await page.locator('a.party').count()).toBeGreaterThanOrEqual(parties.length);
    expect(await page.locator('a.block').count()).toBeGreaterThan(0);
    const picture = await page.screenshot();
    if (process.env['BORD_PICTURE'] === '1') writeFileSync(new URL(file, ROOT), picture);
    const taken = existsSync(new URL(file, ROOT)) ? readFileSync(new URL(file, ROOT)) : Buffer.alloc(24);
    expect([taken.readUInt32BE(16), taken.readUInt32BE(20)], file).toEqual([SIZE.width * 2, SIZE.height * 2]);
    expect(taken.length).toBeLessThan(800_000);
    await page.context().close();
  }
  expect(runtime.faults).toEqual([]);
});
