import { expect, test } from 'vitest';
import { createPageCounter } from './page-limits.ts';

function counterWith(perToken: number, perAddress: number) {
  const clock = { ms: 5 };
  const counter = createPageCounter({ perToken, perAddress, windowMs: 100 }, () => clock.ms);
  return { clock, waits: (address: string, token = '') => counter.waitMs({ address, token }) };
}

test('D27 pages are limited in a window, per link and per IP address', () => {
  const { clock, waits } = counterWith(2, 3);
  expect([waits('a', 't'), waits('b', 't'), waits('c', 't')]).toEqual([0, 0, 100]);
  clock.ms += 60;
  expect([waits('a'), waits('a', 'u'), waits('a', 'v')]).toEqual([0, 0, 40]);
  clock.ms += 40;
  expect([waits('a', 't'), waits('a', 't'), waits('a', 't')]).toEqual([0, 0, 100]);
});

test("D27 an IP address over its limit does not use up the limit of a guest's link", () => {
  const { waits } = counterWith(2, 1);
  expect([waits('evil', 't'), waits('evil', 't'), waits('evil', 't')]).toEqual([0, 100, 100]);
  expect(waits('guest', 't')).toBe(0);
});

test('D27 any number of senders is counted in bounded memory, and none of them blocks others', () => {
  const { waits } = counterWith(1, 1);
  for (let i = 0; i < 60_000; i++) expect(waits(`address ${i}`, `token ${i}`)).toBe(0);
  expect(waits('address 0')).toBe(100);
  expect([waits('address 59999'), waits('address 59999')]).toEqual([0, 0]);
});

test('D27 if IP addresses are unknown, requests of others do not block a client', () => {
  const { waits } = counterWith(2, 1);
  expect([
    waits('unknown', 'a'),
    waits('unknown', 'b'),
    waits('unknown', 'b'),
    waits('unknown', 'b'),
  ]).toEqual([0, 0, 0, 100]);
});
