import { expect, test } from 'vitest';
import { isForeign, readForm } from './read-form.ts';

const OWN = 'https://boka.example.se';
const from = (headers: Record<string, string>): boolean =>
  isForeign(new Headers({ host: '10.0.0.7:3000', ...headers }), OWN);

test('D27 a request that a browser marks as cross-site is rejected, and one without such headers is accepted', () => {
  for (const site of ['cross-site', 'same-site', 'x', ''])
    expect(from({ 'sec-fetch-site': site })).toBe(true);
  for (const site of ['same-origin', 'none'])
    expect(from({ 'sec-fetch-site': site, origin: 'null' })).toBe(false);
  for (const origin of [OWN, 'http://10.0.0.7:3000', 'null']) expect(from({ origin })).toBe(false);
  for (const origin of ['https://evil.example', `${OWN}.evil.example`, 'http://10.0.0.7', 'x', ''])
    expect(from({ origin })).toBe(true);
  expect(from({})).toBe(false); // not a browser, or one without these headers
});

test('D27 a form is recognised by its type, and has each field once', async () => {
  const read = (body: string, type = 'application/x-www-form-urlencoded') =>
    readForm(new Request(OWN, { method: 'POST', body, headers: { 'content-type': type } }));
  expect(await read('a=1&b=%C3%A5+%26', 'Application/X-WWW-Form-URLencoded; charset=UTF-8')).toEqual({
    a: '1',
    b: 'å &',
  });
  expect(await read('')).toEqual({});
  await expect(read('a=1&a=2')).rejects.toThrow('only once');
  await expect(read('a=1', 'text/plain')).rejects.toThrow('content type');
  await expect(read(`a=${'x'.repeat(65_536)}`)).rejects.toThrow('bytes');
});
