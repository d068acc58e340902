/** §4.1, and the shapes that it answers with. */
import { DAY_MS, isTimeZone, localDateAt } from '@bord/engine';
import { availabilityCall } from '../asking.ts';
import { dateAfter, dateOf, type Day, freeSlots, listOf, slotAt } from '../days.ts';
import { type Exchange, field, gotOf, shortened, shown } from '../exchange.ts';
import { answers, type Violation, firstOf, rule, type Rule, unless } from '../rule.ts';
import { firstBooking } from '../fixtures/bookings.ts';
import { fullSlot, type Look, shownFreed, shownTaken } from '../fixtures/last-table.ts';
import { askDay, closedDay, firstDay, openDay, scarceDay } from '../fixtures/survey.ts';
import { availability, faultIn, isOf, slot } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import { type Run, unlessUntold } from '../run.ts';

async function days(run: Run): Promise<readonly Day[]> {
  const all = [await firstDay(run), await unlessUntold(openDay(run)), await unlessUntold(scarceDay(run))];
  return [...new Set(all.filter((day) => day !== null))];
}

async function slotted(run: Run): Promise<readonly Day[]> {
  const all = (await days(run)).filter(({ exchange }) => listOf(field(exchange.json, 'slots')).length > 0);
  if (all.length === 0) throw new CannotTell('no answer had slots');
  return all;
}

/** Judges each slot of some days, as it is written. */
function eachSlot(
  all: readonly Day[],
  expected: string,
  holds: (item: unknown, day: Day) => boolean | string,
): Violation | null {
  for (const day of all) {
    for (const item of listOf(field(day.exchange.json, 'slots'))) {
      const found = holds(item, day);
      if (found !== true)
        return {
          expected,
          got: typeof found === 'string' ? found : JSON.stringify(item),
          exchange: day.exchange,
        };
    }
  }
  return null;
}

function refused(
  id: `§${string}/${string}`,
  title: string,
  query: (good: { date: string; partySize: number }) => { date?: string; partySize?: number | string },
): Rule {
  return rule(id, title, async (run) => {
    const { date, partySize } = await firstDay(run);
    return answers(await run.ask(availabilityCall(run.settings.locationId, query({ date, partySize }))), 400);
  });
}

const SHAPES: readonly Rule[] = [
  rule('§2.3/shape', 'a day is answered with 200, location, date, time zone and slots', async (run) => {
    const { exchange } = await firstDay(run);
    return firstOf(answers(exchange, 200), isOf(availability, 'locationId, date, timezone, slots', exchange));
  }),
  rule('§2.3/echo', 'it is the location and the date that were asked for', async (run) => {
    const { date, exchange } = await firstDay(run);
    const { locationId } = run.settings;
    const echoed = [shown(field(exchange.json, 'locationId')).toLowerCase(), field(exchange.json, 'date')];
    const isSame = echoed[0] === locationId && echoed[1] === date;
    return unless(isSame, `${locationId}, ${date}`, () => echoed.map(shown).join(', '), exchange);
  }),
  rule('§2.3/time-zone', 'the time zone is an IANA name', async (run) => {
    const { exchange } = await firstDay(run);
    const name = field(exchange.json, 'timezone');
    return unless(isZoneName(name), 'a name such as Europe/Stockholm', () => shown(name), exchange);
  }),
  rule('§2.2/shape', 'a slot has its time, whether it is available, and its covers', async (run) => {
    const expected = 'slot (date-time), available (boolean), remainingCovers (integer from 0)';
    return eachSlot(await slotted(run), expected, (item) => {
      const fault = faultIn(slot, item);
      return fault === null ? true : `${fault} in ${JSON.stringify(item)}`;
    });
  }),
  rule('§2.2/utc', 'slots are written in UTC', async (run) =>
    eachSlot(await slotted(run), 'a time that ends with Z or +00:00', (item) =>
      /(?:Z|[+-]00:00)$/i.test(shown(field(item, 'slot'))),
    ),
  ),
  rule('D6/instants', 'instants are written with Z, in whole seconds', async (run) =>
    eachSlot(await slotted(run), 'a time such as 2026-12-01T18:00:00Z', (item) =>
      /T\d\d:\d\d:\d\dZ$/.test(shown(field(item, 'slot'))),
    ),
  ),
  rule('§2.2/no-covers', 'a slot that is not available has 0 remaining covers', async (run) => {
    const look = await unlessUntold(shownTaken(run));
    const all = [...(await slotted(run)), ...(look ? [look.day] : [])];
    if (all.every((day) => freeSlots(day).length === day.slots.length))
      throw new CannotTell('every slot was available');
    return eachSlot(
      all,
      'remainingCovers 0 where available is false',
      (item) => field(item, 'available') !== false || field(item, 'remainingCovers') === 0,
    );
  }),
  rule('D4/covers', 'an available slot has covers for the party at least', async (run) => {
    const all = await slotted(run);
    if (all.every((day) => freeSlots(day).length === 0)) throw new CannotTell('no slot was available');
    return eachSlot(
      all,
      'remainingCovers no less than the party where available is true',
      (item, { partySize }) =>
        field(item, 'available') !== true || Number(field(item, 'remainingCovers')) >= partySize,
    );
  }),
];

const ORDER: readonly Rule[] = [
  rule('§4.1/sorted', 'slots are sorted by time, and none comes twice', async (run) => {
    const all = await slotted(run);
    if (all.every(({ slots }) => slots.length < 2)) throw new CannotTell('no day has two slots');
    for (const { slots, exchange } of all) {
      const at = slots.findIndex(({ startMs }, i) => i > 0 && startMs <= slots[i - 1]!.startMs);
      if (at > 0)
        return {
          expected: 'ascending times',
          got: `${slots[at - 1]!.slot}, then ${slots[at]!.slot}`,
          exchange,
        };
    }
    return null;
  }),
  rule('D5/own-date', 'slots begin on the date of the day, or in the night after it', async (run) => {
    for (const { date, slots, exchange } of await slotted(run)) {
      const zone = field(exchange.json, 'timezone');
      if (!isZoneName(zone)) throw new CannotTell('the time zone is unknown');
      const stray = slots.find(
        ({ startMs }) => ![date, dateAfter(date, 1)].includes(localDateAt(zone, startMs)),
      );
      if (stray) return { expected: `${date} in ${zone}`, got: stray.slot, exchange };
    }
    return null;
  }),
];

const TRUTH: readonly Rule[] = [
  rule('§2.2/bookable', 'a slot that is available can be booked', async (run) => {
    const { made, refusals } = await firstBooking(run);
    const [refusal] = refusals;
    if (made || refusal?.status !== 409) return null;
    return { expected: '201', got: `${gotOf(refusal)}, at ${refusals.length} slots`, exchange: refusal };
  }),
  rule('§4.1/closed', 'a closed day is answered with 200 and no slots', async (run) => {
    const { exchange } = await closedDay(run);
    return noSlots(exchange);
  }),
  rule('D1/past', 'a day that is over is answered with 200 and no slots', async (run) => {
    const { exchange } = await askDay(run, dateOf(run.nowMs() - 3 * DAY_MS), run.settings.party);
    return noSlots(exchange);
  }),
  rule(
    '§8/shows-taken',
    'within about 8 seconds a slot that is full is shown as not available',
    async (run) => shows(await shownTaken(run), 'available: false', await fullSlot(run)),
  ),
  rule(
    '§8/shows-freed',
    'within about 8 seconds a table that was given back is shown as available',
    async (run) => shows(await shownFreed(run), 'available: true', await fullSlot(run)),
  ),
  rule('D1/listed', 'a slot that is full stays in the list', async (run) => {
    const { day } = await shownTaken(run);
    const { startMs } = await fullSlot(run);
    return unless(slotAt(day, startMs) !== undefined, 'the slot', () => 'a list without it', day.exchange);
  }),
  rule('§4.1/fast', 'a day is answered within a second', { level: 'should' }, async (run) => {
    await days(run);
    const single = run.exchanges.filter(
      ({ call, status }) => status === 200 && call.path.includes('/availability?'),
    );
    const middle = single.toSorted((a, b) => a.ms - b.ms)[Math.floor(single.length / 2)];
    if (!middle) throw new CannotTell('no day was answered');
    return unless(middle.ms < 1000, 'less than 1,000 ms', () => `${Math.round(middle.ms)} ms`, middle);
  }),
];

const REFUSED: readonly Rule[] = [
  refused('§4.1/date-missing', 'no date: 400', ({ partySize }) => ({ partySize })),
  refused('§4.1/party-size-missing', 'no party size: 400', ({ date }) => ({ date })),
  refused('§7/date-format', 'a date in another format: 400', ({ date, partySize }) => ({
    date: date.split('-').toReversed().join('-'),
    partySize,
  })),
  refused('§7/date-impossible', 'the 30th of February: 400', ({ date, partySize }) => ({
    date: `${date.slice(0, 4)}-02-30`,
    partySize,
  })),
  refused('§4.1/party-size-0', 'a party of 0: 400', ({ date }) => ({ date, partySize: 0 })),
  refused('§7/party-size-text', 'a party size in words: 400', ({ date }) => ({ date, partySize: 'two' })),
];

export const AVAILABILITY: readonly Rule[] = [...SHAPES, ...ORDER, ...TRUTH, ...REFUSED];

function noSlots(exchange: Exchange): Violation | null {
  const slots = field(exchange.json, 'slots');
  const isEmpty = Array.isArray(slots) && slots.length === 0;
  return firstOf(
    answers(exchange, 200),
    unless(isEmpty, 'slots: []', () => `slots: ${shortened(shown(slots))}`, exchange),
  );
}

function shows(
  { day, shows: isShown }: Look,
  expected: string,
  { startMs }: { startMs: number },
): Violation | null {
  const found = slotAt(day, startMs);
  const got = (): string =>
    found ? `available: ${found.available} after 10 s` : `${gotOf(day.exchange)}, after 10 s`;
  return unless(isShown, expected, got, day.exchange);
}

function isZoneName(name: unknown): name is string {
  return typeof name === 'string' && isTimeZone(name);
}
