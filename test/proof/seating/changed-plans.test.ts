/** Every change of bookings that outlast the hours of their date, since the plan was changed after they were made: on every storage. */
import { type Booking, createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';
import { storageSample } from '../../support/storages.ts';
import { closedOn, event, hours, LATE, liveThrough, NOW_MS, type StoryEvent } from './changed-plans.ts';

const { aRequest, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;

/** At the end a booking starts outside its date's new hours, and only a booking of the date before can make room. */
const BEFORE_THE_HOURS: readonly StoryEvent[] = [
  ['plan', 0, 444],
  ['book', 0, 1165],
  ['plan', 0, 4573],
  ...[0, 1270, 0, 650, 0, 0, 0, 0, 3190, 0, 0, 0, 0, 0].map((n): StoryEvent => ['book', 0, n]),
  ['assign', 5, 1133],
];

for (const kind of storageSample)
  test(`D2 D38 after any change of the plan a step reads every booking that it assigns, and offers, previews and steps agree with brute force [${kind.name}]`, async () => {
    const seen = { assigned: 0, refused: 0, available: 0, unavailable: 0, reachingOut: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 15, maxLength: 30, size: 'max' }), async (events) => {
        const story = await liveThrough(kind, events);
        for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name] += story[name];
      }),
      { ...seeded(inFull(1000, kind.name === 'memory' ? 60 : 10)), examples: [[BEFORE_THE_HOURS]] },
    );
    console.log(kind.name, seen);
    if (kind.name === 'memory')
      for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(0);
  });

for (const kind of storageSample)
  for (const [since, plan] of [
    ['closed', { ...LATE, closures: closedOn(FRIDAY) }],
    ['shortened', { ...LATE, servicePeriods: [hours(18, 23)] }],
  ] as const)
    test(`D38 after midnight of a date that was ${since} since, assigning a table moves its party, or is rejected if that is pinned [${kind.name}]`, async () => {
      const clock = { nowMs: () => NOW_MS };
      const opened = await kind.open(clock);
      const engine = createEngine({ storage: opened.storage, clock });
      const { bookings, locations } = engine.operator;
      await locations.apply(LATE, LOCATION_ID);
      const party = async (table: string): Promise<Booking> => {
        const request = { ...aRequest(FRIDAY_MS + 25 * HOUR_MS, { partySize: 4 }), idempotencyKey: null };
        const outcome = await engine.operator.at(LOCATION_ID).bookings.create(request, { tables: [table] });
        if (outcome.kind !== 'booked') throw new Error(outcome.kind);
        await bookings.pin(outcome.booking.id, false);
        return outcome.booking;
      };
      const [first, second] = [await party('B'), await party('C')];
      await locations.apply(plan, LOCATION_ID);

      expect(await bookings.assign(first.id, { tables: ['C'] })).toMatchObject({ kind: 'changed', booking: { tables: ['C'] } }); // prettier-ignore
      expect(await bookings.read(second.id)).toMatchObject({ tables: ['B'] });
      const refusal = { kind: 'refused', reason: 'tables' };
      expect(await bookings.preview(second.id, {}, { tables: ['C'] })).toMatchObject(refusal);
      expect(await bookings.assign(second.id, { tables: ['C'] })).toMatchObject({ ...refusal, inTheWay: [first.id] }); // prettier-ignore
      const { offers } = await bookings.tableOffersFor(second.id);
      expect(offers.find(({ tables }) => tables.join() === 'C')).toMatchObject({ available: false, inTheWay: [first.id] }); // prettier-ignore
      engine.detach();
      await opened.close();
    });
