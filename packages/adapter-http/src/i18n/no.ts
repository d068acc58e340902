import type { Words } from './words.ts';

const NUMBERS = 'null én to tre fire fem seks sju åtte ni ti elleve tolv'.split(' ');

const people = (count: number): string => (count === 1 ? 'én person' : `${NUMBERS[count] ?? count} personer`);

const notYours =
  'Var det ikke du som bestilte? Da har noen trolig oppgitt feil e-postadresse. Si gjerne fra til oss, eller se bort fra denne e-posten.';
const intoCalendar = (file: string): string => `Vil du legge besøket i kalenderen? Åpne vedlegget ${file}.`;

const HELP = {
  phone: 'Ring oss, så hjelper vi deg.',
  email: 'Send oss en e-post, så hjelper vi deg.',
  none: 'Ta kontakt med restauranten.',
};

/** Norwegian bokmål. */
export const no: Words = {
  tag: 'nb',
  name: 'Norsk',
  browserTags: ['no', 'nb', 'nn'],
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
  notes: 'Ønsker',
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
        opening: (restaurant, partySize) =>
          `Takk for bestillingen. Vi gleder oss til å ønske ${partySize === 1 ? 'deg' : 'dere'} velkommen til ${restaurant}.`,
        closing: '',
        change: 'Endrede planer? Her kan du selv endre eller avbestille.',
        calendar: intoCalendar,
        doubt: notYours,
      },
      moved: {
        subject: 'Endret bestilling',
        title: () => 'Bestillingen er endret',
        opening: (restaurant) => `Bestillingen din hos ${restaurant} er endret. Slik ser den ut nå:`,
        closing: '',
        change: 'Passer det ikke? Her kan du selv endre eller avbestille.',
        calendar: (file) => `Står besøket i kalenderen din? Åpne vedlegget ${file}, så blir det oppdatert.`,
        doubt: 'Stemmer ikke endringen, eller er bestillingen ikke din? Ta gjerne kontakt med oss.',
      },
      cancelled: {
        subject: 'Avbestilt',
        title: () => 'Bordet er avbestilt',
        opening: (restaurant) => `Denne bordbestillingen hos ${restaurant} er avbestilt:`,
        closing: 'Vi håper vi sees en annen gang.',
        change: '',
        calendar: (file) => `Står besøket i kalenderen din? Åpne vedlegget ${file}, så blir det fjernet.`,
        doubt: 'Var det ikke meningen at bordet skulle avbestilles? Ta gjerne kontakt, så hjelper vi deg.',
      },
      reminder: {
        subject: 'Påminnelse',
        title: (daysAhead) => `Vi sees ${['i dag', 'i morgen'][daysAhead] ?? 'snart'}`,
        opening: (restaurant, partySize) =>
          `En liten påminnelse om bordet ditt hos ${restaurant}. Vi gleder oss til å se ${partySize === 1 ? 'deg' : 'dere'}.`,
        closing: '',
        change: 'Passer det ikke likevel? Endre eller avbestill her, så kan noen andre få bordet.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    },
  },
  page: {
    clock: (hour, minute) => `${hour}.${minute}`,
    contact: 'Kontakt',
    languages: 'Språk',
    again: 'Prøv igjen',
    booking: {
      title: 'Bestillingen din',
      change: 'Endre tid eller antall',
      cancel: 'Avbestill',
      calendar: 'Legg til i kalenderen',
      changeUntil: (moment) => `Du kan endre eller avbestille her frem til ${moment}.`,
      tooLate: (by) => `Nå er det for sent å endre eller avbestille her. ${HELP[by]}`,
      moved: 'Bestillingen er endret. Du får en e-post med de nye opplysningene.',
      edit: 'Endre navn, telefon eller ønsker',
      edited: 'Opplysningene dine er lagret.',
    },
    edit: {
      title: 'Opplysningene dine',
      name: 'Navn',
      hint: 'Allergier, barnestol, noe å feire? Vi leser det før besøket.',
      save: 'Lagre',
      nameless: 'Skriv inn et navn.',
      tooLong: (max) => `Høyst ${max} tegn.`,
      check: 'Noe må rettes',
    },
    move: {
      title: 'Endre bestillingen',
      day: 'Dag',
      guests: 'Antall gjester',
      show: 'Vis ledige tider',
      free: 'Ledige tider',
      daytime: 'Dag',
      evening: 'Kveld',
      afterMidnight: (day) => `Etter midnatt, ${day}`,
      yours: 'din tid',
      previous: 'Forrige dag',
      next: 'Neste dag',
      none: (party) => `Det er dessverre ikke noe ledig bord til ${party} denne dagen.`,
      nearby: 'Dager i nærheten med ledige bord',
      chooseDay: (first, last) => `Velg en dag mellom ${first} og ${last}.`,
      taken:
        'Tiden ble dessverre nettopp bestilt av noen andre. Bestillingen din er uendret – velg gjerne en annen tid.',
      unavailable: 'Den tiden kan dessverre ikke bestilles. Bestillingen din er uendret.',
      back: 'Tilbake til bestillingen',
    },
    confirm: {
      title: 'Vil du endre til denne tiden?',
      held: (moment) =>
        `Vi holder av tiden for deg til ${moment}. Etter det kan du fortsatt få den, hvis ingen andre har tatt den.`,
      free: 'Tiden er ledig, men vi holder den ikke av for deg: noen andre kan komme først.',
      now: 'Nå',
      then: 'Etter endringen',
      yes: 'Endre bestillingen',
      no: 'Velg en annen tid',
    },
    cancel: {
      title: 'Vil du avbestille?',
      text: 'Bordet blir ledig for andre, og det kan ikke angres.',
      yes: 'Ja, avbestill',
      no: 'Nei, behold bordet',
    },
    ended: {
      over: {
        title: 'Bestillingen er avsluttet',
        text: 'Denne lenken gjelder ikke lenger. Vi håper vi sees igjen.',
      },
    },
    faults: {
      unknown: {
        title: 'Lenken gjelder ikke',
        text: 'Sjekk at du har fått med hele lenken fra e-posten. Etter besøket slutter den å gjelde.',
      },
      foreign: {
        title: 'Det gikk dessverre ikke',
        text: 'Forsøket kom fra et annet nettsted, og ingenting er endret. Åpne lenken i e-posten og prøv igjen.',
      },
      unreadable: {
        title: 'Det gikk dessverre ikke',
        text: 'Vi forsto ikke hva som skulle gjøres, og ingenting er endret. Gå tilbake og prøv igjen.',
      },
      busy: {
        title: 'Vi rekker ikke å svare akkurat nå',
        text: 'Vent litt og prøv igjen.',
      },
      broken: {
        title: 'Noe gikk galt hos oss',
        text: 'Prøv igjen om en stund. Ta kontakt med restauranten hvis det ikke hjelper.',
      },
    },
  },
};
