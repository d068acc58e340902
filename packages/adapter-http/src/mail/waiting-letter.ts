import type { WaitingMessage } from '@bord/engine';
import type { Words } from '../i18n/en.ts';
import { wordsIn } from '../i18n/languages.ts';
import { capitalised, dayText, momentText, timeText } from '../i18n/when.ts';
import { greetable, oneLine } from '../web/clean.ts';
import { contactPart, type MailContext } from './guest-letter.ts';
import { fromRestaurant, type Letter, type Part, textPart } from './letter.ts';

interface Content {
  readonly subject: string;
  readonly moment: string;
  readonly title: string;
  readonly opening: string;
  /** Below the time and the size of the party. */
  readonly fact: string;
  readonly after: readonly Part[];
}

/** A mail to a guest on the waitlist (D36): the guest was added, or a table is held. */
export function waitingLetter(message: WaitingMessage, { publicUrl, nowMs }: MailContext): Letter {
  const { location, token } = message;
  const words = wordsIn(message.language);
  const own = words.waitlist;
  const restaurant = oneLine(location.name) || 'Bord';
  const url = token === null ? null : `${publicUrl}/waitlist/${encodeURIComponent(token)}`;
  const content = message.offer
    ? offeredOf(message, message.offer, { own, restaurant, url, nowMs })
    : joinedOf(message, { own, restaurant, url, nowMs });
  const table = words.tableFor(message.partySize);
  return {
    ...fromRestaurant(location, publicUrl),
    to: message.to,
    language: words.tag,
    subject: `${content.subject}: ${oneLine(restaurant, 60)}, ${content.moment}`,
    preview: `${table}. ${capitalised(content.fact)}.`,
    title: content.title,
    parts: [
      textPart(words.mail.hello(greetable(message.guestName))),
      textPart(content.opening),
      {
        kind: 'facts',
        head: capitalised(content.moment),
        lines: [table, capitalised(content.fact)],
        lapsed: false,
      },
      ...content.after,
      contactPart(restaurant, location.contact, words),
      { kind: 'note', text: words.visitorMail.doubt },
    ],
  };
}

interface Surroundings {
  readonly own: Words['waitlist'];
  readonly restaurant: string;
  readonly url: string | null;
  readonly nowMs: number;
}

function joinedOf(message: WaitingMessage, { own, restaurant, url, nowMs }: Surroundings): Content {
  const { timeZone } = message.location;
  const { when, mail } = wordsIn(message.language);
  const { joined } = own.mail;
  const [from, to] = [message.fromMs, message.toMs].map((ms) => timeText(when, ms, timeZone));
  return {
    subject: joined.subject,
    moment: dayText(when, message.fromMs, timeZone, nowMs),
    title: own.page.waiting.title,
    opening: joined.opening(restaurant),
    fact: message.fromMs === message.toMs ? from! : own.between(from!, to!),
    after: [
      textPart(message.mode === 'book' ? own.page.willBook : joined.willOffer),
      ...(url === null ? [] : [buttonOf(joined, url, mail.link)]),
    ],
  };
}

function offeredOf(
  message: WaitingMessage,
  { startMs, endMs, expiresMs }: NonNullable<WaitingMessage['offer']>,
  { own, restaurant, url, nowMs }: Surroundings,
): Content {
  const { timeZone } = message.location;
  const { when, mail } = wordsIn(message.language);
  const { offered } = own.mail;
  const until = momentText(when, expiresMs, timeZone, nowMs);
  return {
    subject: offered.subject,
    moment: momentText(when, startMs, timeZone, nowMs),
    title: own.page.offered.title,
    opening: offered.opening(restaurant, until),
    fact: mail.until(message.partySize, timeText(when, endMs, timeZone)),
    after: [url === null ? textPart(offered.byContact) : buttonOf(offered, url, mail.link)],
  };
}

function buttonOf(
  { lead, button }: { readonly lead: string; readonly button: string },
  url: string,
  hint: string,
): Part {
  return { kind: 'action', lead, label: button, url, hint };
}
