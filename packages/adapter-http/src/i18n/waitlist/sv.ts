import type { WaitlistWords } from './words.ts';

/** Swedish. */
export const sv: WaitlistWords = {
  between: (from, to) => `mellan ${from} och ${to}`,
  mail: {
    joined: {
      subject: 'Du står på väntelistan',
      title: 'Du står på väntelistan',
      opening: (restaurant) => `Tack! Du står i kö till ett bord hos ${restaurant}:`,
      willOffer:
        'Blir ett bord ledigt mejlar vi dig genast och håller det åt dig en stund. Det är ditt när du har tackat ja.',
      willBook: 'Blir ett bord ledigt bokas det genast åt dig, och vi mejlar dig.',
      lead: 'Behöver du inte bordet längre? Lämna gärna listan, så kan någon annan få det.',
      button: 'Se eller lämna väntelistan',
    },
    offered: {
      subject: 'Ett bord är ledigt',
      title: 'Det finns ett bord åt dig',
      opening: (restaurant, until) =>
        `Ett bord har blivit ledigt hos ${restaurant}. Vi håller det åt dig till ${until}. Sedan går det vidare till nästa i kön.`,
      lead: 'Det är inte bokat än. Öppna sidan och tacka ja där:',
      button: 'Se bordet',
      byContact: 'Det är inte bokat än. Hör av dig till oss om du vill ha det.',
    },
    doubt:
      'Har du inte bett om något bord? Då har någon troligen råkat uppge fel e-postadress. Bortse från det här mejlet.',
  },
  page: {
    waiting: {
      title: 'Du står på väntelistan',
      text: 'Blir ett bord ledigt mejlar vi dig genast och håller det åt dig en stund.',
    },
    willBook: 'Blir ett bord ledigt bokas det genast åt dig, och vi mejlar dig.',
    offered: {
      title: 'Det finns ett bord åt dig',
      text: 'Det är inte bokat än. Vill du ha det?',
    },
    late: {
      title: 'Tiden för erbjudandet har gått ut',
      text: 'Ingen annan har tagit bordet än. Vill du fortfarande ha det, försök nu.',
    },
    booked: {
      title: 'Bordet är bokat',
      text: 'En bekräftelse är på väg till din e-post. Varmt välkommen!',
    },
    inVain: {
      title: 'Inget bord blev ledigt',
      text: 'Tyvärr gick det inte den här gången. Vi hoppas att vi ses en annan gång.',
    },
    gone: {
      title: 'Erbjudandet har gått ut',
      text: 'Bordet hölls åt dig en stund och går inte att ta längre. Hör av dig till restaurangen, så ser de vad som är ledigt.',
    },
    closed: {
      title: 'Restaurangen har stängt då',
      text: 'Den har stängt för den tiden sedan bordet erbjöds. Vi beklagar och hoppas att vi ses en annan gång.',
    },
    left: {
      title: 'Du har lämnat väntelistan',
      text: 'Vi hoppas att vi ses en annan gång.',
    },
    heldUntil: (moment) => `Vi håller det åt dig till ${moment}. Sedan går det vidare till nästa i kön.`,
    accept: 'Ja, boka bordet',
    decline: 'Nej tack',
    leave: 'Lämna väntelistan',
    open: 'Se din bokning',
    ask: {
      title: 'Vill du lämna väntelistan?',
      text: 'Du förlorar din plats i kön, och det som hålls åt dig går vidare till nästa. Det går inte att ångra.',
      yes: 'Ja, lämna',
      no: 'Nej, stå kvar',
    },
  },
};
