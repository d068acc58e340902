import type { Words } from './words.ts';

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const notYours =
  'Not your booking? Someone has probably entered the wrong e-mail address. Please let us know, or ignore this message.';
const intoCalendar = (file: string): string =>
  `Would you like it in your calendar? Open the attached file ${file}.`;

const HELP = {
  phone: 'Please call us, and we will help you.',
  email: 'Please write to us, and we will help you.',
  none: 'Please get in touch with the restaurant.',
};

/** English as it is written in the Nordic countries: British, the day before the month, a clock of 24 hours. */
export const en: Words = {
  tag: 'en',
  name: 'English',
  browserTags: ['en'],
  when: {
    locale: 'en-GB',
    day: (weekday, day, month, year) => `${weekday} ${day} ${month}${year === null ? '' : ` ${year}`}`,
    time: (hour, minute) => `${hour}:${minute}`,
    moment: (day, time) => `${day} at ${time}`,
    summerTime: 'summer time',
    winterTime: 'winter time',
  },
  people: (count) => (count === 1 ? 'one person' : `${NUMBERS[count] ?? count} people`),
  tableFor: (partySize) => `Table for ${NUMBERS[partySize] ?? partySize}`,
  phone: 'Phone',
  email: 'E-mail',
  notes: 'Requests',
  mail: {
    hello: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
    until: (_, time) => `The table is yours until ${time}`,
    change: 'Change or cancel',
    link: 'Does the button not work? Use the link:',
    changeByContact: 'Would you like to change or cancel? Please get in touch with us.',
    calendarFile: 'booking.ics',
    about: {
      confirmation: {
        subject: 'Table booked',
        title: () => 'Your table is booked',
        opening: (restaurant) =>
          `Thank you for your booking. We look forward to welcoming you to ${restaurant}.`,
        closing: '',
        change: 'Change of plans? You can change or cancel the booking yourself.',
        calendar: intoCalendar,
        doubt: notYours,
      },
      moved: {
        subject: 'Booking changed',
        title: () => 'Your booking has changed',
        opening: (restaurant) => `Your booking at ${restaurant} has been changed. Here are the new details:`,
        closing: '',
        change: 'If that does not suit you, you can change or cancel the booking yourself.',
        calendar: (file) => `Is it in your calendar? Open the attached file ${file} to update it.`,
        doubt: 'Not what you expected, or not your booking? Please get in touch with us.',
      },
      cancelled: {
        subject: 'Booking cancelled',
        title: () => 'Your booking is cancelled',
        opening: (restaurant) => `This booking at ${restaurant} has been cancelled:`,
        closing: 'We hope to see you another time.',
        change: '',
        calendar: (file) => `Is it in your calendar? Open the attached file ${file} to remove it.`,
        doubt: 'Cancelled by mistake? Please get in touch, and we will help you.',
      },
      reminder: {
        subject: 'Reminder',
        title: (daysAhead) => `See you ${['today', 'tomorrow'][daysAhead] ?? 'soon'}`,
        opening: (restaurant) =>
          `A quick reminder of your table at ${restaurant}. We look forward to seeing you.`,
        closing: '',
        change: 'Can’t make it? Please change or cancel, so that someone else can have the table.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    },
  },
  page: {
    clock: (hour, minute) => `${hour}:${minute}`,
    contact: 'Contact',
    languages: 'Language',
    again: 'Try again',
    booking: {
      title: 'Your booking',
      change: 'Change time or guests',
      cancel: 'Cancel booking',
      calendar: 'Add to calendar',
      changeUntil: (moment) => `You can change or cancel here until ${moment}.`,
      tooLate: (by) => `It is too late to change or cancel here. ${HELP[by]}`,
      moved: 'Your booking has been changed. An e-mail with the new details is on its way.',
      edit: 'Change name, phone or requests',
      edited: 'Your details have been saved.',
    },
    edit: {
      title: 'Your details',
      name: 'Name',
      hint: 'Allergies, a high chair, something to celebrate? We read it before you come.',
      save: 'Save',
      nameless: 'Please enter a name.',
      tooLong: (max) => `At most ${max} characters.`,
      check: 'Something needs correcting',
    },
    move: {
      title: 'Change the booking',
      day: 'Day',
      guests: 'Guests',
      show: 'Show free times',
      free: 'Free times',
      daytime: 'Daytime',
      evening: 'Evening',
      afterMidnight: (day) => `After midnight, ${day}`,
      yours: 'your time',
      previous: 'Previous day',
      next: 'Next day',
      none: (party) => `Sorry, there is no free table for ${party} on this day.`,
      nearby: 'Days nearby with free tables',
      chooseDay: (first, last) => `Choose a day between ${first} and ${last}.`,
      taken: 'Somebody else has just taken that time. Your booking is unchanged: please choose another time.',
      unavailable: 'That time cannot be booked. Your booking is unchanged.',
      back: 'Back to the booking',
    },
    confirm: {
      title: 'Change to this time?',
      held: (moment) =>
        `We keep this time for you until ${moment}. After that you can still have it, unless somebody else has taken it.`,
      free: 'This time is free, but not kept for you: somebody else may take it first.',
      now: 'Now',
      then: 'After the change',
      yes: 'Change the booking',
      no: 'Choose another time',
    },
    cancel: {
      title: 'Cancel the booking?',
      text: 'The table will go to others, and this cannot be undone.',
      yes: 'Yes, cancel it',
      no: 'No, keep the table',
    },
    ended: {
      over: {
        title: 'This booking is over',
        text: 'The link is no longer valid. We hope to see you again.',
      },
    },
    faults: {
      unknown: {
        title: 'This link is not valid',
        text: 'Please check that you have the whole link from the e-mail. It ends with the visit.',
      },
      foreign: {
        title: 'That did not work',
        text: 'The attempt came from another website, and nothing has been changed. Open the link in the e-mail and try again.',
      },
      unreadable: {
        title: 'That did not work',
        text: 'We could not make out what was to be done, and nothing has been changed. Go back and try again.',
      },
      busy: {
        title: 'We cannot answer right now',
        text: 'Please wait a moment and try again.',
      },
      broken: {
        title: 'Something went wrong on our side',
        text: 'Please try again in a while, and get in touch with the restaurant if that does not help.',
      },
    },
  },
};
