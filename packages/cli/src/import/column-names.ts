/** What the columns of other systems are called, in English, Swedish, Norwegian, Danish and German. */
import { wordsFor } from './word-key.ts';

/** What a column can hold. */
export const FIELDS = [
  'number',
  'date',
  'time',
  'party',
  'name',
  'first-name',
  'last-name',
  'phone',
  'email',
  'notes',
  'language',
  'table',
  'status',
  'length',
] as const;
/** One of {@link FIELDS}. */
export type Field = (typeof FIELDS)[number];

/** By their names, as `wordKey` writes them. */
export const COLUMN_NAMES: ReadonlyMap<string, Field> = wordsFor<Field>({
  number: `id, booking id, booking number, booking no, booking nr, booking ref, booking reference, booking code, reservation id,
    reservation number, reservation no, reservation ref, reservation code, reference, reference number, ref, confirmation number,
    confirmation code, bokningsnummer, bokningsnr, boknings id, bokningsreferens, bokningskod, referens, referensnummer,
    bestillingsnummer, bestillingsnr, bestillings id, reservasjonsnummer, reservasjons id, bookingnummer, bookingnr, referanse,
    referansenummer, reservationsnummer, reservationsnr, reservations id, referencenummer, buchungsnummer, buchungsnr, buchungs id,
    buchungscode, reservierungsnummer, reservierungsnr, reservierungs id, reservierungscode, referenz, referenznummer`,
  date: `date, visit date, booking date, reservation date, arrival date, start date, date and time, date time, datetime,
    visit time and date, start, starts at, start at, datum, besöksdatum, bokningsdatum, ankomstdatum, datum och tid, datum tid, dato,
    bestillingsdato, reservasjonsdato, ankomstdato, dato og tid, dato tid, dato og klokkeslett, bookingdato, reservationsdato,
    dato og tidspunkt, besuchsdatum, reservierungsdatum, buchungsdatum, ankunftsdatum, datum und uhrzeit, datum uhrzeit, datum zeit`,
  time: `time, start time, arrival time, visit time, booking time, reservation time, seating time, tid, klockslag, starttid, ankomsttid,
    bokningstid, klokkeslett, tidspunkt, klokkeslæt, bookingtid, zeit, uhrzeit, startzeit, ankunft, ankunftszeit, beginn,
    reservierungszeit`,
  party: `party, party size, guests, number of guests, no of guests, guest count, covers, pax, people, number of people, persons,
    number of persons, antal, antal gäster, gäster, antal personer, personer, sällskap, antall, antall gjester, gjester,
    antall personer, antal gæster, gæster, antal kuverter, kuverter, personen, personenzahl, personenanzahl, anzahl personen, anzahl,
    anzahl gäste, gäste, gästezahl, gästeanzahl`,
  name: `name, guest, guest name, customer, customer name, full name, namn, gäst, gästnamn,
    gästens namn, kund, kundnamn, navn, gjest, gjestenavn, gjestens navn, kunde, kundenavn, gæst, gæstenavn, gæstens navn, gast,
    gastname, kundenname, name des gastes`,
  'first-name': `first name, firstname, given name, forename, förnamn, fornavn, vorname`,
  'last-name': `last name, lastname, surname, family name, efternamn, etternavn, efternavn, nachname, familienname, zuname`,
  phone: `phone, phone number, phone no, telephone, telephone number, tel, mobile, mobile phone, mobile number, cell, cell phone, telefon,
    telefonnummer, telefonnr, mobil, mobilnummer, mobilnr, mobiltelefon, tlf, tlfnr, handy, handynummer, rufnummer, mobilfunknummer`,
  email: `email, e mail, mail, email address, mail address, epost, e post, epostadress, e postadress, mejl, mejladress, mailadress,
    epostadresse, mailadresse, emailadresse`,
  notes: `notes, note, comment, comments, remarks, remark, message, request, requests, special requests, guest request, guest notes,
    booking notes, reservation notes, allergies, dietary requirements, occasion, anteckning, anteckningar, notering, noteringar, kommentar,
    kommentarer, meddelande, önskemål, allergi, allergier, övrigt, notat, notater, merknad, merknader, melding, ønske, ønsker, noter,
    bemærkning, bemærkninger, besked, notiz, notizen, bemerkung, bemerkungen, anmerkung, anmerkungen, kommentare, wunsch, wünsche,
    nachricht, hinweis, hinweise, allergie, allergien, anlass`,
  language: `language, lang, locale, guest language, språk, sprog, sprache`,
  table: `table, tables, table number, table no, table name, table id, bord, bordsnummer, bordnummer, bordnr, bordsnr, bordnavn, tisch,
    tische, tischnummer, tischnr, tischname`,
  status: `status, booking status, reservation status, bokningsstatus, bestillingsstatus, reservasjonsstatus, bookingstatus,
    reservationsstatus, buchungsstatus, reservierungsstatus`,
  length: `duration, length, end, end time, ends at, until, stay, turn time, längd, varaktighet, slut, sluttid, till, varighet, slutt, slutttid, varighed, ende, dauer, endzeit, aufenthalt, aufenthaltsdauer, bis`,
});
