import type { VisitorMessage } from '@bord/engine';
import { wordsIn } from '../i18n/languages.ts';
import { capitalised, momentText } from '../i18n/when.ts';
import { addressOf, oneLine } from '../web/clean.ts';
import { brandAt } from '../web/page-look.ts';
import { contactPart, type MailContext } from './guest-letter.ts';
import type { Letter, Part } from './letter.ts';

/** A mail to a guest at the booking page (D52): a link to hold or to book a table, or why there is none. */
export function visitorLetter(message: VisitorMessage, { publicUrl, nowMs }: MailContext): Letter {
  const { location, alias, token } = message;
  const words = wordsIn(message.language);
  const { doubt, ...mails } = words.visitorMail;
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
            lead: own.lead,
            label: own.button,
            url: `${publicUrl}/book/${alias}/link/${encodeURIComponent(token)}`,
            hint: words.mail.link,
          },
        ];
  return {
    to: message.to,
    sender: restaurant,
    replyTo: addressOf(location.contact.email),
    language: words.tag,
    subject: `${own.title}: ${oneLine(restaurant, 60)}, ${moment}`,
    preview: `${table}. ${own.opening}`,
    brand: brandAt(location.brand, publicUrl),
    masthead: restaurant,
    title: own.title,
    parts: [
      { kind: 'text', text: own.opening },
      { kind: 'facts', head: capitalised(moment), lines: [table], lapsed: false },
      ...action,
      contactPart(restaurant, location.contact, words),
      { kind: 'note', text: doubt },
    ],
    calendar: null,
  };
}
