import { expect, test } from 'vitest';
import { hostOf, checkWebhookUrl, hostAndPortOf, webhookUrlCheck } from './webhook-url.ts';

test('D25 https on the internet is accepted', () => {
  const urls = [
    'https://example.com',
    'https://example.com/',
    'https://hooks.example.com/bord?key=a%20b&c=@/x',
    'https://hooks.example.com:8443/bord',
    'https://hooks.example.com./bord',
    'HTTPS://HOOKS.EXAMPLE.COM/Bord',
    'https://bücher.example/ünter/wegs?ß=1',
    'https://a_b.example.com/',
    'https://93.184.215.14/hook',
    'https://[2606:4700:4700::1111]:8443/hook',
    'https://localhost.example.com/',
    'https://mylocalhost.com/',
    'https://127.0.0.1.example.com/', // a name: its address is checked after the lookup
    `https://example.com/${'x'.repeat(2028)}`,
  ];
  for (const url of urls) expect(checkWebhookUrl(url, false), url).toBeNull();
});

test('D25 a fault is reported in one clause', () => {
  const problems: [string, string][] = [
    [`https://example.com/${'x'.repeat(2029)}`, 'the URL must have at most 2048 characters'],
    ['http://example.com/', 'the URL must begin with https://'],
    ['example.com/hook', 'the URL must begin with https://'],
    ['', 'the URL must begin with https://'],
    ['https://exam ple.com/', 'the URL must not have spaces, control characters or backslashes'],
    ['https://example.com\\hook', 'the URL must not have spaces, control characters or backslashes'],
    ['https://ada:secret@example.com/', 'the URL must not have a user name or password'],
    ['https://@example.com/', 'the URL must not have a user name or password'],
    ['https://example.com/#top', 'the URL must not have a fragment (#…)'],
    ['https://', 'the URL must be valid, such as https://example.com/hook'],
    ['https://example.com:99999/', 'the URL must be valid, such as https://example.com/hook'],
    ['https://example.com:0/', 'the URL must not have port 0'],
    ...[22, 25, 110, 143, 587, 6000, 10080].map((port): [string, string] => [
      `https://example.com:${port}/`,
      `the URL has port ${port} of another protocol: use another port`,
    ]),
    ['https://168.63.129.16/', 'the URL must lead to a public IP address, not 168.63.129.16'],
    ['https://ex!ample.com/', 'the host "ex!ample.com" in the URL must be a host name'],
    [`https://${'x'.repeat(64)}.com/`, `the host "${'x'.repeat(64)}.com" in the URL must be a host name`],
    ['https://a..example.com/', 'the host "a..example.com" in the URL must be a host name'],
    ['https://127.1/', 'the URL must lead to a public IP address, not 127.0.0.1'],
    ['https://[::ffff:a00:1]/', 'the URL must lead to a public IP address, not ::ffff:a00:1'],
    ['https://LocalHost./', 'the URL must have a public host name, not localhost'],
    ['https://intranet/', 'the URL must have a public host name, not intranet'],
  ];
  for (const [url, problem] of problems) expect(checkWebhookUrl(url, false), url).toBe(problem);
});

test('D25 http and private addresses are accepted if the operator allows them', () => {
  for (const url of [
    'http://localhost:3000/',
    'http://127.1/',
    'https://[::1]/',
    'http://intranet/',
    'https://10.0.0.1/',
    'http://localhost:6000/',
  ]) {
    expect(checkWebhookUrl(url, true), url).toBeNull();
  }
  const others = [
    'ftp://localhost/',
    'http://a@localhost/',
    'http://localhost/#x',
    'http://local host/',
    'http://localhost:0/',
  ];
  for (const url of others) expect(checkWebhookUrl(url, true), url).not.toBeNull();
  expect(checkWebhookUrl('ftp://localhost/', true)).toBe('the URL must begin with https:// or http://');
});

test('D25 a checked URL gets the same answer again, however many others were checked in between', () => {
  const check = webhookUrlCheck(false);
  for (let i = 0; i < 2500; i++) {
    for (const url of [
      'https://example.com/',
      'https://10.0.0.1/',
      `https://${i % 2 ? 'x' : 'x.example'}/${i}`,
    ])
      expect(check(url), url).toBe(checkWebhookUrl(url, false));
  }
  expect(webhookUrlCheck(true)('https://10.0.0.1/'), 'each check has its own memory').toBeNull();
});

test('hostOf returns the host without brackets and trailing dot', () => {
  expect(hostOf(new URL('https://[::1]:1/'))).toBe('::1');
  expect(hostOf(new URL('https://Example.com.:1/'))).toBe('example.com');
  expect(hostAndPortOf(new URL('https://example.com/'))).toBe('example.com:443');
  expect(hostAndPortOf(new URL('http://[::1]/'))).toBe('[::1]:80');
});
