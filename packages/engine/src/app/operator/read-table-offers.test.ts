import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../../../../test/support/long.ts';
import { aRestaurant } from '../../../../../test/support/restaurants.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { aProcess, virtualClock } from '../../../test-support/process.ts';
import { aLocation, aPeriod, aRequest, aTable, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { consistsOf } from '../../core/location/floor-plan.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const NOBODY = { name: '', email: null, phone: null, notes: null, language: null };
const at = (minutes: number): number => SIX_MS + minutes * MINUTE_MS;

/** Two parties of two, then one more in each way: at a free table, at one that can be freed, and at one with a pinned booking. */
const EACH_WAY: [object, [number, number, number, boolean][]] = [
  {
    floorPlan: {
      tables: ['A', 'B', 'C', 'D'].map((id) => aTable(id, { seatsMax: 2 })),
      combinations: [],
      wastedSeatsMax: null,
    },
    servicePeriods: [aPeriod({ opensMinute: 17 * 60, closesMinute: 23 * 60 })],
  },
  [
    [0, 2, 2, false],
    [0, 2, 2, true],
    [2, 2, 2, true],
    [3, 2, 2, true],
  ],
];

test('D2 D38 an offered table can be booked, exactly as shown; a refused one is rejected with the same bookings', async () => {
  const counts = { free: 0, reseated: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      aRestaurant,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 7 }), fc.nat(6), fc.boolean()), {
        minLength: 6,
        maxLength: 20,
        size: 'max',
      }),
      async (plan, wanted) => {
        const { engine, shared } = aProcess(virtualClock());
        const { bookings } = engine.operator.at(LOCATION_ID);
        await aLocation(shared, plan);
        for (const [pick, partySize, quarter, pinned] of wanted) {
          const startMs = at(15 * quarter);
          const { offers, endMs } = await bookings.tableOffers({ partySize, startMs });
          const offer = offers[pick % Math.max(1, offers.length)];
          if (!offer) continue;
          const made = await bookings.create(aRequest(startMs, { partySize }), offer);
          expect(made.kind).toBe(offer.available ? 'booked' : 'refused');
          if (made.kind === 'refused') {
            counts.refused += 1;
            if (!offer.outOfSeason) expect(made).toMatchObject({ inTheWay: offer.inTheWay });
          } else if (made.kind === 'booked') {
            counts[offer.reseated.length > 0 ? 'reseated' : 'free'] += 1;
            expect([made.booking.tables, made.booking.endMs]).toEqual([offer.tables, endMs]);
            if (!pinned) await bookings.pin(made.booking.id, false);
          }
        }
      },
    ),
    { ...seeded(inFull(300, 90)), examples: [EACH_WAY] },
  );
  expect(Math.min(counts.free, counts.reseated, counts.refused)).toBeGreaterThan(0);
});

async function aBistro(bufferMinutes = 0) {
  const clock = virtualClock(SIX_MS + 5 * MINUTE_MS + 20_000);
  const { engine, shared } = aProcess(clock);
  const tables = [
    aTable('W1', { seatsMax: 2 }),
    aTable('W2', { seatsMax: 2 }),
    aTable('T4', { seatsMax: 4 }),
  ];
  const combinations = [{ tables: ['W1', 'W2'], seatsMin: 3, seatsMax: 4 }];
  await aLocation(shared, {
    floorPlan: { tables, combinations, wastedSeatsMax: null },
    servicePeriods: [aPeriod({ opensMinute: 17 * 60, closesMinute: 23 * 60 })],
    freezeMinutes: 0,
    bufferMinutes,
  });
  return { clock, ...engine.operator.at(LOCATION_ID) };
}

test('D38 D41 for a walk-in: the best table first, until when each is free, and which bookings would move', async () => {
  const { bookings } = await aBistro();
  const book = async (minutes: number, tables: readonly string[], pinned = true) => {
    const made = await bookings.create(aRequest(at(minutes), { partySize: 2 }), { tables });
    if (made.kind === 'refused') throw new Error(made.reason);
    if (!pinned) await bookings.pin(made.booking.id, false);
    return made.booking.id;
  };
  const now = at(5);
  expect((await bookings.tableOffers({ partySize: 2 })).offers.map((one) => one.tables)).toEqual([
    ['W1'],
    ['W2'],
    ['T4'],
  ]);
  const berg = await book(60, ['W1']);
  const lund = await book(45, ['W2'], false);
  const { startMs, endMs, reason, offers } = await bookings.tableOffers({ partySize: 2 });
  expect([startMs, endMs, reason]).toEqual([now, now + 90 * MINUTE_MS, null]);
  expect(
    offers.map((one) => [one.tables, one.available, one.freeUntilMs, one.reseated, one.inTheWay]),
  ).toEqual([
    [['T4'], true, null, [], []],
    [['W2'], true, at(45), [lund], []],
    [['W1'], false, at(60), [], [berg]],
  ]);
  const four = await bookings.tableOffers({ partySize: 4 });
  expect(four.offers.map((one) => [one.tables, one.available, one.freeUntilMs])).toEqual([
    [['T4'], true, null],
    [['W1', 'W2'], false, at(45)],
  ]);
  expect(await bookings.tableOffers({ partySize: 5 })).toMatchObject({
    reason: null,
    offers: [],
  });
  const night = await bookings.tableOffers({ partySize: 2, startMs: at(-4 * 60) });
  expect(night).toMatchObject({ reason: 'closed', offers: [] });
  await expect(bookings.tableOffers({ partySize: 2, startMs: now + 1 })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('D38 a table that is booked soon is available until then', async () => {
  const { bookings } = await aBistro();
  const made = await bookings.create(aRequest(at(60), { partySize: 2 }), { tables: ['W1'] });
  const walkIn = aRequest(at(5), { partySize: 2, guest: { ...NOBODY, name: 'Walk-in' } });
  const atW1 = { tables: ['W1'], seated: true } as const;
  expect(await bookings.create(walkIn, atW1)).toMatchObject({
    kind: 'refused',
  });
  const sits = await bookings.create(walkIn, { ...atW1, untilMs: at(60) });
  expect(sits).toMatchObject({ kind: 'booked', booking: { endMs: at(60), blockedUntilMs: at(60) } });
  expect(made.kind).toBe('booked');
  const untilMs = at(200);
  const long = await bookings.create(walkIn, { tables: ['T4'], untilMs });
  expect(long).toMatchObject({ booking: { endMs: untilMs } });
  for (const [options, code] of [
    [{ untilMs: at(60) }, 'invalid_request'],
    [{ tables: ['T4'], untilMs: at(60) + 1 }, 'invalid_request'],
    [{ tables: ['T4'], untilMs: at(5) }, 'conflict'],
    [{ tables: ['T4'], untilMs: at(5 + 24 * 60 + 1) }, 'conflict'],
  ] as const)
    await expect(bookings.create(walkIn, options)).rejects.toMatchObject({
      code,
    });
});

test('D38 the buffer follows a chosen end, as it follows any other', async () => {
  const { bookings } = await aBistro(15);
  const walkIn = aRequest(at(5), { partySize: 2 });
  const made = await bookings.create(walkIn, { tables: ['W1'], untilMs: at(60) });
  expect(made).toMatchObject({ booking: { endMs: at(60), blockedUntilMs: at(75) } });
});

test('D38 D41 a booking is offered other tables at its time or from now on, and does not block itself', async () => {
  const { bookings, tables } = await aBistro();
  const made = await bookings.create(aRequest(at(60), { partySize: 2 }), { tables: ['W1'] });
  const early = await bookings.create(aRequest(at(5), { partySize: 2 }), {
    tables: ['W2'],
    untilMs: at(50),
    seated: true,
  });
  if (made.kind === 'refused' || early.kind === 'refused') throw new Error('refused');
  const blocked = await tables.block({ tables: ['T4'], startMs: at(5), endMs: at(90) });
  if (blocked.kind === 'refused') throw new Error('refused');
  const { id } = made.booking;
  const shown = async (seatedNow: boolean) => {
    const { startMs, offers } = await bookings.tableOffersFor(id, { seatedNow });
    return [startMs, Object.fromEntries(offers.map((one) => [one.tables.join('+'), one]))] as const;
  };
  const [start, own] = await shown(false);
  expect(start).toBe(at(60));
  expect(own['W1']).toMatchObject({ available: true, freeUntilMs: null });
  expect(own['W2']).toMatchObject({ available: true });
  expect(own['T4']).toMatchObject({ available: false, blocks: [blocked.block.id], freeUntilMs: at(60) });
  const [now, atOnce] = await shown(true);
  expect(now).toBe(at(5));
  expect(atOnce['W1']).toMatchObject({ available: true });
  expect(atOnce['W2']).toMatchObject({ available: false, inTheWay: [early.booking.id] });
  const seated = await bookings.seat(id, { tables: ['W2'] });
  expect(seated).toMatchObject({ kind: 'refused', inTheWay: atOnce['W2']!.inTheWay });
  expect(consistsOf({ tables: ['W1'] }, made.booking.tables)).toBe(true);
});
