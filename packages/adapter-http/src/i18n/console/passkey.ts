import type { Language } from '@bord/engine';

/** Signing in by a passkey, and the passkeys that one has. */
export interface PasskeyWords {
  readonly title: string;
  readonly signIn: string;
  readonly what: string;
  readonly name: string;
  readonly add: string;
  readonly added: string;
  readonly never: string;
  readonly used: string;
  readonly remove: string;
  readonly removed: string;
  /** The page is at an address without a name. */
  readonly noName: string;
  /** The script does not run, or the browser is too old. */
  readonly noScript: string;
  readonly failed: string;
}

export const passkey: Readonly<Record<Language, PasskeyWords>> = {
  en: {
    title: 'Passkeys',
    signIn: 'Sign in with a passkey',
    what: 'Sign in by fingerprint, face or PIN of this device, without waiting for a mail. The link by e-mail goes on working.',
    name: 'Name of this device',
    add: 'Add a passkey',
    added: 'The passkey is added.',
    never: 'never used',
    used: 'Last used',
    remove: 'Remove',
    removed: 'The passkey is removed.',
    noName:
      'Passkeys need a server with a name: this one is reached at an IP address. Give it a name and https, or, on this machine, the public URL http://localhost:PORT.',
    noScript: 'Passkeys need a newer browser with JavaScript.',
    failed: 'That did not work: the passkey was not accepted. Try again, or use the link by e-mail.',
  },
  sv: {
    title: 'Lösennycklar',
    signIn: 'Logga in med en lösennyckel',
    what: 'Logga in med fingeravtryck, ansikte eller pinkod på den här enheten, utan att vänta på ett mejl. Länken med e-post fungerar fortfarande.',
    name: 'Enhetens namn',
    add: 'Lägg till en lösennyckel',
    added: 'Lösennyckeln är tillagd.',
    never: 'aldrig använd',
    used: 'Senast använd',
    remove: 'Ta bort',
    removed: 'Lösennyckeln är borttagen.',
    noName:
      'Lösennycklar kräver en server med ett namn: den här nås på en IP-adress. Ge den ett namn och https, eller, på den här datorn, den publika adressen http://localhost:PORT.',
    noScript: 'Lösennycklar kräver en nyare webbläsare med JavaScript.',
    failed: 'Det gick inte: lösennyckeln godtogs inte. Försök igen eller använd länken med e-post.',
  },
  no: {
    title: 'Tilgangsnøkler',
    signIn: 'Logg inn med tilgangsnøkkel',
    what: 'Logg inn med fingeravtrykk, ansikt eller PIN på denne enheten, uten å vente på en e-post. Lenken på e-post virker fortsatt.',
    name: 'Navn på enheten',
    add: 'Legg til en tilgangsnøkkel',
    added: 'Tilgangsnøkkelen er lagt til.',
    never: 'aldri brukt',
    used: 'Sist brukt',
    remove: 'Fjern',
    removed: 'Tilgangsnøkkelen er fjernet.',
    noName:
      'Tilgangsnøkler krever en server med et navn: denne nås på en IP-adresse. Gi den et navn og https, eller, på denne maskinen, den offentlige adressen http://localhost:PORT.',
    noScript: 'Tilgangsnøkler krever en nyere nettleser med JavaScript.',
    failed: 'Det gikk ikke: tilgangsnøkkelen ble ikke godtatt. Prøv igjen, eller bruk lenken på e-post.',
  },
  da: {
    title: 'Adgangsnøgler',
    signIn: 'Log ind med en adgangsnøgle',
    what: 'Log ind med fingeraftryk, ansigt eller pinkode på denne enhed uden at vente på en mail. Linket på e-mail virker stadig.',
    name: 'Enhedens navn',
    add: 'Tilføj en adgangsnøgle',
    added: 'Adgangsnøglen er tilføjet.',
    never: 'aldrig brugt',
    used: 'Sidst brugt',
    remove: 'Fjern',
    removed: 'Adgangsnøglen er fjernet.',
    noName:
      'Adgangsnøgler kræver en server med et navn: denne nås på en IP-adresse. Giv den et navn og https, eller, på denne maskine, den offentlige adresse http://localhost:PORT.',
    noScript: 'Adgangsnøgler kræver en nyere browser med JavaScript.',
    failed: 'Det gik ikke: adgangsnøglen blev ikke godtaget. Prøv igen, eller brug linket på e-mail.',
  },
};
