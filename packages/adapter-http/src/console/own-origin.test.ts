import { expect, test } from 'vitest';
import { isOwnPage } from './own-origin.ts';

const OWN = 'https://boka.example.se';
const from = (headers: Record<string, string>): boolean =>
  isOwnPage(new Headers({ host: '10.0.0.7:3000', ...headers }), OWN);

test('D44 where cookies go along, a form is ours only if the browser says so', () => {
  expect(from({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe(true);
  for (const site of ['cross-site', 'same-site', 'none', '', 'x'])
    expect(from({ 'sec-fetch-site': site, origin: OWN })).toBe(false);
  for (const origin of [OWN, 'http://10.0.0.7:3000']) expect(from({ origin })).toBe(true);
  for (const origin of ['null', '', 'x', 'https://evil.example', `${OWN}.evil.example`, 'http://10.0.0.7'])
    expect(from({ origin })).toBe(false);
  expect(from({})).toBe(false);
});
