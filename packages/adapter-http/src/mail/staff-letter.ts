import { type LinkMessage, MINUTE_MS, type PasskeyMessage, type SignInMessage } from '@bord/engine';
import type { Words } from '../i18n/en.ts';
import { wordsIn } from '../i18n/languages.ts';
import { momentText, timeText } from '../i18n/when.ts';
import { greetable, oneLine } from '../web/clean.ts';
import type { MailContext } from './guest-letter.ts';
import { FROM_BORD, type Letter, textPart } from './letter.ts';

/** A mail to a member of staff with a link to the page on which they sign in. */
export function signInLetter(message: SignInMessage, context: MailContext): Letter {
  const own = wordsIn(message.language).signInMail;
  const { language, timeZone, madeMs, expiresMs, token } = message;
  const minutes = Math.round((expiresMs - madeMs) / MINUTE_MS);
  return staffLetter(message, context, own, {
    preview: own.preview(minutes),
    before: ({ restaurant, moment, browser }) => [own.request(restaurant, moment, browser)],
    button: own.title,
    path: `sign-in/${encodeURIComponent(token)}`,
    after: [own.valid(minutes, timeText(wordsIn(language).when, expiresMs, timeZone))],
  });
}

/** A mail to a member of staff after a passkey was added, with instructions in case another person added it. */
export function passkeyLetter(message: PasskeyMessage, context: MailContext): Letter {
  const own = wordsIn(message.language).passkeyMail;
  // The member chooses the name of the passkey.
  const passkey = greetable(message.passkeyName ?? '');
  return staffLetter(message, context, own, {
    preview: own.yours,
    before: (facts) => [own.added({ passkey, ...facts }), own.yours],
    path: 'me',
    after: [],
  });
}

/** An e-mail to a member of staff: the operator has printed a sign-in link for this member. It does not contain the link. */
export function linkLetter(message: LinkMessage, context: MailContext): Letter {
  const own = wordsIn(message.language).linkMail;
  const minutes = Math.round((message.expiresMs - message.madeMs) / MINUTE_MS);
  return staffLetter(message, context, own, {
    preview: own.yours,
    before: ({ restaurant, moment }) => [own.made(restaurant, moment, minutes), own.yours],
    path: 'me',
    after: [],
  });
}

interface Facts {
  readonly restaurant: string;
  readonly moment: string;
  readonly browser: string | null;
}

interface Content {
  readonly preview: string;
  readonly before: (facts: Facts) => readonly string[];
  /** Its label; left out: that of the page with all sign-ins. */
  readonly button?: string;
  /** The path of the button, below `/console/`. */
  readonly path: string;
  readonly after: readonly string[];
}

function staffLetter(
  message: SignInMessage | PasskeyMessage | LinkMessage,
  { publicUrl, nowMs }: MailContext,
  own: Pick<Words['passkeyMail'], 'subject' | 'title' | 'lead' | 'doubt'>,
  { preview, before, button, path, after }: Content,
): Letter {
  const words = wordsIn(message.language);
  const restaurant = oneLine(message.locationName, 60) || 'Bord';
  const moment = momentText(words.when, message.madeMs, message.timeZone, nowMs);
  // The client chooses the name of the browser.
  const browser = greetable('browser' in message ? message.browser : '');
  return {
    ...FROM_BORD,
    to: message.to,
    language: words.tag,
    subject: own.subject(restaurant),
    preview,
    title: own.title,
    parts: [
      textPart(words.mail.hello(greetable(message.name))),
      ...before({ restaurant, moment, browser }).map(textPart),
      {
        kind: 'action',
        lead: own.lead,
        label: button ?? words.console.me.title,
        url: `${publicUrl}/console/${path}`,
        hint: words.mail.link,
      },
      ...after.map(textPart),
      { kind: 'note', text: own.doubt },
    ],
  };
}
