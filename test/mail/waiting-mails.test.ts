/** The e-mails to waiting guests (D36), word for word. */
import type { WaitingMessage, WaitingMessageKind } from '@bord/engine';
import { LANGUAGES } from '@bord/adapter-http/languages';
import { expect, test } from 'vitest';
import { EXPECTED } from '../support/languages.ts';
import { folderMailer, locationIn, readAloud, waitingMessageIn } from './mails.ts';

const KINDS: readonly WaitingMessageKind[] = ['waitlist_joined', 'waitlist_offered'];

/** Each mail as it is mostly, and as it is where there is less to say. */
const VARIANTS: readonly (readonly [WaitingMessageKind, Partial<WaitingMessage>])[] = [
  ['waitlist_joined', {}],
  ['waitlist_joined', { mode: 'book', toMs: Date.parse('2026-12-04T17:30:00Z'), partySize: 1 }],
  ['waitlist_offered', {}],
  ['waitlist_offered', { token: null, partySize: 1 }],
];

for (const language of LANGUAGES)
  test(`D36 D26 the e-mails to waiting guests in ${language}, word for word`, async () => {
    const { sent } = await folderMailer();
    const read: string[] = [];
    for (const [kind, more] of VARIANTS) {
      const { mail } = await sent(waitingMessageIn(language, kind, more));
      read.push(`${mail.subject}\n${'='.repeat(72)}\n\n${mail.text!.trimEnd()}\n`);
    }
    await expect(read.join('\n\n')).toMatchFileSnapshot(`golden/waitlist-${language}.txt`);
  });

test('D36 D26 the HTML says what the text says, and no language borrows from another', async () => {
  const { sent } = await folderMailer();
  for (const language of LANGUAGES) {
    for (const kind of KINDS) {
      const { mail } = await sent(waitingMessageIn(language, kind));
      const aloud = readAloud(mail.html!);
      const heard = aloud.split(/\s+/);
      const written = mail.text!.split(/\s+/).filter((word) => word !== '');
      expect(written.filter((word) => !aloud.includes(word))).toEqual([]);
      expect(heard.length).toBeLessThan(written.length * 2);
      const { tag, foreign } = EXPECTED[language];
      expect(mail.html).toContain(`<html lang="${tag}">`);
      const { location } = locationIn(language);
      const spoken = `${mail.subject} ${mail.text} ${aloud}`
        .replaceAll(location.name, '')
        .replaceAll(location.contact.address!, '')
        .replaceAll(/\S*(?:@|:\/\/)\S*/g, '');
      expect(spoken).not.toMatch(foreign);
    }
  }
});
