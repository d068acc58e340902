import type { Words } from './words.ts';

const NUMBERS = 'nul én to tre fire fem seks syv otte ni ti elleve tolv'.split(' ');

const people = (count: number): string => (count === 1 ? 'én person' : `${NUMBERS[count] ?? count} personer`);

const notYours =
  'Er det ikke dig, der har reserveret? Så har nogen formentlig oplyst en forkert mailadresse. Giv os gerne besked, eller se bort fra denne mail.';
const intoCalendar = (file: string): string =>
  `Vil du lægge besøget i kalenderen? Åbn den vedhæftede fil ${file}.`;

/** Danish. */
export const da: Words = {
  tag: 'da',
  when: {
    locale: 'da-DK',
    day: (weekday, day, month, year) => `${weekday} den ${day}. ${month}${year === null ? '' : ` ${year}`}`,
    time: (hour, minute) => `kl.\u00A0${hour}.${minute}`,
    moment: (day, time) => `${day} ${time}`,
    summerTime: 'sommertid',
    winterTime: 'vintertid',
  },
  people,
  tableFor: (partySize) => `Bord til ${people(partySize)}`,
  phone: 'Telefon',
  email: 'E-mail',
  mail: {
    hello: (name) => (name === null ? 'Hej' : `Hej ${name}`),
    until: (partySize, time) => `${partySize === 1 ? 'Du' : 'I'} har bordet til ${time}`,
    change: 'Ændr eller afbestil',
    link: 'Virker knappen ikke? Brug linket:',
    changeByContact: 'Vil du ændre eller afbestille? Kontakt os gerne.',
    calendarFile: 'reservation.ics',
    about: {
      confirmation: {
        subject: 'Bordet er reserveret',
        title: () => 'Bordet er reserveret',
        opening: (house, partySize) =>
          `Tak for din reservation. Vi glæder os til at byde ${partySize === 1 ? 'dig' : 'jer'} velkommen hos ${house}.`,
        closing: '',
        change: 'Ændrede planer? Her kan du selv ændre eller afbestille.',
        calendar: intoCalendar,
        doubt: notYours,
      },
      moved: {
        subject: 'Ændret reservation',
        title: () => 'Reservationen er ændret',
        opening: (house) => `Din reservation hos ${house} er ændret. Sådan ser den ud nu:`,
        closing: '',
        change: 'Passer det ikke? Her kan du selv ændre eller afbestille.',
        calendar: (file) =>
          `Står besøget i din kalender? Åbn den vedhæftede fil ${file}, så bliver det opdateret.`,
        doubt: 'Er ændringen forkert, eller er reservationen ikke din? Kontakt os endelig.',
      },
      cancelled: {
        subject: 'Afbestilt',
        title: () => 'Bordet er afbestilt',
        opening: (house) => `Denne reservation hos ${house} er afbestilt:`,
        closing: 'Vi håber, vi ses en anden gang.',
        change: '',
        calendar: (file) =>
          `Står besøget i din kalender? Åbn den vedhæftede fil ${file}, så bliver det fjernet.`,
        doubt: 'Var det ikke meningen, at bordet skulle afbestilles? Kontakt os endelig, så hjælper vi dig.',
      },
      reminder: {
        subject: 'Påmindelse',
        title: (daysAhead) => `Vi ses ${['i dag', 'i morgen'][daysAhead] ?? 'snart'}`,
        opening: (house, partySize) =>
          `En lille påmindelse om dit bord hos ${house}. Vi glæder os til at se ${partySize === 1 ? 'dig' : 'jer'}.`,
        closing: '',
        change: 'Er du blevet forhindret? Ændr eller afbestil her, så en anden kan få bordet.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    },
  },
};
