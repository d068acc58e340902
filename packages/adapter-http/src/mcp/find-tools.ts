/** Tools that only read: restaurants, times and menus. */
import type { Location } from '@bord/engine';
import { z } from 'zod';
import { assertCalendarDate, instantAt } from './local-time.ts';
import { Rejection } from './rejection.ts';
import { answerSchema, FIELDS, SCHEMAS } from './schemas.ts';
import {
  canWait,
  idOf,
  nameLine,
  nearest,
  offered,
  READS,
  restaurantFacts,
  timesAround,
  tool,
  type ToolUse,
  whenText,
} from './tool.ts';

const RESTAURANTS_MAX = 20;
const OFFERS_MAX = 6;
const TIME_DEFAULT = '19:00';
const { text, flag, number, list } = SCHEMAS;

export const findRestaurants = tool({
  name: 'find_restaurants',
  description: 'List restaurants, or those whose name or address contains `query`.',
  input: z.strictObject({ query: z.string().max(200).optional() }),
  output: answerSchema(['restaurants'], {
    restaurants: list({ id: text, name: text, address: text, timezone: text }),
    more: flag,
  }),
  annotations: READS,
  async run({ caller }, { query = '' }) {
    const wanted = query.trim().toLowerCase();
    const found = (await caller.restaurants()).filter(({ name, contact }) =>
      `${name} ${contact.address ?? ''}`.toLowerCase().includes(wanted),
    );
    const restaurants = found.slice(0, RESTAURANTS_MAX).map((location) => ({
      id: idOf(location),
      name: location.name,
      ...(location.contact.address !== null && { address: location.contact.address }),
      timezone: location.timeZone,
    }));
    const more = found.length > restaurants.length;
    return {
      facts: { restaurants, more },
      lines: [
        ...restaurants.flatMap(({ id, name, address }) => [
          `restaurant=${id}`,
          nameLine({ name }),
          ...(address === undefined ? [] : [`address: ${JSON.stringify(address)}`]),
        ]),
        ...(more ? ['There are more: use query.'] : []),
      ],
    };
  },
});

export const findTimes = tool({
  name: 'find_times',
  description:
    'Free times for a party, nearest to `time` first. Only an offer can be held. `booking`: times to which that booking can move.',
  input: z.strictObject({ ...FIELDS.search, booking: FIELDS.handle.optional() }),
  output: answerSchema(['times'], {
    ...SCHEMAS.restaurant,
    timezone: text,
    party_size: number,
    times: SCHEMAS.times,
    next_date: text,
    waitlist: flag,
  }),
  annotations: READS,
  async run(use, { restaurant, date, time = TIME_DEFAULT, party_size: partySize, area = null, booking }) {
    assertCalendarDate(date);
    const known = booking === undefined ? null : await use.caller.booking(booking);
    const location = known?.location ?? (await restaurantOf(use, restaurant));
    const found = await timesAround(use.caller, location, { date, time, partySize, area }, known);
    const starts = nearest(found, instantAt(location, date, time), OFFERS_MAX);
    const chosenArea = known ? (known.booking.area ?? null) : area;
    const times = starts.map((startMs) => offered(use, location, { startMs, partySize, area: chosenArea }));
    const nextDate = times.length > 0 ? null : (found.at(-1)?.nextDate ?? null);
    const waitlist = canWait(found);
    return {
      facts: {
        ...restaurantFacts(location),
        timezone: location.timeZone,
        party_size: partySize,
        times,
        ...(nextDate !== null && { next_date: nextDate }),
        waitlist,
      },
      lines: [
        `restaurant=${idOf(location)}, ${partySize} guests, local times (${location.timeZone})`,
        nameLine(location),
        ...times.map((one) => `${whenText(one)} offer=${one.offer}`),
        ...(times.length === 0 ? [`No free time on ${date}.`] : []),
        ...(nextDate === null ? [] : [`Next date with a free time: ${nextDate}`]),
        ...(waitlist ? ['For a full time the guest can join the waitlist: join_waitlist.'] : []),
      ],
    };
  },
});

export const getMenu = tool({
  name: 'get_menu',
  description: 'The menu of a restaurant.',
  input: z.strictObject({ restaurant: FIELDS.restaurant }),
  output: answerSchema(['categories'], {
    ...SCHEMAS.restaurant,
    currency: text,
    categories: { type: 'array' },
  }),
  annotations: READS,
  async run(use, { restaurant }) {
    const location = await restaurantOf(use, restaurant);
    const { menu } = await use.caller.menu(location);
    const categories = menu.categories.map(({ name, items }) => ({
      name,
      items: items.map((item) => ({
        name: item.name,
        ...(item.description !== null && { description: item.description }),
        price: item.priceOre / 100,
      })),
    }));
    return {
      facts: { ...restaurantFacts(location), currency: menu.currency, categories },
      lines: categories.flatMap(({ name, items }) => [
        JSON.stringify(name),
        ...items.map((item) => `${item.price} ${menu.currency}: ${JSON.stringify(item.name)}`),
      ]),
    };
  },
});

/** The restaurant with this id; without an id, the only one. Throws `restaurant_unknown`. */
export async function restaurantOf(
  { caller, alias }: Pick<ToolUse, 'caller' | 'alias'>,
  id: string | undefined,
): Promise<Location> {
  const all = await caller.restaurants();
  const found = id === undefined && all.length === 1 ? all[0] : all.find((one) => idOf(one) === id);
  if (!found) throw new Rejection('restaurant_unknown', {}, unknownText(alias, id));
  return found;
}

function unknownText(alias: string | null, id: string | undefined): string | undefined {
  if (alias !== null) return `This server has only the restaurant ${alias}.`;
  return id === undefined ? 'Give `restaurant`: an id of find_restaurants.' : undefined;
}
