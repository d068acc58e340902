import type { Booking } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { bookingsMeant, likeliest } from './booking-meant.ts';

const EIGHT_MS = fixtures.FRIDAY_MS + 19 * 3_600_000;
const HOUR_MS = 3_600_000;

function party(id: string, name: string, startMs: number, given: Partial<Booking> = {}): Booking {
  const { guest, ...rest } = fixtures.aBooking(id, { startMs, tables: ['T1'] });
  return { ...rest, guest: { ...guest, name, phone: '+46 70-123 45 67' }, ...given };
}

const seated = { arrivedMs: null, seatedMs: EIGHT_MS - HOUR_MS, leftMs: null };
const sits = party('sits', 'Åsa Berg', EIGHT_MS - HOUR_MS, { visit: seated });
const comes = party('comes', 'Olle Berg', EIGHT_MS + HOUR_MS);
const gone = party('gone', 'Ida Bergström', EIGHT_MS - 3 * HOUR_MS, { status: 'completed' });
const parties = [gone, sits, comes];

const meant = (text: string): readonly string[] =>
  bookingsMeant(text, parties, ['T1', 'T2']).map(({ id }) => id);

test('a word means a table, the end of a number, or the beginnings of the words of a name, however it is typed', () => {
  expect(meant('t1')).toEqual(['gone', 'sits', 'comes']);
  expect(meant('t2')).toEqual([]);
  expect(meant('070 123 45 67')).toEqual(['gone', 'sits', 'comes']);
  expect(meant('4567')).toEqual(['gone', 'sits', 'comes']);
  expect(meant('0000')).toEqual([]);
  expect(meant('asa')).toEqual(['sits']);
  expect(meant('berg')).toEqual(['gone', 'sits', 'comes']);
  expect(meant('Berg, Olle')).toEqual(['comes']);
  expect(meant('olle berg')).toEqual(['comes']);
  expect(meant('erg')).toEqual([]);
  expect(meant('!')).toEqual([]);
});

test('of several matches a command prefers the likeliest: leave a seated party, seat a due one, undo a past one', () => {
  const ids = (command: string, nowMs = EIGHT_MS): readonly string[] =>
    likeliest(command, parties, nowMs).map(({ id }) => id);
  for (const command of ['leave', 'extend', 'complete', 'seat --undo'])
    expect(ids(command)).toEqual(['sits']);
  for (const command of ['seat', 'arrive']) expect(ids(command)).toEqual(['comes']);
  for (const command of ['undo', 'leave --undo']) expect(ids(command)).toEqual(['gone']);
  expect(ids('no-show')).toEqual(['sits', 'comes']);
  expect(ids('no-show', EIGHT_MS + 90 * 60_000)).toEqual(['comes']);
  expect(ids('move')).toEqual(['sits', 'comes']);
  expect(likeliest('leave', [gone], EIGHT_MS)).toEqual([gone]);
});
