import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.250', '192.0.2.0/24'],
  ['192.0.3.7', '192.0.3.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff:1:2:3:4', '2001:db8:1::/48'],
  ['2001:db8:1:2', '2001:db8:1::/48'], // the first half of an address suffices
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001::1', '2001:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['::', '0:0:0::/48'],
  ['unknown', 'unknown'],
  ['account:4711:x', 'account:4711:x'],
  ['', ''],
])('D20 %s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
