import { expect, test } from 'vitest';
import { consoleCookies, formTokenOf, isFormToken, isOwnPage, isPrivate, wantedPath } from './visitor.ts';

test('a sign-in redirects only to a page of the console, whatever the URL requests', () => {
  const to = (wanted: string | null | undefined): string => wantedPath('/bord/console', wanted);
  expect(to('/bord/console/nord?date=2026-12-01&view=list')).toBe(
    '/bord/console/nord?date=2026-12-01&view=list',
  );
  for (const wanted of [
    null,
    undefined,
    '',
    '/',
    '/bord/consoles',
    '//evil.example/bord/console/',
    'https://evil.example/bord/console/nord',
    '/\\evil.example/bord/console/',
    '/bord/console/../../manage/x',
    'javascript:alert(1)',
    '/bord/console/sign-out',
    '/bord/console/sign-in/x',
  ])
    expect(to(wanted)).toBe('/bord/console');
  expect(wantedPath('/console', '/console//evil.example')).toBe('/console//evil.example');
});

test('D44 D55 the console is open by https, and by http on the machine itself without a proxy', () => {
  const open = (url: string, host: string): boolean => isPrivate(url, new Headers({ host }));
  expect(open('https://bord.example', '10.0.0.7:3000')).toBe(true); // behind a proxy
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect(open('http://localhost:3000', host)).toBe(true);
  for (const host of [
    '192.168.1.7:3000',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '!',
  ])
    expect(open('http://localhost:3000', host)).toBe(false);
  expect(open('http://bord.example', 'localhost')).toBe(false);
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])
    expect(isPrivate('http://localhost:3000', new Headers({ host: 'localhost:3000', [name]: 'x' }))).toBe(
      false,
    );
});

const OWN = 'https://boka.example.se';
const from = (headers: Record<string, string>): boolean =>
  isOwnPage(new Headers({ host: '10.0.0.7:3000', ...headers }), OWN);

test('D44 with cookies, a form is accepted only if the browser proves its origin', () => {
  expect(from({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe(true);
  for (const site of ['cross-site', 'same-site', 'none', '', 'x'])
    expect(from({ 'sec-fetch-site': site, origin: OWN })).toBe(false);
  for (const origin of [OWN, 'http://10.0.0.7:3000']) expect(from({ origin })).toBe(true);
  for (const origin of ['null', '', 'x', 'https://evil.example', `${OWN}.evil.example`, 'http://10.0.0.7'])
    expect(from({ origin })).toBe(false);
  expect(from({})).toBe(false);
});

test('D44 the token of a form must match that of its session exactly', () => {
  const token = formTokenOf('one');
  expect(isFormToken('one', token)).toBe(true);
  for (const other of [undefined, '', formTokenOf('two'), `${token}x`, token.slice(1), 'one'])
    expect(isFormToken('one', other)).toBe(false);
});

const nameAt = (url: string): string => consoleCookies(url).write('session', 'x').split('=', 1)[0]!;

test('D44 over https the cookies are bound to this host and inaccessible to scripts', () => {
  const cookies = consoleCookies('https://bord.example');
  expect(cookies.write('session', 'abc')).toBe(
    '__Host-bord_session=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  );
  expect(cookies.write('session', '')).toContain('Max-Age=0;');
});

test('D44 on the machine itself, by plain http, the cookies are not marked as secure', () => {
  expect(consoleCookies('http://127.0.0.1:3000').write('browser', 'abc')).toBe(
    'bord_browser_3000=abc; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax',
  );
});

test('servers on one host use different cookie names, because cookies ignore ports and paths', () => {
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

test('a cookie is found by its whole name, and values that Bord did not write are ignored', () => {
  const cookies = consoleCookies('https://bord.example');
  const read = (cookie: string) => cookies.read(cookie, 'session');
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
