import type { LinkMessage, PasskeyMessage, SignInMessage } from '@bord/engine';
import type { Language } from '@bord/adapter-http/languages';
import { expect, test } from 'vitest';
import { EXPECTED } from '../support/languages.ts';
import { folderMailer, NOW_MS, PUBLIC_URL } from './mails.ts';

const LANGUAGES = Object.keys(EXPECTED) as Language[];

function message(given: Partial<SignInMessage> = {}): SignInMessage {
  return {
    kind: 'sign_in',
    id: 'signin_1@mail',
    to: 'anna@example.se',
    name: 'Anna',
    language: 'sv',
    locationName: 'Sjöbaren',
    timeZone: 'Europe/Stockholm',
    browser: 'Firefox on Linux',
    token: 'signin_1.q4ZrT0c9mX2bV7nK1sLw8uYfHdJe5aPgR3iOtNzB6vM',
    madeMs: NOW_MS,
    expiresMs: NOW_MS + 15 * 60_000,
    ...given,
  };
}

async function mailOf(given: Partial<SignInMessage> = {}) {
  const { sent } = await folderMailer();
  return (await sent(message(given))).mail;
}

test.each(LANGUAGES)(
  'D44 the e-mail with a sign-in link has in %s the requester, the time, its validity, and the next step',
  async (language) => {
    const mail = await mailOf({ language });
    const text = mail.text!.replaceAll(/\s+/g, ' ');
    expect(mail.subject).toContain('Sjöbaren');
    expect(mail.headers.find(({ key }) => key === 'content-language')?.value).toBe(EXPECTED[language].tag);
    for (const part of ['Anna', 'Sjöbaren', 'Firefox on Linux', /\b12[.:]00\b/, /\b12[.:]15\b/, /\b15\b/])
      expect(text).toMatch(part);
    expect(mail.text).toContain(`${PUBLIC_URL}/console/sign-in/${message().token}\n`);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/console/sign-in/${message().token}"`);
  },
);

test('D44 each language has its own texts', async () => {
  const texts = await Promise.all(LANGUAGES.map(async (language) => (await mailOf({ language })).text));
  expect(new Set(texts).size).toBe(LANGUAGES.length);
});

test('D44 a browser name with a link or several lines cannot advertise', async () => {
  for (const browser of ['buy at https://evil.example', 'evil.example/x', '', 'a@evil.example']) {
    const { text, html } = await mailOf({ browser });
    expect(text + html!).not.toContain('evil.example');
  }
  expect((await mailOf({ browser: 'Safari\r\nBcc: eve@evil' })).headers.map(({ key }) => key)).not.toContain(
    'bcc',
  );
});

const added: PasskeyMessage = {
  kind: 'passkey_added',
  id: 'passkey_1@mail',
  to: 'anna@example.se',
  name: 'Anna',
  language: 'sv',
  locationName: 'Sjöbaren',
  timeZone: 'Europe/Stockholm',
  passkeyName: 'The tablet on the stand',
  browser: 'Firefox on Linux',
  madeMs: NOW_MS,
};

test.each(LANGUAGES)(
  'D44 the mail about an added passkey says in %s which, when, by which browser, and where it is removed',
  async (language) => {
    const { sent } = await folderMailer();
    const { mail } = await sent({ ...added, language });
    expect(mail.subject).toContain('Sjöbaren');
    expect(mail.headers.find(({ key }) => key === 'content-language')?.value).toBe(EXPECTED[language].tag);
    const text = mail.text!.replaceAll(/\s+/g, ' ');
    for (const part of ['Anna', 'Sjöbaren', 'The tablet on the stand', 'Firefox on Linux', /\b12[.:]00\b/])
      expect(text).toMatch(part);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/console/me"`);
    const bare = (await sent({ ...added, language, passkeyName: null, browser: 'https://evil.example' }))
      .mail;
    expect(bare.text! + bare.html!).not.toMatch(/evil|null|undefined/);
  },
);

test.each(LANGUAGES)(
  'D44 the mail about a printed link says in %s when it was made and how long it is valid, and where sign-ins are ended',
  async (language) => {
    const { passkeyName: _, browser: __, ...about } = added;
    const printed: LinkMessage = {
      ...about,
      kind: 'link_printed',
      language,
      expiresMs: NOW_MS + 15 * 60_000,
    };
    const { mail } = await (await folderMailer()).sent(printed);
    expect(mail.subject).toContain('Sjöbaren');
    const text = mail.text!.replaceAll(/\s+/g, ' ');
    for (const part of ['Anna', 'Sjöbaren', /\b12[.:]00\b/, /\b15\b/]) expect(text).toMatch(part);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/console/me"`);
  },
);
