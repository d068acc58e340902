/**
 * P2, P3, P4: availability from bookings in memory.
 *
 *     node --conditions=@bord/source bench/run.ts batch
 *
 * "Cold" follows a change of all days: a storage returns its bookings from memory, and days, answers and bytes are computed. "Warm" is the same
 * question again. Both end with the bytes to send; the same as a web response of the whole HTTP adapter is a separate figure. All times are
 * processor time.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { createPartnerApi } from '@bord/adapter-http';
import { type Engine, type Location, type PartnerCaller, SCOPES } from '@bord/engine';
import type { DiaryBooking } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { gzipBatch } from '../packages/adapter-http/src/api/batch-gzip.ts';
import { batchJson } from '../packages/adapter-http/src/api/availability-json.ts';
import { availabilityOf } from '../packages/engine/src/core/seating/availability.ts';
import { type DayState, dayStateOf } from '../packages/engine/src/core/seating/day-state.ts';
import { serviceDayOf } from '../packages/engine/src/core/location/service-day.ts';
import { bookingWindowOf } from '../packages/engine/src/core/location/slots.ts';
import { engineOnDiary } from '../test/support/given-diary.ts';
import { type Figure, interleaved, median, ratioOf } from './figure.ts';
import { dateOf, FORTY_TABLES } from './restaurant.ts';

const { FRIDAY_MS, LOCATION_ID } = fixtures;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS = 92;
const SIZES = Array.from({ length: 12 }, (_, i) => i + 1);
const ROUNDS = 21;
/** So many rounds that the answers are made by compiled code, as they are on a server that has run for a minute. */
const WARM_UP = 40;

const RANGE = {
  startDate: dateOf(FRIDAY_MS),
  endDate: dateOf(FRIDAY_MS + (DAYS - 1) * DAY_MS),
  partySizes: SIZES,
};
const DATES = Array.from({ length: DAYS + 2 }, (_, i) => dateOf(FRIDAY_MS + (i - 1) * DAY_MS));

/** A table's first sittings of a day, back to back from opening time; so many on each table of the list. */
type Sittings = readonly (readonly [table: number, sittings: number])[];

const QUIET: Sittings = Array.from({ length: 10 }, (_, i) => [i * 4, 1]);
/** 200 bookings, and a free table of each kind, so that no party is re-seated: another benchmark measures that. */
const BUSY_WITH_ROOM: Sittings = Array.from({ length: 40 }, (_, table) => table)
  .filter((table) => ![0, 1, 10, 11, 24, 25, 32, 33, 36, 37, 38].includes(table))
  .map((table, i) => [table, i < 26 ? 7 : 6]);

/** A storage's result is parsed from JSON: equal table names are the same string then, which speeds up comparisons. */
const asStored = <T>(made: T): T => JSON.parse(JSON.stringify(made)) as T;

function bookingsOf(seated: Sittings): DiaryBooking[] {
  const { tables } = FORTY_TABLES.floorPlan;
  const bookings = Array.from({ length: DAYS }, (_, day) => {
    const opensMs = FRIDAY_MS + day * DAY_MS + (day < 30 ? 10 : 9) * 60 * MINUTE_MS; // summer time from 31 March on
    return seated.flatMap(([table, sittings]) =>
      Array.from({ length: sittings }, (__, i): DiaryBooking => {
        const { id, seatsMin } = tables[table]!;
        const startMs = opensMs + i * 90 * MINUTE_MS;
        const held = { startMs, blockedUntilMs: startMs + 90 * MINUTE_MS };
        return {
          id: `${day}-${table}-${i}`,
          ...held,
          partySize: seatsMin,
          tables: [id],
          pinned: false,
          tableAccess: 'online',
          kind: 'booking',
        };
      }),
    );
  }).flat();
  return asStored(bookings);
}

/** A restaurant with its diary in memory, which can be marked as changed. */
async function open(seated: Sittings) {
  const bookings = bookingsOf(seated);
  const bookingsADay = bookings.length / DAYS;
  const { engine, tell } = engineOnDiary({
    clock: { nowMs: () => FRIDAY_MS - DAY_MS },
    // As an index would return them: only the bookings of the requested dates.
    diary: ({ startMs, endMs }) => {
      const [first, end] = [startMs, endMs].map((ms) => Math.ceil((ms - FRIDAY_MS) / DAY_MS) * bookingsADay);
      return bookings.slice(Math.max(0, first! - bookingsADay), end);
    },
  });
  const { location } = await engine.operator.locations.apply(asStored(FORTY_TABLES), LOCATION_ID);
  const { key } = await engine.operator.keys.create({
    partner: 'bench',
    locationIds: [location.id],
    rateLimit: 1_000_000,
  });
  const change = (): void => tell({ kind: 'diary', locationId: LOCATION_ID, dates: DATES });
  const changeOne = (): void => tell({ kind: 'diary', locationId: LOCATION_ID, dates: [DATES[46]!] });
  return { engine, key, change, changeOne, bookings: bookingsADay };
}

/** Processor time of some work in ms: other processes do not count. */
async function time(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const CALLER: PartnerCaller = {
  keyId: 'key_bench',
  partner: 'bench',
  scopes: SCOPES,
  locationIds: [LOCATION_ID],
  rateLimit: 1_000_000,
};

const CEILINGS = {
  stringify: 'JSON.stringify of the answer',
  copy: 'copying its bytes',
  gzipAll: 'gzip of its bytes, level 1',
} as const;

/** The batch as the bytes that are to be sent. */
async function bytesFrom(engine: Engine): Promise<Uint8Array> {
  const json = batchJson(await engine.partner(CALLER).readAvailabilityBatch(LOCATION_ID, RANGE));
  if (!(json instanceof Uint8Array)) throw new Error('the batch is too large to be sent as a whole');
  return json;
}

async function gzipFrom(engine: Engine): Promise<Uint8Array> {
  const gzip = await gzipBatch(await engine.partner(CALLER).readAvailabilityBatch(LOCATION_ID, RANGE));
  if (!(gzip instanceof Uint8Array)) throw new Error('the batch is too large to be sent as a whole');
  return gzip;
}

/** The batch as bytes: P2 and P3. */
async function asBytes(): Promise<Figure[]> {
  const { engine, key, change, changeOne, bookings } = await open(BUSY_WITH_ROOM);
  const api = createPartnerApi({ engine });
  const ask = (): Promise<Response> =>
    api.fetch(
      new Request(`http://bord.test/v1/partner-api/locations/${LOCATION_ID}/availability/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(RANGE),
      }),
    );
  const bytes = Buffer.from(await (await ask()).arrayBuffer());
  const ready = JSON.parse(bytes.toString()) as { days: unknown[] };
  if (ready.days.length !== DAYS * SIZES.length)
    throw new Error(`the batch has ${ready.days.length} entries`);
  if (!bytes.equals(await bytesFrom(engine))) throw new Error('the adapter sends other bytes');
  const packed = await gzipFrom(engine);
  if (!gunzipSync(packed).equals(bytes)) throw new Error('the compressed batch is another');
  const room = Buffer.alloc(bytes.length);
  let heard = 0; // the result must be used, or it might not be computed
  const make = () => time(async () => (heard += (await bytesFrom(engine)).length));
  const makeGzip = () => time(async () => (heard += (await gzipFrom(engine)).length));
  const measures = {
    cold: async () => (change(), make()),
    warm: async () => (await bytesFrom(engine), make()),
    oneDay: async () => (await bytesFrom(engine), changeOne(), make()),
    gzip: async () => (await gzipFrom(engine), makeGzip()),
    gzipOneDay: async () => (await gzipFrom(engine), changeOne(), makeGzip()),
    coldWeb: async () => (change(), time(ask)),
    warmWeb: async () => (await bytesFrom(engine), time(ask)),
    stringify: () => time(() => (heard += JSON.stringify(ready).length)),
    copy: () => time(() => (heard += bytes.copy(room))),
    gzipAll: () => time(() => (heard += gzipSync(bytes, { level: 1 }).length)),
  };
  await interleaved(WARM_UP, measures);
  const rounds = await interleaved(ROUNDS, measures);
  if (heard === 0) throw new Error('nothing was measured');
  const size = `${DAYS} days × ${SIZES.length} sizes, ${bookings} bookings a day, ${(bytes.length / 1e6).toFixed(2)} MB`;
  const figure = (
    goal: string,
    what: string,
    name: keyof typeof rounds,
    ceiling: 'stringify' | 'copy' | 'gzipAll',
    atMost?: number,
  ) => ({
    goal,
    what,
    unit: 'ms',
    figure: median(rounds[name]),
    ceiling: median(rounds[ceiling]),
    against: CEILINGS[ceiling],
    ratio: ratioOf(rounds[name], rounds[ceiling]),
    ...(atMost === undefined ? {} : { atMost }),
  });
  return [
    figure('P2', `cold batch: ${size}`, 'cold', 'stringify', 0.45),
    figure('P2', 'the same as a web response of the adapter', 'coldWeb', 'stringify'),
    figure('P3', 'the same batch warm', 'warm', 'copy', 4),
    figure('P3', 'the same when one of its days has changed', 'oneDay', 'copy'),
    figure('P3', 'the same warm, as a web response of the adapter', 'warmWeb', 'copy'),
    figure(
      'P3',
      `the same warm, compressed to ${(packed.length / 1e6).toFixed(2)} MB`,
      'gzip',
      'gzipAll',
      1 / 20,
    ),
    figure('P3', 'the same compressed, when one of its days has changed', 'gzipOneDay', 'gzipAll'),
  ];
}

/** The days of a restaurant, computed again each time, without cached answers. */
function layOut(location: Location, seated: Sittings): () => DayState[] {
  const nowMs = FRIDAY_MS - DAY_MS;
  const bookings = bookingsOf(seated);
  const days = DATES.slice(1, 1 + DAYS).map((date) => {
    const day = serviceDayOf(location, date);
    const { startMs, endMs } = day.interval;
    return { day, touching: bookings.filter((it) => it.startMs < endMs && it.blockedUntilMs > startMs) };
  });
  return () => days.map(({ day, touching }) => dayStateOf(location, day, touching, nowMs));
}

/** Availability alone, without caches and serialisation. P4. */
async function perDay(): Promise<Figure[]> {
  const { engine } = await open(QUIET);
  const { location, answer } = await engine.partner(CALLER).readAvailabilityBatch(LOCATION_ID, RANGE);
  const window = bookingWindowOf(location, FRIDAY_MS - DAY_MS);
  const lay = { quiet: layOut(location, QUIET), busy: layOut(location, BUSY_WITH_ROOM) };
  let heard = 0;
  const perDayAndSize = (ms: number): number => (ms * 1000) / (DAYS * SIZES.length);
  const find = (states: readonly DayState[]): number =>
    (heard += states.reduce((sum, state) => sum + availabilityOf(state, SIZES, window).length, 0));
  const found = async (days: () => DayState[]) => {
    const states = days();
    return perDayAndSize(await time(() => find(states)));
  };
  const foundAnew = async (days: () => DayState[]) => perDayAndSize(await time(() => find(days())));
  const measures = {
    quiet: () => found(lay.quiet),
    busy: () => found(lay.busy),
    quietAnew: () => foundAnew(lay.quiet),
    busyAnew: () => foundAnew(lay.busy),
    copy: async () => perDayAndSize(await time(() => (heard += answer.map(copyOf).length))),
  };
  await interleaved(WARM_UP, measures);
  const rounds = await interleaved(ROUNDS, measures);
  if (heard === 0) throw new Error('nothing was measured');
  const against = 'copying the slots of the answer';
  const base = { goal: 'P4', unit: 'µs', ceiling: median(rounds.copy), against };
  const fromDays = median(rounds.busy);
  return [
    {
      ...base,
      what: 'a day and size with covers, 40 tables, 200 bookings a day',
      figure: fromDays,
      ratio: fromDays,
      atMost: 1,
    },
    {
      ...base,
      what: 'the same, 200 bookings a day against 10',
      figure: fromDays,
      ceiling: median(rounds.quiet),
      against: '10 bookings a day',
      ratio: ratioOf(rounds.busy, rounds.quiet),
      atMost: 1.2,
    },
    {
      ...base,
      what: 'the same when the day must be laid out again',
      figure: median(rounds.busyAnew),
      ceiling: median(rounds.quietAnew),
      against: '10 bookings a day',
      ratio: ratioOf(rounds.busyAnew, rounds.quietAnew),
    },
  ];
}

function copyOf({ slots }: { readonly slots: readonly object[] }): object[] {
  return slots.map((slot) => ({ ...slot }));
}

export async function run(): Promise<Figure[]> {
  return [...(await asBytes()), ...(await perDay())];
}
