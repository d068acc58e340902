import type { PageWords } from './page-words.ts';

const HELP = {
  phone: 'Ring oss, så hjälper vi dig.',
  email: 'Mejla oss, så hjälper vi dig.',
  none: 'Kontakta restaurangen.',
};

/** Swedish. */
export const sv: PageWords = {
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
    none: (people) => `Tyvärr finns det inget ledigt bord för ${people} den här dagen.`,
    nearby: 'Dagar i närheten med lediga bord',
    chooseDay: (first, last) => `Välj en dag mellan ${first} och ${last}.`,
    taken: 'Tiden hann tyvärr bli bokad av någon annan. Din bokning är oförändrad – välj gärna en annan tid.',
    unavailable: 'Den tiden går tyvärr inte att boka. Din bokning är oförändrad.',
    back: 'Tillbaka till bokningen',
  },
  confirm: {
    title: 'Vill du ändra till den här tiden?',
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
};
