/** The notes of a booking in its guest's e-mails (D42). The author of a booking writes them, perhaps with a foreign e-mail address. */
import { LANGUAGES } from '@bord/adapter-http/languages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsIn } from '../support/languages.ts';
import { seeded } from '../support/seed.ts';
import { folderMailer, guestMessage, KINDS, messageIn } from './mails.ts';

/** A text on one line, whatever its lines were. */
const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

test('D26 D42 all mails but the cancellation have the notes, in text and HTML, in every language', async () => {
  const { sent } = await folderMailer();
  for (const language of LANGUAGES) {
    for (const kind of KINDS) {
      const { mail } = await sent(messageIn(language, kind, { notes: 'Xylitol\n\nBarnstol' }));
      const expected = `${wordsIn(language).notes}: Xylitol Barnstol`;
      expect(line(mail.text!).includes(expected)).toBe(kind !== 'cancelled');
      expect(mail.html!.includes(expected)).toBe(kind !== 'cancelled');
    }
    const { mail } = await sent(messageIn(language, 'confirmation'));
    expect(mail.text).not.toContain(`${wordsIn(language).notes}:`);
  }
});

test('D26 D42 markup in the notes is text, and they stay within their line', async () => {
  const { sent } = await folderMailer();
  const notes = '<img src=x onerror=alert(1)>&amp; "hi"\r\n\r\nBccx\u2028line\u202Egnihton';
  const { mail, raw } = await sent(guestMessage({ notes }));
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;amp; &quot;hi&quot; Bccx linegnihton');
  expect(mail.html).not.toContain('<img');
  expect(line(mail.text!)).toContain('<img src=x onerror=alert(1)>&amp; "hi" Bccx linegnihton');
  expect(raw.toString('latin1')).not.toMatch(/^Bccx/m);
});

test('D26 D42 notes are cut to 500 characters, and lines of the text stay within their width', async () => {
  const { sent } = await folderMailer();
  const { mail } = await sent(guestMessage({ notes: 'nuts '.repeat(400) }));
  const [, quoted] = /Önskemål: ([^…]*…)/.exec(line(mail.text!))!;
  expect(Array.from(quoted!)).toHaveLength(500);
  for (const each of mail.text!.split('\n').filter((one) => !one.startsWith('http')))
    expect(Array.from(each).length).toBeLessThanOrEqual(72);
});

test.each([
  ['Buy at https://evil.example', false],
  ['buy at www.evil', false],
  ['WWW.EVIL.COM', false],
  ['see evil.com/now', false],
  ['write to me@evil.example', false],
  ['xn--80ak6aa92e.com', false],
  ['3/4 vegetarian, w/ a child', true],
  ['kl. 19.30, ca. 2 timmar, t.ex. nötter', true],
  ['Vi fyller år. Anna', true],
  ['Mvh.Anna', true],
])('D26 D42 a stranger is not advertised to by notes: %s is quoted: %s', async (notes, isQuoted) => {
  const { sent } = await folderMailer();
  const { mail } = await sent(guestMessage({ notes }));
  expect(line(mail.text!).includes(`Önskemål: ${notes}`)).toBe(isQuoted);
  expect(mail.html!.includes('Önskemål')).toBe(isQuoted);
});

test('D26 D42 whatever the notes are, the mail has the same parts', async () => {
  const { sent } = await folderMailer();
  const { mail: plain } = await sent(guestMessage());
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 600 }), async (notes) => {
      const { mail } = await sent(guestMessage({ notes }));
      expect(mail.headers.map(({ key }) => key)).toEqual(plain.headers.map(({ key }) => key));
      expect(
        mail.html!.match(/<(?:a|p|div|h1)\b/g)!.length - plain.html!.match(/<(?:a|p|div|h1)\b/g)!.length,
      ).toBe(mail.html!.includes('Önskemål: ') ? 1 : 0);
    }),
    seeded(40),
  );
});
