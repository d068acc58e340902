import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

test('§4.2 equal concurrent questions are computed once, different ones separately', async () => {
  const flights = createSingleFlight<number>();
  let computed = 0;
  const compute = async (): Promise<number> => ++computed;
  expect(await Promise.all([flights.share('a', compute), flights.share('a', compute)])).toEqual([1, 1]);
  expect(await Promise.all([flights.share('a', compute), flights.share('b', compute)])).toEqual([2, 3]);
});

test('§4.2 a failure rejects all concurrent callers, and later callers compute again', async () => {
  const flights = createSingleFlight<number>();
  const failing = (): Promise<number> => flights.share('a', () => Promise.reject(new Error('away')));
  const both = await Promise.allSettled([failing(), flights.share('a', async () => 1)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flights.share('a', async () => 2)).toBe(2);
});
