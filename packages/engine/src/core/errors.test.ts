import { expect, test } from 'vitest';
import * as own from './errors.ts';

const { BookingError } = own;

test('errors of other copies of the package are recognized, and other values are not', async () => {
  const path = './errors.ts?another-copy';
  const copy = (await import(/* @vite-ignore */ path)) as typeof own;
  const foreign = new copy.BookingError('conflict');
  expect(foreign).not.toBeInstanceOf(BookingError);
  expect(BookingError.is(foreign)).toBe(true);
  expect(copy.BookingError.is(new BookingError('conflict'))).toBe(true);
  const named = Object.assign(new Error('conflict'), { name: 'BookingError', code: 'conflict' });
  for (const other of [named, { code: 'conflict' }, 'conflict', null, undefined])
    expect(BookingError.is(other)).toBe(false);
});
