/** Checks a location's plan beyond the types, before it is stored, so that bookings never meet an invalid one. */
import { invalid } from '../errors.ts';
import { assertBookingPage } from './booking-page.ts';
import { assertBrand } from './brand.ts';
import type { FloorPlan, TableOption } from './floor-plan.ts';
import {
  AREAS_MAX,
  CLOSURES_MAX,
  COMBINATIONS_MAX,
  COMBINED_TABLES_MAX,
  LEAD_TIMES_MAX,
  OFFER_MINUTES_MAX,
  OFFER_MINUTES_MIN,
  PERIOD_DATES_MAX,
  SERVICE_PERIODS_MAX,
  TABLES_MAX,
  TURN_TIMES_MAX,
} from '../limits.ts';
import { isTimeZone } from '../local-date.ts';
import { isLocalDate } from '../instant.ts';
import {
  type Area,
  type Closure,
  isLocationAlias,
  type LeadTime,
  type LocationPlan,
  type Pacing,
  type ServicePeriod,
  type TurnTime,
} from './location.ts';
import { assertCount, assertSeasons } from './season-rules.ts';
import { assertText } from '../fields.ts';

type Path = readonly (string | number)[];

export function assertLocationPlan(plan: LocationPlan): void {
  assertText('name', plan.name, 200);
  if (!isTimeZone(plan.timeZone))
    invalid(`${plan.timeZone} is not an IANA time zone such as Europe/Stockholm`, ['timeZone']);
  assertCount(plan.servicePeriods, SERVICE_PERIODS_MAX, ['servicePeriods']);
  assertCount(plan.closures, CLOSURES_MAX, ['closures']);
  if (plan.alias !== null) assertAlias(plan.alias);
  assertBrand(plan.brand, ['brand']);
  if (plan.bookingPage) assertBookingPage(plan.bookingPage, plan.alias);
  assertFloorPlan(
    plan.floorPlan,
    plan.servicePeriods.map(({ name }) => name),
  );
  assertAreas(plan.areas, plan.floorPlan);
  assertTurnTimes(plan.turnTimes, ['turnTimes']);
  assertLeadTimes(plan.leadTimes);
  plan.servicePeriods.forEach((period, i) => assertPeriod(period, ['servicePeriods', i]));
  assertNoOverlap(plan.servicePeriods);
  plan.closures.forEach((closure, i) => {
    assertClosure(closure, ['closures', i]);
    const isKnown = plan.closures.findIndex(({ id }) => id === closure.id) < i;
    if (isKnown)
      invalid(`the closure ${closure.id} is listed twice: each id must be unique`, ['closures', i, 'id']);
  });
  for (const field of ['address', 'phone', 'email'] as const)
    assertOptionalText(plan.contact[field], 300, ['contact', field]);
  if (plan.pacing) assertPacing(plan.pacing, ['pacing']);
  assertOptionalWhole(plan.movesMax, 0, ['movesMax']);
  assertOptionalWhole(plan.guestRetentionDays, 1, ['guestRetentionDays']);
  assertWhole(plan.offerMinutes, OFFER_MINUTES_MIN, OFFER_MINUTES_MAX, ['offerMinutes']);
  for (const field of WHOLES) assertWhole(plan[field], 0, 100_000, [field]);
}

const WHOLES = [
  'bufferMinutes',
  'leadTimeMinutes',
  'horizonDays',
  'freezeMinutes',
  'guestCutoffMinutes',
] as const;

function assertAlias(alias: string): void {
  if (!isLocationAlias(alias))
    invalid(
      `${alias} is not an alias: use 1 to 60 lower-case letters, digits and inner hyphens, not a UUID`,
      ['alias'],
    );
}

function assertAreas(areas: readonly Area[], { tables }: FloorPlan): void {
  assertCount(areas, AREAS_MAX, ['areas']);
  areas.forEach(({ id, name }, i) => {
    assertText('id', id, 100, ['areas', i, 'id']);
    assertText('name', name, 100, ['areas', i, 'name']);
    if (areas.findIndex((area) => area.id === id) < i)
      invalid(`area ${id} is listed twice: each id must be unique`, ['areas', i, 'id']);
  });
  if (areas.length === 0) return;
  const stray = tables.findIndex(({ area }) => area !== null && !areas.some(({ id }) => id === area));
  if (stray >= 0)
    invalid(
      `${tables[stray]!.area} is not among the areas: choose from ${areas.map(({ id }) => id).join(', ')}`,
      ['floorPlan', 'tables', stray, 'area'],
    );
}

function assertLeadTimes(leadTimes: readonly LeadTime[]): void {
  assertCount(leadTimes, LEAD_TIMES_MAX, ['leadTimes']);
  leadTimes.forEach(({ partyMax, leadTimeMinutes }, i) => {
    assertWhole(partyMax, 1, 1000, ['leadTimes', i, 'partyMax']);
    assertWhole(leadTimeMinutes, 0, 100_000, ['leadTimes', i, 'leadTimeMinutes']);
    if (i > 0 && partyMax <= leadTimes[i - 1]!.partyMax)
      invalid('lead times must go from small parties to large', ['leadTimes', i, 'partyMax']);
  });
}

function assertFloorPlan(
  { tables, combinations, wastedSeatsMax }: FloorPlan,
  periods: readonly string[],
): void {
  assertOptionalWhole(wastedSeatsMax, 0, ['floorPlan', 'wastedSeatsMax']);
  assertCount(tables, TABLES_MAX, ['floorPlan', 'tables']);
  assertCount(combinations, COMBINATIONS_MAX, ['floorPlan', 'combinations']);
  tables.forEach((table, i) => {
    const at: Path = ['floorPlan', 'tables', i];
    if (table.id.trim() === '' || table.id.length > 40)
      invalid('a table needs an id of 1 to 40 characters', [...at, 'id']);
    if (tables.findIndex(({ id }) => id === table.id) < i)
      invalid(`table ${table.id} is listed twice: each id must be unique`, [...at, 'id']);
    assertOptionalText(table.area, 100, [...at, 'area']);
    assertSeats(table, at);
    if (table.when !== undefined) assertSeasons(table.when, periods, [...at, 'when']);
  });
  const known = new Set(tables.map(({ id }) => id));
  combinations.forEach((combination, i) => {
    const at: Path = ['floorPlan', 'combinations', i];
    assertCount(combination.tables, COMBINED_TABLES_MAX, [...at, 'tables']);
    const unknown = combination.tables.find((id) => !known.has(id));
    if (unknown !== undefined)
      invalid(
        `the combination names table ${unknown}, which is not listed: add the table, or remove the name`,
        [...at, 'tables'],
      );
    if (new Set(combination.tables).size < 2)
      invalid('a combination must join two or more tables', [...at, 'tables']);
    if (new Set(combination.tables).size < combination.tables.length)
      invalid('a combination must name each table once', [...at, 'tables']);
    assertSeats(combination, at);
    if (combination.when !== undefined) assertSeasons(combination.when, periods, [...at, 'when']);
  });
}

function assertSeats({ seatsMin, seatsMax }: Pick<TableOption, 'seatsMin' | 'seatsMax'>, path: Path): void {
  assertWhole(seatsMin, 1, 1000, [...path, 'seatsMin']);
  assertWhole(seatsMax, 1, 1000, [...path, 'seatsMax']);
  if (seatsMax < seatsMin)
    invalid(`seats ${seatsMin} to ${seatsMax}: the most must not be less than the least`, [
      ...path,
      'seatsMax',
    ]);
}

function assertTurnTimes(turnTimes: readonly TurnTime[], path: Path): void {
  assertCount(turnTimes, TURN_TIMES_MAX, path);
  if (turnTimes.at(-1)?.partyMax !== null) invalid('the last turn time must be for all larger parties', path);
  turnTimes.forEach(({ partyMax, turnMinutes }, i) => {
    assertWhole(turnMinutes, 1, 1440, [...path, i, 'turnMinutes']);
    const before = turnTimes[i - 1];
    if (before && (before.partyMax === null || (partyMax !== null && partyMax <= before.partyMax))) {
      invalid('turn times must go from small parties to large', [...path, i, 'partyMax']);
    }
  });
}

function assertPeriod(period: ServicePeriod, path: Path): void {
  assertWhole(period.opensMinute, 0, 1439, [...path, 'opensMinute']);
  assertWhole(period.closesMinute, period.opensMinute + 1, period.opensMinute + 1440, [
    ...path,
    'closesMinute',
  ]);
  assertWhole(period.slotStepMinutes, 1, 1440, [...path, 'slotStepMinutes']);
  if (period.lastSeatingMinute !== null) {
    assertWhole(period.lastSeatingMinute, period.opensMinute, period.closesMinute, [
      ...path,
      'lastSeatingMinute',
    ]);
  }
  assertWhole(period.partySizeMin, 1, 1000, [...path, 'partySizeMin']);
  if (period.partySizeMax !== null)
    assertWhole(period.partySizeMax, period.partySizeMin, 1000, [...path, 'partySizeMax']);
  assertCount(period.dates, PERIOD_DATES_MAX, [...path, 'dates']);
  const badDate = period.dates.findIndex((date) => !isLocalDate(date));
  if (badDate >= 0)
    invalid(`${period.dates[badDate]} must be a date such as 2026-12-24`, [...path, 'dates', badDate]);
  if (period.weekdays.length + period.dates.length === 0)
    invalid('a service period needs weekdays or dates', path);
  if (period.pacing) assertPacing(period.pacing, [...path, 'pacing']);
  if (period.turnTimes) assertTurnTimes(period.turnTimes, [...path, 'turnTimes']);
}

/** Two periods of one date must not overlap in local time: a start would belong to both. */
function assertNoOverlap(periods: readonly ServicePeriod[]): void {
  periods.forEach((period, i) => {
    const rival = periods
      .slice(0, i)
      .find((other) => shareDate(period, other) && overlapByClock(period, other));
    if (rival) invalid(`overlaps the period ${rival.name}: change the hours of one`, ['servicePeriods', i]);
  });
}

function shareDate(a: ServicePeriod, b: ServicePeriod): boolean {
  return a.weekdays.some((day) => b.weekdays.includes(day)) || a.dates.some((date) => b.dates.includes(date));
}

function overlapByClock(a: ServicePeriod, b: ServicePeriod): boolean {
  return a.opensMinute < b.closesMinute && b.opensMinute < a.closesMinute;
}

const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/;

function assertClosure({ from, to, reason }: Closure, path: Path): void {
  assertOptionalText(reason, 200, [...path, 'reason']);
  const isHours = LOCAL_DATE_TIME.test(from);
  for (const [field, text] of Object.entries({ from, to })) {
    const sound = isHours ? LOCAL_DATE_TIME.test(text) && isLocalDate(text.slice(0, 10)) : isLocalDate(text);
    if (!sound)
      invalid(`${text}: write both ends as 2026-12-24, or both as 2026-12-24T18:00`, [...path, field]);
  }
  if (to < from) invalid('the closure must not end before it begins', [...path, 'to']);
}

function assertPacing({ coversPerStep, partiesPerStep }: Pacing, path: Path): void {
  assertOptionalWhole(coversPerStep, 1, [...path, 'coversPerStep']);
  assertOptionalWhole(partiesPerStep, 1, [...path, 'partiesPerStep']);
}

function assertOptionalText(text: string | null, max: number, path: Path): void {
  if (text !== null) assertText(String(path.at(-1)), text, max, path);
}

function assertOptionalWhole(value: number | null, min: number, path: Path): void {
  if (value !== null) assertWhole(value, min, 100_000, path);
}

function assertWhole(value: number, min: number, max: number, path: Path): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    invalid(`${value} is not a whole number from ${min} to ${max}`, path);
  }
}
