import { expect, test } from 'vitest';
import { COLUMN_NAMES, FIELDS } from './column-names.ts';
import { findColumns } from './find-columns.ts';
import { readLanguage } from './read-language.ts';
import { readStatus } from './read-status.ts';
import { wordKey } from './word-key.ts';
import { readParty } from './read-row.ts';

const found = (header: string, choice: [string, string[]][] = []) => {
  const { columns, faults } = findColumns(header.split(';'), new Map(choice) as never);
  return [Object.fromEntries([...columns].filter(([, at]) => at.length > 0)), faults];
};

const ALL = {
  number: [0],
  date: [1],
  time: [2],
  party: [3],
  name: [4],
  phone: [5],
  email: [6],
  notes: [7],
  table: [8],
  status: [9],
};

test.each([
  'Booking ID;Date;Time;Party Size;Guest Name;Phone Number;E-mail;Special requests;Table;Status',
  'Bokningsnummer;Datum;Klockslag;Antal gäster;Namn;Telefon;E-post;Önskemål;Bord;Status',
  'Bestillingsnr;Dato;Klokkeslett;Antall personer;Navn;Tlf.;E-post;Merknad;Bord;Status',
  'BOOKING-NUMMER;DATO;TIDSPUNKT;ANTAL GÆSTER;GÆST;TELEFON;EMAIL;BEMÆRKNINGER;BORDNR.;STATUS',
  'Reservierungs-Nr.;Datum;Uhrzeit;Personenzahl;Gast;Mobil;E-Mail-Adresse;Anmerkung;Tisch;Reservierungsstatus',
])('columns are found by their names: %s', (header) => {
  expect(found(header)).toEqual([ALL, []]);
});

test('one column may have date and time, the name may be in two, and several may have telephones or notes', () => {
  expect(found('Datum & Uhrzeit;Vorname;Nachname;Pax;Tel;Handy;Allergien;Notiz;Dauer')).toEqual([
    { date: [0], 'first-name': [1], 'last-name': [2], party: [3], phone: [4, 5], notes: [6, 7], length: [8] },
    [],
  ]);
});

test('a missing or ambiguous column is reported with the option that selects it', () => {
  expect(found('Wann;Wer;Pax')).toEqual([
    { party: [2] },
    ['no column for date, name among "Wann", "Wer", "Pax": choose one, --map date=… --map name=…'],
  ]);
  expect(
    found('Wann;Wer;Pax', [
      ['date', ['wann']],
      ['name', ['#2']],
    ]),
  ).toEqual([{ date: [0], name: [1], party: [2] }, []]);
  expect(found('Date;Booking Date;Pax;Name')[1]).toEqual([
    '"Date" and "Booking Date" could each be the date: choose one, as in --map date=Date',
  ]);
  expect(found('Date;Booking Date;Pax;Name', [['date', ['Date']]])).toEqual([
    { date: [0], party: [2], name: [3] },
    [],
  ]);
  expect(found('Date;Pax;Name;Notes', [['notes', []]])).toEqual([{ date: [0], party: [1], name: [2] }, []]);
  expect(
    found('Date;Pax;Name', [
      ['table', ['Tabel']],
      ['phone', ['#9']],
    ])[1],
  ).toEqual(['there is no column "Tabel"', 'there is no column "#9"']);
});

test('no name of a column is listed for two fields, and each field has some', () => {
  expect(new Set(COLUMN_NAMES.values())).toEqual(new Set(FIELDS));
  for (const name of ['Gäste', 'gaster', 'Gæster', 'antall', 'Anzahl'])
    expect(COLUMN_NAMES.get(wordKey(name)), name).toBe('party');
  for (const name of ['Gast', 'Gäst', 'Gæst', 'gjest', 'guest'])
    expect(COLUMN_NAMES.get(wordKey(name)), name).toBe('name');
});

test.each([
  ['', 'confirmed'], ['Confirmed', 'confirmed'], ['BEKRÄFTAD', 'confirmed'], ['bestätigt', 'confirmed'], ['Avbokad', 'cancelled'],
  ['Storniert', 'cancelled'], ['aflyst', 'cancelled'], ['No-Show', 'no-show'], ['no_show', 'no-show'], ['Fullført', 'over'],
  ['Pending', 'open'], ['whatever', null], ['Bill dropped', 'over'],
] as const)('the status %j is %s', (text, meaning) => {
  expect(readStatus(text, new Map([[wordKey('bill-dropped'), 'over']]))).toBe(meaning);
}); // prettier-ignore

test('sizes and languages', () => {
  expect(['4', '4.0', '4,00', '4 pers.', '4 Personen', '4p', '4 gäster', '4 guests'].map(readParty)).toEqual(
    Array(8).fill(4),
  );
  expect(['', 'four', '4.5', '-1', '2+2'].map(readParty)).toEqual(Array(5).fill(null));
  expect(['sv', 'sv-SE', 'Swedish', 'nb_NO', 'Norsk', 'DA', 'english', 'de', 'fr'].map(readLanguage)).toEqual(
    ['sv', 'sv', 'sv', 'no', 'no', 'da', 'en', null, null],
  );
});
