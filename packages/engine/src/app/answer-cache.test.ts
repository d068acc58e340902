import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aProcess, type Process, virtualClock, type VirtualClock } from '../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../contract/fixtures.ts';
import { HOUR_MS } from '../core/instant.ts';
import { addDays, type LocalDate } from '../core/local-date.ts';
import type { CompactAvailability } from '../core/seating/availability.ts';
import type { AnswerForm } from './answer-cache.ts';
import type { AnsweredRange, RangeForm } from './cached-range.ts';

const MIB = 1024 * 1024;
const SIX_MS = FRIDAY_MS + 17 * HOUR_MS; // 18:00 in Stockholm
const RANGE = { startDate: FRIDAY, endDate: addDays(FRIDAY, 1), partySizes: [2, 4] };
const TABLES = { tables: [aTable('A')], combinations: [], wastedSeatsMax: null };

let clock: VirtualClock;
let here: Process;

beforeEach(async () => {
  clock = virtualClock();
  here = aProcess(clock);
  await aLocation(here.shared, { floorPlan: TABLES });
});
afterEach(() => void vi.useRealTimers());

/** A form that counts its calls. */
function aForm(name = ''): AnswerForm & { made: number } {
  const form: AnswerForm & { made: number } = Object.assign(
    (location: { readonly name: string }, answers: readonly object[]) => {
      form.made += 1;
      return Buffer.from(`${name}${location.name} ${JSON.stringify(answers)}`);
    },
    { made: 0 },
  );
  return form;
}

const ask = (date: LocalDate = FRIDAY, size = 2, { engine } = here) =>
  engine.partner(aCaller()).readAvailability(LOCATION_ID, { date, partySize: size });
const askBatch = ({ engine } = here) => engine.partner(aCaller()).readAvailabilityBatch(LOCATION_ID, RANGE);
const book = ({ engine } = here) => engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS));

/** A day, and a batch, as text. */
async function texts(form: AnswerForm, process = here): Promise<string[]> {
  const day = await ask(FRIDAY, 2, process);
  const batch = await askBatch(process);
  return [...day.days, ...batch.days].map((it) => Buffer.from(it.bytes(form)).toString());
}

test('§4.1 §4.2 a day is answered and serialized once in 8 s', async () => {
  const form = aForm();
  const first = await texts(form);
  expect([here.engine.health.answers().misses, form.made]).toEqual([4, 3]); // two days for two sizes; one answer, two entries
  clock.pass(7999);
  expect(await texts(form)).toEqual(first);
  expect([here.engine.health.answers().misses, form.made]).toEqual([4, 3]);
  clock.pass(1);
  expect(await texts(form)).toEqual(first);
  expect([here.engine.health.answers().misses, form.made]).toEqual([8, 6]);
});

test('an answer requested in two forms is kept in both', async () => {
  const [plain, other] = [aForm(), aForm('other ')];
  for (let i = 0; i < 3; i++) {
    const { days } = await ask();
    expect(Buffer.from(days[0]!.bytes(other)).toString()).toBe(
      `other ${Buffer.from(days[0]!.bytes(plain)).toString()}`,
    );
  }
  expect([plain.made, other.made]).toEqual([1, 1]);
});

test('D7 bytes are dropped with the day that they were made from, for every kind of change', async () => {
  const form = aForm();
  const { id: _id, revision: _revision, ...plan } = await here.engine.operator.locations.read(LOCATION_ID);
  const changes: (() => unknown)[] = [
    book,
    () => here.tell({ kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] }),
    () => here.tell({ kind: 'anything' }),
    () => here.engine.operator.locations.apply({ ...plan, name: 'Anew' }, LOCATION_ID),
  ];
  await texts(form);
  for (const change of changes) {
    const before = form.made;
    await texts(form);
    expect(form.made).toBe(before);
    await change();
    await texts(form);
    expect(form.made).toBeGreaterThan(before);
  }
  expect((await texts(form)).every((text) => text.startsWith('Anew'))).toBe(true);
});

test('D7 an answer that is in progress while its day is dropped is returned and not kept', async () => {
  const form = aForm();
  const [free, rangeFree] = [await ask(), await askBatch()];
  await book();
  const late = [...free.days, ...rangeFree.days].map((day) => Buffer.from(day.bytes(form)).toString());
  const now = await texts(form);
  const isFree = (text: string): boolean =>
    (JSON.parse(text.slice(text.indexOf('['))) as CompactAvailability[]).some(
      ({ startsMs, covers }) => covers[startsMs.indexOf(SIX_MS)]! > 0,
    );
  expect([late.map(isFree), now.map(isFree)]).toEqual([
    [true, true, false], // the third is of Saturday
    [false, false, false],
  ]);
});

test('D7 a change during a batch: days answered after it are not kept either', async () => {
  const reading = here.hold('bookings.diary', 'after');
  const answer = askBatch();
  await reading.reached;
  reading.release();
  await new Promise((done) => process.nextTick(done)); // the first day is being answered, the second waits for its turn
  here.tell({ kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY, RANGE.endDate] });
  await answer;
  const { misses } = here.engine.health.answers();
  await askBatch();
  expect(here.engine.health.answers().misses).toBe(misses + 4);
});

test('D7 a range is answered again after its plan has been read again', async () => {
  const there = aProcess(clock, { storage: here.shared });
  const { id: _id, revision: _revision, ...plan } = await here.engine.operator.locations.read(LOCATION_ID);
  await ask(addDays(FRIDAY, 60)); // reads the plan, and no day of the range
  clock.pass(5000);
  expect((await askBatch()).answer).toHaveLength(4);
  await there.engine.operator.locations.apply({ ...plan, servicePeriods: [] }, LOCATION_ID);
  clock.pass(2999);
  expect((await askBatch()).answer).toHaveLength(4);
  clock.pass(1);
  expect((await askBatch()).answer).toEqual([]);
});

test('a range is joined once, again when one of its days has changed, and counted with the rest', async () => {
  const form: RangeForm & { made: number } = Object.assign(
    ({ days }: AnsweredRange) => {
      form.made += 1;
      return Buffer.concat(days.map((day) => day.bytes(dayForm)));
    },
    { made: 0 },
  );
  const dayForm = aForm();
  const first = (await askBatch()).bytes(form);
  expect((await askBatch()).bytes(form)).toBe(first);
  expect([form.made, dayForm.made]).toEqual([1, 2]);
  const { bytes } = here.engine.health.answers();
  expect(bytes).toBeGreaterThan(2 * first.byteLength);
  await book();
  const { bytes: left } = here.engine.health.answers();
  expect(left).toBeLessThan(bytes / 2);
  (await askBatch()).bytes(form);
  expect([form.made, dayForm.made]).toEqual([2, 3]);
});

test('an answer is plain data: it can be serialized, copied and spread, and is the same each time', async () => {
  const { answer } = await askBatch();
  const one = (await ask()).answer;
  expect(answer[0]).toEqual(one);
  expect(structuredClone(answer)).toEqual(answer);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  expect({ ...one, slots: [...one.slots] }).toEqual(one);
  expect(one.slots.find(({ startMs }) => startMs === SIX_MS)).toEqual({
    startMs: SIX_MS,
    available: true,
    remainingCovers: 4,
    reason: null,
  });
  expect({ ...(await ask()) }.answer).toBe(one);
  expect((await askBatch()).answer).toBe(answer);
});

test('two engines never share answers, even for equal locations', async () => {
  const there = aProcess(clock);
  await aLocation(there.shared, { floorPlan: TABLES });
  const form = aForm();
  for (let round = 0; round < 3; round++) {
    const [mine, theirs] = [await texts(form), await texts(form, there)];
    expect(mine).toEqual(theirs);
  }
  expect(form.made).toBe(6);
  await book();
  const [mine, theirs] = [await texts(form), await texts(form, there)];
  expect([mine[0] === theirs[0], mine[1] === theirs[1], mine[2] === theirs[2]]).toEqual([false, false, true]);
});

test('two engines on one storage have separate caches, and each sees its own change immediately', async () => {
  const process = aProcess(clock);
  await aLocation(process.shared, { floorPlan: TABLES });
  const there = aProcess(clock, { storage: process.shared });
  const isFree = async (engine: Process): Promise<boolean> => {
    const { answer } = await ask(FRIDAY, 2, engine);
    return answer.slots.some(({ startMs, available }) => startMs === SIX_MS && available);
  };
  expect([await isFree(process), await isFree(there)]).toEqual([true, true]);
  await book(there);
  expect([await isFree(process), await isFree(there)]).toEqual([true, false]);
  process.tell({ kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] });
  expect(await isFree(process)).toBe(false);
});

test('all answers together take at most 32 MB, and those of the latest days stay', async () => {
  const heavy = (() => Buffer.alloc(MIB)) as AnswerForm;
  const dates = Array.from({ length: 40 }, (_, i) => addDays(FRIDAY, i));
  for (const date of dates) {
    const { days } = await ask(date);
    days[0]!.bytes(heavy);
    expect(here.engine.health.answers().bytes).toBeLessThanOrEqual(32 * MIB);
  }
  expect(here.engine.health.answers().bytes).toBeGreaterThan(30 * MIB);
  const { misses } = here.engine.health.answers();
  for (const date of dates.slice(-30)) await ask(date);
  expect(here.engine.health.answers().misses).toBe(misses);
  await ask(FRIDAY);
  expect(here.engine.health.answers().misses).toBe(misses + 1);
});

test('an answer without slots is not kept', async () => {
  for (let size = 100; size < 200; size++) await ask(FRIDAY, size);
  expect(here.engine.health.answers()).toEqual({ hits: 0, misses: 100, bytes: 0 });
});

/** Lets that many cleanup intervals pass. */
function passSome(times: number): void {
  for (let i = 0; i < times; i++) {
    clock.pass(8000);
    vi.advanceTimersByTime(8000);
  }
}

test('dropped answers release their memory immediately, and stale ones do so without a request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await ask();
  expect(here.engine.health.answers().bytes).toBeGreaterThan(0);
  here.tell({ kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] });
  expect(here.engine.health.answers().bytes).toBe(0);
  await ask();
  passSome(2);
  expect(here.engine.health.answers().bytes).toBe(0);
  passSome(10); // until the location is asleep
  expect(vi.getTimerCount()).toBe(0); // no cleanup is scheduled

  const { days } = await ask();
  here.tell({ kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] });
  days[0]!.bytes(aForm()); // too late: the day is forgotten
  expect(here.engine.health.answers().bytes).toBeGreaterThan(0);
  passSome(12);
  expect([here.engine.health.answers().bytes, vi.getTimerCount()]).toEqual([0, 0]);
});
