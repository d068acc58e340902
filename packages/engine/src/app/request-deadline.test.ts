import { expect, test } from 'vitest';
import { aCaller, aLocation, aRequest, FRIDAY_MS, LOCATION_ID } from '../contract/fixtures.ts';
import { createEngine } from '../engine.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import type { Storage } from '../ports/storage.ts';
import { inTime, takeInTime } from './request-deadline.ts';

const clock = { nowMs: () => FRIDAY_MS };
const LATE = { code: 'unavailable' };

/** A storage whose steps wait before they begin, or before they return their outcome. */
async function slowStorage(waits: 'before' | 'after') {
  const inner = memoryStorage(clock);
  await aLocation(inner);
  const gate = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const amend: Storage['bookings']['amend'] = async (scope, rule) => {
    if (waits === 'before') await gate.promise;
    try {
      return await inner.bookings.amend(scope, rule);
    } finally {
      if (waits === 'after') await gate.promise;
      ended.resolve();
    }
  };
  const storage: Storage = { ...inner, bookings: { ...inner.bookings, amend } };
  return { engine: createEngine({ storage, clock }), inner, open: gate.resolve, ended: ended.promise };
}

test('D57 a request whose step has not begun after 4 seconds is unavailable, and its step saves no booking', async () => {
  const { engine, inner, open, ended } = await slowStorage('before');
  const create = () => engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(FRIDAY_MS + 64_800_000));
  await expect(engine.inTime(performance.now() - 3_980, create)).rejects.toMatchObject(LATE);
  open();
  await ended;
  expect(await inner.bookings.list(LOCATION_ID)).toEqual([]);
});

test('D57 a request that is closed before its step begins saves no booking', async () => {
  const { engine, inner, open } = await slowStorage('before');
  let isGone = false;
  const create = () => engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(FRIDAY_MS + 64_800_000));
  const created = engine.inTime(performance.now(), create, () => isGone);
  isGone = true;
  open();
  await expect(created).rejects.toMatchObject(LATE);
  expect(await inner.bookings.list(LOCATION_ID)).toEqual([]);
});

test('D57 a step that has begun in time returns its outcome, however late', async () => {
  const { engine, open } = await slowStorage('after');
  const create = () => engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(FRIDAY_MS + 64_800_000));
  setTimeout(open, 600);
  const outcome = await engine.inTime(performance.now() - 3_600, create);
  expect(outcome.kind).toBe('booked');
});

test('D57 a step whose outcome is not known in time is unavailable', async () => {
  const begun = inTime(
    performance.now(),
    () => takeInTime((step) => (step.begin(), new Promise<never>(() => undefined))),
    undefined,
    { beginMs: 50, outcomeMs: 1 },
  );
  await expect(begun).rejects.toMatchObject(LATE);
});

test('D57 a step that was abandoned to search outside has not begun', async () => {
  const step = inTime(
    performance.now(),
    () =>
      takeInTime(async (one) => {
        one.begin();
        one.giveUp();
        await new Promise((done) => setTimeout(done, 20));
        one.begin();
      }),
    undefined,
    { beginMs: 10, outcomeMs: 60_000 },
  );
  await expect(step).rejects.toMatchObject(LATE);
});

test('D57 work outside a request has no deadline', async () => {
  const { engine, open } = await slowStorage('before');
  const booked = engine.operator.at(LOCATION_ID).bookings.create(aRequest(FRIDAY_MS + 64_800_000));
  open();
  expect((await booked).kind).toBe('booked');
});
