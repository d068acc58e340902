import type { Words } from './words.ts';

const NUMBERS = 'null én to tre fire fem seks sju åtte ni ti elleve tolv'.split(' ');

const people = (count: number): string => (count === 1 ? 'én person' : `${NUMBERS[count] ?? count} personer`);

const notYours =
  'Var det ikke du som bestilte? Da har noen trolig oppgitt feil e-postadresse. Si gjerne fra til oss, eller se bort fra denne e-posten.';
const intoCalendar = (file: string): string => `Vil du legge besøket i kalenderen? Åpne vedlegget ${file}.`;

/** Norwegian bokmål. */
export const no: Words = {
  tag: 'nb',
  when: {
    locale: 'nb-NO',
    day: (weekday, day, month, year) => `${weekday} ${day}. ${month}${year === null ? '' : ` ${year}`}`,
    time: (hour, minute) => `kl.\u00A0${hour}.${minute}`,
    moment: (day, time) => `${day} ${time}`,
    summerTime: 'sommertid',
    winterTime: 'vintertid',
  },
  people,
  tableFor: (partySize) => `Bord til ${people(partySize)}`,
  phone: 'Telefon',
  email: 'E-post',
  mail: {
    hello: (name) => (name === null ? 'Hei!' : `Hei, ${name}!`),
    until: (partySize, time) => `${partySize === 1 ? 'Du' : 'Dere'} har bordet til ${time}`,
    change: 'Endre eller avbestill',
    link: 'Virker ikke knappen? Bruk lenken:',
    changeByContact: 'Vil du endre eller avbestille? Ta gjerne kontakt med oss.',
    calendarFile: 'bestilling.ics',
    about: {
      confirmation: {
        subject: 'Bordet er bestilt',
        title: () => 'Bordet er bestilt',
        opening: (house, partySize) =>
          `Takk for bestillingen. Vi gleder oss til å ønske ${partySize === 1 ? 'deg' : 'dere'} velkommen til ${house}.`,
        closing: '',
        change: 'Endrede planer? Her kan du selv endre eller avbestille.',
        calendar: intoCalendar,
        doubt: notYours,
      },
      moved: {
        subject: 'Endret bestilling',
        title: () => 'Bestillingen er endret',
        opening: (house) => `Bestillingen din hos ${house} er endret. Slik ser den ut nå:`,
        closing: '',
        change: 'Passer det ikke? Her kan du selv endre eller avbestille.',
        calendar: (file) => `Står besøket i kalenderen din? Åpne vedlegget ${file}, så blir det oppdatert.`,
        doubt: 'Stemmer ikke endringen, eller er bestillingen ikke din? Ta gjerne kontakt med oss.',
      },
      cancelled: {
        subject: 'Avbestilt',
        title: () => 'Bordet er avbestilt',
        opening: (house) => `Denne bordbestillingen hos ${house} er avbestilt:`,
        closing: 'Vi håper vi sees en annen gang.',
        change: '',
        calendar: (file) => `Står besøket i kalenderen din? Åpne vedlegget ${file}, så blir det fjernet.`,
        doubt: 'Var det ikke meningen at bordet skulle avbestilles? Ta gjerne kontakt, så hjelper vi deg.',
      },
      reminder: {
        subject: 'Påminnelse',
        title: (daysAhead) => `Vi sees ${['i dag', 'i morgen'][daysAhead] ?? 'snart'}`,
        opening: (house, partySize) =>
          `En liten påminnelse om bordet ditt hos ${house}. Vi gleder oss til å se ${partySize === 1 ? 'deg' : 'dere'}.`,
        closing: '',
        change: 'Passer det ikke likevel? Endre eller avbestill her, så kan noen andre få bordet.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    },
  },
};
