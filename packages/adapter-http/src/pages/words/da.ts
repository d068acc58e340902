import type { PageWords } from './page-words.ts';

const HELP = {
  phone: 'Ring til os, så hjælper vi dig.',
  email: 'Skriv til os, så hjælper vi dig.',
  none: 'Kontakt restauranten.',
};

/** Danish. */
export const da: PageWords = {
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
    none: (people) => `Der er desværre ikke noget ledigt bord til ${people} den dag.`,
    nearby: 'Dage i nærheden med ledige borde',
    chooseDay: (first, last) => `Vælg en dag mellem ${first} og ${last}.`,
    taken:
      'Tidspunktet er desværre lige blevet reserveret af en anden. Din reservation er uændret – vælg gerne et andet tidspunkt.',
    unavailable: 'Det tidspunkt kan desværre ikke reserveres. Din reservation er uændret.',
    back: 'Tilbage til reservationen',
  },
  confirm: {
    title: 'Vil du ændre til dette tidspunkt?',
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
};
