/** Waiting parties are matched with the guests of the date's bookings by e-mail address and phone number, in any spelling (D36). */
import { expect, test } from 'vitest';
import {
  aCaller,
  aLocation,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../contract/fixtures.ts';
import type { Guest } from '../core/booking/booking.ts';
import type { WaitingMode } from '../core/booking/terms.ts';
import type { WaitingInput } from '../core/booking/waiting.ts';
import { addDays } from '../core/local-date.ts';
import { DAY_MS, HOUR_MS } from '../core/instant.ts';
import { createEngine } from '../engine.ts';
import { memoryStorage } from '../memory/memory-storage.ts';

const SEVEN_MS = FRIDAY_MS + 18 * HOUR_MS;

type Who = Pick<Guest, 'name'> & Partial<Guest>;

const maja: Who = { name: 'Maja Ek', email: 'maja@example.com' };
const other: Who = { name: 'Bo Lund', email: 'bo@example.com' };

/** Two tables, both taken at seven: by the guest, and by a booking that will be cancelled. */
async function aFullDay(guest: Who | null) {
  const nowMs = (): number => FRIDAY_MS;
  const storage = memoryStorage({ nowMs });
  const floorPlan = { tables: [aTable('A'), aTable('B')], combinations: [], wastedSeatsMax: null };
  await aLocation(storage, { floorPlan });
  const engine = createEngine({ storage, clock: { nowMs }, secretKeys: [new Uint8Array(32)] });
  // By the operator, so that no e-mail address is required.
  const book = async (who: Who, startMs = SEVEN_MS): Promise<string> => {
    const { guest: full, ...request } = aRequest(startMs);
    const by = { ...full, email: null, ...who };
    const made = await engine.operator.at(LOCATION_ID).bookings.create({ ...request, guest: by });
    if (made.kind !== 'booked') throw new Error(`not booked: ${made.kind}`);
    return made.booking.id;
  };
  const own = guest && (await book(guest));
  const [leaving, ...others] = await Promise.all([book(other), ...(guest ? [] : [book(other)])]);
  const entryOf = (guestOf: Who, mode: WaitingMode, atMs: number): WaitingInput => {
    const date = addDays(FRIDAY, Math.round((atMs - SEVEN_MS) / DAY_MS));
    return { date, fromMs: atMs, toMs: atMs, partySize: 2, mode, guest: guestOf };
  };
  const join = async (who: Who, mode: WaitingMode = 'book', atMs = SEVEN_MS): Promise<string> =>
    (await engine.operator.at(LOCATION_ID).waitlist.add(entryOf(who, mode, atMs))).id;
  const joinByPartner = async (who: Who, mode: WaitingMode = 'book'): Promise<string> =>
    (await engine.partner(aCaller()).joinWaitlist(LOCATION_ID, entryOf(who, mode, SEVEN_MS))).id;
  const stateOf = async (id: string): Promise<string> => (await engine.operator.waitlist.read(id)).state;
  return { engine, book, join, joinByPartner, stateOf, own: own ?? others[0]!, leaving };
}

test.each<[string, Who, Who]>([
  ['an address in other case', maja, { name: 'M', email: 'Maja@Example.COM' }],
  [
    'an address whose domain is spelt as DNS has it',
    { name: 'M', email: 'maja@bröd.example' },
    { name: 'M', email: 'MAJA@xn--brd-tna.example' },
  ],
  [
    'a number with the prefix of the country, and without',
    { name: 'M', phone: '070-123 45 67' },
    { name: 'M', phone: '+46 70 123 45 67' },
  ],
  [
    'a number with two zeros before the country',
    { name: 'M', phone: '+46701234567' },
    { name: 'M', phone: '0046 (0)70-1234567' },
  ],
  [
    'the number, and another address',
    { ...maja, phone: '0701234567' },
    { name: 'M', email: 'work@example.com', phone: '070 123 45 67' },
  ],
])('D36 a waiting party with a booking on that date is skipped, also by %s', async (_, booked, waiting) => {
  const { engine, join, stateOf, leaving } = await aFullDay(booked);
  const [hers, next] = [await join(waiting), await join({ name: 'Next', email: 'next@example.com' })];
  await engine.operator.bookings.cancel(leaving);
  expect([await stateOf(hers), await stateOf(next)]).toEqual(['waiting', 'booked']);
});

test.each<[string, Who, Who]>([
  ['another mailbox of the same name', maja, { name: 'M', email: 'maja@example.org' }],
  ['a tag of the address', maja, { name: 'M', email: 'maja+two@example.com' }],
  ['another number', { name: 'M', phone: '070-123 45 67' }, { name: 'M', phone: '070-123 45 68' }],
  ['text that is not a phone number', { name: 'M', phone: 'room 12' }, { name: 'M', phone: 'room 12' }],
  ['only a name', { name: 'Maja Ek' }, { name: 'Maja Ek' }],
])('D36 a waiting party is not skipped for the booking of another guest: %s', async (_, booked, waiting) => {
  const { engine, join, stateOf, leaving } = await aFullDay(booked);
  const hers = await join(waiting);
  await engine.operator.bookings.cancel(leaving);
  expect(await stateOf(hers)).toBe('booked');
});

test('D36 a guest cancels their booking and is first on the waitlist: they get the table that they release', async () => {
  const { engine, join, stateOf, own, leaving } = await aFullDay(maja);
  const [hers, next] = [await join(maja), await join({ name: 'Next', email: 'next@example.com' })];
  await engine.operator.bookings.cancel(own);
  // Maja was first on the waitlist, and the step that ended that booking allocated its table to that entry.
  expect([await stateOf(hers), await stateOf(next)]).toEqual(['booked', 'waiting']);
  await engine.operator.bookings.cancel(leaving);
  expect(await stateOf(next)).toBe('booked');
});

test('D36 a guest leaves the waitlist and joins again: they are last on it', async () => {
  const { engine, join, stateOf, leaving } = await aFullDay(null);
  const first = await join(maja);
  const second = await join({ name: 'Next', email: 'next@example.com' });
  await engine.operator.waitlist.leave(first);
  const again = await join(maja);
  await engine.operator.bookings.cancel(leaving);
  expect([await stateOf(first), await stateOf(second), await stateOf(again)]).toEqual([
    'left',
    'booked',
    'waiting',
  ]);
});

test('D36 a guest on the waitlist in two channels is booked once; the next table goes to the next party', async () => {
  const { engine, join, joinByPartner, stateOf, own, leaving } = await aFullDay(null);
  const [one, two] = [await join(maja), await joinByPartner({ ...maja, email: 'MAJA@example.com' })];
  const next = await join({ name: 'Next', email: 'next@example.com' });
  await engine.operator.bookings.cancel(leaving);
  await engine.operator.bookings.cancel(own);
  expect([await stateOf(one), await stateOf(two), await stateOf(next)]).toEqual([
    'booked',
    'waiting',
    'booked',
  ]);
});

test('D36 a guest on the waitlists of two dates is booked on both', async () => {
  const { engine, book, join, stateOf, leaving } = await aFullDay(null);
  const nextDayMs = SEVEN_MS + DAY_MS;
  const theirs = [await book(other, nextDayMs), await book(other, nextDayMs)];
  const [friday, saturday] = [await join(maja), await join(maja, 'book', nextDayMs)];
  await engine.operator.bookings.cancel(leaving);
  await engine.operator.bookings.cancel(theirs[0]!);
  expect([await stateOf(friday), await stateOf(saturday)]).toEqual(['booked', 'booked']);
});

test('D36 a guest in two channels can get two offers; after accepting one, the other is free only when they leave that entry', async () => {
  const { engine, join, joinByPartner, stateOf, own, leaving } = await aFullDay(null);
  const [one, two] = [await join(maja, 'offer'), await joinByPartner(maja, 'offer')];
  const next = await join({ name: 'Next', email: 'next@example.com' });
  await engine.operator.bookings.cancel(leaving);
  await engine.operator.bookings.cancel(own);
  expect([await stateOf(one), await stateOf(two), await stateOf(next)]).toEqual([
    'offered',
    'offered',
    'waiting',
  ]);
  await engine.operator.waitlist.leave(two);
  expect([await stateOf(two), await stateOf(next)]).toEqual(['left', 'booked']);
});
