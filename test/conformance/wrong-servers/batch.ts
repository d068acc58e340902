import { asking, both, faults, instead, isBatch, isDay, saying } from '../faults.ts';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

// oxlint-disable typescript/no-explicit-any -- the bodies of answers, which faults spoil

const DAY_MS = 86_400_000;

const daysIn = (body: any): number => (Date.parse(body.endDate) - Date.parse(body.startDate)) / DAY_MS + 1;

/** Takes a body that has to be refused for one that is good. */
const takes = (isWrong: (body: any) => boolean, good: (body: any) => object): Fault =>
  asking(
    both(isBatch, ({ body }) => isWrong(body)),
    ({ body }) => ({ body: { ...body, ...good(body) } }),
  );

const entries = (change: (days: any[], body: any) => any[]): Fault =>
  saying(isBatch, (json, { body }) => (json.days = change(json.days, body)));

/** Slots of the size 7, which no table holds, all of them taken; in batches and in single answers. */
const nothingFree: Fault = faults(
  saying(isDay, (json, { query }) => {
    if (query.get('partySize') === '7') json.slots = [taken(json.date)];
  }),
  entries((days, body) => {
    if (!body.partySizes.includes(7)) return days;
    const dates = [...new Set(days.map(({ date }) => date))];
    const more = dates.map((date) => ({ date, partySize: 7, slots: [taken(date)] }));
    return [...days, ...more].toSorted((a, b) =>
      a.date === b.date ? a.partySize - b.partySize : a.date < b.date ? -1 : 1,
    );
  }),
);

const taken = (date: string): object => ({ slot: `${date}T18:00:00Z`, available: false, remainingCovers: 0 });

const LIMITS: WrongServers = {
  'rejects more than 31 days': {
    breaks: ['§4.2.1/days-92'],
    fault: instead(
      both(isBatch, ({ body }) => daysIn(body) > 31),
      400,
    ),
  },
  'rejects more than eight party sizes': {
    breaks: ['§4.2.1/sizes-12'],
    fault: instead(
      both(isBatch, ({ body }) => body.partySizes.length > 8),
      400,
    ),
  },
  'accepts 93 days': {
    breaks: ['§4.2.1/days-93'],
    fault: takes(
      (body) => daysIn(body) === 93,
      ({ startDate }) => ({ endDate: startDate }),
    ),
  },
  'accepts a range that ends before it starts': {
    breaks: ['§4.2.1/reversed'],
    fault: takes(
      (body) => daysIn(body) < 1,
      ({ startDate, endDate }) => ({ startDate: endDate, endDate: startDate }),
    ),
  },
  'accepts an empty list of party sizes': {
    breaks: ['§4.2.1/sizes-0'],
    fault: takes(
      ({ partySizes }) => partySizes.length === 0,
      () => ({ partySizes: [7] }),
    ),
  },
  'accepts 13 party sizes': {
    breaks: ['§4.2.1/sizes-13'],
    fault: takes(
      ({ partySizes }) => partySizes.length === 13,
      () => ({ partySizes: [1] }),
    ),
  },
  'answers for a party of 0': {
    breaks: ['§4.2.1/size-0'],
    fault: takes(
      ({ partySizes }) => partySizes.includes(0),
      () => ({ partySizes: [1] }),
    ),
  },
  'accepts a party size of 51': {
    breaks: ['§4.2.1/size-51'],
    fault: takes(
      ({ partySizes }) => partySizes.includes(51),
      () => ({ partySizes: [50] }),
    ),
  },
};

const ENTRIES: WrongServers = {
  'returns another start of the range': {
    breaks: ['§2.5/echo'],
    fault: saying(isBatch, (json) => (json.startDate = '2026-01-01')),
  },
  'renames the end of the range': {
    breaks: ['§2.5/shape', '§2.5/echo'],
    fault: saying(isBatch, (json) => {
      json.to = json.endDate;
      delete json.endDate;
    }),
  },
  'repeats entries of a repeated party size': {
    breaks: ['§4.2.2/merged'],
    fault: entries((days, { partySizes }) =>
      days.flatMap((day) => partySizes.filter((size: number) => size === day.partySize).map(() => day)),
    ),
  },
  'continues after the end of the range': {
    breaks: ['§4.2.3/asked'],
    fault: entries((days) => [...days, ...days.slice(-1).map((day) => ({ ...day, date: '2028-01-01' }))]),
  },
  'lists days in reverse order': {
    breaks: ['§4.2.3/days-sorted'],
    fault: entries((days) => days.toReversed()),
  },
  'sorts by size, then by date': {
    breaks: ['§4.2.3/days-sorted'],
    fault: entries((days) => days.toSorted((a, b) => a.partySize - b.partySize)),
  },
  'lists the slots of an entry in reverse order': {
    breaks: ['§4.2.3/slots-sorted'],
    fault: entries((days) => days.map((day) => ({ ...day, slots: day.slots.toReversed() }))),
  },
  'has an entry for each size of each day, also without slots': {
    breaks: ['§4.2.4/not-empty'],
    fault: entries((days, { partySizes }) =>
      [...new Set<string>(days.map(({ date }) => date))].flatMap((date) =>
        [...new Set<number>(partySizes)]
          .toSorted((a, b) => a - b)
          .map(
            (partySize) =>
              days.find((day) => day.date === date && day.partySize === partySize) ?? {
                date,
                partySize,
                slots: [],
              },
          ),
      ),
    ),
  },
  'has entries without available slots': { breaks: ['D1/something-free'], fault: nothingFree },
  'omits an available party size': {
    breaks: ['§4.2.4/left-out', '§8/sandbox-sizes'],
    fault: entries((days) => days.filter(({ partySize }) => partySize !== 4)),
  },
  'counts covers differently in batches': {
    breaks: ['§4.2.5/equal'],
    fault: entries((days) =>
      days.map((day) => ({
        ...day,
        slots: day.slots.map((slot: any) => ({ ...slot, remainingCovers: slot.remainingCovers + 1 })),
      })),
    ),
  },
  'omits the last slot of an entry': {
    breaks: ['§4.2.5/equal'],
    fault: entries((days) => days.map((day) => ({ ...day, slots: day.slots.slice(0, -1) }))),
  },
};

export const wrongServers: WrongServers = { ...LIMITS, ...ENTRIES };
