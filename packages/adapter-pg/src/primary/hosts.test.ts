import { expect, test } from 'vitest';
import { readHosts } from './hosts.ts';

const read = (url: string) => readHosts(url).map(({ name, url: one }) => [name, one]);

test('a URL of one host is used unchanged', () => {
  for (const url of [
    'postgres://bord@db:5433/bord?sslmode=disable',
    'postgresql://bord:a,b@db/bord?target_session_attrs=standby',
    'postgres:///bord?host=/var/run/postgresql',
    '/var/run/postgresql bord',
  ])
    expect(readHosts(url).map((host) => host.url)).toEqual([url]);
  expect(read('postgres://bord:secret@db/bord')[0]![0]).toBe('db:5432');
});

test.each([
  ['postgres://u:p@a,b/db', ['a:5432', 'b:5432'], 'postgres://u:p@a:5432/db'],
  [
    'postgres://u:p@a:1,b:65535/db?target_session_attrs=read-write',
    ['a:1', 'b:65535'],
    'postgres://u:p@a:1/db',
  ],
  ['postgres://u@a,b:2,c/db?port=7', ['a:7', 'b:2', 'c:7'], 'postgres://u@a:7/db'],
  ['postgres://u@a,b/db?port=7,', ['a:7', 'b:5432'], 'postgres://u@a:7/db'],
  ['postgres://u@/db?host=a,b&port=1,2', ['a:1', 'b:2'], 'postgres://u@a:1/db'],
  ['postgres://[::1]:1,[fe80::2]/db', ['[::1]:1', '[fe80::2]:5432'], 'postgres://[::1]:1/db'],
  [
    'postgres://u:p%40%2Cx@a,a,b?sslmode=disable&connect_timeout=2',
    ['a:5432', 'b:5432'],
    'postgres://u:p%40%2Cx@a:5432/?sslmode=disable&connect_timeout=2',
  ],
  [
    'postgres://u@/db?host=/run/pg,b',
    ['/run/pg:5432', 'b:5432'],
    'postgres://u@/db?host=%2Frun%2Fpg&port=5432',
  ],
  [
    'postgres://u:p@%2Frun%2Fpg,b/db',
    ['/run/pg:5432', 'b:5432'],
    'postgres://u:p@/db?host=%2Frun%2Fpg&port=5432',
  ],
])('several hosts are read as by libpq: %s', (url, names, first) => {
  const hosts = readHosts(url);
  expect(hosts.map(({ name }) => name)).toEqual(names);
  expect(hosts[0]!.url).toBe(first);
});

test.each([
  'postgres://u:secret@a,/db',
  'postgres://u:secret@a,,b/db',
  'postgres://u:secret@a,b c/db',
  'postgres://u:secret@a,b:0/db',
  'postgres://u:secret@a,b:65536/db',
  'postgres://u:secret@a,b:x/db',
  'postgres://u:secret@a,%zz/db',
  'postgres://u:secret@a,b,c/db?port=1,2',
  'postgres://u:secret@a,b/db?target_session_attrs=standby',
  'postgres://u:secret@a,b/db?target_session_attrs=prefer-standby',
  `postgres://u:secret@${Array.from({ length: 17 }, (_, i) => `h${i}`).join(',')}/db`,
])('an invalid URL is rejected without repeating it: %s', (url) => {
  expect(() => readHosts(url)).toThrow(TypeError);
  expect(() => readHosts(url)).not.toThrow(/secret|h16|zz/);
});
