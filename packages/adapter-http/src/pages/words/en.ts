import type { PageWords } from './page-words.ts';

const HELP = {
  phone: 'Please call us, and we will help you.',
  email: 'Please write to us, and we will help you.',
  none: 'Please get in touch with the restaurant.',
};

/** English. */
export const en: PageWords = {
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
    none: (people) => `Sorry, there is no free table for ${people} on this day.`,
    nearby: 'Days nearby with free tables',
    chooseDay: (first, last) => `Choose a day between ${first} and ${last}.`,
    taken: 'Somebody else has just taken that time. Your booking is unchanged: please choose another time.',
    unavailable: 'That time cannot be booked. Your booking is unchanged.',
    back: 'Back to the booking',
  },
  confirm: {
    title: 'Change to this time?',
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
};
