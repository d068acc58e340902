import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

test('a browser gets its common name on one line, for any header', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
  expect(
    [
      `${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36`,
      `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
      'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'curl/8.0\n<script>',
      null,
    ].map(browserName),
  ).toEqual([
    'Chrome, Mac',
    'Safari, Mac',
    'Edge, Windows',
    'Firefox, Linux',
    'Chrome, iPhone',
    'Samsung Internet, Android',
    '',
    '',
  ]);
});
