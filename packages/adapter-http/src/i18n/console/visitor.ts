/** What a visitor of the demo reads, who came in by a sandbox key. Times arrive as the clock of the language shows them. */
import type { Language } from '@bord/engine';

export interface VisitorWords {
  /** The way in. */
  readonly door: {
    readonly title: string;
    readonly lead: string;
    readonly key: string;
    readonly enter: string;
    readonly badKey: string;
    readonly noKey: string;
    readonly signUp: string;
    /** Above the sign-in of everybody else. */
    readonly staff: string;
  };
  /** Above every page. */
  readonly strip: string;
  /** On a table that somebody else has. */
  readonly taken: string;
  takenTable(table: string, from: string, to: string): string;
  /** In place of a guest's name. */
  readonly another: string;
  /** `another party 20:00 cannot leave 7` */
  stays(time: string, tables: string): string;
  readonly nothingBooked: string;
  /** How the visit ends, by the system that the key is for. */
  about(system: string): string;
  /** What would change the restaurant for all. */
  readonly refused: { readonly title: string; readonly text: string };
}

export const visitor: Readonly<Record<Language, VisitorWords>> = {
  en: {
    door: {
      title: 'The demo restaurant',
      lead: 'With a sandbox key you see its evening: what you have booked is shown whole, everybody else’s bookings as taken tables.',
      key: 'Sandbox key',
      enter: 'Look at the evening',
      badKey: 'This is no sandbox key, or one that has expired. It begins with bord_test_.',
      noKey: 'No key yet?',
      signUp: 'Get one by e-mail',
      staff: 'For staff',
    },
    strip:
      'You are visiting the demo. What you have booked is shown whole, everybody else’s bookings as taken tables.',
    taken: 'Taken',
    takenTable: (table, from, to) => `${table} is taken from ${from} to ${to}`,
    another: 'another party',
    stays: (time, tables) => `Another party, ${time}, cannot leave ${tables}`,
    nothingBooked: 'You have booked nothing on this day.',
    about: (system) =>
      `You came in with the sandbox key of ${system}. The visit ends after 12 hours, when you sign out, and with the key.`,
    refused: {
      title: 'Not on the shared demo',
      text: 'This would change the restaurant for all who try it, so visitors may not do it. On a machine of your own, npm start opens a demo restaurant in which everything can be tried.',
    },
  },
  sv: {
    door: {
      title: 'Demorestaurangen',
      lead: 'Med en sandlådenyckel ser du dess kväll: det du har bokat visas helt, alla andras bokningar som upptagna bord.',
      key: 'Sandlådenyckel',
      enter: 'Se kvällen',
      badKey: 'Det här är ingen sandlådenyckel, eller en som har gått ut. Den börjar med bord_test_.',
      noKey: 'Ingen nyckel än?',
      signUp: 'Få en med e-post',
      staff: 'För personal',
    },
    strip: 'Du besöker demon. Det du har bokat visas helt, alla andras bokningar som upptagna bord.',
    taken: 'Upptaget',
    takenTable: (table, from, to) => `${table} är upptaget från ${from} till ${to}`,
    another: 'ett annat sällskap',
    stays: (time, tables) => `Ett annat sällskap, ${time}, kan inte lämna ${tables}`,
    nothingBooked: 'Du har inte bokat något den här dagen.',
    about: (system) =>
      `Du kom in med sandlådenyckeln för ${system}. Besöket slutar efter 12 timmar, när du loggar ut, och med nyckeln.`,
    refused: {
      title: 'Inte i den delade demon',
      text: 'Det här skulle ändra restaurangen för alla som provar den, så besökare får inte göra det. På en egen dator öppnar npm start en demorestaurang där allt kan provas.',
    },
  },
  no: {
    door: {
      title: 'Demorestauranten',
      lead: 'Med en sandkassenøkkel ser du kvelden der: det du har bestilt, vises helt, alle andres bestillinger som opptatte bord.',
      key: 'Sandkassenøkkel',
      enter: 'Se kvelden',
      badKey: 'Dette er ingen sandkassenøkkel, eller en som er utløpt. Den begynner med bord_test_.',
      noKey: 'Ingen nøkkel ennå?',
      signUp: 'Få en på e-post',
      staff: 'For ansatte',
    },
    strip: 'Du besøker demoen. Det du har bestilt, vises helt, alle andres bestillinger som opptatte bord.',
    taken: 'Opptatt',
    takenTable: (table, from, to) => `${table} er opptatt fra ${from} til ${to}`,
    another: 'et annet selskap',
    stays: (time, tables) => `Et annet selskap, ${time}, kan ikke forlate ${tables}`,
    nothingBooked: 'Du har ikke bestilt noe denne dagen.',
    about: (system) =>
      `Du kom inn med sandkassenøkkelen for ${system}. Besøket slutter etter 12 timer, når du logger ut, og med nøkkelen.`,
    refused: {
      title: 'Ikke i den delte demoen',
      text: 'Dette ville endre restauranten for alle som prøver den, så besøkende kan ikke gjøre det. På en egen maskin åpner npm start en demorestaurant der alt kan prøves.',
    },
  },
  da: {
    door: {
      title: 'Demorestauranten',
      lead: 'Med en sandkassenøgle ser du dens aften: det, du har bestilt, vises helt, alle andres bestillinger som optagede borde.',
      key: 'Sandkassenøgle',
      enter: 'Se aftenen',
      badKey: 'Det er ingen sandkassenøgle, eller en, der er udløbet. Den begynder med bord_test_.',
      noKey: 'Ingen nøgle endnu?',
      signUp: 'Få en på mail',
      staff: 'For personale',
    },
    strip: 'Du besøger demoen. Det, du har bestilt, vises helt, alle andres bestillinger som optagede borde.',
    taken: 'Optaget',
    takenTable: (table, from, to) => `${table} er optaget fra ${from} til ${to}`,
    another: 'et andet selskab',
    stays: (time, tables) => `Et andet selskab, ${time}, kan ikke forlade ${tables}`,
    nothingBooked: 'Du har ikke bestilt noget denne dag.',
    about: (system) =>
      `Du kom ind med sandkassenøglen til ${system}. Besøget slutter efter 12 timer, når du logger ud, og med nøglen.`,
    refused: {
      title: 'Ikke i den delte demo',
      text: 'Det ville ændre restauranten for alle, der prøver den, så besøgende må ikke gøre det. På din egen maskine åbner npm start en demorestaurant, hvor alt kan prøves.',
    },
  },
};
