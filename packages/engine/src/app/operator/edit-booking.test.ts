import { insertion } from '../../core/access/records.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  aPostbox,
  aProcess,
  aReceiver,
  type Postbox,
  type Process,
  type VirtualClock,
  virtualClock,
} from '../../../test-support/process.ts';
import { aCaller, aLocation, anEndpoint, aRequest, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { type Booking, found } from '../../core/booking/booking.ts';
import type { GuestEdit } from '../../core/booking/decide-edit.ts';
import type { GuestMessage } from '../../core/outbox/message.ts';
import { DAY_MS, HOUR_MS } from '../../core/instant.ts';

/** 18:00 in Stockholm, on Sunday. */
const SIX_MS = FRIDAY_MS + 2 * DAY_MS + 17 * HOUR_MS;

let clock: VirtualClock;
let here: Process;
let postbox: Postbox;

beforeEach(async () => {
  clock = virtualClock();
  postbox = aPostbox();
  here = aProcess(clock, { mailer: postbox, webhooks: aReceiver() });
  await aLocation(here.shared);
  for (const includeGuest of [true, false])
    await here.shared.records.amend(
      insertion('endpoints', anEndpoint({ id: includeGuest ? 'told' : 'blind', includeGuest })),
    );
});

async function book(): Promise<string> {
  const made = await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS));
  if (made.kind !== 'booked') throw new Error('not booked');
  return made.booking.id;
}

const edit = (id: string, wanted: GuestEdit) => here.engine.operator.bookings.edit(id, wanted);
const find = async (id: string): Promise<Booking> => found(await here.shared.bookings.find(id, null));

/** The guests in the update events of an endpoint. */
async function guestsSentTo(endpointId: string): Promise<readonly unknown[]> {
  const deliveries = await here.engine.operator.webhooks.deliveries(endpointId);
  const events = deliveries.map(({ body }) => JSON.parse(body) as { type: string; data: { guest: unknown } });
  return events.filter(({ type }) => type === 'booking.updated').map(({ data }) => data.guest);
}

/** The e-mails that are sent now. */
async function mailsNow(): Promise<readonly GuestMessage[]> {
  const before = postbox.taken.length;
  await here.engine.background.deliverDue();
  return postbox.taken.slice(before) as GuestMessage[];
}

const ALVA = { name: 'Alva Lind', email: 'alva@example.com', phone: null };

test.each<[GuestEdit, object | null]>([
  [{ name: 'Alva Lund' }, { ...ALVA, name: 'Alva Lund' }],
  [{ phone: '070-1' }, { ...ALVA, phone: '070-1' }],
  [{ email: 'lind@example.com' }, { ...ALVA, email: 'lind@example.com' }],
  [{ notes: 'nuts' }, null],
  [{ language: 'da' }, null],
])('D42 after an edit of %o only recipients with changed content are notified: %o', async (wanted, sent) => {
  const id = await book();
  clock.pass(5000);
  const outcome = await edit(id, wanted);
  const booking = await find(id);
  expect(outcome).toEqual({ kind: 'changed', booking });
  expect(booking.guest).toEqual({ ...ALVA, notes: null, language: null, ...wanted });
  expect(await guestsSentTo('told')).toEqual(sent === null ? [] : [sent]);
  expect(await guestsSentTo('blind'), 'sees no guest').toEqual([]);
  expect('booking.updated' in booking.lastEventSeconds, 'numbered as an event').toBe(sent !== null);
  expect(booking.history).toEqual([
    { atMs: clock.nowMs(), kind: 'edited', by: 'cli', before: {}, guestFields: Object.keys(wanted) },
  ]);
  expect(booking.formerGuests).toEqual([{ ...ALVA, email: null, notes: null, language: null }]);
  expect(await edit(id, wanted), 'once more').toEqual({ kind: 'unchanged', booking });
  expect(await guestsSentTo('told')).toHaveLength(sent === null ? 0 : 1);
});

test("D42 a partner's view of a booking does not change with an edit of guest data", async () => {
  const id = await book();
  const before = await here.engine.partner(aCaller()).readBooking(id);
  await edit(id, { name: 'Other', email: null, phone: '1', notes: 'n', language: 'en' });
  const after = await here.engine.partner(aCaller()).readBooking(id);
  // The fields of §2.8, as the API operation returns them.
  for (const field of ['id', 'startMs', 'partySize', 'status', 'source', 'channel', 'createdMs'] as const)
    expect(after[field]).toEqual(before[field]);
});

test('D42 omitted fields stay; null and blanks remove them, except for the name', async () => {
  const id = await book();
  await edit(id, { phone: '070-1', notes: 'nuts', language: 'en' });
  await edit(id, { notes: ' ' });
  expect((await find(id)).guest).toEqual({ ...ALVA, phone: '070-1', notes: null, language: 'en' });
  await edit(id, { phone: null, language: null, email: '' });
  const booking = await find(id);
  expect(booking.guest).toEqual({ ...ALVA, email: null, notes: null, language: null });
  const bad: GuestEdit[] = [
    { name: ' ' },
    { name: 'x'.repeat(201) },
    { email: 'nobody' },
    { phone: '1'.repeat(41) },
    { notes: 'x'.repeat(2001) },
    { language: 'Danish' },
  ];
  for (const wanted of bad)
    await expect(edit(id, wanted), JSON.stringify(wanted)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await edit(id, {})).toEqual({ kind: 'unchanged', booking });
  await expect(edit('bk_none', { name: 'A' })).rejects.toMatchObject({ code: 'booking_not_found' });
});

test('D42 concurrent edits of different fields are both kept', async () => {
  const id = await book();
  const other = aProcess(clock, { storage: here.shared }).engine.operator.bookings;
  await Promise.all([edit(id, { name: 'Alva Lund' }), other.edit(id, { notes: 'nuts' })]);
  expect((await find(id)).guest).toMatchObject({ name: 'Alva Lund', notes: 'nuts' });
  expect((await find(id)).history).toHaveLength(2);
});

test('D27 D42 a corrected e-mail address gets a confirmation with a new link, and the old link is invalid', async () => {
  const id = await book();
  const [first] = await mailsNow();
  expect(first).toMatchObject({ kind: 'confirmation', to: 'alva@example.com' });
  await edit(id, { email: 'alva@example.org' });
  const [second, ...more] = await mailsNow();
  expect(second).toMatchObject({ kind: 'confirmation', to: 'alva@example.org' });
  expect(more).toEqual([]);
  expect(second!.sequence).toBeGreaterThan(first!.sequence);
  const guest = (mail: GuestMessage | undefined) => here.engine.guest(mail!.manageToken!);
  await expect(guest(first).open()).rejects.toMatchObject({ code: 'link_unknown' });
  await expect(guest(first).cancel()).rejects.toMatchObject({ code: 'link_unknown' });
  expect((await guest(second).open()).booking.id).toBe(id);
  clock.pass(42 * HOUR_MS); // the reminder is due, once
  const reminders = await mailsNow();
  expect(reminders.map(({ kind, to, manageToken }) => [kind, to, manageToken])).toEqual([
    ['reminder', 'alva@example.org', second!.manageToken],
  ]);
  await edit(id, { email: null });
  expect(await mailsNow()).toEqual([]);
  await expect(guest(second).open()).rejects.toMatchObject({ code: 'link_unknown' });
  expect((await find(id)).manageTokenHash).toBeNull();
});

test('D27 D42 a link that becomes invalid between opening a page and the step cannot change the booking', async () => {
  const id = await book();
  const [mail] = await mailsNow();
  const storage = {
    ...here.shared,
    bookings: {
      ...here.shared.bookings,
      amend: async (...step: Parameters<typeof here.shared.bookings.amend>) => {
        await edit(id, { email: 'alva@example.org' });
        return here.shared.bookings.amend(...step);
      },
    },
  };
  const stranger = aProcess(clock, { storage: storage as typeof here.shared }).engine.guest(
    mail!.manageToken!,
  );
  for (const tried of [
    () => stranger.cancel(),
    () => stranger.move({ partySize: 1 }),
    () => stranger.edit({ notes: 'hello' }),
  ])
    await expect(tried()).rejects.toMatchObject({ code: 'link_unknown' });
  expect(await find(id)).toMatchObject({ status: 'confirmed', partySize: 2, guest: { notes: null } });
});

test('D42 editing a finished, cancelled or seated booking sends no e-mail; an erased one cannot be edited', async () => {
  const id = await book();
  await mailsNow();
  await here.engine.operator.bookings.cancel(id);
  await mailsNow();
  expect(await edit(id, { email: 'a@example.org', name: 'Alva Lund' })).toMatchObject({ kind: 'changed' });
  expect(await mailsNow()).toEqual([]);
  expect(await guestsSentTo('told'), 'what a partner keeps is corrected too').toHaveLength(1);
  const other = await book();
  await mailsNow();
  clock.pass(SIX_MS - clock.nowMs());
  await mailsNow(); // the reminder is too late
  await edit(other, { email: 'b@example.org' });
  expect(await mailsNow(), 'at the table already').toEqual([]);
  await here.engine.operator.guests.erase('a@example.org');
  await expect(edit(id, { name: 'Alva' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/erased/),
  });
  expect((await find(id)).formerGuests).toEqual([]);
});

test('D42 a booking that gets its first e-mail address gets e-mails and a link', async () => {
  const guest = { name: 'Phone', phone: '1' };
  const made = await here.engine.operator.at(LOCATION_ID).bookings.create({
    startMs: SIX_MS,
    partySize: 2,
    guest,
  });
  if (made.kind !== 'booked') throw new Error('not booked');
  expect(await mailsNow()).toEqual([]);
  await edit(made.booking.id, { email: 'phone@example.org' });
  const [mail] = await mailsNow();
  expect((await here.engine.guest(mail!.manageToken!).open()).booking.guest.name).toBe('Phone');
});

test('D42 a guest can change name, phone and notes before the change deadline, and no other field', async () => {
  const id = await book();
  const [mail] = await mailsNow();
  const guest = here.engine.guest(mail!.manageToken!);
  const own = { name: 'Alva Lund', phone: '070-1', notes: 'nuts' };
  const everything: GuestEdit = { ...own, email: 'x@y.se', language: 'da' };
  expect(await guest.edit(everything)).toMatchObject({ kind: 'changed' });
  const { guest: now, history } = await find(id);
  expect(now).toEqual({ ...own, email: 'alva@example.com', language: null });
  expect(history).toMatchObject([{ kind: 'edited', by: 'guest', guestFields: ['name', 'phone', 'notes'] }]);
  await guest.edit({ notes: null });
  expect((await guest.open()).booking.guest).toMatchObject({ phone: '070-1', notes: null });
  expect(await guestsSentTo('told'), 'of the notes nobody hears').toHaveLength(1);
  await expect(guest.edit({ name: '' })).rejects.toMatchObject({ code: 'invalid_request' });
  const { changeableUntilMs } = await guest.open();
  clock.pass(changeableUntilMs - clock.nowMs() - 1);
  expect(await guest.edit({ notes: 'late' })).toMatchObject({ kind: 'changed' });
  clock.pass(1);
  await expect(guest.edit({ notes: 'later' })).rejects.toMatchObject({ code: 'too_late' });
  await here.engine.operator.bookings.cancel(id);
  await expect(guest.edit({ notes: 'latest' })).rejects.toMatchObject({ code: 'conflict' });
  expect((await find(id)).guest.notes).toBe('late');
});
