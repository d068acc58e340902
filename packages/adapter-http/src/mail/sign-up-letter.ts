import { HOUR_MS, type SignUpMessage } from '@bord/engine';
import { en } from '../i18n/en.ts';
import { momentText } from '../i18n/when.ts';
import { greetable } from '../web/clean.ts';
import type { MailContext } from './guest-letter.ts';
import { FROM_BORD, type Letter, textPart } from './letter.ts';

/** A mail to a developer who requested a sandbox key, with the link to it (§5.8, D20). */
export function signUpLetter(message: SignUpMessage, { publicUrl, nowMs }: MailContext): Letter {
  const system = greetable(message.system);
  const hours = Math.round((message.expiresMs - message.madeMs) / HOUR_MS);
  const until = momentText(en.when, message.expiresMs, 'UTC', nowMs);
  return {
    ...FROM_BORD,
    to: message.to,
    language: 'en',
    subject: 'Your sandbox key for the Bord booking API',
    preview: `Confirm your e-mail address within ${hours} hours.`,
    title: 'Get your sandbox key',
    parts: [
      textPart(
        `Somebody, hopefully you, has asked for a sandbox key${system === null ? '' : ` for the system “${system}”`}.`,
      ),
      {
        kind: 'action',
        lead: 'The link opens a page with a button. Press it, and your key is made and shown. It is shown only once, so keep it safe.',
        label: 'Continue to the key',
        url: `${publicUrl}/sandbox/${encodeURIComponent(message.token)}`,
        hint: en.mail.link,
      },
      textPart(
        `The link is valid for ${hours} hours, until ${until} UTC. The key is good for the demo restaurant only.`,
      ),
      {
        kind: 'note',
        text: 'Not you? Ignore this message: no key is made unless somebody presses that button.',
      },
    ],
  };
}
