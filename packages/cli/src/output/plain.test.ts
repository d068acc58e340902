import { expect, test } from 'vitest';
import { plain, plainJson, plainLine, plainText } from './plain.ts';

test('invisible characters are printed as escapes, and different texts look different', () => {
  expect(plain('Eve\u202e\u001b[2J\r\n')).toBe('Eve\\u{202e}\\u{1b}[2J\\r\\n');
  expect(plain('Eve\\u{202e}')).toBe('Eve\\\\u{202e}');
  expect(plain('C:\\temp \\n')).toBe('C:\\\\temp \\\\n');
  expect(plain('a\u200db \ud800')).toBe('a\\u{200d}b \\u{d800}');
  for (const seen of ['Åsa Öberg-Lindén', '👨‍👩‍👧', '👩🏽‍🚀', 'می‌خواهم', 'क्‍ष', 'C:\\Users', '李雷', 'e\u0301'])
    expect(plain(seen)).toBe(seen);
  expect(plainLine('\u001b[31mred\u001b[39m \u001b[2J\n')).toBe('\u001b[31mred\u001b[39m \\u{1b}[2J\\n');
  expect(plainText('\u001b[31mred\u001b[39m\n\u001b]0;x', true)).toBe('\u001b[31mred\u001b[39m\n\\u{1b}]0;x');
  expect(plainText('\u001b[31mred\n', false)).toBe('\\u{1b}[31mred\n');
  for (const value of ['Eve \u009b\u202e', '\ud800', { '\u202e': ['\u{e0041}'] }]) {
    const document = plainJson(JSON.stringify(value, null, 2));
    expect(document).toMatch(/^[\n\x20-\x7e]*$/);
    expect(JSON.parse(document)).toEqual(value);
  }
});
