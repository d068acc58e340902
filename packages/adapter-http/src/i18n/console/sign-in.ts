/** Signing in, and where one is signed in. */
import type { Language } from '@bord/engine';

export interface SignInPages {
  readonly signIn: SignInWords;
  readonly me: MeWords;
}

interface SignInWords {
  readonly title: string;
  readonly lead: string;
  readonly email: string;
  readonly send: string;
  readonly badEmail: string;
  readonly check: string;
  readonly sent: string;
  /** Around the address that was typed. */
  sentTo(email: string, minutes: number): string;
  readonly sameBrowser: string;
  readonly nothing: string;
  readonly folder: string;
  readonly noMail: string;
  readonly tooOften: { readonly title: string; readonly text: string };
  readonly enter: { readonly title: string; as(email: string): string; readonly button: string };
  readonly stale: { readonly title: string; readonly text: string };
  readonly ended: string;
}

interface MeWords {
  readonly title: string;
  readonly sessions: string;
  readonly browser: string;
  readonly unknownBrowser: string;
  readonly since: string;
  readonly seen: string;
  readonly until: string;
  readonly here: string;
  readonly end: string;
  readonly endOthers: string;
  readonly ended: string;
  readonly language: string;
  readonly save: string;
  readonly saved: string;
}

export const signIn: Readonly<Record<Language, SignInPages>> = {
  en: {
    signIn: {
      title: 'Sign in',
      lead: 'You get a link by e-mail. There is no password.',
      email: 'E-mail',
      send: 'Send me a link',
      badEmail: 'Please enter an e-mail address, such as you@example.com.',
      check: 'Please check the form',
      sent: 'Look into your mail',
      sentTo: (email, minutes) =>
        `If ${email} belongs to somebody who works here, a link is on its way. It is valid for ${minutes} minutes and works once.`,
      sameBrowser: 'Open it in this browser: in another one it does nothing.',
      nothing: 'Nothing there after a minute or two? Look among the spam, or ask for a new link.',
      folder: 'This server writes its mails to files: the newest one here is yours.',
      noMail: 'This server sends no mail, so nobody can sign in by it.',
      tooOften: {
        title: 'That was a little too often',
        text: 'Too many links have been asked for within the hour. Those that were sent still work; look into your mail, or try again later.',
      },
      enter: {
        title: 'Sign in',
        as: (email) => `As ${email}, in this browser.`,
        button: 'Sign in',
      },
      stale: {
        title: 'This link does not work here',
        text: 'It has been used, is too old, or was asked for in another browser. Ask for a new one in the browser in which you want to work:',
      },
      ended: 'You are signed out.',
    },
    me: {
      title: 'Your sign-ins',
      sessions: 'Where you are signed in',
      browser: 'Browser',
      unknownBrowser: 'Unknown browser',
      since: 'Since',
      seen: 'Last seen',
      until: 'Until',
      here: 'this one',
      end: 'End',
      endOthers: 'End all others',
      ended: 'Ended.',
      language: 'Language',
      save: 'Save',
      saved: 'Saved.',
    },
  },
  sv: {
    signIn: {
      title: 'Logga in',
      lead: 'Du får en länk med e-post. Det finns inget lösenord.',
      email: 'E-post',
      send: 'Skicka en länk',
      badEmail: 'Ange en e-postadress, till exempel du@example.com.',
      check: 'Kontrollera formuläret',
      sent: 'Titta i din e-post',
      sentTo: (email, minutes) =>
        `Om ${email} tillhör någon som arbetar här är en länk på väg. Den gäller i ${minutes} minuter och fungerar en gång.`,
      sameBrowser: 'Öppna den i den här webbläsaren: i en annan gör den ingenting.',
      nothing: 'Inget efter någon minut? Titta i skräpposten eller be om en ny länk.',
      folder: 'Den här servern skriver sina mejl till filer: den nyaste här är din.',
      noMail: 'Den här servern skickar inga mejl, så ingen kan logga in med dem.',
      tooOften: {
        title: 'Det var lite för ofta',
        text: 'För många länkar har begärts inom en timme. De som har skickats fungerar fortfarande; titta i din e-post eller försök igen senare.',
      },
      enter: { title: 'Logga in', as: (email) => `Som ${email}, i den här webbläsaren.`, button: 'Logga in' },
      stale: {
        title: 'Länken fungerar inte här',
        text: 'Den är använd, för gammal eller begärd i en annan webbläsare. Be om en ny i den webbläsare där du vill arbeta:',
      },
      ended: 'Du är utloggad.',
    },
    me: {
      title: 'Dina inloggningar',
      sessions: 'Här är du inloggad',
      browser: 'Webbläsare',
      unknownBrowser: 'Okänd webbläsare',
      since: 'Sedan',
      seen: 'Senast sedd',
      until: 'Till',
      here: 'den här',
      end: 'Avsluta',
      endOthers: 'Avsluta alla andra',
      ended: 'Avslutad.',
      language: 'Språk',
      save: 'Spara',
      saved: 'Sparat.',
    },
  },
  no: {
    signIn: {
      title: 'Logg inn',
      lead: 'Du får en lenke på e-post. Det finnes ikke noe passord.',
      email: 'E-post',
      send: 'Send meg en lenke',
      badEmail: 'Skriv en e-postadresse, for eksempel deg@example.com.',
      check: 'Se over skjemaet',
      sent: 'Se i e-posten din',
      sentTo: (email, minutes) =>
        `Hvis ${email} tilhører noen som arbeider her, er en lenke på vei. Den gjelder i ${minutes} minutter og virker én gang.`,
      sameBrowser: 'Åpne den i denne nettleseren: i en annen gjør den ingenting.',
      nothing: 'Ingenting etter et minutt eller to? Se i søppelposten, eller be om en ny lenke.',
      folder: 'Denne serveren skriver e-post til filer: den nyeste her er din.',
      noMail: 'Denne serveren sender ikke e-post, så ingen kan logge inn med det.',
      tooOften: {
        title: 'Det var litt for ofte',
        text: 'For mange lenker er bedt om i løpet av timen. De som er sendt, virker fortsatt; se i e-posten din, eller prøv igjen senere.',
      },
      enter: { title: 'Logg inn', as: (email) => `Som ${email}, i denne nettleseren.`, button: 'Logg inn' },
      stale: {
        title: 'Lenken virker ikke her',
        text: 'Den er brukt, for gammel eller bedt om i en annen nettleser. Be om en ny i nettleseren der du vil arbeide:',
      },
      ended: 'Du er logget ut.',
    },
    me: {
      title: 'Dine innlogginger',
      sessions: 'Her er du logget inn',
      browser: 'Nettleser',
      unknownBrowser: 'Ukjent nettleser',
      since: 'Siden',
      seen: 'Sist sett',
      until: 'Til',
      here: 'denne',
      end: 'Avslutt',
      endOthers: 'Avslutt alle andre',
      ended: 'Avsluttet.',
      language: 'Språk',
      save: 'Lagre',
      saved: 'Lagret.',
    },
  },
  da: {
    signIn: {
      title: 'Log ind',
      lead: 'Du får et link på e-mail. Der er ingen adgangskode.',
      email: 'E-mail',
      send: 'Send mig et link',
      badEmail: 'Skriv en e-mailadresse, for eksempel dig@example.com.',
      check: 'Se formularen igennem',
      sent: 'Se i din e-mail',
      sentTo: (email, minutes) =>
        `Hvis ${email} tilhører en, der arbejder her, er et link på vej. Det gælder i ${minutes} minutter og virker én gang.`,
      sameBrowser: 'Åbn det i denne browser: i en anden gør det ingenting.',
      nothing: 'Intet efter et minut eller to? Se i uønsket post, eller bed om et nyt link.',
      folder: 'Denne server skriver sine mails til filer: den nyeste her er din.',
      noMail: 'Denne server sender ingen mails, så ingen kan logge ind med dem.',
      tooOften: {
        title: 'Det var lidt for ofte',
        text: 'Der er bedt om for mange links inden for en time. De, der er sendt, virker stadig; se i din e-mail, eller prøv igen senere.',
      },
      enter: { title: 'Log ind', as: (email) => `Som ${email}, i denne browser.`, button: 'Log ind' },
      stale: {
        title: 'Linket virker ikke her',
        text: 'Det er brugt, for gammelt eller bestilt i en anden browser. Bed om et nyt i den browser, hvor du vil arbejde:',
      },
      ended: 'Du er logget ud.',
    },
    me: {
      title: 'Dine logins',
      sessions: 'Her er du logget ind',
      browser: 'Browser',
      unknownBrowser: 'Ukendt browser',
      since: 'Siden',
      seen: 'Sidst set',
      until: 'Til',
      here: 'denne',
      end: 'Afslut',
      endOthers: 'Afslut alle andre',
      ended: 'Afsluttet.',
      language: 'Sprog',
      save: 'Gem',
      saved: 'Gemt.',
    },
  },
};
