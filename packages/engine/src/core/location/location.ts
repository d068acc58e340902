import type { FloorPlan } from './floor-plan.ts';
import type { LocalDate, Weekday } from '../local-date.ts';
import type { BookingPage } from './booking-page.ts';
import type { Brand } from './brand.ts';

/** The code of a language, such as `sv`. The engine stores it; `@bord/adapter-http/languages` lists the languages that have texts. English is used for others. */
export type Language = string;

/** The demo restaurant (D29). No API key sees it, and its e-mails are files. */
export const DEMO_RESTAURANT_ID = '00000000-0000-4000-8000-00000000d312';

/** How long parties up to a size keep their table (D3). */
export interface TurnTime {
  /** The largest party of this band; null on the last band: all larger ones. */
  readonly partyMax: number | null;
  /** The turn time, 1 to 1,440 minutes. */
  readonly turnMinutes: number;
}

/** The default turn times of D3. */
export const DEFAULT_TURN_TIMES: readonly TurnTime[] = [
  { partyMax: 2, turnMinutes: 90 },
  { partyMax: 4, turnMinutes: 120 },
  { partyMax: 6, turnMinutes: 150 },
  { partyMax: null, turnMinutes: 180 },
];

/** How long before the start a party of up to a size must book, if that differs from the lead time of larger ones. */
export interface LeadTime {
  /** The largest party of this band. */
  readonly partyMax: number;
  /** 0 to 100,000 minutes. */
  readonly leadTimeMinutes: number;
}

/** Limits on the parties or covers that start within one slot step, for the kitchen. Null for no limit. */
export interface Pacing {
  /** The number of guests that can start in one slot step, 1 or more. */
  readonly coversPerStep: number | null;
  /** The number of parties that can start in one slot step, 1 or more. */
  readonly partiesPerStep: number | null;
}

/** A stretch of opening hours that takes bookings. Minutes count from local midnight of the service date. */
export interface ServicePeriod {
  /** The operator's name for it: `Lunch`, `Dinner`. */
  readonly name: string;
  /** The weekdays on which it opens; ignored on dates that some period names. */
  readonly weekdays: readonly Weekday[];
  /** Single dates on which it opens. On such a date only the periods that name it open. */
  readonly dates: readonly LocalDate[];
  /** 0–1439. */
  readonly opensMinute: number;
  /** More than `opensMinute`, at most a day later; over 1,440 is after midnight. */
  readonly closesMinute: number;
  /** Slots start at this interval of elapsed time from the opening instant. */
  readonly slotStepMinutes: number;
  /** The last start, between opening and closing; null: the party must be able to finish by closing (D1). */
  readonly lastSeatingMinute: number | null;
  /** The smallest party that it takes, 1 to 1,000. */
  readonly partySizeMin: number;
  /** Null for no upper limit. */
  readonly partySizeMax: number | null;
  /** Replace those of the location, if given. */
  readonly turnTimes: readonly TurnTime[] | null;
  /** The pacing of this period; null: that of the location. */
  readonly pacing: Pacing | null;
}

/** When no new booking can start. Existing bookings stay. */
export interface Closure {
  /** `closure_` and letters and digits if Bord has made it; unique in the location. */
  readonly id: string;
  /** A date (the whole service date), or a local date-time `2026-12-24T18:00`. */
  readonly from: string;
  /** In the same form as `from`: the last closed date, or the instant at which bookings are taken again. */
  readonly to: string;
  /** For the operator, at most 200 characters; null for none. */
  readonly reason: string | null;
}

/** Information with which a guest finds or reaches the restaurant. */
export interface Contact {
  /** As one text, at most 300 characters; null for none. */
  readonly address: string | null;
  /** At most 300 characters; null for none. */
  readonly phone: string | null;
  /** At most 300 characters; null for none. */
  readonly email: string | null;
}

/** An area of the restaurant, with its name for guests. */
export interface Area {
  /** The value of {@link Table.area}, 1 to 100 characters. */
  readonly id: string;
  /** The name for guests: `The terrace`. 1 to 100 characters. */
  readonly name: string;
}

/** A restaurant as its operator describes it. */
export interface LocationPlan {
  /** The name for guests and partners, 1 to 200 characters. */
  readonly name: string;
  /** A short name for commands, which stays when the name changes: lower-case letters, digits and hyphens, at most 60. Null for none. */
  readonly alias: string | null;
  /** IANA name. */
  readonly timeZone: string;
  /** The language for guests who have not chosen one. */
  readonly language: Language;
  /** How guests reach the restaurant. */
  readonly contact: Contact;
  /** The appearance of guests' pages and e-mails. */
  readonly brand: Brand;
  /** The restaurant's own booking page; null for none. */
  readonly bookingPage: BookingPage | null;
  /** The areas of the restaurant, at most 100; if any are listed, tables must name these. */
  readonly areas: readonly Area[];
  /** Its tables, and how they can be joined. */
  readonly floorPlan: FloorPlan;
  /** When it takes bookings, at most 200 periods; two of one date must not overlap. */
  readonly servicePeriods: readonly ServicePeriod[];
  /** How long parties stay, from small to large, the last for all larger ones (D3). Periods can have separate turn times. */
  readonly turnTimes: readonly TurnTime[];
  /** Keeps a table blocked for longer than the end that is shown to the guest (D3). */
  readonly bufferMinutes: number;
  /** Applies to periods without separate pacing. */
  readonly pacing: Pacing | null;
  /** A partner's booking must start at least this long after it is made; `leadTimes` can differ for smaller parties. */
  readonly leadTimeMinutes: number;
  /** Lead times of smaller parties, from small to large. Empty: the same for all. */
  readonly leadTimes: readonly LeadTime[];
  /** How many days ahead partners can book. */
  readonly horizonDays: number;
  /** Bookings that start within this time are not re-seated (D9). */
  readonly freezeMinutes: number;
  /** How many bookings can be re-seated to make room for one; null for no limit. */
  readonly movesMax: number | null;
  /** A guest can move or cancel until this many minutes before the start; 0: until the start. */
  readonly guestCutoffMinutes: number;
  /** How long an offer to a waiting party is held, in minutes, 5–1,440 (D36). */
  readonly offerMinutes: number;
  /** Guests are erased this many days after their visit; null: never. */
  readonly guestRetentionDays: number | null;
  /** When it takes no bookings, at most 5,000. */
  readonly closures: readonly Closure[];
}

/** A location as stored. */
export interface Location extends LocationPlan {
  /** Lower-case UUID. */
  readonly id: string;
  /** Counts the changes of the plan from 1. A booking is only decided on the current revision. */
  readonly revision: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text has the form of a location id (any version of UUID, any case). */
export function isLocationId(text: string): boolean {
  return UUID.test(text);
}

const ALIAS = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;

/** Whether the text has the form of an alias: 1 to 60 lower-case letters, digits and inner hyphens, and not a UUID. */
export function isLocationAlias(text: string): boolean {
  return ALIAS.test(text) && !isLocationId(text);
}

/** The turn time of a party of this size, without the buffer (D3). */
export function turnMinutesOf(
  location: LocationPlan,
  period: ServicePeriod | null,
  partySize: number,
): number {
  const bands = period?.turnTimes ?? location.turnTimes;
  for (const { partyMax, turnMinutes } of bands)
    if (partyMax === null || partySize <= partyMax) return turnMinutes;
  return bands.at(-1)!.turnMinutes;
}

/** The lead time of a partner's booking for this party size. */
export function leadTimeMinutesOf({ leadTimes, leadTimeMinutes }: LocationPlan, partySize: number): number {
  const band = leadTimes.find(({ partyMax }) => partySize <= partyMax);
  return band?.leadTimeMinutes ?? leadTimeMinutes;
}

/** All lead times of the plan, each once. */
export function allLeadTimes({ leadTimes, leadTimeMinutes }: LocationPlan): ReadonlySet<number> {
  return new Set([...leadTimes.map((band) => band.leadTimeMinutes), leadTimeMinutes]);
}

/** The pacing in a period; null for none. */
export function pacingOf(location: LocationPlan, period: ServicePeriod): Pacing | null {
  return period.pacing ?? location.pacing;
}
