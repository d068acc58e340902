import type { Words } from './words.ts';

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const notYours =
  'Not your booking? Someone has probably entered the wrong e-mail address. Please let us know, or ignore this message.';
const intoCalendar = (file: string): string =>
  `Would you like it in your calendar? Open the attached file ${file}.`;

/** English as it is written in the Nordic countries: British, the day before the month, a clock of 24 hours. */
export const en: Words = {
  tag: 'en',
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
        opening: (house) => `Thank you for your booking. We look forward to welcoming you to ${house}.`,
        closing: '',
        change: 'Change of plans? You can change or cancel the booking yourself.',
        calendar: intoCalendar,
        doubt: notYours,
      },
      moved: {
        subject: 'Booking changed',
        title: () => 'Your booking has changed',
        opening: (house) => `Your booking at ${house} has been changed. Here are the new details:`,
        closing: '',
        change: 'If that does not suit you, you can change or cancel the booking yourself.',
        calendar: (file) => `Is it in your calendar? Open the attached file ${file} to update it.`,
        doubt: 'Not what you expected, or not your booking? Please get in touch with us.',
      },
      cancelled: {
        subject: 'Booking cancelled',
        title: () => 'Your booking is cancelled',
        opening: (house) => `This booking at ${house} has been cancelled:`,
        closing: 'We hope to see you another time.',
        change: '',
        calendar: (file) => `Is it in your calendar? Open the attached file ${file} to remove it.`,
        doubt: 'Cancelled by mistake? Please get in touch, and we will help you.',
      },
      reminder: {
        subject: 'Reminder',
        title: (daysAhead) => `See you ${['today', 'tomorrow'][daysAhead] ?? 'soon'}`,
        opening: (house) => `A quick reminder of your table at ${house}. We look forward to seeing you.`,
        closing: '',
        change: 'Can’t make it? Please change or cancel, so that someone else can have the table.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    },
  },
};
