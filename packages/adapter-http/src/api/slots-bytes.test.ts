import { DAY_MS, formatInstant, MINUTE_MS } from '@bord/engine';
import type { CompactAvailability } from '@bord/engine/adapters';
import { expect, test } from 'vitest';
import { slotsLength, writeSlots } from './slots-bytes.ts';
import { digitsOf, pageOf } from './words.ts';

const COVERS = [1, 9, 10, 99, 100, 999, 1_000, 12_345, 1_000_000, 0, -1, 7, 0];

const REASONS = ['tables', 'pacing'];

function plain({ startsMs, covers }: CompactAvailability, explains: boolean): string {
  return JSON.stringify(
    startsMs.map((startMs, i) => {
      const left = covers[i]!;
      const slot = { slot: formatInstant(startMs), available: left > 0, remainingCovers: Math.max(0, left) };
      return explains && left <= 0 ? { ...slot, reason: REASONS[-left] } : slot;
    }),
  );
}

function written(answer: CompactAvailability, explains: boolean): string {
  const page = pageOf(slotsLength(answer, explains));
  expect(writeSlots(answer, explains, page, 0)).toBe(page.bytes.length);
  return page.bytes.toString('latin1');
}

test.each([
  ['a day', Date.parse('2026-12-01T10:00:00Z'), 15 * MINUTE_MS],
  ['a night over midnight', Date.parse('2026-12-01T22:50:00Z'), 10 * MINUTE_MS],
  ['starts that are no whole minutes', Date.parse('1870-03-01T11:00:14Z'), 45 * MINUTE_MS],
  ['the last night of the year 9999', Date.parse('9999-12-31T23:00:00Z'), 30 * MINUTE_MS],
  ['several days', Date.parse('2028-02-28T12:00:00Z'), DAY_MS / 2],
])('§2.2 slots have the same text as from JSON.stringify: %s', (_, firstMs, stepMs) => {
  for (let from = 0; from < COVERS.length; from++) {
    const covers = [...COVERS.slice(from), ...COVERS.slice(0, from)];
    for (const count of [0, 1, 2, covers.length]) {
      const startsMs = Array.from({ length: count }, (__, i) => firstMs + i * stepMs);
      const answer = { date: '2026-12-01', partySize: 2, startsMs, covers: covers.slice(0, count) };
      for (const explains of [false, true]) expect(written(answer, explains)).toBe(plain(answer, explains));
    }
  }
});

test('the length of a number is the number of its digits', () => {
  for (const n of [0, 9, 10, 99, 100, 999, 1_000, 2 ** 31 - 1]) expect(digitsOf(n)).toBe(`${n}`.length);
});
