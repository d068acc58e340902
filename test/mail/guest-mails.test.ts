import { type GuestMessage, type GuestMessageKind, type Language, LANGUAGES } from '@bord/engine';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { EXPECTED } from '../support/languages.ts';
import { seeded } from '../support/seed.ts';
import { folderMailer, guestMessage, messageOf, NOW_MS } from './mails.ts';

const KINDS: readonly GuestMessageKind[] = ['confirmation', 'moved', 'cancelled', 'reminder'];

const locationIn = (language: Language): Pick<GuestMessage, 'guestName' | 'location'> => {
  const { guestName, location = guestMessage().location } = EXPECTED[language];
  return { guestName, location };
};

const messageIn = (language: Language, kind: GuestMessageKind, more: Partial<GuestMessage> = {}) =>
  guestMessage({
    ...locationIn(language),
    language,
    kind,
    ...(kind === 'cancelled' ? { manageToken: null } : {}),
    ...more,
  });

/** Markup as somebody reads it who cannot see where it stands. */
function readAloud(html: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html
    .replace(/^.*<body/s, '<body')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

for (const language of LANGUAGES) {
  test(`§4.3.3 D26 what guests are told in ${language}, word for word`, async () => {
    const { sent } = await folderMailer();
    const read: string[] = [];
    for (const kind of KINDS) {
      const { mail } = await sent(messageIn(language, kind));
      read.push(`${mail.subject}\n${'='.repeat(72)}\n\n${mail.text!.trimEnd()}\n`);
    }
    await expect(read.join('\n\n')).toMatchFileSnapshot(`golden/${language}.txt`);
  });
}

test('§4.3.3 D26 no language borrows from another', async () => {
  const { sent } = await folderMailer();
  for (const language of LANGUAGES) {
    for (const kind of KINDS) {
      const { mail } = await sent(messageIn(language, kind));
      const { location } = locationIn(language);
      const spoken = `${mail.subject} ${mail.text} ${readAloud(mail.html!)}`
        .replaceAll(location.name, '')
        .replaceAll(location.contact.address!, '')
        .replaceAll(/\S*(?:@|:\/\/)\S*/g, '');
      expect(spoken).not.toMatch(EXPECTED[language].foreign);
    }
  }
});

test('§4.3.3 D26 no language has a sentence of English, which is what a new one is copied from', async () => {
  const { sent } = await folderMailer();
  const sentencesIn = async (language: Language): Promise<readonly string[]> => {
    const texts: string[] = [];
    for (const kind of KINDS) texts.push((await sent(messageIn(language, kind))).mail.text!);
    return texts.flatMap((text) =>
      text
        .split(/\n{2,}|(?<=[.?!])\s/)
        .filter((sentence) => /^[^\d]*$/.test(sentence) && /\S \S+ \S/.test(sentence)),
    );
  };
  const english = await sentencesIn('en');
  expect(english.length).toBeGreaterThan(20); // the control: there is something to be found
  for (const language of LANGUAGES.filter((each) => each !== 'en')) {
    expect((await sentencesIn(language)).filter((sentence) => english.includes(sentence))).toEqual([]);
  }
});

test('D26 HTML says what the text says, in the language that it declares', async () => {
  const { sent } = await folderMailer();
  for (const language of LANGUAGES) {
    for (const kind of KINDS) {
      const { mail } = await sent(messageIn(language, kind));
      const aloud = readAloud(mail.html!);
      for (const paragraph of mail.text!.trim().split(/\n{2,}/)) {
        for (const line of paragraph.startsWith('  ') ? paragraph.split('\n') : [paragraph]) {
          const missing = line.split(/\s+/).filter((word) => !aloud.includes(word));
          expect(missing, line).toEqual([]);
        }
      }
      const { tag } = EXPECTED[language];
      expect(mail.html).toContain(`<html lang="${tag}">`);
      expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: tag }));
    }
  }
});

test('D26 a party of one, of two, and of more than there are words for', async () => {
  const { sent } = await folderMailer();
  const factsOf = async (language: Language, partySize: number): Promise<string[]> => {
    const { mail } = await sent(messageIn(language, 'confirmation', { partySize }));
    return [...mail.text!.matchAll(/^ {2}(.*)$/gm)]
      .slice(1)
      .map(([, line]) => line!.replaceAll('\u00A0', ' '));
  };
  expect(await factsOf('sv', 1)).toEqual(['Bord för en person', 'Bordet är ditt till kl. 21.30']);
  expect(await factsOf('sv', 2)).toEqual(['Bord för två personer', 'Bordet är ert till kl. 21.30']);
  expect(await factsOf('sv', 13)).toEqual(['Bord för 13 personer', 'Bordet är ert till kl. 21.30']);
  expect(await factsOf('en', 1)).toEqual(['Table for one', 'The table is yours until 21:30']);
  expect(await factsOf('en', 12)).toEqual(['Table for twelve', 'The table is yours until 21:30']);
  expect(await factsOf('no', 1)).toEqual(['Bord til én person', 'Du har bordet til kl. 21.30']);
  expect(await factsOf('no', 7)).toEqual(['Bord til sju personer', 'Dere har bordet til kl. 21.30']);
  expect(await factsOf('da', 1)).toEqual(['Bord til én person', 'Du har bordet til kl. 21.30']);
  expect(await factsOf('da', 20)).toEqual(['Bord til 20 personer', 'I har bordet til kl. 21.30']);
});

test('D26 one guest is welcomed as one', async () => {
  const { sent } = await folderMailer();
  const openingOf = async (
    language: Language,
    kind: GuestMessageKind,
    partySize: number,
  ): Promise<string> => {
    const { mail } = await sent(messageIn(language, kind, { partySize }));
    return mail.text!.split('\n\n')[1]!.replaceAll('\n', ' ');
  };
  expect(await openingOf('sv', 'confirmation', 1)).toBe(
    'Tack för din bokning. Varmt välkommen till Sjöbaren!',
  );
  expect(await openingOf('sv', 'reminder', 1)).toMatch(/Varmt välkommen!$/);
  expect(await openingOf('no', 'confirmation', 1)).toMatch(/å ønske deg velkommen til Fyrlykta\.$/);
  expect(await openingOf('no', 'reminder', 1)).toMatch(/å se deg\.$/);
  expect(await openingOf('da', 'confirmation', 1)).toMatch(/at byde dig velkommen hos Åkandehuset\.$/);
  expect(await openingOf('da', 'reminder', 1)).toMatch(/at se dig\.$/);
});

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

test('D26 the year is told when it is another one', async () => {
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

test('D26 the night in which the clock is set back: both half past twos, each told from the other', async () => {
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

test('D26 times are those of the restaurant, wherever the server stands', async () => {
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

test('D26 D27 the manage link is a button and text; a cancelled booking has none', async () => {
  const { sent } = await folderMailer({ publicUrl: 'https://boka.example.se/' });
  const link = 'https://boka.example.se/manage/q4ZrT0c9mX2bV7nK1sLw8uYfHdJe5aPgR3iOtNzB6vM';
  for (const kind of KINDS) {
    const { mail, raw } = await sent(guestMessage({ kind }));
    const count = kind === 'cancelled' ? 0 : 1;
    expect(mail.text!.split(`\n${link}\n`)).toHaveLength(count + 1);
    expect(mail.html!.split(`href="${link}"`)).toHaveLength(2 * count + 1);
    expect(mail.html!.split(`>${link}</a>`)).toHaveLength(count + 1);
    if (count === 0) expect(raw.toString()).not.toContain('q4ZrT0c9m');
  }
});

test('D26 without a link the guest is asked to get in touch', async () => {
  const { sent } = await folderMailer();
  const { mail } = await sent(guestMessage({ manageToken: null }));
  expect(mail.text).toContain('Vill du ändra eller avboka? Hör gärna av dig till oss.');
  expect(mail.html).not.toContain('/manage/');
});

test('D26 the house is told with what is known of it', async () => {
  const { sent } = await folderMailer();
  const full = (await sent(guestMessage())).mail;
  expect(full.html).toContain('href="tel:081234567"');
  expect(full.html).toContain('href="mailto:hej@sjobaren.example.se"');

  const bare = (await sent(messageOf({ contact: { address: null, phone: null, email: null } }))).mail;
  expect(bare.text).toContain('\n\nSjöbaren\n\n');
  expect(bare.text).not.toMatch(/Telefon|E-post:|null/);
  expect(bare.html).not.toMatch(/tel:|mailto:|null/);

  const written = { address: ' Strandvägen 1\r\n114 56 Stockholm\n\n', phone: ' ', email: '' };
  const lines = (await sent(messageOf({ contact: written }))).mail;
  expect(lines.text).toContain('\n\nSjöbaren\nStrandvägen 1, 114 56 Stockholm\n\n');

  const contact = { address: null, phone: 'fråga i baren', email: 'kontoret på övervåningen' };
  const odd = (await sent(messageOf({ contact }))).mail;
  expect(odd.text).toContain('Telefon: fråga i baren');
  expect(odd.html).not.toMatch(/tel:|mailto:|övervåningen/);
  expect(odd.replyTo).toBeUndefined();
});

test('D26 the text keeps to 72 columns, and links stay whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom(...KINDS),
      fc.lorem({ maxCount: 12 }).map((words) => words.slice(0, 190)),
      async (language, kind, name) => {
        const { sent } = await folderMailer();
        const { mail } = await sent(messageOf({ name }, { language, kind, guestName: name }));
        const long = mail.text!.split('\n').filter((line) => line.length > 72);
        expect(long.filter((line) => !line.startsWith('https://'))).toEqual([]);
      },
    ),
    seeded(100),
  );
});

test('D26 HTML loads nothing, follows nobody, and knows dark screens', async () => {
  const { sent } = await folderMailer();
  const { mail } = await sent(guestMessage());
  expect(mail.html).not.toMatch(
    /<(?:img|link|script|iframe|object|form|input|video|base)\b|url\(|@import|@font-face/i,
  );
  const places = [...mail.html!.matchAll(/(?:href|src|action|background)\s*=\s*"([^"]*)"/g)].map(
    ([, url]) => url,
  );
  expect(
    places.filter((url) => !/^(?:tel:|mailto:|https:\/\/boka\.example\.se\/manage\/)/.test(url!)),
  ).toEqual([]);
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark" />');
  expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  expect(mail.html).toContain('Fredag 4 december, kl.\u00A019.30. Bord för fyra personer.</div>'); // the preview
});
