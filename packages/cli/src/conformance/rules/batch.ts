/** §4.2 */
import { batchCall, type BatchInput } from '../asking.ts';
import { dateAfter, type Day, freeSlots, instantText } from '../days.ts';
import { field, shown } from '../exchange.ts';
import { answers, type Violation, firstOf, rule, type Rule, unless } from '../rule.ts';
import { CACHE_MS } from '../fixtures/bookings.ts';
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
} from '../fixtures/survey.ts';
import { batch, isOf } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import type { Run } from '../run.ts';

async function eachBatch(run: Run, judge: (batch: Batch) => Violation | null): Promise<Violation | null> {
  return firstOf(...(await batches(run)).map(judge));
}

/** Judges each entry of each batch. Throws `CannotTell` when there is none. */
async function eachEntry(
  run: Run,
  expected: string,
  holds: (day: Day, i: number, all: Batch) => boolean,
): Promise<Violation | null> {
  if ((await batches(run)).every(({ days }) => days.length === 0))
    throw new CannotTell('no batch has entries');
  return eachBatch(run, (all) => {
    const at = all.days.findIndex((day, i) => !holds(day, i, all));
    return unless(
      at < 0,
      expected,
      () =>
        all.days
          .slice(Math.max(0, at - 1), at + 1)
          .map(({ date, partySize, slots }) => `${date} for ${partySize} with ${slots.length} slots`)
          .join(', then '),
      all.exchange,
    );
  });
}

function refused(id: `§${string}/${string}`, title: string, body: (from: string) => BatchInput): Rule {
  return rule(id, title, async (run) =>
    answers(await run.ask(batchCall(run.settings.locationId, body(startDate(run)))), 400),
  );
}

const oneDay = (from: string, partySizes: readonly number[]): BatchInput => ({
  startDate: from,
  endDate: from,
  partySizes,
});

const LIMITS: readonly Rule[] = [
  rule('§4.2.1/days-92', '92 days are answered', async (run) =>
    answers((await longRange(run)).exchange, 200),
  ),
  rule('§4.2.1/sizes-12', '12 party sizes from 1 to 50 are answered', async (run) =>
    answers((await overview(run)).exchange, 200),
  ),
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
  rule('§2.5/shape', 'a batch is answered with location, dates, time zone and days', (run) =>
    eachBatch(run, ({ exchange }) => {
      return isOf(batch, 'the fields of §2.5', exchange);
    }),
  ),
  rule(
    '§2.5/echo',
    'it is the location, the dates and the time zone that the single-day call names',
    async (run) => {
      const zone = field((await firstDay(run)).exchange.json, 'timezone');
      return eachBatch(run, ({ input, exchange: { json }, exchange }) => {
        const expected = [run.settings.locationId, input.startDate, input.endDate, shown(zone)].join(', ');
        const names = ['locationId', 'startDate', 'endDate', 'timezone'];
        const [id, ...rest] = names.map((name) => shown(field(json, name)));
        const got = [id!.toLowerCase(), ...rest].join(', ');
        return unless(got === expected, expected, () => got, exchange);
      });
    },
  ),
  rule('§4.2.2/merged', 'a party size that is given twice has one entry a day', (run) =>
    eachEntry(
      run,
      'one entry for each date and size',
      ({ date, partySize }, i, { days }) =>
        days.findIndex((day) => day.date === date && day.partySize === partySize) === i,
    ),
  ),
  rule('§4.2.3/asked', 'entries are of dates and sizes that were asked for', (run) =>
    eachEntry(
      run,
      'dates and sizes of the request',
      ({ date, partySize }, _, { input }) =>
        input.startDate <= date && date <= input.endDate && input.partySizes.includes(partySize),
    ),
  ),
  rule('§4.2.3/days-sorted', 'entries are sorted by date, then by party size', (run) =>
    eachEntry(run, 'ascending dates, and sizes within a date', ({ date, partySize }, i, { days }) => {
      const before = days[i - 1];
      return !before || before.date < date || (before.date === date && before.partySize <= partySize);
    }),
  ),
  rule('§4.2.3/slots-sorted', 'the slots of an entry are sorted by time', (run) =>
    eachEntry(run, 'ascending times', ({ slots }) =>
      slots.every(({ startMs }, i) => i === 0 || slots[i - 1]!.startMs < startMs),
    ),
  ),
  rule('§4.2.4/not-empty', 'no entry is without slots', (run) =>
    eachEntry(run, 'slots in every entry', ({ slots }) => slots.length > 0),
  ),
  rule('D1/something-free', 'an entry has a slot that is available', (run) =>
    eachEntry(
      run,
      'entries where something can be booked',
      (day) => freeSlots(day).length > 0 || day.slots.length === 0,
    ),
  ),
  rule(
    '§4.2.4/left-out',
    'a date that a batch leaves out has no free slot in the single-day call',
    async (run) => {
      const days = await leftOut(run);
      if (days.length === 0) throw new CannotTell('all dates are in the answer');
      const wrong = days.find((day) => freeSlots(day).length > 0);
      if (!wrong) return null;
      const got = `${freeSlots(wrong).length} slots available on ${wrong.date} for ${wrong.partySize}`;
      return { expected: 'no available slot', got, exchange: wrong.exchange };
    },
  ),
  rule('§4.2.5/equal', 'an entry equals the single-day call: slots, available, covers', async (run) => {
    const days = [...new Set([await openDay(run), await scarceDay(run)])];
    const all = await openBatch(run);
    for (const day of days) {
      const violation = difference(day, all);
      if (violation === null) continue;
      await run.pause(CACHE_MS, 'batch and single day differ: perhaps one of them was kept from before');
      const again = difference(
        await askDay(run, day.date, day.partySize),
        await askBatch(run, { ...all.input, startDate: day.date, endDate: day.date }),
      );
      if (again !== null) return again;
    }
    return null;
  }),
];

/** The difference between a day in the batch and the single-day answer. */
function difference(day: Day, { days, exchange }: Batch): Violation | null {
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
