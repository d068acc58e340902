import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aPeriod,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../contract/fixtures.ts';
import type { Booking } from '../core/booking/booking.ts';
import type { JoinedWaiting, WaitingInput } from '../core/booking/waiting.ts';
import { secretKeyOf, tokenOf } from '../core/access/secret.ts';
import { HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import { definePolicy, type Policy, type PolicyQuestion, reject } from '../core/location/admission.ts';
import type { GuestActions } from './guest/guest-actions.ts';
import type { PartnerActions } from './partner/partner-actions.ts';

/** 18:00 at the location. */
const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

let clock: VirtualClock;
let here: Process;
/** Every question that the policy was asked. */
let questions: PolicyQuestion[];
let loads: number;
/** The most that a subject can book, by the integrator's system. */
let most: Record<string, number>;

/** Parties up to the number that the integrator has for the subject; 2 for an unknown one. */
const sizes = definePolicy({
  id: 'sizes',
  load: ({ subject }) => {
    loads++;
    const facts = { most: most[String(subject)] ?? 2 };
    return { facts, cacheKey: String(facts.most) };
  },
  decide: (facts, question) => {
    questions.push(question);
    return question.partySize > facts.most
      ? reject({ reason: 'party_size', message: `At most ${facts.most}.` })
      : undefined;
  },
});

async function start(...policies: Policy[]): Promise<void> {
  here = aProcess(clock, { policies });
  await aLocation(here.shared, {
    floorPlan: { tables: [aTable('A', { seatsMax: 8 })], combinations: [], wastedSeatsMax: null },
    servicePeriods: [aPeriod({ opensMinute: 18 * 60, closesMinute: 22 * 60 })],
  });
}

beforeEach(async () => {
  clock = virtualClock();
  questions = [];
  loads = 0;
  most = { club: 8 };
  await start(sizes);
});

const partner = (subject?: unknown): PartnerActions => here.engine.partner(aCaller(), { subject });
const house = () => here.engine.operator.at(LOCATION_ID);
const guest = ({ id }: Booking): GuestActions =>
  here.engine.guest(tokenOf(secretKeyOf(new Uint8Array(32)), 'manage', id));

async function booked(subject: string, partySize: number, startMs = SIX_MS): Promise<Booking> {
  const outcome = await partner(subject).createBooking(LOCATION_ID, aRequest(startMs, { partySize }));
  if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome));
  return outcome.booking;
}

/** The number of available times. */
async function shown(subject: string, partySize: number): Promise<number> {
  const { answer } = await partner(subject).readAvailability(LOCATION_ID, { date: FRIDAY, partySize });
  return answer.slots.filter(({ available }) => available).length;
}

const REFUSED = { kind: 'refused', reason: 'party_size', policy: 'sizes', message: 'At most 2.' };

test('D51 a policy sees the slot, the party, the time, the channel and the booking that is moved', async () => {
  const booking = await booked('club', 4);
  expect(questions.at(-1)).toEqual({
    slot: { startMs: SIX_MS, endMs: SIX_MS + 2 * HOUR_MS, date: FRIDAY },
    partySize: 4,
    nowMs: FRIDAY_MS,
    channel: 'partner:acme',
    change: undefined,
  });
  await partner('club').moveBooking(booking.id, { partySize: 5 });
  expect(questions.at(-1)).toMatchObject({ partySize: 5, change: { id: booking.id, partySize: 4 } });
});

test('D51 creating, holding and moving are rejected with the id of the policy, and admitted for another subject', async () => {
  const party = { startMs: SIX_MS, partySize: 4 };
  expect(await partner('a').createBooking(LOCATION_ID, aRequest(SIX_MS, party))).toEqual(REFUSED);
  expect(await partner('a').createHold(LOCATION_ID, party)).toEqual(REFUSED);
  const booking = await booked('a', 2);
  expect(await partner('a').moveBooking(booking.id, { partySize: 4 })).toEqual(REFUSED);
  expect(await guest(booking).move({ partySize: 4 })).toEqual(REFUSED);
  expect(await guest(booking).holdMove({ partySize: 4 })).toEqual(REFUSED);
  expect(await partner('club').moveBooking(booking.id, { partySize: 4 })).toMatchObject({ kind: 'changed' });
});

test('D51 a rejected slot is listed as not available, in a day, a range and a search; each subject has its own answers', async () => {
  const range = { startDate: FRIDAY, endDate: FRIDAY, partySizes: [2, 4] };
  for (let i = 0; i < 2; i++) {
    expect([await shown('a', 4), await shown('club', 4), await shown('a', 2)]).toEqual([0, 9, 11]);
    const days = await partner('a').readAvailabilityBatch(LOCATION_ID, range);
    expect(days.answer.map(({ partySize }) => partySize)).toEqual([2]);
    expect((await partner('club').readAvailabilityBatch(LOCATION_ID, range)).answer).toHaveLength(2);
    const search = { locationIds: [LOCATION_ID], date: FRIDAY, partySize: 4 };
    expect((await partner('a').searchAvailability(search))[0]!.slots).toEqual([]);
    expect((await partner('club').searchAvailability(search))[0]!.slots).toHaveLength(5);
  }
  const { answer } = await partner('a').readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 4 });
  expect(answer.slots[0]).toEqual({
    startMs: SIX_MS,
    available: false,
    remainingCovers: 0,
    reason: 'party_size',
  });
});

test('D51 facts for availability are kept for 8 s by subject; a booking loads them again', async () => {
  await shown('a', 2);
  await shown('a', 4);
  expect(loads).toBe(1);
  most['a'] = 8;
  expect(await shown('a', 4)).toBe(0);
  expect((await booked('a', 4)).partySize).toBe(4);
  clock.pass(8_000);
  expect(await shown('a', 4)).toBeGreaterThan(0);
});

test('D51 what is in memory for one audience is not recalled for another', async () => {
  const ask = (subject: string) =>
    here.engine.recall.availability({ ...aCaller(), subject }, LOCATION_ID, { date: FRIDAY, partySize: 4 });
  expect(ask('a')).toBeNull();
  await shown('a', 4);
  expect(ask('club')).toBeNull();
  await shown('club', 4);
  expect(ask('a')!.answer.slots.some(({ available }) => available)).toBe(false);
  expect(ask('club')!.answer.slots.every(({ available }) => available)).toBe(true);
});

test('D51 alternatives and the times of a guest contain only what the policies admit', async () => {
  const late = definePolicy({
    id: 'late',
    load: () => ({ facts: SIX_MS + HOUR_MS, cacheKey: '' }),
    decide: (fromMs, { slot }) =>
      slot.startMs < fromMs ? reject({ reason: 'policy', message: 'From 19:00.' }) : undefined,
  });
  await start(late);
  const { startsMs } = await partner().alternatives(LOCATION_ID, { startMs: SIX_MS, partySize: 2 });
  expect(startsMs).toEqual([4, 5, 6, 7].map((i) => SIX_MS + i * 15 * MINUTE_MS));
  const booking = await booked('a', 2, SIX_MS + HOUR_MS);
  const { times } = await guest(booking).times();
  expect(Math.min(...times)).toBe(SIX_MS + HOUR_MS);
  expect((await guest(booking).alternatives({ startMs: SIX_MS })).startsMs).not.toContain(SIX_MS);
});

test('D51 guests find no sizes and dates that the policies reject', async () => {
  const booking = await booked('club', 4);
  const { partySizes, choices } = await guest(booking).times();
  expect(partySizes).toEqual([1, 2]);
  expect(choices[0]).toEqual({ date: FRIDAY, partySizes: [1, 2] });
});

test('D51 policies do not apply to staff or to a replay', async () => {
  const request = aRequest(SIX_MS, { partySize: 4, idempotencyKey: 'k' });
  expect(await partner('club').createBooking(LOCATION_ID, request)).toMatchObject({ kind: 'booked' });
  expect(await partner('a').createBooking(LOCATION_ID, request)).toMatchObject({ kind: 'replayed' });
  questions = [];
  const other = await house().bookings.create(aRequest(SIX_MS + 2 * HOUR_MS, { partySize: 8 }));
  expect(other).toMatchObject({ kind: 'booked' });
  await house().bookings.availability({ date: FRIDAY, partySize: 8 });
  expect(questions).toEqual([]);
});

test('D51 a live hold is confirmed without asking the policies; an expired one is asked again', async () => {
  const hold = async () => {
    const outcome = await partner('club').createHold(LOCATION_ID, { startMs: SIX_MS, partySize: 4 });
    if (outcome.kind !== 'held') throw new Error(outcome.kind);
    return outcome.hold.id;
  };
  const { guest: who } = aRequest(SIX_MS);
  const expired = await hold();
  clock.pass(HOUR_MS);
  most['club'] = 2;
  expect(await partner('club').confirmHold(expired, { guest: who })).toEqual(REFUSED);
  most['club'] = 8;
  const live = await hold();
  most['club'] = 2;
  expect(await partner('club').confirmHold(live, { guest: who })).toMatchObject({ kind: 'booked' });
});

const wait = (subject: string, given: Partial<WaitingInput> = {}): Promise<JoinedWaiting> =>
  partner(subject).joinWaitlist(LOCATION_ID, {
    date: FRIDAY,
    fromMs: SIX_MS,
    toMs: SIX_MS,
    partySize: 4,
    mode: 'book',
    guest: { name: 'Alva', email: `${subject}@example.com` },
    ...given,
  });

test('D51 joining the waitlist is rejected if the policies reject every start, and a later table uses the facts of that moment', async () => {
  const blocking = await booked('club', 8);
  await expect(wait('a')).rejects.toMatchObject({
    code: 'not_admitted',
    rejected: { reason: 'party_size', policy: 'sizes' },
  });
  const { id } = await wait('club');
  most['club'] = 2;
  questions = [];
  await house().bookings.cancel(blocking.id);
  expect(await partner('club').readWaiting(id)).toMatchObject({ state: 'booked' });
  expect(questions.length).toBeGreaterThan(0);
  expect(await here.shared.bookings.find(id, null)).not.toHaveProperty('facts');
});

test('D51 a party whose facts admit only a later time gets no earlier table', async () => {
  const until = definePolicy({
    id: 'until',
    load: () => ({ facts: SIX_MS + HOUR_MS, cacheKey: '' }),
    decide: (fromMs, { slot }) =>
      slot.startMs < fromMs ? reject({ reason: 'policy', message: 'From 19:00.' }) : undefined,
  });
  await start(until);
  const { bookingId } = await wait('a', { toMs: SIX_MS + 2 * HOUR_MS });
  expect(await here.shared.bookings.find(bookingId!, null)).toMatchObject({ startMs: SIX_MS + HOUR_MS });
});

test('D51 the first rejection is the answer, in the order of the policies', async () => {
  const never = definePolicy({
    id: 'never',
    load: () => ({ facts: null, cacheKey: '' }),
    decide: () => reject({ reason: 'policy', message: 'Never.' }),
  });
  await start(never, sizes);
  const outcome = await partner('a').createBooking(LOCATION_ID, aRequest(SIX_MS, { partySize: 4 }));
  expect(outcome).toMatchObject({ policy: 'never', message: 'Never.' });
});

const broken: Record<string, Partial<Policy>> = {
  'load throws': {
    load() {
      throw new Error('down');
    },
  },
  'load is late': { load: () => new Promise(() => undefined) },
  'load has no cache key': { load: () => ({ facts: 1 }) as never },
  'facts are too long': { load: () => ({ facts: 'x'.repeat(5_000), cacheKey: '' }) },
  'facts are not JSON': { load: () => ({ facts: 1n, cacheKey: '' }) },
  'decide throws': {
    decide() {
      throw new Error('bug');
    },
  },
  'decide is asynchronous': { decide: (async () => undefined) as never },
};

for (const [name, fault] of Object.entries(broken))
  test(`D51 if ${name}, the time is unavailable, and the observer is notified`, async () => {
    const fine: Policy = {
      id: 'fine',
      load: () => ({ facts: 1, cacheKey: '' }),
      decide: () => undefined,
    };
    await start({ ...fine, ...fault });
    expect(await shown('a', 2)).toBe(0);
    expect(await partner('a').createBooking(LOCATION_ID, aRequest(SIX_MS))).toMatchObject({
      kind: 'refused',
      reason: 'policy',
      policy: 'fine',
    });
    expect(here.facts.filter(({ kind }) => kind === 'policy')).toHaveLength(2);
    expect(here.facts).toContainEqual(expect.objectContaining({ kind: 'policy', policy: 'fine' }));
  });

test('D51 wrong policies throw a TypeError immediately', () => {
  const good: Policy = { id: 'a', load: () => ({ facts: 1, cacheKey: '' }), decide: () => undefined };
  expect(() => definePolicy({ ...good, id: 'Not an id' })).toThrow(TypeError);
  expect(() => definePolicy({ ...good, load: 1 as never })).toThrow('load of the policy "a"');
  expect(() => definePolicy({ ...good, decide: undefined as never })).toThrow('decide of the policy "a"');
  expect(() => aProcess(clock, { policies: [good, good] })).toThrow('two policies with the id "a"');
  expect(() => reject({ reason: 'rain' as never, message: 'x' })).toThrow('reason must be one of');
  expect(() => reject({ reason: 'policy', message: ' ' })).toThrow('message');
});
