import { expect, test } from 'vitest';
import { acceptsGzip } from './accepts-gzip.ts';

test.each([
  [null, false],
  ['', false],
  ['gzip', true],
  ['GZip', true],
  ['x-gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['br, deflate', false],
  ['identity', false],
  ['*', true],
  ['*;q=0', false],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0, *', false],
  ['*;q=0, gzip;q=0.001', true],
  ['gzip ; q=0.5 , identity;q=0.4', true],
  ['gzip;q=0.5, identity', false],
  ['gzip;q=0.5, identity;q=0.5', true],
  ['gzip;q=nan', false],
  ['gzip;q=2', false],
  ['gzip;level=9', false],
  ['gzipped', false],
  ['not gzip', false],
  ['deflate;gzip', false],
  [', ,gzip,', true],
])('%s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

test('a long or hostile header is parsed in linear time', () => {
  expect(acceptsGzip(`${'a;q=0.'.repeat(2_000)},gzip`)).toBe(true);
  expect(acceptsGzip(`${','.repeat(16_000)}gzip`)).toBe(true);
  expect(acceptsGzip(`gzip;${' '.repeat(16_000)}x`)).toBe(false);
});
