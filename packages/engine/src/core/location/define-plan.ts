import { OFFER_MINUTES } from '../limits.ts';
import { BookingError, invalid } from '../errors.ts';
import type { Combination, FloorPlan, Table } from './floor-plan.ts';
import { assertLocationPlan } from './location-rules.ts';
import { BOOKING_PAGE_DEFAULTS, type BookingPage } from './booking-page.ts';
import type { Brand } from './brand.ts';
import {
  type Closure,
  type Contact,
  DEFAULT_TURN_TIMES,
  type Location,
  type LocationPlan,
  type ServicePeriod,
} from './location.ts';

/** A record in which some fields can be omitted. */
type Described<T, Given extends keyof T> = Pick<T, Given> & {
  readonly [Name in Exclude<keyof T, Given>]?: T[Name] | undefined;
};

/** A table; defaults: `seatsMin` 1, `area` null, `online` true, and without `when`: always available. */
export type TableDescription = Described<Table, 'id' | 'seatsMax'>;

/**
 * A service period; it needs `weekdays` (1 is Monday, 7 Sunday), `dates`, or both. Defaults: `slotStepMinutes` 15, `partySizeMin` 1, and null
 * for `lastSeatingMinute`, `partySizeMax`, `turnTimes` and `pacing`.
 */
export type PeriodDescription = Described<ServicePeriod, 'name' | 'opensMinute' | 'closesMinute'>;

/** A restaurant by its differences from the defaults: all but the first four fields have one. Minutes of the day count from local midnight. */
export interface PlanDescription {
  /** The name for guests and partners, 1 to 200 characters. */
  readonly name: string;
  /** IANA name, such as `Europe/Stockholm`. */
  readonly timeZone: string;
  /** The tables, at most 1,000. */
  readonly tables: readonly TableDescription[];
  /** When bookings are taken, at most 200 periods; two of one date must not overlap. */
  readonly servicePeriods: readonly PeriodDescription[];
  /** Tables that can be joined. Defaults to none. */
  readonly combinations?: readonly Combination[] | undefined;
  /** The most seats that a partner's booking can leave empty at its tables; null, the default, for no limit. */
  readonly wastedSeatsMax?: FloorPlan['wastedSeatsMax'] | undefined;
  /** Defaults to `en`. */
  readonly language?: LocationPlan['language'] | undefined;
  /** Defaults to none. */
  readonly contact?: Described<Contact, never> | undefined;
  /** A short name for commands. Defaults to none. */
  readonly alias?: LocationPlan['alias'] | undefined;
  /** A colour and a logo for guests' pages and e-mails. Defaults to none. */
  readonly brand?: Described<Brand, never> | undefined;
  /** The restaurant's own booking page; `{}` for one with the defaults. Defaults to none. */
  readonly bookingPage?: Described<BookingPage, never> | null | undefined;
  /** The areas of the restaurant with their names for guests. Defaults to none. */
  readonly areas?: LocationPlan['areas'] | undefined;
  /** Defaults to {@link DEFAULT_TURN_TIMES}: 90 minutes for two, 120 for four, 150 for six, 180 for more. */
  readonly turnTimes?: LocationPlan['turnTimes'] | undefined;
  /** Defaults to 0. */
  readonly bufferMinutes?: number | undefined;
  /** Defaults to null, no limits. */
  readonly pacing?: LocationPlan['pacing'] | undefined;
  /** Defaults to 0. */
  readonly leadTimeMinutes?: number | undefined;
  /** Lead times of smaller parties. Defaults to none. */
  readonly leadTimes?: LocationPlan['leadTimes'] | undefined;
  /** Defaults to 365. */
  readonly horizonDays?: number | undefined;
  /** Defaults to 60. */
  readonly freezeMinutes?: number | undefined;
  /** Defaults to null, no limit. */
  readonly movesMax?: LocationPlan['movesMax'] | undefined;
  /** Defaults to 120. */
  readonly guestCutoffMinutes?: number | undefined;
  /** Defaults to 30. */
  readonly offerMinutes?: number | undefined;
  /** Defaults to 730; null: never. */
  readonly guestRetentionDays?: LocationPlan['guestRetentionDays'] | undefined;
  /** Defaults to none. */
  readonly closures?: readonly Closure[] | undefined;
}

type Defaults<T, Given extends keyof T> = Omit<T, Given>;
type Whole = { readonly [Name in keyof PlanDescription]-?: Exclude<PlanDescription[Name], undefined> };

const PLAN_DEFAULTS: Defaults<Whole, 'name' | 'timeZone' | 'tables' | 'servicePeriods'> = {
  combinations: [],
  wastedSeatsMax: null,
  language: 'en',
  contact: {},
  alias: null,
  brand: {},
  bookingPage: null,
  areas: [],
  turnTimes: DEFAULT_TURN_TIMES,
  bufferMinutes: 0,
  pacing: null,
  leadTimeMinutes: 0,
  leadTimes: [],
  horizonDays: 365,
  freezeMinutes: 60,
  movesMax: null,
  guestCutoffMinutes: 120,
  offerMinutes: OFFER_MINUTES,
  guestRetentionDays: 730,
  closures: [],
};

const BRAND_DEFAULTS: Brand = { colour: null, logo: null };

const CONTACT_DEFAULTS: Contact = { address: null, phone: null, email: null };

const TABLE_DEFAULTS: Defaults<Table, 'id' | 'seatsMax'> = {
  seatsMin: 1,
  area: null,
  online: true,
  when: undefined,
};

const PERIOD_DEFAULTS: Defaults<ServicePeriod, 'name' | 'opensMinute' | 'closesMinute'> = {
  weekdays: [],
  dates: [],
  slotStepMinutes: 15,
  lastSeatingMinute: null,
  partySizeMin: 1,
  partySizeMax: null,
  turnTimes: null,
  pacing: null,
};

/**
 * A plan for `applyLocation`. Omitted or undefined fields get the defaults of the location file.
 *
 * @throws BookingError `invalid_request`, whose `path` names the field that is wrong, missing or unknown: `['tables', 0, 'seatsMax']`
 */
export function definePlan(description: PlanDescription): LocationPlan {
  const plan = withPlanDefaults(description);
  try {
    assertLocationPlan(plan);
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    invalid(
      error.message,
      error.path.filter((step) => step !== 'floorPlan'),
    );
  }
  return plan;
}

/** As {@link definePlan}, but checks only for missing and unknown fields: `applyLocation` checks the rest. */
export function withPlanDefaults(description: PlanDescription): LocationPlan {
  const stated = ['name', 'timeZone', 'tables', 'servicePeriods'];
  const { tables, combinations, wastedSeatsMax, ...whole } = filled<Whole>(
    stated,
    PLAN_DEFAULTS,
    description,
    [],
  );
  return {
    ...whole,
    brand: filled<Brand>([], BRAND_DEFAULTS, whole.brand, ['brand']),
    bookingPage:
      whole.bookingPage && filled<BookingPage>([], BOOKING_PAGE_DEFAULTS, whole.bookingPage, ['bookingPage']),
    contact: filled<Contact>([], CONTACT_DEFAULTS, whole.contact, ['contact']),
    floorPlan: {
      tables: tables.map((table, i) =>
        filled<Table>(['id', 'seatsMax'], TABLE_DEFAULTS, table, ['tables', i]),
      ),
      combinations,
      wastedSeatsMax,
    },
    servicePeriods: whole.servicePeriods.map((period, i) =>
      filled<ServicePeriod>(['name', 'opensMinute', 'closesMinute'], PERIOD_DEFAULTS, period, [
        'servicePeriods',
        i,
      ]),
    ),
  };
}

/** A location from its stored form. Fields that a plan stored by an older version lacks get their defaults. */
export function storedLocation({ id, revision, plan }: StoredLocation): Location {
  const { alias, areas, leadTimes, offerMinutes } = PLAN_DEFAULTS;
  return {
    alias,
    areas,
    bookingPage: null,
    leadTimes,
    offerMinutes,
    ...plan,
    brand: { ...BRAND_DEFAULTS, ...plan.brand },
    id,
    revision,
  };
}

/** Fields that plans have had since 0.1.0. */
type LaterField = 'alias' | 'areas' | 'bookingPage' | 'brand' | 'leadTimes' | 'offerMinutes';

/** The stored form of a location. */
export interface StoredLocation {
  /** Lower-case UUID. */
  readonly id: string;
  /** Counts the changes of the plan from 1. */
  readonly revision: number;
  /** As some version of Bord has stored it. */
  readonly plan: Omit<LocationPlan, LaterField> & Partial<Pick<LocationPlan, LaterField>>;
}

function filled<T extends object>(
  needed: readonly string[],
  defaults: Partial<T>,
  given: object,
  path: readonly (string | number)[],
): T {
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  const unknown = stated.find(([name]) => !needed.includes(name) && !(name in defaults));
  if (unknown) invalid(`there is no field ${unknown[0]}: remove it`, [...path, unknown[0]]);
  const record = Object.fromEntries([
    ...Object.entries(defaults).filter(([, value]) => value !== undefined),
    ...stated,
  ]);
  const missing = needed.find((name) => !(name in record));
  if (missing !== undefined) invalid(`${missing} is missing`, [...path, missing]);
  return record as T;
}
