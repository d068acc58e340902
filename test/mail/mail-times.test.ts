import { afterEach, expect, test } from 'vitest';
import { folderMailer, guestMessage, messageIn, messageOf, NOW_MS } from './mails.ts';

test('D26 a reminder speaks of the day as it is when it is sent', async () => {
  for (const [now, title] of [
    ['2026-12-03T22:59:00Z', 'Vi ses i morgon'],
    ['2026-12-03T23:00:00Z', 'Vi ses i dag'], // midnight in Stockholm
    ['2026-12-02T22:59:00Z', 'Vi ses snart'],
  ]) {
    const { sent } = await folderMailer({ nowMs: () => Date.parse(now!) });
    const { mail } = await sent(messageIn('sv', 'reminder'));
    expect(mail.html).toContain(`>${title}</h1>`);
  }
});

test('D26 the year is shown if it is another one', async () => {
  const { sent } = await folderMailer();
  const startMs = Date.parse('2027-01-08T18:30:00Z');
  const subjects = await Promise.all(
    (['sv', 'en', 'no', 'da'] as const).map(async (language) => {
      const { sent: sentIn } = await folderMailer();
      return (await sentIn(messageIn(language, 'confirmation', { startMs, endMs: startMs + 7_200_000 }))).mail
        .subject;
    }),
  );
  expect(subjects).toEqual([
    'Bordet är bokat: Sjöbaren, fredag 8 januari 2027 kl. 19.30',
    'Table booked: Sjöbaren, Friday 8 January 2027 at 19:30',
    'Bordet er bestilt: Fyrlykta, fredag 8. januar 2027 kl. 19.30',
    'Bordet er reserveret: Åkandehuset, fredag den 8. januar 2027 kl. 19.30',
  ]);
  // Late on New Year's Eve in New York it is still the old year.
  const { mail } = await sent(
    messageOf(
      { timeZone: 'America/New_York' },
      {
        language: 'en',
        startMs: Date.parse('2027-01-01T02:00:00Z'),
        endMs: Date.parse('2027-01-01T04:00:00Z'),
      },
    ),
  );
  expect(mail.subject).toBe('Table booked: Sjöbaren, Thursday 31 December at 21:00');
});

test('D26 in the night in which the clock is set back, both times 02:30 are distinguished', async () => {
  const { sent } = await folderMailer();
  const timesOf = async (start: string, end: string, zone: string): Promise<string[]> => {
    const times = { startMs: Date.parse(start), endMs: Date.parse(end) };
    const { mail } = await sent(messageOf({ timeZone: zone }, times));
    return [...mail.text!.matchAll(/kl\.\u00A0(.*)$/gm)].map(([, time]) => time!);
  };
  const stockholm = 'Europe/Stockholm';
  expect(await timesOf('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', stockholm)).toEqual([
    '02.30 sommartid',
    '02.30 vintertid',
  ]);
  expect(await timesOf('2026-10-24T22:30:00Z', '2026-10-25T00:00:00Z', stockholm)).toEqual([
    '00.30',
    '02.00 sommartid',
  ]);
  expect(await timesOf('2026-10-25T01:59:00Z', '2026-10-25T02:00:00Z', stockholm)).toEqual([
    '02.59 vintertid',
    '03.00',
  ]);
  // In spring an hour is missing: half past one and two hours is half past four.
  expect(await timesOf('2026-03-29T00:30:00Z', '2026-03-29T02:30:00Z', stockholm)).toEqual([
    '01.30',
    '04.30',
  ]);
  expect(await timesOf('2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', 'America/New_York')).toEqual([
    '01.30 sommartid',
    '01.30 vintertid',
  ]);
});

test('D26 past midnight the day is that of the start', async () => {
  const { sent } = await folderMailer();
  const { mail } = await sent(
    guestMessage({ startMs: Date.parse('2026-12-04T22:45:00Z'), endMs: Date.parse('2026-12-05T00:45:00Z') }),
  );
  expect(mail.text).toMatch(/Fredag 4 december kl\.\u00A023\.45\n.*\n.*till kl\.\u00A001\.45\n/);
});

const machineZone = process.env['TZ'];
afterEach(() => {
  if (machineZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = machineZone;
});

test('D26 times use the zone of the restaurant in any zone of the server', async () => {
  const { sent } = await folderMailer();
  const contents = new Set<string>();
  const offsets = new Set<number>();
  for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'UTC']) {
    process.env['TZ'] = zone;
    offsets.add(new Date(NOW_MS).getTimezoneOffset());
    const { mail } = await sent(messageOf({ timeZone: 'America/New_York' }));
    const [ics] = mail.attachments;
    contents.add(`${mail.subject}\n${mail.text}\n${new TextDecoder().decode(ics!.content as ArrayBuffer)}`);
  }
  expect(offsets.size).toBe(3); // the control: the server did move
  expect(contents.size).toBe(1);
  expect([...contents][0]).toContain('Fredag 4 december kl.\u00A013.30');
});
