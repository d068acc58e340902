import type { Language } from '@bord/engine';

/** The mail with a sign-in link (D44). */
export interface SignInMailWords {
  readonly subject: (house: string) => string;
  readonly preview: (minutes: number) => string;
  readonly title: string;
  /** `moment`: as `when.ts` writes it; `browser` null: it says nothing of itself. */
  readonly request: (house: string, moment: string, browser: string | null) => string;
  /** Above the button. */
  readonly lead: string;
  readonly button: string;
  readonly valid: (minutes: number, time: string) => string;
  /** What to do if it was somebody else. */
  readonly doubt: string;
}

/** In every language. */
export const SIGN_IN_MAIL: Readonly<Record<Language, SignInMailWords>> = {
  en: {
    subject: (house) => `Sign in to ${house}`,
    preview: (minutes) => `The link is valid for ${minutes} minutes.`,
    title: 'Sign in',
    request: (house, moment, browser) =>
      `Somebody, hopefully you, has asked to sign in to the bookings of ${house}: ${moment}${browser === null ? '' : `, from ${browser}`}.`,
    lead: 'Open the link in the same browser in which you asked for it, on the same device. It opens a page with a button; press it, and you are signed in.',
    button: 'Sign in',
    valid: (minutes, time) => `The link works once, for ${minutes} minutes, until ${time}.`,
    doubt:
      'Not you? Then do nothing: in another browser the link opens nothing, and it soon ends. Pass it on to nobody, whoever asks. If you get more of these, tell whoever runs the bookings of the house.',
  },
  sv: {
    subject: (house) => `Logga in hos ${house}`,
    preview: (minutes) => `Länken gäller i ${minutes} minuter.`,
    title: 'Logga in',
    request: (house, moment, browser) =>
      `Någon, förhoppningsvis du, vill logga in i bokningarna hos ${house}: ${moment}${browser === null ? '' : `, från ${browser}`}.`,
    lead: 'Öppna länken i samma webbläsare som du begärde den i, på samma enhet. Den leder till en sida med en knapp; tryck på den, så är du inloggad.',
    button: 'Logga in',
    valid: (minutes, time) => `Länken fungerar en gång, i ${minutes} minuter, till ${time}.`,
    doubt:
      'Var det inte du? Då behöver du inte göra något: i en annan webbläsare öppnar länken ingenting, och snart upphör den. Ge den inte vidare till någon, vem som än frågar. Får du fler, säg till den som sköter husets bokningar.',
  },
  no: {
    subject: (house) => `Logg inn hos ${house}`,
    preview: (minutes) => `Lenken gjelder i ${minutes} minutter.`,
    title: 'Logg inn',
    request: (house, moment, browser) =>
      `Noen, forhåpentligvis du, vil logge inn i bestillingene hos ${house}: ${moment}${browser === null ? '' : `, fra ${browser}`}.`,
    lead: 'Åpne lenken i den samme nettleseren som du ba om den i, på den samme enheten. Den fører til en side med en knapp; trykk på den, så er du logget inn.',
    button: 'Logg inn',
    valid: (minutes, time) => `Lenken virker én gang, i ${minutes} minutter, til ${time}.`,
    doubt:
      'Var det ikke deg? Da trenger du ikke gjøre noe: i en annen nettleser åpner lenken ingenting, og snart slutter den å gjelde. Ikke gi den videre til noen, uansett hvem som spør. Får du flere, si fra til den som styrer husets bestillinger.',
  },
  da: {
    subject: (house) => `Log ind hos ${house}`,
    preview: (minutes) => `Linket gælder i ${minutes} minutter.`,
    title: 'Log ind',
    request: (house, moment, browser) =>
      `Nogen, forhåbentlig dig, vil logge ind i bookingerne hos ${house}: ${moment}${browser === null ? '' : `, fra ${browser}`}.`,
    lead: 'Åbn linket i den samme browser, som du bad om det i, på den samme enhed. Det fører til en side med en knap; tryk på den, så er du logget ind.',
    button: 'Log ind',
    valid: (minutes, time) => `Linket virker én gang, i ${minutes} minutter, indtil ${time}.`,
    doubt:
      'Var det ikke dig? Så behøver du ikke gøre noget: i en anden browser åbner linket ingenting, og snart ophører det. Giv det ikke videre til nogen, uanset hvem der spørger. Får du flere, så sig det til den, der står for husets bookinger.',
  },
};
