import type { PageWords } from './page-words.ts';

const HELP = {
  phone: 'Ring oss, så hjelper vi deg.',
  email: 'Send oss en e-post, så hjelper vi deg.',
  none: 'Ta kontakt med restauranten.',
};

/** Norwegian bokmål. */
export const no: PageWords = {
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
    none: (people) => `Det er dessverre ikke noe ledig bord til ${people} denne dagen.`,
    nearby: 'Dager i nærheten med ledige bord',
    chooseDay: (first, last) => `Velg en dag mellom ${first} og ${last}.`,
    taken:
      'Tiden ble dessverre nettopp bestilt av noen andre. Bestillingen din er uendret – velg gjerne en annen tid.',
    unavailable: 'Den tiden kan dessverre ikke bestilles. Bestillingen din er uendret.',
    back: 'Tilbake til bestillingen',
  },
  confirm: {
    title: 'Vil du endre til denne tiden?',
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
};
