import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aBooking } from '../../contract/fixtures.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { BOOKING_STATES, type Booking, NO_VISIT } from './booking.ts';
import { beforeReversal } from './decide-reversal.ts';
import { beforeLatest, begunBy, changesOf, creatorOf, HISTORY_MAX, withHistory } from './history.ts';

const occasion = { atMs: 7, by: 'operator' } as const;
const booking = aBooking('bk_1');

/** The kinds of the history entries of one change. */
function kindsOf(change: Partial<Booking>, before: Booking = booking) {
  return withHistory(before, { ...before, ...change }, occasion).history.map(({ kind }) => kind);
}

test('D43 a change is named by its most important part', () => {
  const { startMs, blockedUntilMs, guest } = booking;
  const seated = { ...NO_VISIT, seatedMs: 2 };
  expect(kindsOf({ startMs: startMs + 1, tables: ['B'], pinned: true })).toEqual(['moved']);
  expect(kindsOf({ partySize: 3 })).toEqual(['moved']);
  expect(kindsOf({ tables: ['B'], pinned: true })).toEqual(['assigned']);
  expect(kindsOf({ pinned: true })).toEqual(['pinned']);
  expect(kindsOf({ pinned: false }, { ...booking, pinned: true })).toEqual(['unpinned']);
  expect(kindsOf({ blockedUntilMs: blockedUntilMs + 1 })).toEqual(['extended']);
  expect(kindsOf({ visit: { ...NO_VISIT, arrivedMs: 1 } })).toEqual(['arrived']);
  expect(kindsOf({ visit: seated, pinned: true })).toEqual(['seated']);
  expect(kindsOf({ visit: { ...seated, leftMs: 3 }, status: 'completed' })).toEqual(['left']);
  expect(kindsOf({ visit: NO_VISIT }, { ...booking, visit: seated })).toEqual(['visit_corrected']);
  expect(kindsOf({ status: 'no_show' })).toEqual(['no_show']);
  expect(kindsOf({ status: 'confirmed' }, { ...booking, status: 'no_show' })).toEqual(['undone']);
  expect(kindsOf({ guest: { ...guest, phone: '1' } })).toEqual(['edited']);
  expect(kindsOf({ lastEventSeconds: { 'booking.updated': 1 } })).toEqual([]);
});

test('D43 an entry has time, author and former values; former guest data are separate, for erasure', () => {
  const guest = { ...booking.guest, phone: '+46 1', notes: 'nuts' };
  const after = withHistory(booking, { ...booking, guest, partySize: 4 }, occasion);
  expect(after.history).toEqual([
    { atMs: 7, kind: 'moved', by: 'operator', before: { partySize: 2 }, guestFields: ['phone', 'notes'] },
  ]);
  expect(after.formerGuests).toEqual([{ ...booking.guest, email: null }]);
  expect(JSON.stringify(after.history)).not.toMatch(/Alva|nuts|46/);
});

test('D43 playing the history backwards restores every earlier booking', () => {
  const change = fc.record(
    {
      startMs: fc.nat(3),
      partySize: fc.integer({ min: 1, max: 3 }),
      tables: fc.subarray(['A', 'B']),
      pinned: fc.boolean(),
      status: fc.constantFrom(...BOOKING_STATES),
      visit: fc.record({
        arrivedMs: fc.constantFrom(null, 1),
        seatedMs: fc.constantFrom(null, 2),
        leftMs: fc.constantFrom(null, 3),
      }),
      guest: fc.record({
        name: fc.constantFrom('a', 'b'),
        email: fc.constant(booking.guest.email),
        phone: fc.constantFrom(null, '1'),
        notes: fc.constantFrom(null, 'n'),
        language: fc.constant(null),
      }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const stages = [booking];
      for (const one of changes) {
        const before = stages.at(-1)!;
        const after = withHistory(before, { ...before, ...one }, occasion);
        if (after.history.length > before.history.length) stages.push(after);
      }
      for (let now: Booking | null = stages.at(-1)!; now; now = beforeLatest(now))
        expect(now).toEqual(stages.pop());
      expect(stages).toEqual([]);
    }),
    seeded(300),
  );
});

test("D43 the order of a visit's fields does not matter", () => {
  const visit = { arrivedMs: 1, seatedMs: 2, leftMs: null };
  const before = { ...booking, visit: { leftMs: null, seatedMs: 2, arrivedMs: 1 } };
  expect(withHistory(before, { ...before, visit }, occasion).history).toEqual([]);
  expect(kindsOf({ visit: { ...visit, arrivedMs: 0 } }, before)).toEqual(['visit_corrected']);
});

test('D43 beyond 200 changes the oldest is dropped', () => {
  let now = booking;
  for (let i = 0; i < HISTORY_MAX + 5; i++)
    now = withHistory(now, { ...now, pinned: !now.pinned }, { ...occasion, atMs: i });
  expect(now.history.map(({ atMs }) => atMs)).toEqual(Array.from({ length: HISTORY_MAX }, (_, i) => i + 5));
});

test('D43 beyond 200 changes of a guest the oldest guest data is deleted', () => {
  let now = booking;
  for (let i = 0; i < HISTORY_MAX + 5; i++)
    now = withHistory(now, { ...now, guest: { ...now.guest, name: `${i}` } }, occasion);
  expect(now.formerGuests.map(({ name }) => name)).toEqual(
    Array.from({ length: HISTORY_MAX }, (_, i) => `${i + 4}`),
  );
});

test('D43 if former guest data is deleted, the booking before the change has the present guest', () => {
  const edited = { ...booking, guest: { ...booking.guest, name: 'Alva Lund' } };
  const now = { ...withHistory(booking, edited, occasion), formerGuests: [] };
  expect(beforeLatest(now)!.guest).toEqual(edited.guest);
});

test('D43 a corrected e-mail address is not kept, because its owner could not find it', () => {
  const edited = (before: Booking, guest: Partial<Booking['guest']>): Booking =>
    withHistory(before, { ...before, guest: { ...before.guest, ...guest } }, occasion);
  const named = edited(booking, { name: 'Alva Lund' });
  const corrected = edited(edited(named, { email: 'b@example.com' }), { notes: 'nuts' });
  expect(JSON.stringify(corrected)).not.toContain(booking.guest.email);
  expect(corrected.history.map(({ guestFields }) => guestFields)).toEqual([['name'], ['email'], ['notes']]);
  const replayed = beforeLatest(beforeLatest(beforeLatest(corrected)!)!);
  expect(replayed).toEqual({ ...booking, guest: { ...booking.guest, email: 'b@example.com' } });
});

test('D43 a booking has its author in the first entry of its history, else `cli` or its partner; its creation is not a change', () => {
  const [by, channel] = ['staff:st_1', 'operator'] as const;
  const made = { ...aBooking('bk_1', { channel }), history: begunBy({ by, atMs: 5 }, channel) };
  expect([creatorOf(made), creatorOf({ ...made, history: [] })]).toEqual([by, 'cli']);
  expect(begunBy({ by: 'cli', atMs: 5 }, channel)).toEqual([]);
  expect([beforeLatest(made), changesOf(made), beforeReversal(made, 0)]).toEqual([null, [], null]);
  const pinned = withHistory(made, { ...made, pinned: true }, { atMs: 6, by: 'guest' });
  expect(changesOf(pinned).map(({ before }) => before)).toEqual([made]);
  expect(creatorOf(pinned)).toBe(by);
});
