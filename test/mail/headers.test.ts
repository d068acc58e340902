import type { GuestMessage } from '@bord/engine';
import { MailRefusedError } from '@bord/engine';
import { createMailer } from '@bord/adapter-http/mail';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { seeded } from '../support/seed.ts';
import {
  folderMailer,
  guestMessage,
  headerNames,
  messageOf,
  NOW_MS,
  PUBLIC_URL,
  signUpMessage,
} from './mails.ts';

const HEADERS = [
  'auto-submitted',
  'content-language',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
  'x-auto-response-suppress',
];

test('D26 a mail has these headers and no others', async () => {
  const { sent } = await folderMailer();
  const { mail } = await sent(guestMessage());
  expect(headerNames(mail)).toEqual(HEADERS);
  expect(mail.from).toEqual({ name: 'Sjöbaren', address: 'no-reply@bord.example' });
  expect(mail.to).toEqual([{ name: '', address: 'astrid@example.se' }]);
  expect(mail.replyTo).toEqual([{ name: '', address: 'hej@sjobaren.example.se' }]);
  expect(Date.parse(mail.date!)).toBe(NOW_MS);
  const valueOf = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(valueOf('auto-submitted')).toBe('auto-generated');
  expect(valueOf('x-auto-response-suppress')).toBe('OOF, AutoReply');
});

test('D26 the Message-ID is the same on each attempt, and no other message has it', async () => {
  let nowMs = NOW_MS;
  const { sent } = await folderMailer({ nowMs: () => nowMs });
  const first = (await sent(guestMessage())).mail;
  nowMs += 3_600_000;
  const again = (await sent(guestMessage())).mail;
  const other = (await sent(guestMessage({ id: 'bk_1:mail.moved:4@mail' }))).mail;
  expect(first.messageId).toMatch(/^<[0-9a-f]{32}@bord\.example>$/);
  expect(again.messageId).toBe(first.messageId);
  expect(Date.parse(again.date!)).toBe(nowMs);
  expect(other.messageId).not.toBe(first.messageId);
});

test('D26 the sender may be an address alone, and its name is the default without a restaurant', async () => {
  const bare = await folderMailer({ from: 'no-reply@bord.example' });
  expect((await bare.sent(guestMessage())).mail.from).toEqual({
    name: 'Sjöbaren',
    address: 'no-reply@bord.example',
  });
  expect((await bare.sent(signUpMessage)).mail.from).toEqual({ name: '', address: 'no-reply@bord.example' });
  const named = await folderMailer({ from: '"Bord, i Malmö" <no-reply@localhost>' });
  expect((await named.sent(signUpMessage)).mail.from).toEqual({
    name: 'Bord, i Malmö',
    address: 'no-reply@localhost',
  });
  expect((await named.sent(signUpMessage)).mail.messageId).toMatch(/@localhost>$/);
});

test('D26 a sender that is not one address stops the start', () => {
  for (const from of ['', 'Bord', 'Bord <>', 'a@example.se, b@example.se', '<@example.se>']) {
    const transport = { kind: 'folder', path: '/nowhere' } as const;
    expect(() => createMailer({ transport, from, publicUrl: PUBLIC_URL }), from).toThrow(/sender/);
  }
});

test('D26 an invalid address is rejected permanently before a connection', async () => {
  const { mailer, files, sent } = await folderMailer();
  await sent(guestMessage());
  const before = await files();
  for (const to of [
    '',
    'astrid',
    'a@b',
    'a@example.se, b@example.se',
    'a@example.se\r\nBcc: b@example.se',
    '<a@example.se>',
    'A <a@example.se>',
    'a@example.se\0',
    `${'a'.repeat(250)}@example.se`,
  ]) {
    const id = `to ${to}`;
    await expect(mailer.send(guestMessage({ id, to })), to).rejects.toBeInstanceOf(MailRefusedError);
  }
  expect(await files()).toEqual(before);
});

/** Texts by which somebody could try to say more than a name. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\r',
        '\n',
        '\0',
        '\u2028',
        '\u202E',
        '\u200B',
        '\uD800',
        'Bcc: mallory@evil.example',
        '\r\nBcc: mallory@evil.example\r\n\r\n<script>alert(1)</script>',
        '"',
        '\\',
        "'",
        '<',
        '>',
        ',',
        ';',
        ':',
        '(',
        ')',
        '@',
        '=?utf-8?B?DQpCY2M6IG1hbGxvcnlAZXZpbC5leGFtcGxl?=',
        '=?utf-8?Q?=0D=0ABcc:_mallory@evil.example?=',
        '</p><img src=x onerror=alert(1)>',
        '-->',
        '&amp;',
        '{{7*7}}',
        '.',
        'END:VEVENT\nBEGIN:VEVENT',
        'ATTENDEE:mailto:mallory@evil.example',
        '👩‍👩‍👧‍👦',
        'Łukasz Żółć',
        'محمد',
        '花子',
        ' ',
        'x'.repeat(120),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);

const tagsIn = (html: string): string =>
  [...html.matchAll(/<\/?[a-z!][^\s>]*/gi)].map(([tag]) => tag).join(' ');

test('§4.3.3 D26 no name can add a header, a recipient, markup or a calendar entry', async () => {
  const { sent } = await folderMailer();
  const plain = (await sent(guestMessage())).mail;
  const propertiesOf = (ics: ArrayBuffer | Uint8Array | string): string[][] => {
    const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(ics as ArrayBuffer)));
    return [calendar, ...calendar.getAllSubcomponents()].map((it) =>
      it.getAllProperties().map(({ name }) => name),
    );
  };
  const expected = propertiesOf(plain.attachments[0]!.content);
  expect(expected).toHaveLength(2);
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (guestName, restaurant, address) => {
      const contact = { ...guestMessage().location.contact, address: `x${address}` };
      const { mail, raw } = await sent(messageOf({ name: `x${restaurant}`, contact }, { guestName }));
      expect(headerNames(mail)).toEqual(HEADERS);
      expect(mail.to).toEqual([{ name: '', address: 'astrid@example.se' }]);
      expect(mail.from?.address).toBe('no-reply@bord.example');
      expect(mail.replyTo).toEqual([{ name: '', address: 'hej@sjobaren.example.se' }]);
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u202E]/u);
      expect(tagsIn(mail.html!)).toBe(tagsIn(plain.html!));
      expect(mail.attachments).toHaveLength(1);
      expect(propertiesOf(mail.attachments[0]!.content)).toEqual(expected);
      const lines = raw.toString('latin1').split('\r\n');
      expect(lines.filter((line) => line.length > 998 || /[\r\n\0\x80-\xFF]/.test(line))).toEqual([]);
    }),
    seeded(200),
  );
});

test('§5.8 D20 the name of a system cannot do so either', async () => {
  const { sent } = await folderMailer();
  const plain = (await sent(signUpMessage)).mail;
  await fc.assert(
    fc.asyncProperty(hostile, async (system) => {
      const { mail } = await sent({ ...signUpMessage, system });
      expect(headerNames(mail)).toEqual(HEADERS.filter((name) => name !== 'reply-to'));
      expect(mail.to).toEqual([{ name: '', address: 'dev@example.com' }]);
      expect(tagsIn(mail.html!)).toBe(tagsIn(plain.html!));
      expect(mail.text).not.toMatch(/evil|alert/);
    }),
    seeded(100),
  );
});

test('D26 the greeting cannot contain advertising', async () => {
  const { sent } = await folderMailer();
  const greetingTo = async (guestName: string): Promise<string> =>
    (await sent(guestMessage({ guestName }))).mail.text!.split('\n')[0]!;
  for (const name of [
    'Cheap pills: http://pills.example',
    'visit pills.example today',
    'www.pills',
    'write to a@pills.example',
    ' \u200B\n ',
  ]) {
    expect(await greetingTo(name), name).toBe('Hej!');
  }
  for (const name of [
    "Anna O'Neil",
    'J. R. Berg',
    'C.A. Berg',
    'Łukasz Żółć',
    'Åsa-Märta Öman',
    'Familjen Berg & co',
  ]) {
    expect(await greetingTo(name)).toBe(`Hej ${name}!`);
  }
  expect(await greetingTo('Astrid\r\n\r\n\tLindqvist\u202E')).toBe('Hej Astrid Lindqvist!');
});

test('D26 names and addresses of every script come through whole', async () => {
  const { sent } = await folderMailer();
  const name = 'Krog “Åäö”, Ægir & Søn <七> 👩‍👩‍👧‍👦';
  const { mail } = await sent(
    messageOf({ name }, { to: 'åsa@räksmörgås.example', guestName: 'Þóra Ævarsdóttir' }),
  );
  expect(mail.from).toEqual({ name, address: 'no-reply@bord.example' });
  expect(mail.subject).toBe(`Bordet är bokat: ${name}, fredag 4 december kl. 19.30`);
  expect(mail.text!.replaceAll('\n', ' ')).toContain(`välkomna till ${name}!`);
  expect(mail.text).toContain('Hej Þóra Ævarsdóttir!');
  expect(mail.html).toContain('Krog “Åäö”, Ægir &amp; Søn &lt;七&gt; 👩‍👩‍👧‍👦');
  expect(mail.to).toEqual([{ name: '', address: 'åsa@räksmörgås.example' }]);
  const ascii = await sent(messageOf({ name }, { to: 'asa@räksmörgås.example' }));
  expect(ascii.raw.toString()).toMatch(/^To: asa@xn--rksmrgs-5wao1o\.example\r$/m);
});

test('D26 long names are cut in headers, and only there', async () => {
  const { sent } = await folderMailer();
  const name = `Restaurang ${'å'.repeat(150)}`;
  const { mail } = await sent(messageOf({ name }));
  expect(mail.subject).toMatch(/^Bordet är bokat: Restaurang å{48}…, fredag 4 december kl\. 19\.30$/);
  expect(mail.from?.name).toMatch(/^Restaurang å{88}…$/);
  expect(mail.html).toContain(name);
});

test('D26 Reply-To is the restaurant, where it has an address', async () => {
  const { sent } = await folderMailer();
  const replyTo = async (email: string | null): Promise<unknown> => {
    const contact: GuestMessage['location']['contact'] = { address: null, phone: null, email };
    return (await sent(messageOf({ contact }))).mail.replyTo;
  };
  expect(await replyTo('bord@krog.example')).toEqual([{ name: '', address: 'bord@krog.example' }]);
  for (const bad of [
    null,
    '',
    'krog',
    'a@krog.example, b@krog.example',
    'a@krog.example\r\nBcc: c@krog.example',
  ]) {
    expect(await replyTo(bad)).toBeUndefined();
  }
});
