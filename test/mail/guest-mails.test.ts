import type { GuestMessageKind } from '@bord/engine';
import { type Language, LANGUAGES } from '@bord/adapter-http/languages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXPECTED } from '../support/languages.ts';
import { seeded } from '../support/seed.ts';
import { folderMailer, guestMessage, KINDS, locationIn, messageIn, messageOf, readAloud } from './mails.ts';

for (const language of LANGUAGES) {
  test(`§4.3.3 D26 the e-mails to guests in ${language}, word for word`, async () => {
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

test.each(LANGUAGES)(
  'D53 the confirmation in %s says that an assistant has booked, and links to cancel',
  async (language) => {
    const { sent } = await folderMailer();
    const textOf = async (kind: GuestMessageKind, isByAssistant: boolean): Promise<string> =>
      (await sent({ ...messageIn(language, kind), isByAssistant })).mail.text!;
    const spoken = /assistent|assistant/i;
    expect(await textOf('confirmation', true)).toMatch(spoken);
    expect(await textOf('confirmation', true)).toContain('/manage/');
    for (const kind of KINDS) expect(await textOf(kind, false)).not.toMatch(spoken);
  },
);

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

test('D26 the e-mail describes the restaurant with the known facts', async () => {
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

test('D26 HTML loads no resource, does not track, and supports dark screens', async () => {
  const { sent } = await folderMailer();
  const { mail } = await sent(guestMessage());
  expect(mail.html).not.toMatch(
    /<(?:img|link|script|iframe|object|form|input|video|base)\b|url\(|@import|@font-face/i,
  );
  const urls = [...mail.html!.matchAll(/(?:href|src|action|background)\s*=\s*"([^"]*)"/g)].map(
    ([, url]) => url,
  );
  expect(urls.filter((url) => !/^(?:tel:|mailto:|https:\/\/boka\.example\.se\/manage\/)/.test(url!))).toEqual(
    [],
  );
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark" />');
  expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  expect(mail.html).toContain('Fredag 4 december, kl.\u00A019.30. Bord för fyra personer.</div>'); // the preview
});
