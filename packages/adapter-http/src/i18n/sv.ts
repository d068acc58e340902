import type { Words } from './words.ts';

const NUMBERS = 'noll en två tre fyra fem sex sju åtta nio tio elva tolv'.split(' ');

const people = (count: number): string => (count === 1 ? 'en person' : `${NUMBERS[count] ?? count} personer`);

const notYours =
  'Är det inte du som har bokat? Då har någon troligen råkat uppge fel e-postadress. Säg gärna till oss, eller bortse från det här mejlet.';
const intoCalendar = (file: string): string =>
  `Vill du lägga in besöket i kalendern? Öppna den bifogade filen ${file}.`;

const HELP = {
  phone: 'Ring oss, så hjälper vi dig.',
  email: 'Mejla oss, så hjälper vi dig.',
  none: 'Kontakta restaurangen.',
};

/** Swedish. */
export const sv: Words = {
  tag: 'sv',
  name: 'Svenska',
  browserTags: ['sv'],
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
  notes: 'Önskemål',
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
        opening: (restaurant, partySize) =>
          `Tack för din bokning. Varmt ${partySize === 1 ? 'välkommen' : 'välkomna'} till ${restaurant}!`,
        closing: '',
        change: 'Ändrade planer? Här ändrar eller avbokar du själv.',
        calendar: intoCalendar,
        doubt: notYours,
      },
      moved: {
        subject: 'Ändrad bokning',
        title: () => 'Bokningen är ändrad',
        opening: (restaurant) => `Din bokning hos ${restaurant} är ändrad. Så här ser den ut nu:`,
        closing: '',
        change: 'Passar det inte? Här ändrar eller avbokar du själv.',
        calendar: (file) =>
          `Står besöket i din kalender? Öppna den bifogade filen ${file}, så uppdateras det.`,
        doubt: 'Stämmer inte ändringen, eller är bokningen inte din? Hör av dig till oss.',
      },
      cancelled: {
        subject: 'Avbokat',
        title: () => 'Bordet är avbokat',
        opening: (restaurant) => `Den här bokningen hos ${restaurant} är avbokad:`,
        closing: 'Vi hoppas att vi ses en annan gång.',
        change: '',
        calendar: (file) => `Står besöket i din kalender? Öppna den bifogade filen ${file}, så tas det bort.`,
        doubt: 'Var det inte meningen att bordet skulle avbokas? Hör av dig till oss, så hjälper vi dig.',
      },
      reminder: {
        subject: 'Påminnelse',
        title: (daysAhead) => `Vi ses ${['i dag', 'i morgon'][daysAhead] ?? 'snart'}`,
        opening: (restaurant, partySize) =>
          `En liten påminnelse om ditt bord hos ${restaurant}. Varmt ${partySize === 1 ? 'välkommen' : 'välkomna'}!`,
        closing: '',
        change: 'Fått förhinder? Ändra eller avboka här, så kan någon annan få bordet.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    },
  },
  page: {
    clock: (hour, minute) => `${hour}.${minute}`,
    contact: 'Kontakt',
    languages: 'Språk',
    again: 'Försök igen',
    booking: {
      title: 'Din bokning',
      change: 'Ändra tid eller antal',
      cancel: 'Avboka',
      calendar: 'Lägg till i kalendern',
      changeUntil: (moment) => `Du kan ändra eller avboka här till ${moment}.`,
      tooLate: (by) => `Nu är det för sent att ändra eller avboka här. ${HELP[by]}`,
      moved: 'Bokningen är ändrad. Du får ett mejl med de nya uppgifterna.',
      edit: 'Ändra namn, telefon eller önskemål',
      edited: 'Dina uppgifter är sparade.',
    },
    edit: {
      title: 'Dina uppgifter',
      name: 'Namn',
      hint: 'Allergier, barnstol, något att fira? Vi läser det före besöket.',
      save: 'Spara',
      nameless: 'Ange ett namn.',
      tooLong: (max) => `Högst ${max} tecken.`,
      check: 'Något behöver rättas',
    },
    move: {
      title: 'Ändra bokningen',
      day: 'Dag',
      guests: 'Antal gäster',
      show: 'Visa lediga tider',
      free: 'Lediga tider',
      daytime: 'Dag',
      evening: 'Kväll',
      afterMidnight: (day) => `Efter midnatt, ${day}`,
      yours: 'din tid',
      previous: 'Föregående dag',
      next: 'Nästa dag',
      none: (party) => `Tyvärr finns det inget ledigt bord för ${party} den här dagen.`,
      nearby: 'Dagar i närheten med lediga bord',
      chooseDay: (first, last) => `Välj en dag mellan ${first} och ${last}.`,
      taken:
        'Tiden hann tyvärr bli bokad av någon annan. Din bokning är oförändrad – välj gärna en annan tid.',
      unavailable: 'Den tiden går tyvärr inte att boka. Din bokning är oförändrad.',
      back: 'Tillbaka till bokningen',
    },
    confirm: {
      title: 'Vill du ändra till den här tiden?',
      held: (moment) =>
        `Vi håller tiden åt dig till ${moment}. Sedan kan du fortfarande få den, om ingen annan har tagit den.`,
      free: 'Tiden är ledig, men vi håller den inte åt dig: någon annan kan hinna före.',
      now: 'Nu',
      then: 'Efter ändringen',
      yes: 'Ändra bokningen',
      no: 'Välj en annan tid',
    },
    cancel: {
      title: 'Vill du avboka?',
      text: 'Bordet blir ledigt för andra, och det går inte att ångra.',
      yes: 'Ja, avboka',
      no: 'Nej, behåll bordet',
    },
    ended: {
      over: {
        title: 'Bokningen är avslutad',
        text: 'Den här länken gäller inte längre. Vi hoppas att vi ses igen.',
      },
    },
    faults: {
      unknown: {
        title: 'Länken gäller inte',
        text: 'Kontrollera att hela länken från mejlet har kommit med. Efter besöket slutar den att gälla.',
      },
      foreign: {
        title: 'Det gick inte att genomföra',
        text: 'Försöket kom från en annan webbplats, och inget har ändrats. Öppna länken i mejlet och försök igen.',
      },
      unreadable: {
        title: 'Det gick inte att genomföra',
        text: 'Vi förstod inte vad som skulle göras, och inget har ändrats. Gå tillbaka och försök igen.',
      },
      busy: {
        title: 'Vi hinner inte svara just nu',
        text: 'Vänta en liten stund och försök igen.',
      },
      broken: {
        title: 'Något gick fel hos oss',
        text: 'Försök igen om en stund. Kontakta restaurangen om det inte hjälper.',
      },
    },
  },
};
