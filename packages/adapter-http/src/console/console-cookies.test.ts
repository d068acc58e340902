import { expect, test } from 'vitest';
import { consoleCookies } from './console-cookies.ts';

const nameAt = (url: string): string => consoleCookies(url).write('session', 'x').split('=', 1)[0]!;

test('D44 over https the cookies are bound to the host, for this server alone, out of reach of scripts', () => {
  const cookies = consoleCookies('https://bord.example');
  expect(cookies.write('session', 'abc')).toBe(
    '__Host-bord_session=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  );
  expect(cookies.write('session', '')).toContain('Max-Age=0;');
});

test('D44 on the machine itself, by plain http, no browser needs to take a cookie for secure', () => {
  expect(consoleCookies('http://127.0.0.1:3000').write('browser', 'abc')).toBe(
    'bord_browser_3000=abc; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax',
  );
});

test('servers of one host do not take each other’s cookies: neither ports nor paths tell cookies apart', () => {
  const names = [
    'https://x.se',
    'https://x.se:8443',
    'https://x.se/bord',
    'https://x.se/bord/2',
    'http://x.se',
  ];
  expect(new Set(names.map(nameAt)).size).toBe(names.length);
  expect(nameAt('https://x.se/bord/')).toBe('__Host-bord_session_bord');
});

test('a cookie is found by its whole name, and what Bord has not written is none', () => {
  const cookies = consoleCookies('https://bord.example');
  const read = (cookie: string) => cookies.read(new Headers({ cookie }), 'session');
  expect(read('a=1; __Host-bord_session=abc-_.1;b=2')).toBe('abc-_.1');
  for (const other of [
    '',
    'bord_session=abc',
    'x__Host-bord_session=abc',
    '__Host-bord_session=a b',
    '__Host-bord_session=',
  ])
    expect(read(other)).toBeNull();
});
