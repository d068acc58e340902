import { type BookingPage, isLocalDate, type LocalDate, type PagedLocation } from '@bord/engine';
import type { Query } from '../web/page-route.ts';
import { oneLine } from '../web/clean.ts';

/** The wish of a guest. Values that cannot be read are named in {@link faults}, and the others hold. */
export interface Wish {
  readonly date?: LocalDate;
  readonly partySize?: number;
  readonly area?: string;
  /** Minute of the day. */
  readonly time?: number;
  /** Where the link to the page was, such as `instagram`. */
  readonly ref?: string;
  readonly faults: readonly WishFault[];
}

type WishFault = 'date' | 'party' | 'time' | 'area';

const SIZE = /^[1-9]\d{0,3}$/;
const TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/;
const REF_MAX = 60;

export function readWish(query: Query, location: PagedLocation, rules: BookingPage): Wish {
  const { date = '', party = '', time = '', area = '' } = query;
  const clock = TIME.exec(time);
  const isArea = rules.areas === 'choose' && location.areas.some(({ id }) => id === area);
  const ref = oneLine(query['ref'] ?? '', REF_MAX);
  const faults: WishFault[] = [];
  if (date !== '' && !isLocalDate(date)) faults.push('date');
  if (party !== '' && !SIZE.test(party)) faults.push('party');
  if (time !== '' && !clock) faults.push('time');
  if (area !== '' && !isArea) faults.push('area');
  return {
    ...(isLocalDate(date) && { date }),
    ...(SIZE.test(party) && { partySize: Number(party) }),
    ...(clock && { time: Number(clock[1]) * 60 + Number(clock[2]) }),
    ...(isArea && { area }),
    ...(ref !== '' && { ref }),
    faults,
  };
}

/** The query that {@link readWish} reads, without the time. */
export function queryOf({ date, partySize, area, ref }: Omit<Wish, 'faults'>): Query {
  return {
    ...(date !== undefined && { date }),
    ...(partySize !== undefined && { party: `${partySize}` }),
    ...(area !== undefined && { area }),
    ...(ref !== undefined && { ref }),
  };
}

/** No list of party sizes is longer. */
const SIZES_MAX = 100;

/** The largest party that some table option takes online. */
export function largestParty({ floorPlan }: PagedLocation): number {
  const online = new Set(floorPlan.tables.filter((table) => table.online).map(({ id }) => id));
  const single = floorPlan.tables.filter(({ id }) => online.has(id)).map(({ seatsMax }) => seatsMax);
  const joined = floorPlan.combinations
    .filter(({ tables }) => tables.every((id) => online.has(id)))
    .map(({ seatsMax }) => seatsMax);
  return Math.min(Math.max(1, ...single, ...joined), SIZES_MAX);
}
