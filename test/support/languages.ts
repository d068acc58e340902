/**
 * The tests' facts about the languages of guests. A new language is tested by its file of words, by its recorded e-mails, and by having no English
 * sentence; further knowledge about it is here.
 */
import type { GuestMessage } from '@bord/engine';
import { type Language, LANGUAGES } from '@bord/adapter-http/languages';
import { wordsIn } from '../../packages/adapter-http/src/i18n/languages.ts';

interface Expected {
  /** BCP 47 */
  readonly tag: string;
  /** The heading of the page behind the manage link. */
  readonly bookingTitle: string;
  /** Letters and words that are not of this language. */
  readonly foreign: RegExp;
  /** A guest, and a restaurant of the country; default: the usual restaurant. */
  readonly guestName: string;
  readonly location?: GuestMessage['location'];
}

const KNOWN: Readonly<Partial<Record<Language, Expected>>> = {
  sv: {
    tag: 'sv',
    bookingTitle: 'Din bokning',
    foreign: /[æø]|\b(?:the|your?|table|until|please|change|and|with|til|ikke|jer)\b/i,
    guestName: 'Astrid Lindqvist',
  },
  en: {
    tag: 'en',
    bookingTitle: 'Your booking',
    foreign: /[äåæø]|\b(?:bord|till?|kl|och|og|din|hos)\b/i,
    guestName: 'Emma Clarke',
  },
  no: {
    tag: 'nb',
    bookingTitle: 'Bestillingen din',
    foreign: /[äö]|\b(?:the|your?|table|until|please|change|and|with|till|inte|af|jer|dig|linket|mail)\b/i,
    guestName: 'Ingrid Solberg',
    location: {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Fyrlykta',
      timeZone: 'Europe/Oslo',
      contact: { address: 'Havnegata 12, 0150 Oslo', phone: '22 33 44 55', email: 'hei@fyrlykta.example.no' },
      brand: { colour: null, logo: null },
    },
  },
  da: {
    tag: 'da',
    bookingTitle: 'Din reservation',
    foreign: /[äö]|\b(?:the|your?|table|until|please|change|and|with|till|inte|av|deg|dere|lenken)\b/i,
    guestName: 'Søren Kjær',
    location: {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Åkandehuset',
      timeZone: 'Europe/Copenhagen',
      contact: {
        address: 'Gothersgade 21, 1123 København',
        phone: '33 12 34 56',
        email: 'hej@aakandehuset.example.dk',
      },
      brand: { colour: null, logo: null },
    },
  },
};

/** The words themselves. */
export { wordsIn };

export const EXPECTED = Object.fromEntries(
  LANGUAGES.map((language): [Language, Expected] => [language, KNOWN[language] ?? usualIn(language)]),
) as Readonly<Record<Language, Expected>>;

function usualIn(language: Language): Expected {
  const { tag, page } = wordsIn(language);
  return {
    tag,
    bookingTitle: page.booking.title,
    foreign: /\b(?:your|until|please)\b/i,
    guestName: 'Emma Clarke',
  };
}
