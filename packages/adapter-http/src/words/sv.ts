import type { Words } from './words.ts';

const NUMBERS = 'noll en två tre fyra fem sex sju åtta nio tio elva tolv'.split(' ');

const people = (count: number): string => (count === 1 ? 'en person' : `${NUMBERS[count] ?? count} personer`);

const notYours =
  'Är det inte du som har bokat? Då har någon troligen råkat uppge fel e-postadress. Säg gärna till oss, eller bortse från det här mejlet.';
const intoCalendar = (file: string): string =>
  `Vill du lägga in besöket i kalendern? Öppna den bifogade filen ${file}.`;

/** Swedish. */
export const sv: Words = {
  tag: 'sv',
  when: {
    locale: 'sv-SE',
    day: (weekday, day, month, year) => `${weekday} ${day} ${month}${year === null ? '' : ` ${year}`}`,
    time: (hour, minute) => `kl.\u00A0${hour}.${minute}`,
    moment: (day, time) => `${day} ${time}`,
    summerTime: 'sommartid',
    winterTime: 'vintertid',
  },
  people,
  tableFor: (partySize) => `Bord för ${people(partySize)}`,
  phone: 'Telefon',
  email: 'E-post',
  mail: {
    hello: (name) => (name === null ? 'Hej!' : `Hej ${name}!`),
    until: (partySize, time) => `Bordet är ${partySize === 1 ? 'ditt' : 'ert'} till ${time}`,
    change: 'Ändra eller avboka',
    link: 'Fungerar inte knappen? Använd länken:',
    changeByContact: 'Vill du ändra eller avboka? Hör gärna av dig till oss.',
    calendarFile: 'bokning.ics',
    about: {
      confirmation: {
        subject: 'Bordet är bokat',
        title: () => 'Bordet är bokat',
        opening: (house, partySize) =>
          `Tack för din bokning. Varmt ${partySize === 1 ? 'välkommen' : 'välkomna'} till ${house}!`,
        closing: '',
        change: 'Ändrade planer? Här ändrar eller avbokar du själv.',
        calendar: intoCalendar,
        doubt: notYours,
      },
      moved: {
        subject: 'Ändrad bokning',
        title: () => 'Bokningen är ändrad',
        opening: (house) => `Din bokning hos ${house} är ändrad. Så här ser den ut nu:`,
        closing: '',
        change: 'Passar det inte? Här ändrar eller avbokar du själv.',
        calendar: (file) =>
          `Står besöket i din kalender? Öppna den bifogade filen ${file}, så uppdateras det.`,
        doubt: 'Stämmer inte ändringen, eller är bokningen inte din? Hör av dig till oss.',
      },
      cancelled: {
        subject: 'Avbokat',
        title: () => 'Bordet är avbokat',
        opening: (house) => `Den här bokningen hos ${house} är avbokad:`,
        closing: 'Vi hoppas att vi ses en annan gång.',
        change: '',
        calendar: (file) => `Står besöket i din kalender? Öppna den bifogade filen ${file}, så tas det bort.`,
        doubt: 'Var det inte meningen att bordet skulle avbokas? Hör av dig till oss, så hjälper vi dig.',
      },
      reminder: {
        subject: 'Påminnelse',
        title: (daysAhead) => `Vi ses ${['i dag', 'i morgon'][daysAhead] ?? 'snart'}`,
        opening: (house, partySize) =>
          `En liten påminnelse om ditt bord hos ${house}. Varmt ${partySize === 1 ? 'välkommen' : 'välkomna'}!`,
        closing: '',
        change: 'Fått förhinder? Ändra eller avboka här, så kan någon annan få bordet.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    },
  },
};
