import type { GuestMessage } from '@bord/engine';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { seeded } from '../support/seed.ts';
import { folderMailer, guestMessage, messageOf } from './mails.ts';

/** The calendar file of a mail, read by somebody else's parser. */
async function calendarOf(message: GuestMessage) {
  const { sent } = await folderMailer();
  const { mail, raw } = await sent(message);
  const [file] = mail.attachments;
  // As sent: the parser would fix its line ends.
  const [, base64] = /^Content-Type: text\/calendar;.*?\r\n\r\n(.*?)\r\n--/ms.exec(raw.toString('latin1'))!;
  const text = Buffer.from(base64!, 'base64').toString();
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
  return { file: file!, text, calendar, event, mail };
}

const millisecondsOf = (time: ICAL.Time): number => time.toUnixTime() * 1000;

test('§4.3.3 D26 the entry tells when, where, and how to change it', async () => {
  const message = guestMessage();
  const { file, text, calendar, event } = await calendarOf(message);
  expect(file).toMatchObject({
    filename: 'bokning.ics',
    mimeType: 'text/calendar',
    disposition: 'attachment',
    method: 'PUBLISH',
  });
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(event.summary).toBe('Sjöbaren – bord för fyra personer');
  expect(event.location).toBe('Sjöbaren, Strandvägen 1, 114 56 Stockholm');
  const link = 'https://boka.example.se/manage/q4ZrT0c9mX2bV7nK1sLw8uYfHdJe5aPgR3iOtNzB6vM';
  expect(event.description).toBe(
    `Bord för fyra personer\n08-123 45 67\nhej@sjobaren.example.se\nÄndra eller avboka: ${link}`,
  );
  expect(event.component.getFirstPropertyValue('url')).toBe(link);
  expect(event.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(event.component.getFirstPropertyValue('organizer')).toBe('mailto:no-reply@bord.example');
  expect(event.startDate.zone.tzid).toBe('UTC');
  expect(millisecondsOf(event.startDate)).toBe(message.startMs);
  expect(millisecondsOf(event.endDate)).toBe(message.endMs);
  expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/);
  expect(text).toMatch(/\r\nDTSTART:20261204T183000Z\r\nDTEND:20261204T203000Z\r\n/);
});

test('D26 a calendar entry is not an invitation: it asks for no answer, and deleting it cannot look like a cancellation', async () => {
  for (const kind of ['confirmation', 'moved', 'cancelled', 'reminder'] as const) {
    const { text, mail } = await calendarOf(guestMessage({ kind }));
    expect(text).not.toMatch(/REQUEST|ATTENDEE|RSVP|VALARM/);
    expect(mail.attachments).toHaveLength(1);
  }
});

test('D26 a change is the same entry with a higher sequence, and a cancellation takes it back', async () => {
  const booked = await calendarOf(guestMessage());
  const moved = await calendarOf(
    guestMessage({ kind: 'moved', sequence: 4, startMs: Date.parse('2026-12-05T18:00:00Z') }),
  );
  const reminded = await calendarOf(guestMessage({ kind: 'reminder', sequence: 4 }));
  const cancelled = await calendarOf(guestMessage({ kind: 'cancelled', sequence: 8 }));
  const other = await calendarOf(guestMessage({ bookingId: 'bk_2' }));

  expect(booked.event.uid).toBe('bk_1@bord');
  for (const { event } of [moved, reminded, cancelled]) expect(event.uid).toBe(booked.event.uid);
  expect(other.event.uid).not.toBe(booked.event.uid);
  expect([booked, moved, reminded, cancelled].map(({ event }) => event.sequence)).toEqual([0, 4, 4, 8]);
  expect([booked, moved, reminded, cancelled].map(({ file }) => file.method)).toEqual([
    'PUBLISH',
    'PUBLISH',
    'PUBLISH',
    'CANCEL',
  ]);
  expect(cancelled.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(cancelled.event.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(cancelled.event.component.getFirstPropertyValue('organizer')).toBe(
    booked.event.component.getFirstPropertyValue('organizer'),
  );
  expect(cancelled.text).not.toContain('/manage/');
});

test('D26 each language names its file', async () => {
  const names = await Promise.all(
    (['sv', 'en', 'no', 'da'] as const).map(
      async (language) => (await calendarOf(guestMessage({ language }))).file.filename,
    ),
  );
  expect(names).toEqual(['bokning.ics', 'booking.ics', 'bestilling.ics', 'reservation.ics']);
});

test('D26 times are the instants of the booking, in every zone and in every night', async () => {
  const zones = ['Europe/Stockholm', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
  const changeMs = Date.parse('2026-10-25T01:00:00Z');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.oneof(fc.integer({ min: -16, max: 16 }), fc.integer({ min: -40_000, max: 40_000 })),
      fc.integer({ min: 1, max: 24 }),
      async (timeZone, quarters, length) => {
        const startMs = changeMs + quarters * 900_000;
        const endMs = startMs + length * 900_000;
        const { event } = await calendarOf(messageOf({ timeZone }, { startMs, endMs }));
        expect(millisecondsOf(event.startDate)).toBe(startMs);
        expect(millisecondsOf(event.endDate)).toBe(endMs);
      },
    ),
    seeded(100),
  );
});

test('D26 lines of the file are folded to 75 octets', async () => {
  const contact = { address: 'Ö'.repeat(299), phone: null, email: null };
  const { text, event } = await calendarOf(messageOf({ name: 'å;ä,ö\\n'.repeat(20), contact }));
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(event.location).toBe(`${'å;ä,ö\\n'.repeat(20)}, ${'Ö'.repeat(299)}`);
});
