import { expect, test } from 'vitest';
import { sharedReads } from './shared-reads.ts';

/** Readings that end when they are told to. */
function someReadings() {
  const ends: ((value: number) => void)[] = [];
  const read = (): Promise<number> => new Promise((resolve) => void ends.push(resolve));
  return { read, ends };
}

test('who asks while something is read, or just after, shares the next reading, which begins afterwards', async () => {
  const share = sharedReads<number>();
  const { read, ends } = someReadings();
  const first = share('a', read);
  const others = [share('a', read)];
  const elsewhere = share('b', read);
  expect(ends).toHaveLength(2);
  ends[0]!(1);
  expect(await first).toBe(1);
  others.push(share('a', read));
  expect(ends).toHaveLength(2);
  await expect.poll(() => ends.length).toBe(3);
  const late = share('a', read);
  ends[2]!(2);
  expect(await Promise.all(others)).toEqual([2, 2]);
  await expect.poll(() => ends.length).toBe(4);
  ends[3]!(3);
  expect(await late).toBe(3);
  ends[1]!(9);
  expect(await elsewhere).toBe(9);
});

test('a reading that fails fails for those who share it, and for nobody else', async () => {
  const share = sharedReads<number>();
  const failing = share('a', () => Promise.reject(new Error('away')));
  const next = share('a', async () => 7);
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe(7);
});
