/** The frame of the console's pages, and signing in. */
import type { Language } from '@bord/engine';
import type { FaultKind } from '../words.ts';

/** The places that the top bar leads to. */
export type Section = 'evening' | 'list' | 'search' | 'month' | 'house';

/** Why a page of the console cannot be shown. */
export type ConsoleFaultKind = FaultKind | 'forbidden' | 'changed' | 'insecure';

export interface ShellWords {
  /** Of the console as a whole, in titles. */
  readonly name: string;
  readonly skip: string;
  readonly sections: Readonly<Record<Section, string>>;
  /** Names of the parts of the frame, for who hears it. */
  readonly nav: { readonly sections: string; readonly days: string; readonly person: string };
  readonly day: {
    readonly previous: string;
    readonly next: string;
    readonly today: string;
    readonly choose: string;
    readonly show: string;
  };
  readonly person: { readonly me: string; readonly signOut: string; readonly houses: string };
  readonly houses: { readonly title: string; readonly none: string };
  readonly roles: { readonly host: string; readonly manager: string };
  readonly again: string;
  /** Above a page that is shown as it was, while the storage is away. */
  away(time: string): string;
  readonly faults: Readonly<Record<ConsoleFaultKind, { readonly title: string; readonly text: string }>>;
}

export const shell: Readonly<Record<Language, ShellWords>> = {
  en: {
    name: 'Console',
    skip: 'To the content',
    sections: { evening: 'Evening', list: 'List', search: 'Search', month: 'Month', house: 'House' },
    nav: { sections: 'Sections', days: 'Day', person: 'You' },
    day: {
      previous: 'The day before',
      next: 'The day after',
      today: 'Today',
      choose: 'Another day',
      show: 'Show',
    },
    person: { me: 'Your sign-ins', signOut: 'Sign out', houses: 'Other restaurants' },
    houses: {
      title: 'Your restaurants',
      none: 'You are signed in, but you no longer work at any restaurant here. Ask whoever runs this server.',
    },
    roles: { host: 'Host', manager: 'Manager' },
    away: (time) =>
      `The database does not answer. This is how it was at ${time}; nothing can be changed now.`,
    again: 'Try again',
    faults: {
      unknown: {
        title: 'Nothing here',
        text: 'There is no such page, or it belongs to a restaurant where you do not work.',
      },
      foreign: {
        title: 'That did not work',
        text: 'The form did not come from a page of yours, or you have signed in anew since you opened it. Nothing has been done: go back, reload the page and try again.',
      },
      forbidden: { title: 'This is for managers', text: 'Ask a manager of the restaurant to do it.' },
      changed: {
        title: 'It has changed meanwhile',
        text: 'Somebody else was faster. Nothing has been done: go back, reload the page and look again.',
      },
      insecure: {
        title: 'The console needs https',
        text: 'This server is reached without encryption, and guests’ names may not be read on the way. Put it behind https and set its public URL.',
      },
      unreadable: { title: 'That did not work', text: 'Something was sent that this page cannot read.' },
      busy: {
        title: 'One moment',
        text: 'There is too much to do just now, or the database does not answer.',
      },
      broken: { title: 'Something went wrong', text: 'It was not you. Nothing is known to have been done.' },
    },
  },
  sv: {
    name: 'Konsol',
    skip: 'Till innehållet',
    sections: { evening: 'Kväll', list: 'Lista', search: 'Sök', month: 'Månad', house: 'Huset' },
    nav: { sections: 'Avsnitt', days: 'Dag', person: 'Du' },
    day: {
      previous: 'Dagen före',
      next: 'Dagen efter',
      today: 'I dag',
      choose: 'En annan dag',
      show: 'Visa',
    },
    person: { me: 'Dina inloggningar', signOut: 'Logga ut', houses: 'Andra restauranger' },
    houses: {
      title: 'Dina restauranger',
      none: 'Du är inloggad men arbetar inte längre på någon restaurang här. Fråga den som sköter servern.',
    },
    roles: { host: 'Värd', manager: 'Chef' },
    away: (time) => `Databasen svarar inte. Så här var det ${time}; inget kan ändras just nu.`,
    again: 'Försök igen',
    faults: {
      unknown: {
        title: 'Här finns inget',
        text: 'Sidan finns inte, eller hör till en restaurang där du inte arbetar.',
      },
      foreign: {
        title: 'Det gick inte',
        text: 'Formuläret kom inte från en av dina sidor, eller så har du loggat in på nytt sedan du öppnade det. Inget har gjorts: gå tillbaka, ladda om sidan och försök igen.',
      },
      forbidden: { title: 'Det här är för chefer', text: 'Be en chef på restaurangen göra det.' },
      changed: {
        title: 'Det har ändrats under tiden',
        text: 'Någon annan hann före. Inget har gjorts: gå tillbaka, ladda om sidan och titta igen.',
      },
      insecure: {
        title: 'Konsolen kräver https',
        text: 'Den här servern nås utan kryptering, och gästers namn får inte kunna läsas på vägen. Ställ den bakom https och ange dess publika adress.',
      },
      unreadable: { title: 'Det gick inte', text: 'Något skickades som sidan inte kan läsa.' },
      busy: {
        title: 'Ett ögonblick',
        text: 'Det är för mycket att göra just nu, eller så svarar inte databasen.',
      },
      broken: { title: 'Något gick fel', text: 'Det var inte du. Såvitt vi vet har inget gjorts.' },
    },
  },
  no: {
    name: 'Konsoll',
    skip: 'Til innholdet',
    sections: { evening: 'Kveld', list: 'Liste', search: 'Søk', month: 'Måned', house: 'Huset' },
    nav: { sections: 'Deler', days: 'Dag', person: 'Du' },
    day: {
      previous: 'Dagen før',
      next: 'Dagen etter',
      today: 'I dag',
      choose: 'En annen dag',
      show: 'Vis',
    },
    person: { me: 'Dine innlogginger', signOut: 'Logg ut', houses: 'Andre restauranter' },
    houses: {
      title: 'Dine restauranter',
      none: 'Du er logget inn, men arbeider ikke lenger på noen restaurant her. Spør den som driver serveren.',
    },
    roles: { host: 'Vert', manager: 'Leder' },
    away: (time) => `Databasen svarer ikke. Slik var det ${time}; ingenting kan endres akkurat nå.`,
    again: 'Prøv igjen',
    faults: {
      unknown: {
        title: 'Her er det ingenting',
        text: 'Siden finnes ikke, eller hører til en restaurant der du ikke arbeider.',
      },
      foreign: {
        title: 'Det gikk ikke',
        text: 'Skjemaet kom ikke fra en av dine sider, eller du har logget inn på nytt siden du åpnet det. Ingenting er gjort: gå tilbake, last siden på nytt og prøv igjen.',
      },
      forbidden: { title: 'Dette er for ledere', text: 'Be en leder på restauranten gjøre det.' },
      changed: {
        title: 'Det er endret i mellomtiden',
        text: 'Noen andre var raskere. Ingenting er gjort: gå tilbake, last siden på nytt og se igjen.',
      },
      insecure: {
        title: 'Konsollen krever https',
        text: 'Denne serveren nås uten kryptering, og gjesters navn må ikke kunne leses underveis. Sett den bak https og angi dens offentlige adresse.',
      },
      unreadable: { title: 'Det gikk ikke', text: 'Det ble sendt noe som siden ikke kan lese.' },
      busy: { title: 'Et øyeblikk', text: 'Det er for mye å gjøre akkurat nå, eller databasen svarer ikke.' },
      broken: { title: 'Noe gikk galt', text: 'Det var ikke deg. Så vidt vi vet er ingenting gjort.' },
    },
  },
  da: {
    name: 'Konsol',
    skip: 'Til indholdet',
    sections: { evening: 'Aften', list: 'Liste', search: 'Søg', month: 'Måned', house: 'Huset' },
    nav: { sections: 'Dele', days: 'Dag', person: 'Dig' },
    day: {
      previous: 'Dagen før',
      next: 'Dagen efter',
      today: 'I dag',
      choose: 'En anden dag',
      show: 'Vis',
    },
    person: { me: 'Dine logins', signOut: 'Log ud', houses: 'Andre restauranter' },
    houses: {
      title: 'Dine restauranter',
      none: 'Du er logget ind, men arbejder ikke længere på nogen restaurant her. Spørg den, der driver serveren.',
    },
    roles: { host: 'Vært', manager: 'Leder' },
    away: (time) => `Databasen svarer ikke. Sådan var det ${time}; intet kan ændres lige nu.`,
    again: 'Prøv igen',
    faults: {
      unknown: {
        title: 'Her er ingenting',
        text: 'Siden findes ikke, eller hører til en restaurant, hvor du ikke arbejder.',
      },
      foreign: {
        title: 'Det gik ikke',
        text: 'Formularen kom ikke fra en af dine sider, eller du er logget ind på ny, siden du åbnede den. Intet er gjort: gå tilbage, genindlæs siden, og prøv igen.',
      },
      forbidden: { title: 'Dette er for ledere', text: 'Bed en leder på restauranten om at gøre det.' },
      changed: {
        title: 'Det er ændret i mellemtiden',
        text: 'En anden var hurtigere. Intet er gjort: gå tilbage, genindlæs siden, og se igen.',
      },
      insecure: {
        title: 'Konsollen kræver https',
        text: 'Denne server nås uden kryptering, og gæsters navne må ikke kunne læses undervejs. Sæt den bag https, og angiv dens offentlige adresse.',
      },
      unreadable: { title: 'Det gik ikke', text: 'Der blev sendt noget, som siden ikke kan læse.' },
      busy: { title: 'Et øjeblik', text: 'Der er for meget at gøre lige nu, eller databasen svarer ikke.' },
      broken: { title: 'Noget gik galt', text: 'Det var ikke dig. Så vidt vi ved, er intet gjort.' },
    },
  },
};
