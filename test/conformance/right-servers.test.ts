/** The kit finds no fault in servers and locations that follow the specification in other ways than Bord. */
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import {
  answering,
  both,
  either,
  error,
  faults,
  instead,
  isBatch,
  isCreate,
  isDay,
  isMenu,
  saying,
} from './faults.ts';
import { sampleOf } from '../support/long.ts';
import { check, type Fault, idsOf, openTarget } from './target.ts';

const always = (): boolean => true;

const errors = (change: (json: { statusCode: number }) => object): Fault =>
  answering(always, ({ status, json }) => (status >= 400 ? { json: change(json) } : {}));

/** Keeps an answer for 8 seconds, as §4.1 and §4.2 allow. */
const caching: Fault = (serve, { clock }) => {
  const responses = new Map<string, { readonly response: Response; readonly atMs: number }>();
  return async (request) => {
    if (!request.url.includes('/availability') || !request.headers.has('authorization'))
      return serve(request);
    const name = `${request.headers.get('authorization')} ${request.url} ${await request.clone().text()}`;
    const known = responses.get(name);
    if (known && clock.nowMs() - known.atMs < 8000) return known.response.clone();
    const response = await serve(request);
    responses.set(name, { response: response.clone(), atMs: clock.nowMs() });
    return response;
  };
};

/** Changes each slot, in days and in batches. */
const slots = (change: (slot: { slot: string }) => unknown): Fault =>
  saying(either(isDay, isBatch), (json) => {
    for (const slot of json.slots ?? json.days.flatMap((day: { slots: unknown }) => day.slots)) change(slot);
  });

const servers: readonly (readonly [name: string, fault: Fault, warnings: readonly string[]])[] = [
  ['keeps availability for 8 seconds', caching, []],
  [
    'has more to say',
    saying(always, (json) =>
      Object.assign(json, {
        version: 7,
        area: { id: 'a' },
        partnerId: 'f2b1c0a4-7d1e-4c55-9a0e-1b2c3d4e5f60',
      }),
    ),
    [],
  ],
  ['names no status in its errors', errors(({ statusCode }) => ({ statusCode, message: 'Nej.' })), []],
  [
    'leaves the reference out where there is none',
    saying(isCreate, (json) => json.partnerBookingRef === null && delete json.partnerBookingRef),
    [],
  ],
  [
    'writes UTC as an offset',
    slots((slot) => (slot.slot = slot.slot.replace('Z', '+00:00'))),
    ['D6/instants'],
  ],
  [
    'has no menu',
    answering(both(isMenu), ({ status }) => (status === 200 ? { status: 404, json: error(404) } : {})),
    [],
  ],
  [
    'does not know locations that do not exist',
    answering(
      ({ path }) => path.includes('c0f0c0f0'),
      ({ status }) => (status === 403 ? { status: 404, json: error(404) } : {}),
    ),
    ['D15/unknown-location'],
  ],
  [
    'writes ids in capitals',
    saying(either(isDay, isBatch), (json) => (json.locationId = json.locationId.toUpperCase())),
    [],
  ],
];

const ADDED = /\/move$|\/holds|\/waitlist|\/availability\/search$|^GET \/bookings$/;

test('D30 a server without any addition conforms: all of these rules are skipped', async () => {
  const lacking = instead(({ method, path }) => ADDED.test(`${method} ${path}`), 404);
  const plain: Fault = (serve, target) => lacking(serve, target);
  const bare = answering(always, ({ json }) => {
    for (const name of ['alternatives', 'nextAvailable', 'reason']) delete json?.[name];
  });
  const report = await check(await openTarget(), faults(plain, bare));
  expect([idsOf(report, 'failed', 'warning'), report.leftBehind]).toEqual([[], []]);
  const passed = idsOf(report, 'passed').filter((id) => /^D3[0-9]/.test(id));
  expect(passed).toEqual(['D30/fields-at-fault']);
});

test.each(sampleOf(servers, 3))('a server that %s', async (_, fault, warnings) => {
  const report = await check(await openTarget(), fault);
  expect([idsOf(report, 'failed'), idsOf(report, 'warning'), report.leftBehind]).toEqual([[], warnings, []]);
});

const { aPeriod, aTable } = fixtures;
const tables = (...sizes: readonly number[]) => ({
  tables: sizes.map((seatsMax, i) => aTable(`T${i}`, { seatsMin: 1, seatsMax })),
  combinations: [],
  wastedSeatsMax: null,
});
const daily = aPeriod({ name: 'D' }).weekdays;

const targets: readonly (readonly [name: string, plan: Parameters<typeof openTarget>[0], skipped: RegExp])[] =
  [
    ['one table', { floorPlan: tables(2) }, /^§2\.6\/reference-reused|^§4\.3\.5\/no-key/],
    [
      'many tables, which no few bookings fill',
      { floorPlan: tables(...Array.from({ length: 30 }, () => 2)) },
      /last-table|taken|shows|listed|no-covers|D31|D3[0-6]/,
    ],
    [
      'tables that can be joined',
      {
        floorPlan: { ...tables(2, 4, 4), combinations: [{ tables: ['T1', 'T2'], seatsMin: 5, seatsMax: 8 }] },
      },
      /^$/,
    ],
    [
      'a bar that closes after midnight',
      { servicePeriods: [aPeriod({ weekdays: daily, opensMinute: 18 * 60, closesMinute: 26 * 60 })] },
      /^$/,
    ],
    [
      'a house that never closes',
      {
        servicePeriods: [
          aPeriod({ weekdays: daily, opensMinute: 0, closesMinute: 1440, lastSeatingMinute: 1425 }),
        ],
      },
      /^§3\/closed/,
    ],
    [
      'New York, lunch and dinner',
      {
        timeZone: 'America/New_York',
        servicePeriods: [
          aPeriod({ name: 'L', opensMinute: 690, closesMinute: 870 }),
          aPeriod({ name: 'D', opensMinute: 1020, closesMinute: 1380, slotStepMinutes: 30 }),
        ],
      },
      /^$/,
    ],
    [
      'Tokyo, on Saturdays',
      { timeZone: 'Asia/Tokyo', servicePeriods: [aPeriod({ weekdays: [6] })] },
      /^D35\/ten/,
    ],
    ['a house that takes bookings a week ahead', { horizonDays: 7 }, /closed/],
    ['a kitchen with a pace', { pacing: { coversPerStep: 8, partiesPerStep: 3 } }, /^$/],
    [
      'a house that is full on the first days',
      { closures: [{ id: 'x', from: '2026-12-20', to: '2026-12-26', reason: null }] },
      /^$/,
    ],
  ];

test.each(sampleOf(targets, 2))('%s', async (_, plan, skipped) => {
  const report = await check(await openTarget(plan), undefined, { sandbox: false, rateLimit: null });
  expect([idsOf(report, 'failed', 'warning'), report.leftBehind]).toEqual([[], []]);
  const untold = report.rules.filter(
    ({ outcome, reason = '' }) => outcome === 'skipped' && !reason.startsWith('needs --'),
  );
  // A location may have no closed day, and the key is not a sandbox key.
  expect(untold.filter(({ id }) => !skipped.test(id) && id !== 'D11/named' && id !== 'D31/next')).toEqual([]);
  expect(report.bookings).toBeGreaterThan(1);
});
