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
  const own = SIGN_IN_MAIL[message.language];
  const restaurant = oneLine(message.locationName, 60) || 'Bord';
  const { timeZone, madeMs, expiresMs } = message;
  const minutes = Math.round((expiresMs - madeMs) / MINUTE_MS);
  return {
    to: message.to,
    sender: null,
    replyTo: null,
    language: words.tag,
    subject: own.subject(restaurant),
    preview: own.preview(minutes),
    brand: null,
    masthead: 'Bord',
    title: own.title,
    parts: [
      { kind: 'text', text: words.mail.hello(greetable(message.name)) },
      {
        kind: 'text',
        // Whoever asks for the link chooses what the browser is called.
        text: own.request(
          restaurant,
          momentText(words.when, madeMs, timeZone, nowMs),
          greetable(message.browser),
        ),
      },
      {
        kind: 'action',
        lead: own.lead,
        label: own.button,
        url: `${publicUrl}/console/sign-in/${encodeURIComponent(message.token)}`,
        hint: words.mail.link,
      },
      { kind: 'text', text: own.valid(minutes, timeText(words.when, expiresMs, timeZone)) },
      { kind: 'note', text: own.doubt },
    ],
    calendar: null,
  };
}
