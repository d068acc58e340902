import type { Location, LocationPlan, Weekday } from '@bord/engine';
import { LANGUAGES } from '@bord/adapter-http/languages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnedRound } from '../../../../../test/support/field-order.ts';
import { parseSource } from '../source-file.ts';
import { readLocationFile, writeLocationFile } from './location-file.ts';
import { fileOf } from './location-plan.ts';
import { planChanges } from './plan-changes.ts';

const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => {
  return text.trim() !== '' && !text.includes('\0') && text.isWellFormed() && Array.from(text).length <= 12;
});
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const seats = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 10 }))
  .map(([seatsMin, more]) => ({ seatsMin, seatsMax: seatsMin + more }));
const turnTimes = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }).chain((sizes) =>
  fc
    .array(fc.integer({ min: 1, max: 1440 }), { minLength: sizes.length + 1, maxLength: sizes.length + 1 })
    .map((lengths) =>
      [...sizes.toSorted((a, b) => a - b), null].map((partyMax, i) => ({
        partyMax,
        turnMinutes: lengths[i]!,
      })),
    ),
);
const pacing = orNull(
  fc.record({
    coversPerStep: orNull(fc.integer({ min: 1, max: 99 })),
    partiesPerStep: orNull(fc.integer({ min: 1, max: 99 })),
  }),
);
const date = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const period = fc
  .record({
    name: label,
    weekdays: fc.subarray<Weekday>([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    dates: fc.array(date, { maxLength: 2 }),
    opensMinute: fc.integer({ min: 0, max: 1439 }),
    openMinutes: fc.integer({ min: 1, max: 1440 }),
    slotStepMinutes: fc.integer({ min: 1, max: 1440 }),
    lastSeating: orNull(fc.double({ min: 0, max: 1, noNaN: true })),
    partySizeMin: fc.integer({ min: 1, max: 5 }),
    partySizeMax: orNull(fc.integer({ min: 5, max: 1000 })),
    turnTimes: orNull(turnTimes),
    pacing,
  })
  .map(({ openMinutes, lastSeating, ...rest }) => ({
    ...rest,
    closesMinute: rest.opensMinute + openMinutes,
    lastSeatingMinute: lastSeating === null ? null : rest.opensMinute + Math.round(lastSeating * openMinutes),
  }));
const noneOr = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const times = fc
  .record({
    periods: noneOr(fc.array(label, { minLength: 1, maxLength: 2 })),
    weekdays: noneOr(fc.subarray<Weekday>([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })),
    from: noneOr(fc.oneof(date, fc.constantFrom('05-01', '02-29'))),
    to: noneOr(fc.oneof(date, fc.constant('12-31'))),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
const when = fc.array(
  fc.oneof(
    times,
    fc
      .tuple(times, fc.array(times, { minLength: 1, maxLength: 2 }))
      .map(([own, except]) => ({ ...own, except })),
  ),
  { minLength: 1, maxLength: 2 },
);
const closure = fc.oneof(
  fc.record({ id: label, from: date, to: date, reason: orNull(label) }),
  fc.record({
    id: label,
    from: date.map((day) => `${day}T10:30`),
    to: date.map((day) => `${day}T23:59`),
    reason: orNull(label),
  }),
);
const minutes = fc.integer({ min: 0, max: 10_000 });
const plan: fc.Arbitrary<LocationPlan> = fc.record({
  alias: orNull(fc.constantFrom('fyren', 'a', 'bistro-nord-2')),
  name: label,
  timeZone: fc.constantFrom('Europe/Stockholm', 'UTC', 'America/Argentina/Ushuaia'),
  language: fc.constantFrom(...LANGUAGES),
  contact: fc.record({
    address: orNull(label),
    phone: orNull(
      fc.oneof(label, fc.constantFrom('+4681234567', '0812345', '46812345', '0x1F', '1e5', '.inf')),
    ),
    email: orNull(fc.constant('a@b.se')),
  }),
  brand: fc.record({
    colour: orNull(fc.constantFrom('#7a1f2b', '#000000', '#1f5d55')),
    logo: orNull(fc.constant('https://fyren.example/logo.png?v=2&size=3')),
  }),
  bookingPage: orNull(
    fc.record({
      listed: fc.boolean(),
      embedOn: fc.subarray(['https://fyren.example', 'http://127.0.0.1:8080']),
      phone: fc.constantFrom('required', 'optional', 'no'),
      email: fc.constantFrom('required', 'optional'),
      areas: fc.constantFrom('choose', 'no'),
      text: orNull(label),
      picture: orNull(fc.constant('https://fyren.example/room.jpg')),
      privacyUrl: orNull(fc.constant('https://fyren.example/privacy')),
      unconfirmedPercent: fc.integer({ min: 1, max: 100 }),
      surgeBookings: fc.integer({ min: 1, max: 1000 }),
    }),
  ),
  areas: fc.uniqueArray(fc.record({ id: label, name: label }), { selector: ({ id }) => id, maxLength: 3 }),
  floorPlan: fc.record({
    tables: fc.uniqueArray(
      fc
        .tuple(label, seats, orNull(label), fc.boolean(), noneOr(when))
        .map(([id, sizes, area, online, seasons]) => ({
          id,
          ...sizes,
          area,
          online,
          ...(seasons && { when: seasons }),
        })),
      { selector: ({ id }) => id, maxLength: 4 },
    ),
    combinations: fc.array(
      fc
        .tuple(fc.array(label, { minLength: 2, maxLength: 3 }), seats, noneOr(when))
        .map(([tables, sizes, seasons]) => ({ tables, ...sizes, ...(seasons && { when: seasons }) })),
      { maxLength: 2 },
    ),
    wastedSeatsMax: orNull(fc.integer({ min: 0, max: 9 })),
  }),
  servicePeriods: fc.array(period, { maxLength: 3 }),
  turnTimes,
  bufferMinutes: minutes,
  pacing,
  leadTimeMinutes: minutes,
  leadTimes: fc
    .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 })
    .map((sizes) =>
      sizes.toSorted((a, b) => a - b).map((partyMax) => ({ partyMax, leadTimeMinutes: 60 * partyMax })),
    ),
  horizonDays: minutes,
  freezeMinutes: minutes,
  movesMax: orNull(minutes),
  guestCutoffMinutes: minutes,
  offerMinutes: fc.integer({ min: 5, max: 1440 }),
  guestRetentionDays: orNull(fc.integer({ min: 1, max: 100_000 })),
  closures: fc.uniqueArray(closure, { selector: ({ id }) => id, maxLength: 3 }),
});

test('apply reads an export as the same plan: YAML and JSON', () => {
  fc.assert(
    fc.property(plan, (described) => {
      const location: Location = { ...described, id: '00000000-0000-4000-8000-0000000000ab', revision: 3 };
      for (const text of [writeLocationFile(location), JSON.stringify(fileOf(location))]) {
        const file = readLocationFile(parseSource('restaurant.yaml', text));
        expect(file.plan).toEqual(described);
        expect(file.id).toBe(location.id);
      }
    }),
    { numRuns: 100 },
  );
});

test('D37 a plan whose fields a database has put into another order is shown as unchanged', () => {
  fc.assert(
    fc.property(plan, (described) => {
      const location: Location = { ...described, id: '00000000-0000-4000-8000-0000000000ab', revision: 3 };
      expect(planChanges(fileOf(turnedRound(location)), fileOf(location))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
