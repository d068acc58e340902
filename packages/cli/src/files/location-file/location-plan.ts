import type { ClosurePolicy, Location, LocationPlan, Pacing, ServicePeriod, TurnTime } from '@bord/engine';
import { clockTime, withPlanDefaults } from '@bord/engine/adapters';
import { closingMinute, lastSeatingMinute, shortClockTime } from './clock-time.ts';
import type { LocationFile } from './schema.ts';
import { DAYS, seasonsOf, whenFileOf } from './season.ts';
import type { FilePath } from '../source-file.ts';
import { uniqueIds } from '../fields.ts';

export function planOf(file: LocationFile): LocationPlan {
  const closures = closuresOf(file);
  const closureIds = uniqueIds(closures, ({ from }) => `closure-${from}`);
  return withPlanDefaults({
    alias: file.alias,
    name: file.name,
    timeZone: file.timeZone,
    language: file.language,
    contact: { address: file.address, phone: file.phone, email: file.email },
    brand: file.brand,
    bookingPage: file.bookingPage,
    areas: file.areas,
    tables: file.tables.map(({ id, seats, area, online, when }) => ({
      id,
      seatsMin: seats.min,
      seatsMax: seats.max,
      area,
      online,
      when: seasonsOf(when),
    })),
    combinations: file.combinations?.map(({ tables, seats, when }) => ({
      tables,
      seatsMin: seats.min,
      seatsMax: seats.max,
      ...(when && { when: seasonsOf(when) }),
    })),
    wastedSeatsMax: file.wastedSeatsMax,
    servicePeriods: file.servicePeriods.map((period) => ({
      name: period.name,
      weekdays: period.days,
      dates: period.dates,
      opensMinute: period.opens,
      closesMinute: period.closes,
      slotStepMinutes: period.slotStep,
      lastSeatingMinute: period.lastSeating,
      partySizeMin: period.partySizes?.min,
      partySizeMax: period.partySizes?.max,
      turnTimes: period.turnTimes?.map(turnTimeOf),
      pacing: period.pacing,
    })),
    turnTimes: file.turnTimes?.map(turnTimeOf),
    bufferMinutes: file.buffer,
    pacing: file.pacing,
    leadTimeMinutes: file.leadTime?.at(-1)!.minutes,
    leadTimes: file.leadTime
      ?.slice(0, -1)
      .map(({ upTo, minutes }) => ({ partyMax: upTo!, leadTimeMinutes: minutes })),
    horizonDays: file.horizonDays,
    freezeMinutes: file.freeze,
    movesMax: file.movesMax,
    guestCutoffMinutes: file.guestCutoff,
    offerMinutes: file.offerMinutes,
    guestRetentionDays: file.guestRetentionDays === 'none' ? null : file.guestRetentionDays,
    closures: closures.map(({ from, to, reason }, i) => ({ id: closureIds[i]!, from, to, reason })),
  });
}

function closuresOf({ closures = [] }: LocationFile) {
  return 'only' in closures ? closures.only : closures;
}

/** A file without closures changes none; a list keeps those made by command unless it is empty. */
export function closurePolicyOf({ closures }: LocationFile): ClosurePolicy {
  if (closures === undefined) return 'unchanged';
  return 'only' in closures ? 'only' : 'listed';
}

function turnTimeOf({ upTo, minutes }: { readonly upTo: number | null; readonly minutes: number }): TurnTime {
  return { partyMax: upTo, turnMinutes: minutes };
}

/** The location as its file: plain values in reading order, without empty ones. */
export function fileOf(location: Location): object {
  const { floorPlan, contact, bookingPage } = location;
  return without({
    id: location.id,
    alias: location.alias,
    name: location.name,
    timeZone: location.timeZone,
    language: location.language,
    ...contact,
    brand: unlessEmpty(without({ ...location.brand })),
    bookingPage: bookingPage && without({ ...bookingPage, embedOn: unlessEmpty(bookingPage.embedOn) }),
    areas: unlessEmpty(location.areas.map(({ id, name }) => ({ id, name }))),
    tables: floorPlan.tables.map(({ id, seatsMin, seatsMax, area, online, when }) =>
      without({
        id,
        seats: sizesText(seatsMin, seatsMax),
        area,
        online: online ? null : false,
        when: whenFileOf(when),
      }),
    ),
    combinations: unlessEmpty(
      floorPlan.combinations.map(({ tables, seatsMin, seatsMax, when }) =>
        without({ tables, seats: sizesText(seatsMin, seatsMax), when: whenFileOf(when) }),
      ),
    ),
    servicePeriods: location.servicePeriods.map(periodFileOf),
    turnTimes: location.turnTimes.map(turnTimeFileOf),
    buffer: location.bufferMinutes,
    pacing: pacingFileOf(location.pacing),
    leadTime: leadTimeFileOf(location),
    horizonDays: location.horizonDays,
    freeze: location.freezeMinutes,
    movesMax: location.movesMax,
    wastedSeatsMax: floorPlan.wastedSeatsMax,
    guestCutoff: location.guestCutoffMinutes,
    offerMinutes: location.offerMinutes,
    guestRetentionDays: location.guestRetentionDays ?? 'none',
    closures: unlessEmpty(
      location.closures.map(({ id, from, to, reason }) =>
        without({ id, from, to: to === from && !from.includes('T') ? null : to, reason }),
      ),
    ),
  });
}

function periodFileOf(period: ServicePeriod): object {
  const { opensMinute, lastSeatingMinute: last } = period;
  const days = DAYS.filter((_, i) => period.weekdays.some((weekday) => weekday === i + 1));
  return without({
    name: period.name,
    days: days.length === 7 ? 'daily' : unlessEmpty(days),
    dates: unlessEmpty(period.dates),
    opens: clockTime(opensMinute),
    closes: shortClockTime(period.closesMinute, (minute) => closingMinute(opensMinute, minute)),
    slotStep: period.slotStepMinutes,
    lastSeating:
      last === null ? null : shortClockTime(last, (minute) => lastSeatingMinute(opensMinute, minute)),
    partySizes:
      period.partySizeMin === 1 && period.partySizeMax === null
        ? null
        : sizesText(period.partySizeMin, period.partySizeMax),
    turnTimes: period.turnTimes && period.turnTimes.map(turnTimeFileOf),
    pacing: pacingFileOf(period.pacing),
  });
}

function turnTimeFileOf({ partyMax, turnMinutes }: TurnTime): object {
  return without({ upTo: partyMax, minutes: turnMinutes });
}

function leadTimeFileOf({ leadTimes, leadTimeMinutes }: Location): number | readonly object[] {
  if (leadTimes.length === 0) return leadTimeMinutes;
  const bands = leadTimes.map((band) => ({ upTo: band.partyMax, minutes: band.leadTimeMinutes }));
  return [...bands, { minutes: leadTimeMinutes }];
}

function pacingFileOf(pacing: Pacing | null): object | string | null {
  if (pacing?.coversPerStep === null && pacing.partiesPerStep === null) return 'none';
  return pacing && without({ ...pacing });
}

/** `2-4`, `7+`. */
function sizesText(min: number, max: number | null): string {
  return max === null ? `${min}+` : `${min}-${max}`;
}

function without(entries: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null));
}

function unlessEmpty<T extends object>(listOrFields: T): T | null {
  return Object.keys(listOrFields).length === 0 ? null : listOrFields;
}

const FILE_NAMES: Readonly<Record<string, string>> = {
  locationId: 'id',
  seatsMin: 'seats',
  seatsMax: 'seats',
  weekdays: 'days',
  opensMinute: 'opens',
  closesMinute: 'closes',
  slotStepMinutes: 'slotStep',
  lastSeatingMinute: 'lastSeating',
  partySizeMin: 'partySizes',
  partySizeMax: 'partySizes',
  partyMax: 'upTo',
  turnMinutes: 'minutes',
  bufferMinutes: 'buffer',
  leadTimes: 'leadTime',
  freezeMinutes: 'freeze',
};

export function filePathOf(planPath: FilePath): FilePath {
  return planPath
    .filter((step) => step !== 'floorPlan' && step !== 'contact')
    .map((step) =>
      step === 'leadTimeMinutes'
        ? planPath.length > 1
          ? 'minutes'
          : 'leadTime'
        : (FILE_NAMES[step] ?? step),
    );
}
