import type { Contact, GuestMessage } from '@bord/engine';
import { capitalised, dayText, daysAhead, momentText, timeText } from '../i18n/when.ts';
import type { Words } from '../i18n/en.ts';
import { wordsIn } from '../i18n/languages.ts';
import { calendarFile } from './calendar-file.ts';
import { addressOf, greetable, oneLine, quotable, streetLine } from '../web/clean.ts';
import { fromRestaurant, type Letter, type Part, textPart } from './letter.ts';

export interface MailContext {
  readonly publicUrl: string;
  readonly senderAddress: string;
  readonly nowMs: number;
}

/** A mail to a guest about a booking, in the language of the guest (D26, §4.3.3). */
export function guestLetter(message: GuestMessage, { publicUrl, senderAddress, nowMs }: MailContext): Letter {
  const { location, startMs, endMs, partySize, manageToken } = message;
  const words = wordsIn(message.language);
  const mailWords = words.mail.about[message.kind];
  const restaurant = oneLine(location.name) || 'Bord';
  const isCancelled = message.kind === 'cancelled';
  const link =
    manageToken === null || isCancelled ? null : `${publicUrl}/manage/${encodeURIComponent(manageToken)}`;
  const moment = momentText(words.when, startMs, location.timeZone, nowMs);
  const table = words.tableFor(partySize);
  const calendar = calendarFile(message, { words, restaurant, link, organizer: senderAddress });

  const notes = quotable(message.notes);
  const until = words.mail.until(partySize, timeText(words.when, endMs, location.timeZone));
  const facts: Part = {
    kind: 'facts',
    head: capitalised(moment),
    lines: isCancelled ? [table] : [table, until, ...(notes === null ? [] : [`${words.notes}: ${notes}`])],
    lapsed: isCancelled,
  };
  return {
    ...fromRestaurant(location, publicUrl),
    to: message.to,
    language: words.tag,
    subject: `${mailWords.subject}: ${oneLine(restaurant, 60)}, ${moment}`,
    preview: `${capitalised(dayText(words.when, startMs, location.timeZone, nowMs))}, ${timeText(words.when, startMs, location.timeZone)}. ${table}.`,
    title: mailWords.title(daysAhead(location.timeZone, { ms: startMs, nowMs })),
    parts: [
      textPart(words.mail.hello(greetable(message.guestName))),
      textPart(mailWords.opening(restaurant, partySize)),
      facts,
      ...(message.isByAssistant && message.kind === 'confirmation' ? [textPart(words.mail.byAssistant)] : []),
      ...('closing' in mailWords ? [textPart(mailWords.closing)] : []),
      ...('change' in mailWords ? [changePart(words, mailWords.change, link)] : []),
      textPart(mailWords.calendar(calendar.name)),
      contactPart(restaurant, location.contact, words),
      { kind: 'note', text: mailWords.doubt },
    ],
    calendar,
  };
}

function changePart(words: Words, lead: string, link: string | null): Part {
  const { change: label, link: hint, changeByContact } = words.mail;
  return link === null ? textPart(changeByContact) : { kind: 'action', lead, label, url: link, hint };
}

export function contactPart(name: string, contact: Contact, words: Words): Part {
  const phone = oneLine(contact.phone ?? '');
  const email = addressOf(contact.email);
  return {
    kind: 'contact',
    name,
    address: streetLine(contact.address),
    phone: phone === '' ? null : { label: words.phone, text: phone },
    email: email === null ? null : { label: words.email, text: email },
  };
}
