/** Shapes of the plan of a location, and of its menu. */
import type { Combination, FloorPlan, Table } from '../../core/location/floor-plan.ts';
import type { BookingPage } from '../../core/location/booking-page.ts';
import type { Closure, LocationPlan, Pacing, ServicePeriod, TurnTime } from '../../core/location/location.ts';
import type { Menu, MenuCategory, MenuItem } from '../../core/location/menu.ts';
import type { Season, SeasonTimes } from '../../core/location/season.ts';
import { type Fields, flag, list, maybe, number, object, orNull, text } from '../../core/shape.ts';

const textOrNull = orNull(text);
const numberOrNull = orNull(number);

const times: Fields<SeasonTimes> = {
  periods: maybe(list(text)),
  weekdays: maybe(list(number)),
  from: maybe(text),
  to: maybe(text),
};
const season = object<Season>({ ...times, except: maybe(list(object<SeasonTimes>(times))) });
const seats = { seatsMin: number, seatsMax: number, when: maybe(list(season)) };
const floorPlan = object<FloorPlan>({
  tables: list(object<Table>({ ...seats, id: text, area: textOrNull, online: flag })),
  combinations: list(object<Combination>({ ...seats, tables: list(text) })),
  wastedSeatsMax: numberOrNull,
});

const turnTimes = list(object<TurnTime>({ partyMax: numberOrNull, turnMinutes: number }));
const pacing = orNull(object<Pacing>({ coversPerStep: numberOrNull, partiesPerStep: numberOrNull }));
const servicePeriod = object<ServicePeriod>({
  name: text,
  weekdays: list(number),
  dates: list(text),
  opensMinute: number,
  closesMinute: number,
  slotStepMinutes: number,
  lastSeatingMinute: numberOrNull,
  partySizeMin: number,
  partySizeMax: numberOrNull,
  turnTimes: orNull(turnTimes),
  pacing,
});

export const closure: Fields<Omit<Closure, 'id'>> = { from: text, to: text, reason: textOrNull };

export const locationPlan = object<LocationPlan>(
  {
    name: text,
    alias: textOrNull,
    timeZone: text,
    language: text,
    contact: object({ address: textOrNull, phone: textOrNull, email: textOrNull }),
    brand: object({ colour: textOrNull, logo: textOrNull }),
    bookingPage: orNull(
      object<BookingPage>({
        listed: flag,
        embedOn: list(text),
        phone: text,
        email: text,
        areas: text,
        text: textOrNull,
        picture: textOrNull,
        privacyUrl: textOrNull,
        unconfirmedPercent: number,
        surgeBookings: number,
      }),
    ),
    areas: list(object({ id: text, name: text })),
    floorPlan,
    servicePeriods: list(servicePeriod),
    turnTimes,
    bufferMinutes: number,
    pacing,
    leadTimeMinutes: number,
    leadTimes: list(object({ partyMax: number, leadTimeMinutes: number })),
    horizonDays: number,
    freezeMinutes: number,
    movesMax: numberOrNull,
    guestCutoffMinutes: number,
    offerMinutes: number,
    guestRetentionDays: numberOrNull,
    closures: list(object<Closure>({ ...closure, id: text })),
  },
  'plan',
);

export const applyOptions = ['options?', { closures: maybe(text), releaseHolds: maybe(flag) }] as const;

const names = { id: text, name: text, description: textOrNull };
const item = object<MenuItem>({ ...names, priceOre: number, tags: list(text) });
export const menu = object<Menu>(
  { currency: text, categories: list(object<MenuCategory>({ ...names, items: list(item) })) },
  'menu',
);
