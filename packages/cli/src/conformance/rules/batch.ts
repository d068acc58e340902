/** §4.2 */
import { batchCall, type BatchAsked } from '../asking.ts';
import { dateAfter, type Day, freeSlots, instantText } from '../days.ts';
import { field, shown } from '../exchange.ts';
import { answers, type Breach, firstOf, isOf, type Rule, unless } from '../rule.ts';
import { CACHE_MS } from '../scenes/bookings.ts';
import {
  askBatch,
  askDay,
  type Batch,
  batches,
  firstDay,
  leftOut,
  longRange,
  openBatch,
  openDay,
  overview,
  scarceDay,
  startDate,
} from '../scenes/survey.ts';
import { batch } from '../shapes.ts';
import { CannotTell } from '../stops.ts';
import type { Trial } from '../trial.ts';

/** Judges each batch that was answered. */
async function eachBatch(trial: Trial, judge: (batch: Batch) => Breach | null): Promise<Breach | null> {
  return firstOf(...(await batches(trial)).map(judge));
}

/** Judges each entry of each batch. Throws `CannotTell` when there is none. */
async function eachEntry(
  trial: Trial,
  expected: string,
  holds: (day: Day, i: number, all: Batch) => boolean,
): Promise<Breach | null> {
  if ((await batches(trial)).every(({ days }) => days.length === 0))
    throw new CannotTell('no batch has entries');
  return eachBatch(trial, (all) => {
    const at = all.days.findIndex((day, i) => !holds(day, i, all));
    return unless(
      at < 0,
      expected,
      () =>
        all.days
          .slice(Math.max(0, at - 1), at + 1)
          .map(entryText)
          .join(', then '),
      all.exchange,
    );
  });
}

function entryText({ date, partySize, slots }: Day): string {
  return `${date} for ${partySize} with ${slots.length} slots`;
}

/** A body that is refused with 400. */
function refused(id: `§${string}/${string}`, title: string, body: (from: string) => BatchAsked): Rule {
  return {
    id,
    title,
    run: async (trial) =>
      answers(await trial.ask(batchCall(trial.settings.locationId, body(startDate(trial)))), 400),
  };
}

const oneDay = (from: string, partySizes: readonly number[]): BatchAsked => ({
  startDate: from,
  endDate: from,
  partySizes,
});

const LIMITS: readonly Rule[] = [
  {
    id: '§4.2.1/days-92',
    title: '92 days are answered',
    run: async (trial) => answers((await longRange(trial)).exchange, 200),
  },
  {
    id: '§4.2.1/sizes-12',
    title: '12 party sizes from 1 to 50 are answered',
    run: async (trial) => answers((await overview(trial)).exchange, 200),
  },
  refused('§4.2.1/days-93', '93 days: 400', (from) => ({
    startDate: from,
    endDate: dateAfter(from, 92),
    partySizes: [2],
  })),
  refused('§4.2.1/reversed', 'endDate before startDate: 400', (from) => ({
    startDate: from,
    endDate: dateAfter(from, -1),
    partySizes: [2],
  })),
  refused('§4.2.1/sizes-0', 'no party sizes: 400', (from) => oneDay(from, [])),
  refused('§4.2.1/sizes-13', '13 party sizes: 400', (from) =>
    oneDay(
      from,
      Array.from({ length: 13 }, (_, i) => i + 1),
    ),
  ),
  refused('§4.2.1/size-0', 'a party of 0: 400', (from) => oneDay(from, [0])),
  refused('§4.2.1/size-51', 'a party of 51: 400', (from) => oneDay(from, [51])),
];

const ENTRIES: readonly Rule[] = [
  {
    id: '§2.5/shape',
    title: 'a batch is answered with location, dates, time zone and days',
    run: (trial) =>
      eachBatch(trial, ({ exchange }) => {
        return isOf(batch, 'the fields of §2.5', exchange);
      }),
  },
  {
    id: '§2.5/echo',
    title: 'it is the location, the dates and the time zone that the single-day call names',
    async run(trial) {
      const zone = field((await firstDay(trial)).exchange.json, 'timezone');
      return eachBatch(trial, ({ asked, exchange: { json }, exchange }) => {
        const expected = [trial.settings.locationId, asked.startDate, asked.endDate, shown(zone)].join(', ');
        const names = ['locationId', 'startDate', 'endDate', 'timezone'];
        const [id, ...rest] = names.map((name) => shown(field(json, name)));
        const got = [id!.toLowerCase(), ...rest].join(', ');
        return unless(got === expected, expected, () => got, exchange);
      });
    },
  },
  {
    id: '§4.2.2/merged',
    title: 'a party size that is given twice has one entry a day',
    run: (trial) =>
      eachEntry(
        trial,
        'one entry for each date and size',
        ({ date, partySize }, i, { days }) =>
          days.findIndex((day) => day.date === date && day.partySize === partySize) === i,
      ),
  },
  {
    id: '§4.2.3/asked',
    title: 'entries are of dates and sizes that were asked for',
    run: (trial) =>
      eachEntry(
        trial,
        'dates and sizes of the request',
        ({ date, partySize }, _, { asked }) =>
          asked.startDate <= date && date <= asked.endDate && asked.partySizes.includes(partySize),
      ),
  },
  {
    id: '§4.2.3/days-sorted',
    title: 'entries are sorted by date, then by party size',
    run: (trial) =>
      eachEntry(trial, 'ascending dates, and sizes within a date', ({ date, partySize }, i, { days }) => {
        const before = days[i - 1];
        return !before || before.date < date || (before.date === date && before.partySize <= partySize);
      }),
  },
  {
    id: '§4.2.3/slots-sorted',
    title: 'the slots of an entry are sorted by time',
    run: (trial) =>
      eachEntry(trial, 'ascending times', ({ slots }) =>
        slots.every(({ startMs }, i) => i === 0 || slots[i - 1]!.startMs < startMs),
      ),
  },
  {
    id: '§4.2.4/not-empty',
    title: 'no entry is without slots',
    run: (trial) => eachEntry(trial, 'slots in every entry', ({ slots }) => slots.length > 0),
  },
  {
    id: 'D1/something-free',
    title: 'an entry has a slot that is available',
    run: (trial) =>
      eachEntry(
        trial,
        'entries where something can be booked',
        (day) => freeSlots(day).length > 0 || day.slots.length === 0,
      ),
  },
  {
    id: '§4.2.4/left-out',
    title: 'what a batch leaves out has nothing to be booked in the single-day call',
    async run(trial) {
      const days = await leftOut(trial);
      if (days.length === 0) throw new CannotTell('nothing was left out');
      const wrong = days.find((day) => freeSlots(day).length > 0);
      if (!wrong) return null;
      const got = `${freeSlots(wrong).length} slots available on ${wrong.date} for ${wrong.partySize}`;
      return { expected: 'no available slot', got, exchange: wrong.exchange };
    },
  },
  {
    id: '§4.2.5/equal',
    title: 'an entry equals the single-day call: slots, available, covers',
    async run(trial) {
      const days = [...new Set([await openDay(trial), await scarceDay(trial)])];
      const all = await openBatch(trial);
      for (const day of days) {
        const breach = difference(day, all);
        if (breach === null) continue;
        await trial.pause(CACHE_MS, 'batch and single day differ: perhaps one of them was kept from before');
        const again = difference(
          await askDay(trial, day.date, day.partySize),
          await askBatch(trial, { ...all.asked, startDate: day.date, endDate: day.date }),
        );
        if (again !== null) return again;
      }
      return null;
    },
  },
];

/** In what the entry of a day differs from the day. */
function difference(day: Day, { days, exchange }: Batch): Breach | null {
  const entry = days.find(({ date, partySize }) => date === day.date && partySize === day.partySize);
  // Left out is for another rule to judge, unless the day has something.
  const inEntry = entry ? texts(entry) : [];
  const inDay = entry || freeSlots(day).length > 0 ? texts(day) : [];
  const at = Array.from({ length: Math.max(inEntry.length, inDay.length) }, (_, i) => i).find(
    (i) => inEntry[i] !== inDay[i],
  );
  if (at === undefined) return null;
  const of = `${day.date} for ${day.partySize}`;
  return {
    expected: `as the single-day call has it, ${of}: ${inDay[at] ?? 'no slot'}`,
    got: inEntry[at] ?? 'no slot',
    exchange,
  };
}

/** In the order of time: whether they came in it is for other rules to judge. */
function texts({ slots }: Pick<Day, 'slots'>): string[] {
  const sorted = slots.toSorted((a, b) => a.startMs - b.startMs);
  return sorted.map(
    ({ startMs, available, remainingCovers }) =>
      `${instantText(startMs)} ${available ? 'available' : 'taken'}, ${remainingCovers} covers`,
  );
}

export const BATCH: readonly Rule[] = [...LIMITS, ...ENTRIES];
