import { expect, test } from 'vitest';
import { aBooking, aPlan, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import type { Booking } from './booking.ts';
import { announce } from './event.ts';
import type { BookingEventType as EventType } from '../outbox/event-type.ts';
import { guestMails, guestMessageOf, type GuestNote } from './guest-mail.ts';
import { DAY_MS, HOUR_MS } from '../instant.ts';

const MADE_MS = FRIDAY_MS - 3 * DAY_MS;
const fresh = aBooking('bk_1', { createdMs: MADE_MS });
const location = { ...aPlan(), id: LOCATION_ID, revision: 1 };

const after = (booking: Booking, type: EventType, nowMs = MADE_MS): Booking =>
  announce(booking, type, nowMs, []).booking;
const noteOf = ({ body }: { body: string }): GuestNote => JSON.parse(body) as GuestNote;

test('D26 a booking is confirmed immediately with a reminder the day before; a cancellation is sent and has no reminder', () => {
  const mails = guestMails(after(fresh, 'booking.created'), 'confirmation', MADE_MS);
  expect(mails.map(({ dueMs, queue }) => [dueMs, queue])).toEqual([
    [null, 'mail'],
    [fresh.startMs - 24 * HOUR_MS, 'mail'],
  ]);
  expect(mails.map((mail) => noteOf(mail).kind)).toEqual(['confirmation', 'reminder']);
  const cancelled = after({ ...fresh, status: 'cancelled' }, 'booking.cancelled');
  expect(guestMails(cancelled, 'cancelled', MADE_MS).map((mail) => noteOf(mail).kind)).toEqual(['cancelled']);
});

test('D26 a booking within 24 hours has no reminder, and a guest without an e-mail address gets no e-mail', () => {
  const soon = after(fresh, 'booking.created');
  expect(guestMails(soon, 'confirmation', fresh.startMs - 24 * HOUR_MS)).toHaveLength(1);
  const silent = { ...soon, guest: { ...soon.guest, email: null } };
  expect(guestMails(silent, 'confirmation', MADE_MS)).toEqual([]);
});

test('D26 every change has a higher sequence and separate ids, also within one second', () => {
  const steps: [EventType, 'confirmation' | 'moved' | 'cancelled'][] = [
    ['booking.created', 'confirmation'],
    ['booking.updated', 'moved'],
    ['booking.updated', 'moved'],
    ['booking.updated', 'moved'],
    ['booking.cancelled', 'cancelled'],
  ];
  let booking = fresh;
  const sequences: number[] = [];
  const ids: string[] = [];
  for (const [type, kind] of steps) {
    booking = after({ ...booking, status: kind === 'cancelled' ? 'cancelled' : 'confirmed' }, type);
    const mails = guestMails(booking, kind, MADE_MS);
    sequences.push(noteOf(mails[0]!).sequence);
    ids.push(...mails.map(({ id }) => id));
  }
  expect(sequences[0]).toBe(0);
  for (let i = 1; i < sequences.length; i++) expect(sequences[i]).toBeGreaterThan(sequences[i - 1]!);
  expect(new Set(ids).size).toBe(ids.length);
});

test('D22 D26 changes have separate ids, also if the booking was made with a fast clock', () => {
  let booking = after({ ...fresh, createdMs: MADE_MS + 2000 }, 'booking.created', MADE_MS + 2000);
  const sequences = [0];
  for (const laterMs of [500, 900, 1300]) {
    booking = after(booking, 'booking.updated', MADE_MS + laterMs);
    sequences.push(noteOf(guestMails(booking, 'moved', MADE_MS + laterMs)[0]!).sequence);
  }
  expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
});

test('D26 messages in the outbox contain no guest data', () => {
  const [mail] = guestMails(after(fresh, 'booking.created'), 'confirmation', MADE_MS);
  expect(mail!.body).not.toMatch(/Alva|alva|example/);
});

test('D26 a message is in the guest’s language, else the location’s, and has its link while the booking is confirmed', () => {
  const booking = after(fresh, 'booking.created');
  const note = noteOf(guestMails(booking, 'confirmation', MADE_MS)[0]!);
  const messageOf = (
    given: Booking,
    to: string | null = given.guest.email,
    kind = note.kind,
    nowMs = MADE_MS,
  ) => guestMessageOf('m', { ...note, kind }, given, location, to, 'token', nowMs);
  expect(messageOf(booking)).toMatchObject({
    to: 'alva@example.com',
    language: 'sv',
    manageToken: 'token',
    partySize: 2,
  });
  expect(messageOf({ ...booking, guest: { ...booking.guest, language: 'da' } })?.language).toBe('da');
  expect(messageOf(booking, 'alva@example.com', 'cancelled')?.manageToken).toBeNull();
  // Erased, or without a recipient.
  expect(messageOf({ ...booking, guest: { ...booking.guest, name: '', email: null } }, 'a@b.se')).toBeNull();
  expect(messageOf(booking, null)).toBeNull();
  expect(messageOf(booking, 'a@b.se', 'reminder')?.kind).toBe('reminder');
  expect(messageOf(booking, 'a@b.se', 'reminder', booking.startMs)).toBeNull();
  expect(messageOf({ ...booking, status: 'cancelled' }, 'a@b.se', 'reminder')).toBeNull();
});

test('D26 a booking that is moved back and forth has one reminder, for its last state', () => {
  let booking = after(fresh, 'booking.created');
  const reminders = guestMails(booking, 'confirmation', MADE_MS).slice(1);
  for (const partySize of [3, 4, 2]) {
    booking = after({ ...booking, partySize }, 'booking.updated');
    reminders.push(...guestMails(booking, 'moved', MADE_MS).slice(1));
  }
  // Completed by mistake, and undone: the guest gets no e-mail about that, but the reminder.
  booking = after({ ...booking, status: 'completed' }, 'booking.updated');
  expect(guestMails(booking, null, MADE_MS)).toEqual([]);
  booking = after({ ...booking, status: 'confirmed' }, 'booking.updated');
  reminders.push(...guestMails(booking, null, MADE_MS));
  const sent = reminders.map((mail) =>
    guestMessageOf('m', noteOf(mail), booking, location, 'a@b.se', null, MADE_MS),
  );
  expect(sent.map((message) => message?.partySize ?? null)).toEqual([null, null, null, null, 2]);
});
