import type { WaitlistWords } from './words.ts';

/** Norwegian bokmål. */
export const no: WaitlistWords = {
  between: (from, to) => `mellom ${from} og ${to}`,
  mail: {
    joined: {
      subject: 'Du står på ventelisten',
      title: 'Du står på ventelisten',
      opening: (restaurant) => `Takk! Du står i kø for et bord hos ${restaurant}:`,
      willOffer:
        'Blir et bord ledig, skriver vi til deg med en gang og holder det av til deg en stund. Det er ditt når du har takket ja.',
      willBook: 'Blir et bord ledig, bestilles det til deg med en gang, og vi skriver til deg.',
      lead: 'Trenger du ikke bordet lenger? Forlat gjerne listen, så kan noen andre få det.',
      button: 'Se eller forlat ventelisten',
    },
    offered: {
      subject: 'Et bord er ledig',
      title: 'Det er et bord til deg',
      opening: (restaurant, until) =>
        `Et bord er blitt ledig hos ${restaurant}. Vi holder det av til deg til ${until}. Deretter går det videre til neste i køen.`,
      lead: 'Det er ikke bestilt ennå. Åpne siden og takk ja der:',
      button: 'Se bordet',
      byContact: 'Det er ikke bestilt ennå. Ta kontakt med oss hvis du vil ha det.',
    },
    doubt:
      'Har du ikke bedt om noe bord? Da har noen trolig oppgitt feil e-postadresse. Se bort fra denne e-posten.',
  },
  page: {
    waiting: {
      title: 'Du står på ventelisten',
      text: 'Blir et bord ledig, skriver vi til deg med en gang og holder det av til deg en stund.',
    },
    willBook: 'Blir et bord ledig, bestilles det til deg med en gang, og vi skriver til deg.',
    offered: {
      title: 'Det er et bord til deg',
      text: 'Det er ikke bestilt ennå. Vil du ha det?',
    },
    late: {
      title: 'Tiden for tilbudet er ute',
      text: 'Ingen andre har tatt bordet ennå. Vil du fortsatt ha det, prøv nå.',
    },
    booked: {
      title: 'Bordet er bestilt',
      text: 'En bekreftelse er på vei til e-posten din. Vi gleder oss til å se deg.',
    },
    inVain: {
      title: 'Ingen bord ble ledige',
      text: 'Det gikk dessverre ikke denne gangen. Vi håper vi sees en annen gang.',
    },
    gone: {
      title: 'Tilbudet er utløpt',
      text: 'Bordet ble holdt av en stund og kan ikke tas lenger. Ta kontakt med restauranten, så ser de hva som er ledig.',
    },
    closed: {
      title: 'Restauranten har stengt da',
      text: 'Den har stengt for den tiden siden bordet ble tilbudt. Vi beklager, og håper vi sees en annen gang.',
    },
    left: {
      title: 'Du har forlatt ventelisten',
      text: 'Vi håper vi sees en annen gang.',
    },
    heldUntil: (moment) =>
      `Vi holder det av til deg til ${moment}. Deretter går det videre til neste i køen.`,
    accept: 'Ja, bestill bordet',
    decline: 'Nei takk',
    leave: 'Forlat ventelisten',
    open: 'Se bestillingen din',
    ask: {
      title: 'Vil du forlate ventelisten?',
      text: 'Du mister plassen din i køen, og det som holdes av til deg, går videre til neste. Det kan ikke angres.',
      yes: 'Ja, forlat listen',
      no: 'Nei, bli stående',
    },
  },
};
