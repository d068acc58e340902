import { expect, test } from 'vitest';
import { askerAt } from './asker.ts';

test('D20 who asks is an address, or the half of one that a household has', () => {
  expect(askerAt('192.0.2.7')).toBe('192.0.2.7');
  expect(askerAt('::ffff:192.0.2.7')).toBe('192.0.2.7');
  const home = askerAt('2001:db8:1:2:aaaa:bbbb:cccc:dddd');
  expect(askerAt('2001:db8:1:2::1')).toBe(home);
  expect(askerAt('2001:db8:1:3::1')).not.toBe(home);
  for (const none of [undefined, '', 'localhost', '1.2.3.4.5']) expect(askerAt(none)).toBe('unknown');
});
