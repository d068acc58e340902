import type { Words } from './words.ts';

const NUMBERS = 'nul én to tre fire fem seks syv otte ni ti elleve tolv'.split(' ');

const people = (count: number): string => (count === 1 ? 'én person' : `${NUMBERS[count] ?? count} personer`);

const notYours =
  'Er det ikke dig, der har reserveret? Så har nogen formentlig oplyst en forkert mailadresse. Giv os gerne besked, eller se bort fra denne mail.';
const intoCalendar = (file: string): string =>
  `Vil du lægge besøget i kalenderen? Åbn den vedhæftede fil ${file}.`;

const HELP = {
  phone: 'Ring til os, så hjælper vi dig.',
  email: 'Skriv til os, så hjælper vi dig.',
  none: 'Kontakt restauranten.',
};

/** Danish. */
export const da: Words = {
  tag: 'da',
  name: 'Dansk',
  browserTags: ['da'],
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
  notes: 'Ønsker',
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
        opening: (restaurant, partySize) =>
          `Tak for din reservation. Vi glæder os til at byde ${partySize === 1 ? 'dig' : 'jer'} velkommen hos ${restaurant}.`,
        closing: '',
        change: 'Ændrede planer? Her kan du selv ændre eller afbestille.',
        calendar: intoCalendar,
        doubt: notYours,
      },
      moved: {
        subject: 'Ændret reservation',
        title: () => 'Reservationen er ændret',
        opening: (restaurant) => `Din reservation hos ${restaurant} er ændret. Sådan ser den ud nu:`,
        closing: '',
        change: 'Passer det ikke? Her kan du selv ændre eller afbestille.',
        calendar: (file) =>
          `Står besøget i din kalender? Åbn den vedhæftede fil ${file}, så bliver det opdateret.`,
        doubt: 'Er ændringen forkert, eller er reservationen ikke din? Kontakt os endelig.',
      },
      cancelled: {
        subject: 'Afbestilt',
        title: () => 'Bordet er afbestilt',
        opening: (restaurant) => `Denne reservation hos ${restaurant} er afbestilt:`,
        closing: 'Vi håber, vi ses en anden gang.',
        change: '',
        calendar: (file) =>
          `Står besøget i din kalender? Åbn den vedhæftede fil ${file}, så bliver det fjernet.`,
        doubt: 'Var det ikke meningen, at bordet skulle afbestilles? Kontakt os endelig, så hjælper vi dig.',
      },
      reminder: {
        subject: 'Påmindelse',
        title: (daysAhead) => `Vi ses ${['i dag', 'i morgen'][daysAhead] ?? 'snart'}`,
        opening: (restaurant, partySize) =>
          `En lille påmindelse om dit bord hos ${restaurant}. Vi glæder os til at se ${partySize === 1 ? 'dig' : 'jer'}.`,
        closing: '',
        change: 'Er du blevet forhindret? Ændr eller afbestil her, så en anden kan få bordet.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    },
  },
  page: {
    clock: (hour, minute) => `${hour}.${minute}`,
    contact: 'Kontakt',
    languages: 'Sprog',
    again: 'Prøv igen',
    booking: {
      title: 'Din reservation',
      change: 'Ændr tid eller antal',
      cancel: 'Afbestil',
      calendar: 'Føj til kalenderen',
      changeUntil: (moment) => `Du kan ændre eller afbestille her indtil ${moment}.`,
      tooLate: (by) => `Nu er det for sent at ændre eller afbestille her. ${HELP[by]}`,
      moved: 'Reservationen er ændret. Du får en mail med de nye oplysninger.',
      edit: 'Ret navn, telefon eller ønsker',
      edited: 'Dine oplysninger er gemt.',
    },
    edit: {
      title: 'Dine oplysninger',
      name: 'Navn',
      hint: 'Allergier, barnestol, noget at fejre? Vi læser det før besøget.',
      save: 'Gem',
      nameless: 'Skriv et navn.',
      tooLong: (max) => `Højst ${max} tegn.`,
      check: 'Noget skal rettes',
    },
    move: {
      title: 'Ændr reservationen',
      day: 'Dag',
      guests: 'Antal gæster',
      show: 'Vis ledige tider',
      free: 'Ledige tider',
      daytime: 'Dag',
      evening: 'Aften',
      afterMidnight: (day) => `Efter midnat, ${day}`,
      yours: 'din tid',
      previous: 'Forrige dag',
      next: 'Næste dag',
      none: (party) => `Der er desværre ikke noget ledigt bord til ${party} den dag.`,
      nearby: 'Dage i nærheden med ledige borde',
      chooseDay: (first, last) => `Vælg en dag mellem ${first} og ${last}.`,
      taken:
        'Tidspunktet er desværre lige blevet reserveret af en anden. Din reservation er uændret – vælg gerne et andet tidspunkt.',
      unavailable: 'Det tidspunkt kan desværre ikke reserveres. Din reservation er uændret.',
      back: 'Tilbage til reservationen',
    },
    confirm: {
      title: 'Vil du ændre til dette tidspunkt?',
      held: (moment) =>
        `Vi holder tidspunktet til dig indtil ${moment}. Derefter kan du stadig få det, hvis ingen anden har taget det.`,
      free: 'Tidspunktet er ledigt, men vi holder det ikke til dig: en anden kan komme først.',
      now: 'Nu',
      then: 'Efter ændringen',
      yes: 'Ændr reservationen',
      no: 'Vælg et andet tidspunkt',
    },
    cancel: {
      title: 'Vil du afbestille?',
      text: 'Bordet bliver ledigt for andre, og det kan ikke fortrydes.',
      yes: 'Ja, afbestil',
      no: 'Nej, behold bordet',
    },
    ended: {
      over: {
        title: 'Reservationen er afsluttet',
        text: 'Dette link gælder ikke længere. Vi håber, vi ses igen.',
      },
    },
    faults: {
      unknown: {
        title: 'Linket gælder ikke',
        text: 'Tjek, at hele linket fra mailen er kommet med. Efter besøget holder det op med at gælde.',
      },
      foreign: {
        title: 'Det lykkedes ikke',
        text: 'Forsøget kom fra et andet websted, og intet er ændret. Åbn linket i mailen, og prøv igen.',
      },
      unreadable: {
        title: 'Det lykkedes ikke',
        text: 'Vi forstod ikke, hvad der skulle gøres, og intet er ændret. Gå tilbage, og prøv igen.',
      },
      busy: {
        title: 'Vi kan ikke nå at svare lige nu',
        text: 'Vent et øjeblik, og prøv igen.',
      },
      broken: {
        title: 'Noget gik galt hos os',
        text: 'Prøv igen om lidt. Kontakt restauranten, hvis det ikke hjælper.',
      },
    },
  },
};
