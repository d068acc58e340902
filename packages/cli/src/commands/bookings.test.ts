import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const create = [...words(`bookings create --location ${DEMO}`), '--name', 'Astrid Berg'];

test('D12 D13 create, show, list, complete, undo, no-show, cancel', async () => {
  const guest = ['--phone', '070-123 45 67', '--notes', 'Barnstol'];
  const booking = await bord.json(...create, '--party', '2', '--at', `${day} 19:30`, ...guest);
  const { id } = booking as { id: string };
  expect(booking).toEqual({
    id: expect.stringMatching(/^bk_/),
    locationId: DEMO,
    serviceDate: day,
    startsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT1[78]:30:00Z$/),
    endsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT(?:19|20):00:00Z$/),
    partySize: 2,
    tables: [expect.stringMatching(/^T[14]$/)],
    pinned: false,
    status: 'confirmed',
    source: 'operator',
    channel: 'operator',
    partnerBookingRef: null,
    guest: { name: 'Astrid Berg', email: null, phone: '070-123 45 67', notes: 'Barnstol', lang: null },
    createdAt: expect.stringMatching(/Z$/),
    arrivedAt: null,
    seatedAt: null,
    leftAt: null,
  });
  expect(await bord.json('bookings', 'show', id)).toEqual({
    ...booking,
    createdBy: 'cli',
    history: [],
  });
  expect(await bord.json(...words(`bookings list --location ${DEMO} --date ${day}`))).toEqual([booking]);
  expect((await bord.run(words(`bookings list --location ${DEMO}`))).out).toMatch(
    /19:30 CES?T +2 +T[14] +Astrid Berg +confirmed/,
  );

  expect(await bord.json('bookings', 'complete', id)).toEqual({ ...booking, status: 'completed' });
  expect(await bord.refusal(['bookings', 'cancel', id, '--yes'])).toMatch(
    /^bord: the booking is completed or a no-show/,
  );
  expect(await bord.json('bookings', 'undo', id)).toEqual(booking);
  expect(await bord.json('bookings', 'no-show', id, '--yes')).toEqual({ ...booking, status: 'no_show' });
  expect(await bord.json('bookings', 'undo', id)).toEqual(booking);

  expect(await bord.refusal(['bookings', 'cancel', id])).toMatch(
    /^bord: Cancel the booking of "Astrid Berg".*--yes\.$/,
  );
  expect(await bord.json('bookings', 'show', id)).toMatchObject(booking);
  expect(await bord.json('bookings', 'cancel', id, '--yes')).toEqual({ ...booking, status: 'cancelled' });
  expect((await bord.run(['bookings', 'cancel', id])).out).toMatch(/^The booking is cancelled already\./);
});

test('D12 move changes the time, the party size, or both; an unavailable one leaves the booking unchanged', async () => {
  const booking = await bord.json(...create, '--party', '4', '--at', `${day} 20:00`);
  const { id } = booking as { id: string };
  const later = await bord.json('bookings', 'move', id, '--at', `${day} 20:07`);
  expect(later).toEqual({
    ...booking,
    startsAt: expect.stringMatching(/T1[89]:07:00Z$/),
    endsAt: expect.stringMatching(/T2[01]:07:00Z$/),
  });
  expect(await bord.json('bookings', 'move', id, '--party', '3')).toEqual({ ...later, partySize: 3 });
  const { out } = await bord.run(['bookings', 'move', id, '--at', `${day} 18:00`, '--party', '5']);
  expect(out).toMatch(/^The booking is moved\.\n[^]* 18:00–20:30 CES?T\n[^]*table T3\n[^]*\b5 guests\n/);
  expect((await bord.run(['bookings', 'move', id, '--party', '5'])).out).toMatch(
    /^The booking is at that time/,
  );

  const before = await bord.json('bookings', 'show', id);
  expect(await bord.refusal(['bookings', 'move', id, '--party', '12'])).toBe(
    'bord: not changed: no table takes a party of this size',
  );
  expect(await bord.refusal(['bookings', 'move', id, '--at', `${day}T04:00`])).toBe(
    'bord: not changed: the restaurant is closed then\nbord: free that day: 11:00, 11:15, 11:30, 11:45',
  );
  expect(await bord.json('bookings', 'show', id)).toEqual(before);
  expect((await bord.run(['bookings', 'move', id])).code).toBe(2);
  await bord.json('bookings', 'cancel', id, '--yes');
  expect(await bord.refusal(['bookings', 'move', id, '--party', '2'])).toMatch(
    /cancelled cannot be moved: undo that first$/,
  );
});

test('D9 pin and unpin: a pinned booking does not make room', async () => {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const book = (party: number) => bord.json(...create, '--party', String(party), '--at', `${next} 12:00`);
  const [first, , third] = [await book(2), await book(2), await book(2)];
  expect(third['tables']).toEqual(['T2']); // where up to four can sit
  const id = String(third['id']);
  expect(await bord.json('bookings', 'pin', id)).toEqual({ ...third, pinned: true });
  expect((await bord.run(['bookings', 'pin', id])).out).toMatch(
    /^The booking is pinned already\.[^]*confirmed, pinned/,
  );
  await bord.json('bookings', 'cancel', String(first['id']), '--yes');
  expect(await book(4)).toMatchObject({ tables: ['T3'] });
  const three = [...create, '--party', '3', '--at', `${next} 12:00`];
  expect(await bord.refusal(three)).toBe(
    'bord: not booked: no table is free then\nbord: free that day: 13:30, 13:45, 14:00, 14:15',
  );
  expect(await bord.json('bookings', 'unpin', id)).toEqual(third);
  expect(await book(3)).toMatchObject({ tables: ['T2'] });
  expect(await bord.json('bookings', 'show', id)).toMatchObject({ tables: first['tables'] });
});

test('a rejected booking prints the reason', async () => {
  const refusal = (party: string, at: string) => bord.refusal([...create, '--party', party, '--at', at]);
  expect(await refusal('9', `${day} 19:30`)).toBe('bord: not booked: no table takes a party of this size');
  expect(await refusal('2', `${day} 03:00`)).toBe(
    'bord: not booked: the restaurant is closed then\nbord: free that day: 11:00, 11:15, 11:30, 11:45',
  );
  expect(await refusal('2', '2020-01-01T19:00:00+01:00')).toMatch(/^bord: not booked: /);
  expect(await bord.refusal(['bookings', 'show', 'bk_none'])).toBe(
    'bord: this booking does not exist: bord bookings list shows those of a day',
  );
  expect(await bord.refusal(words(`bookings list --location ${DEMO.replace('d311', 'd399')}`))).toMatch(
    /^bord: there is no location/,
  );
});

test('D8 empty options count as omitted: --email "", --phone " "', async () => {
  const blanks = ['--email', '', '--phone', ' ', '--notes', '\t', '--party', '2', '--at', `${day} 15:00`];
  const { guest } = await bord.json(...create, ...blanks);
  expect(guest).toMatchObject({ name: 'Astrid Berg', email: null, phone: null, notes: null });
});
