/** An engine that remembers the slots without room for waiting parties equals one that examines all slots in each step, over random days. */
import { BookingError, createEngine, type Engine, HOUR_MS, MINUTE_MS } from '@bord/engine';
import { type Storage, type DiaryRow, type RowKind, toStored } from '@bord/engine/storage';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceOf } from '../seating/random.ts';
import { inFull } from '../../support/long.ts';
import { aRestaurant } from '../../support/restaurants.ts';
import { seeded } from '../../support/seed.ts';

const { aCaller, aScope, FRIDAY, FRIDAY_MS, LOCATION_ID, save } = fixtures;
const OPENS_MS = FRIDAY_MS + 17 * HOUR_MS;

const aSmallRestaurant = fc
  .tuple(aRestaurant, fc.constantFrom(0, 60), fc.option(fc.constantFrom(0, 1, 2)), fc.constantFrom(0, 60))
  .filter(([{ floorPlan }]) => floorPlan.tables.length <= 4)
  .map(([plan, freezeMinutes, movesMax, leadTimeMinutes]) => ({
    ...plan,
    timeZone: 'UTC',
    freezeMinutes,
    movesMax,
    leadTimeMinutes,
    turnTimes: [{ partyMax: null, turnMinutes: 90 }],
    servicePeriods: [
      { ...plan.servicePeriods[0]!, opensMinute: 17 * 60, closesMinute: 22 * 60, slotStepMinutes: 30 },
    ],
  }));

const KINDS = [
  'book', 'book', 'book', 'join', 'join', 'join', 'hold', 'confirm', 'cancel', 'cancel', 'move', 'resize', 'wait',
  'pin', 'unpin', 'assign', 'anywhere', 'block', 'unblock', 'leave', 'complete', 'no-show', 'undo', 'sit',
] as const; // prettier-ignore

const aStep = fc.record({
  kind: fc.constantFrom(...KINDS),
  /** Which of those that there are. */
  pick: fc.nat(),
  startMs: fc.integer({ min: 0, max: 7 }).map((i) => OPENS_MS + i * 30 * MINUTE_MS),
  size: fc.integer({ min: 1, max: 6 }),
  guest: fc.integer({ min: 0, max: 9 }).map((i) => `guest${i}@example.com`),
  minutes: fc.integer({ min: 1, max: 120 }),
  isForced: fc.boolean(),
});
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

const RANDOM_DAYS = inFull(10_000, 100);

test('D36 D57 an engine that remembers what has no room gives each waiting party what one that examines it at every step gives', async () => {
  let gifts = 0;
  await fc.assert(
    fc.asyncProperty(
      aSmallRestaurant,
      fc.array(aStep, { minLength: 10, maxLength: 25, size: 'max' }),
      async (plan, steps) => {
        let nowMs = FRIDAY_MS + 14 * HOUR_MS;
        let chance = chanceOf(0);
        const clock = { nowMs: () => nowMs };
        const random = { bytes: (count: number) => Uint8Array.from({ length: count }, () => chance() * 256) };
        const engineOn = (storage: Storage): Engine => createEngine({ storage, clock, random });
        const storage = memoryStorage(clock);
        const remembering = engineOn(storage);
        const { location } = await remembering.operator.locations.apply(plan, LOCATION_ID);
        for (const [nth, step] of steps.entries()) {
          if (step.kind === 'wait') nowMs += step.minutes * MINUTE_MS;
          const before = await storage.bookings.list(LOCATION_ID);
          const copy = memoryStorage(clock);
          const examining = engineOn(copy);
          await examining.operator.locations.apply(plan, LOCATION_ID);
          await copy.bookings.amend(aScope(location), save({ others: before }));
          const outcomes = [];
          for (const engine of [remembering, examining]) {
            chance = chanceOf(nth);
            outcomes.push(await take(engine, step, before, nowMs));
          }
          const [after, expected] = await Promise.all(
            [storage, copy].map(async ({ bookings }) => (await bookings.list(LOCATION_ID)).map(fateOf)),
          );
          const sorted = (fates: ReturnType<typeof fateOf>[]): unknown =>
            fates.toSorted((a, b) => (a.id < b.id ? -1 : 1));
          expect({ step, outcome: outcomes[0], rows: sorted(after!) }).toEqual({
            step,
            outcome: outcomes[1],
            rows: sorted(expected!),
          });
          gifts += after!.filter(({ kind, status }) => kind === 'waiting' && status === 'completed').length;
          examining.detach();
        }
        remembering.detach();
      },
    ),
    seeded(RANDOM_DAYS),
  );
  expect(gifts).toBeGreaterThan(RANDOM_DAYS);
}, 3_600_000);

/** The state of a row, without its tables: they are one of several arrangements. */
function fateOf(row: DiaryRow) {
  const { id, kind, status, startMs, endMs, partySize, pinned, tables, terms } = toStored(row);
  return { id, kind, status, startMs, endMs, partySize, pinned, isSeated: tables.length > 0, terms };
}

async function take(engine: Engine, step: Step, rows: readonly DiaryRow[], nowMs: number): Promise<string> {
  try {
    const outcome = await outcomeOf(engine, step, rows, nowMs);
    return 'kind' in outcome ? outcome.kind : outcome.state;
  } catch (error) {
    if (BookingError.is(error)) return error.code;
    throw error;
  }
}

function outcomeOf(
  engine: Engine,
  { kind, pick, startMs, size: partySize, guest: email, isForced }: Step,
  rows: readonly DiaryRow[],
  nowMs: number,
): Promise<{ readonly kind: string } | { readonly state: string }> {
  const partner = engine.partner(aCaller());
  const { bookings, tables: tableActions, waitlist } = engine.operator.at(LOCATION_ID);
  const oneOf = (of: RowKind, status = 'confirmed'): string | undefined => {
    const those = rows.filter((row) => row.kind === of && row.status === status);
    return those[pick % Math.max(1, those.length)]?.id;
  };
  const guest = { name: 'Alva', email };
  const tables = [`T${1 + (pick % 4)}`];
  const id = oneOf('booking') ?? '';
  switch (kind) {
    case 'book':
      return partner.createBooking(LOCATION_ID, { startMs, partySize, guest });
    case 'hold':
      return partner.createHold(LOCATION_ID, { startMs, partySize });
    case 'confirm':
      return partner.confirmHold(oneOf('hold') ?? '', { guest });
    case 'join': {
      const toMs = startMs + (pick % 5) * 30 * MINUTE_MS;
      const mode = isForced ? 'offer' : 'book';
      return engine.operator
        .at(LOCATION_ID)
        .waitlist.add({ date: FRIDAY, fromMs: startMs, toMs, partySize, mode, guest });
    }
    case 'leave':
      return waitlist.leave(oneOf('waiting') ?? '');
    case 'cancel':
      return bookings.cancel(id);
    case 'move':
      return bookings.move(id, { startMs });
    case 'resize':
      return bookings.move(id, { partySize });
    case 'pin':
    case 'unpin':
      return bookings.pin(id, kind === 'pin');
    case 'assign':
      return bookings.assign(id, { tables, force: isForced });
    case 'anywhere':
      return bookings.assign(id);
    case 'block':
      return tableActions.block({ tables, startMs, endMs: startMs + HOUR_MS, force: isForced });
    case 'unblock':
      return tableActions.unblock(oneOf('block') ?? '');
    case 'complete':
      return bookings.complete(id);
    case 'no-show':
      return bookings.markNoShow(id);
    case 'undo':
      return bookings.undo(oneOf('booking', isForced ? 'no_show' : 'completed') ?? '');
    case 'sit':
      return bookings.seat(id);
    case 'wait':
    default:
      // Is rejected, and examines the waitlist of the date all the same.
      return partner.createBooking(LOCATION_ID, { startMs: nowMs - HOUR_MS, partySize, guest });
  }
}
