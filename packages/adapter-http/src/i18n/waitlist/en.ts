import type { WaitlistWords } from './words.ts';

/** English. */
export const en: WaitlistWords = {
  between: (from, to) => `between ${from} and ${to}`,
  mail: {
    joined: {
      subject: 'On the waiting list',
      title: 'You are on the waiting list',
      opening: (restaurant) => `Thank you. You are in line for a table at ${restaurant}:`,
      willOffer:
        'If a table becomes free, we write to you at once and keep it for you for a while. It is yours when you accept it.',
      willBook: 'If a table becomes free, it is booked for you at once, and we write to you.',
      lead: 'No longer need the table? Please leave the list, so that someone else can have it.',
      button: 'See or leave the list',
    },
    offered: {
      subject: 'A table is free',
      title: 'There is a table for you',
      opening: (restaurant, until) =>
        `A table has become free at ${restaurant}. We keep it for you until ${until}. After that it goes to the next in line.`,
      lead: 'It is not booked yet. Open the page, and accept the table there:',
      button: 'See the table',
      byContact: 'It is not booked yet. Please get in touch with us if you would like it.',
    },
    doubt:
      'Did you not ask for a table? Someone has probably entered the wrong e-mail address. Please ignore this message.',
  },
  page: {
    waiting: {
      title: 'You are on the waiting list',
      text: 'If a table becomes free, we write to you at once and keep it for you for a while.',
    },
    willBook: 'If a table becomes free, it is booked for you at once, and we write to you.',
    offered: {
      title: 'There is a table for you',
      text: 'It is not booked yet. Would you like it?',
    },
    late: {
      title: 'The time for the offer has run out',
      text: 'Nobody else has taken the table yet. If you would still like it, try now.',
    },
    booked: {
      title: 'Your table is booked',
      text: 'A confirmation by e-mail is on its way. We look forward to seeing you.',
    },
    inVain: {
      title: 'No table became free',
      text: 'We are sorry that it did not work out this time. We hope to see you another time.',
    },
    gone: {
      title: 'The offer has ended',
      text: 'The table was kept for a while, and is no longer yours to take. Get in touch with the restaurant, and it can see what is free.',
    },
    closed: {
      title: 'The restaurant is closed then',
      text: 'It has closed for that time since the table was offered. We are sorry, and hope to see you another time.',
    },
    left: {
      title: 'You have left the waiting list',
      text: 'We hope to see you another time.',
    },
    heldUntil: (moment) => `We keep it for you until ${moment}. After that it goes to the next in line.`,
    accept: 'Yes, book the table',
    decline: 'No, thank you',
    leave: 'Leave the waiting list',
    open: 'See your booking',
    ask: {
      title: 'Leave the waiting list?',
      text: 'You lose your place in line, and what is kept for you goes to the next. This cannot be undone.',
      yes: 'Yes, leave',
      no: 'No, stay',
    },
  },
};
