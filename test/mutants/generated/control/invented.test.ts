import { expect, test } from 'vitest';
import { fareOf } from './invented.ts';

test('an invented fare is free before the sixth birthday', () => {
  expect([5, 6].map(fareOf)).toEqual([0, 10]);
});
