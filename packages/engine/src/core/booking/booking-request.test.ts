import { expect, test } from 'vitest';
import { type BookingRequest, soundRequest } from './booking-request.ts';
import { formatInstant, formatInstantMs, parseInstant } from '../instant.ts';

const request: BookingRequest = {
  startMs: 60_000,
  partySize: 2,
  guest: { name: 'Alva', email: 'alva@example.com', phone: null, notes: null, language: null },
  partnerBookingRef: null,
  idempotencyKey: null,
};
const fault = (
  given: Partial<BookingRequest>,
  guest: Partial<BookingRequest['guest']> = {},
  channel: 'operator' | 'partner:acme' = 'partner:acme',
): string | null => {
  try {
    soundRequest({ ...request, ...given, guest: { ...request.guest, ...guest } }, channel);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

test('D11 lengths count code points: a name of 200 astral characters fits, 201 do not', () => {
  expect(fault({}, { name: '🍽'.repeat(200) })).toBeNull();
  expect(fault({}, { name: '🍽'.repeat(201) })).toMatch(/^guest\.name /);
  expect(fault({}, { phone: '1'.repeat(41) })).toMatch(/^guest\.phone /);
  expect(fault({}, { notes: 'n'.repeat(2001) })).toMatch(/^guest\.notes /);
  expect(fault({ partnerBookingRef: 'r'.repeat(201) })).toMatch(/^partnerBookingRef /);
  expect(fault({}, { email: `${'a'.repeat(244)}@example.se` })).toMatch(/^guest\.email /);
  expect(
    fault({}, { email: `${'a'.repeat(243)}@example.se`, phone: '1'.repeat(40), notes: 'n'.repeat(2000) }),
  ).toBeNull();
});

test('D8 D10 an idempotency key has 1 to 120 characters; NUL and lone surrogates are malformed anywhere', () => {
  expect(fault({ idempotencyKey: '' })).toMatch(/^idempotencyKey /);
  expect(fault({ idempotencyKey: 'k'.repeat(120) })).toBeNull();
  expect(fault({ idempotencyKey: '🍽'.repeat(120) })).toBeNull();
  expect(fault({ idempotencyKey: 'k'.repeat(121) })).toMatch(/^idempotencyKey /);
  for (const bad of ['a\0b', 'a\ud800b', '\udc00']) {
    expect(fault({}, { name: bad })).toMatch(/^guest\.name /);
    expect(fault({}, { notes: bad })).toMatch(/^guest\.notes /);
    expect(fault({ idempotencyKey: bad })).toMatch(/^idempotencyKey /);
  }
});

test('D8 an empty or blank optional text is null; name, idempotency key and a partner’s e-mail address are required texts', () => {
  for (const blank of ['', ' ', '\t\r\n', '\u00a0\u3000\ufeff']) {
    const guest = { ...request.guest, phone: blank, notes: blank };
    const sound = soundRequest({ ...request, guest, partnerBookingRef: blank }, 'partner:acme');
    expect(sound).toEqual(request);
    const written = soundRequest({ ...request, guest: { ...guest, email: blank } }, 'operator');
    expect(written.guest).toEqual({ ...request.guest, email: null });
    expect(fault({}, { name: blank })).toMatch(/^guest\.name /);
    expect(fault({}, { email: blank })).toMatch(/^guest\.email /);
    expect(fault({ idempotencyKey: blank })).toMatch(/^idempotencyKey /);
  }
  const spaced = { ...request.guest, phone: ' 070 ', notes: ' a\n' };
  expect(soundRequest({ ...request, guest: spaced }, 'operator').guest).toEqual(spaced);
});

test('D8 D11 optional fields can be omitted, and unknown fields are dropped', () => {
  const least = { startMs: 60_000, partySize: 2, guest: { name: 'Alva', email: 'alva@example.com' } };
  expect(soundRequest(least, 'partner:acme')).toEqual(request);
  expect(soundRequest({ ...least, guest: { name: 'Alva' } }, 'operator').guest.email).toBeNull();
  expect(fault({}, { email: undefined as never })).toMatch(/^guest\.email /);
  const more = { ...least, tables: ['A'], guest: { ...least.guest, id: 'x' } };
  expect(soundRequest(more, 'partner:acme')).toEqual(request);
});

test('D8 impossible party sizes and e-mail addresses are malformed; an operator needs no e-mail address', () => {
  for (const partySize of [0, -1, 1.5, NaN, Infinity, 1e308])
    expect(fault({ partySize })).toMatch(/^partySize /);
  for (const email of [
    '',
    ' ',
    'alva',
    'alva@',
    '@b.se',
    'a b@c.se',
    'a@b',
    'a@b..se',
    'a@b.se\r\nBcc: c@d.se',
    '<a@b.se>',
  ]) {
    expect(fault({}, { email })).toMatch(/^guest\.email /);
  }
  for (const email of ['a@b.se', 'åsa+bord@räksmörgås.se', "o'neil@sub.example.co.uk"])
    expect(fault({}, { email })).toBeNull();
  expect(fault({}, { email: null })).toMatch(/^guest\.email /);
  expect(fault({}, { email: null }, 'operator')).toBeNull();
  expect(fault({ startMs: 61_000 }, {}, 'operator')).toMatch(/^startMs /);
});

test('D6 any RFC 3339 offset is read; a time without one, or with an invalid date, is malformed', () => {
  const ms = Date.UTC(2026, 11, 1, 18);
  for (const text of [
    '2026-12-01T18:00:00Z',
    '2026-12-01t18:00:00z',
    '2026-12-01T19:00:00+01:00',
    '2026-12-02T08:00:00.000+14:00',
    '2026-12-01T06:00:00-12:00',
  ]) {
    expect(parseInstant(text)).toBe(ms);
  }
  for (const text of [
    '',
    '2026-12-01',
    '2026-12-01T18:00:00',
    '2026-02-30T18:00:00Z',
    '2026-13-01T18:00:00Z',
    '2026-12-01T25:00:00Z',
    '2026-12-01 18:00:00Z',
    '2026-12-01T18:00:00+1',
    '2026-12-01T18:00:00Z[UTC]',
    '+002026-12-01T18:00:00Z',
    '1764612000',
  ]) {
    expect(parseInstant(text)).toBeNull();
  }
  expect(formatInstant(ms)).toBe('2026-12-01T18:00:00Z');
  expect(formatInstantMs(ms + 7)).toBe('2026-12-01T18:00:00.007Z');
  expect(formatInstant(-1000)).toBe('1969-12-31T23:59:59Z');
});
