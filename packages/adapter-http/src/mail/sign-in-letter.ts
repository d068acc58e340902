import { MINUTE_MS, type SignInMessage } from '@bord/engine';
import { SIGN_IN_MAIL } from '../i18n/console/sign-in-mail.ts';
import { momentText, timeText } from '../i18n/when.ts';
import { wordsIn } from '../i18n/words-in.ts';
import { greetable, oneLine } from './clean.ts';
import type { MailContext } from './guest-letter.ts';
import type { Letter } from './letter.ts';

/** A mail to a member of staff who has asked to sign in: the link that leads to the page on which it is done (D44). */
export function signInLetter(message: SignInMessage, { publicUrl, nowMs }: MailContext): Letter {
  const words = wordsIn(message.language);
  const said = SIGN_IN_MAIL[message.language];
  const house = oneLine(message.houseName, 60) || 'Bord';
  const { timeZone, madeMs, expiresMs } = message;
  const minutes = Math.round((expiresMs - madeMs) / MINUTE_MS);
  return {
    to: message.to,
    sender: null,
    replyTo: null,
    language: words.tag,
    subject: said.subject(house),
    preview: said.preview(minutes),
    brand: null,
    masthead: 'Bord',
    title: said.title,
    parts: [
      { kind: 'text', text: words.mail.hello(greetable(message.name)) },
      {
        kind: 'text',
        // Whoever asks for the link chooses what the browser is called.
        text: said.asked(house, momentText(words.when, madeMs, timeZone, nowMs), greetable(message.browser)),
      },
      {
        kind: 'action',
        lead: said.lead,
        label: said.button,
        url: `${publicUrl}/console/sign-in/${encodeURIComponent(message.token)}`,
        hint: words.mail.link,
      },
      { kind: 'text', text: said.valid(minutes, timeText(words.when, expiresMs, timeZone)) },
      { kind: 'note', text: said.doubt },
    ],
    calendar: null,
  };
}
