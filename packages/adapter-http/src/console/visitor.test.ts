import { expect, test } from 'vitest';
import { isPrivate, wantedPath } from './visitor.ts';

test('whoever signs in goes on to a page of the console, and to nothing else that stands in the address', () => {
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

test('D44 D55 the console is open by https, and by http on the machine itself where no proxy is named', () => {
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
