import type { VisitorMessage } from '@bord/engine';
import { wordsIn } from '../i18n/languages.ts';
import { capitalised, momentText } from '../i18n/when.ts';
import { oneLine } from '../web/clean.ts';
import { contactPart, type MailContext } from './guest-letter.ts';
import { fromRestaurant, type Letter, type Part, textPart } from './letter.ts';

/** A mail to a guest at the booking page (D52): a link to hold or to book a table, or why there is none. */
export function visitorLetter(message: VisitorMessage, { publicUrl, nowMs }: MailContext): Letter {
  const { location, alias, token } = message;
  const words = wordsIn(message.language);
  const { doubt, lead, ...mails } = words.visitorMail;
  const own = mails[message.kind];
  const restaurant = oneLine(location.name) || 'Bord';
  const moment = momentText(words.when, message.startMs, location.timeZone, nowMs);
  const table = words.tableFor(message.partySize);
  const action: readonly Part[] =
    token === null || !('button' in own)
      ? []
      : [
          {
            kind: 'action',
            lead,
            label: own.button,
            url: `${publicUrl}/book/${alias}/link/${encodeURIComponent(token)}`,
            hint: words.mail.link,
          },
        ];
  return {
    ...fromRestaurant(location, publicUrl),
    to: message.to,
    language: words.tag,
    subject: `${own.title}: ${oneLine(restaurant, 60)}, ${moment}`,
    preview: `${table}. ${own.opening}`,
    title: own.title,
    parts: [
      textPart(own.opening),
      { kind: 'facts', head: capitalised(moment), lines: [table], lapsed: false },
      ...action,
      contactPart(restaurant, location.contact, words),
      { kind: 'note', text: doubt },
    ],
  };
}
