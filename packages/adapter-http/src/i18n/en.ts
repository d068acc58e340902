import type { ChangeKind, Concern, GuestMessageKind, Reason } from '@bord/engine';
import type { PossibleAction } from '@bord/engine/adapters';
import { counted } from './counted.ts';

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

const tablesIn = (ids: readonly string[]): string =>
  ids.length === 0 ? 'no table' : `${ids.length === 1 ? 'table' : 'tables'} ${ids.join(' + ')}`;

/** The label of each action with a booking, on all pages. */
const ACTIONS = {
  arrive: 'Arrived',
  seat: 'Seat',
  leave: 'Left',
  extend: 'Stays longer',
  move: 'Time or size',
  assign: 'Other table',
  pin: 'Keep at this table',
  unpin: 'Let it be moved',
  edit: 'Edit guest',
  no_show: 'No-show',
  cancel: 'Cancel booking',
  take_back_arrived: 'Not here yet',
  take_back_seated: 'Not seated yet',
  undo: 'Bring back',
  revert: 'Undo the latest',
} satisfies Record<PossibleAction, string>;

/** The label of each state of a booking, on all pages. */
const STATES = {
  expected: 'expected',
  late: 'late',
  arrived: 'arrived',
  seated: 'seated',
  over: 'over time',
  gone: 'gone',
  no_show: 'no-show',
  cancelled: 'cancelled',
};

/** One line about something that was done. */
export interface DoneFacts {
  readonly name: string;
  /** `tables W2 + W3`; empty for a party without a table. */
  readonly tables: string;
  /** `19:30` */
  readonly until: string;
  /** `19:30 · 4 guests · table 4` */
  readonly facts: string;
}

/** British, the day before the month, a clock of 24 hours. The other languages have its shape. */
export const en = {
  /** BCP 47, for `lang` and `Content-Language`: `sv`. */
  tag: 'en',
  /** The language's name in that language: `Svenska`. */
  name: 'English',
  /** The language codes that browsers send, in lower case and without a region: `no`, `nb`, `nn`. */
  browserTags: ['en'],
  /** The names and codes of the language in imported files, also in other languages. */
  importNames: 'en, eng, english, engelska, engelsk, englisch',
  /** How days and times are written. `when.ts` puts them together. */
  when: {
    /** Whose names of weekdays and months are meant: `sv-SE`. */
    locale: 'en-GB',
    /** `fredag 4 december`; with the year when there is one. */
    day: (weekday: string, day: number, month: string, year: number | null) =>
      `${weekday} ${day} ${month}${year === null ? '' : ` ${year}`}`,
    /** `kl. 19.30`, or `19:30` in English, on a clock of 24 hours: both have two digits. Its spaces do not break. */
    time: (hour: string, minute: string) => `${hour}:${minute}`,
    /** `fredag 4 december kl. 19.30` */
    moment: (day: string, time: string) => `${day} at ${time}`,
    /** Follow a time that the clock shows twice in the night in which it is set back. */
    summerTime: 'summer time',
    winterTime: 'winter time',
  },
  /** `fyra personer`, `14 personer`, `en person` */
  people: (count: number): string => (count === 1 ? 'one person' : `${NUMBERS[count] ?? count} people`),
  /** Begins a line: `Bord för fyra personer`. */
  tableFor: (partySize: number) => `Table for ${NUMBERS[partySize] ?? partySize}`,
  phone: 'Phone',
  email: 'E-mail',
  notes: 'Requests',
  /** Mails to guests (D26). */
  mail: {
    /** `name` null: the greeting has no name. */
    hello: (name: string | null): string => (name === null ? 'Hello,' : `Hello ${name},`),
    /** `Bordet är ert till kl. 21.30` */
    until: (_: number, time: string) => `The table is yours until ${time}`,
    /** On the button that opens the manage page. */
    change: 'Change or cancel',
    /** Before the full link, as an alternative to the button. */
    link: 'Does the button not work? Use the link:',
    /** Used without a manage link. */
    byAssistant: 'An assistant made this booking for you. If you did not want it, cancel it with the link.',
    changeByContact: 'Would you like to change or cancel? Please get in touch with us.',
    /** Name of the calendar file: ASCII. */
    calendarFile: 'booking.ics',
    about: {
      confirmation: {
        /** Begins the subject; the restaurant and the time follow. */
        subject: 'Table booked',
        /** `daysAhead`: local dates until the visit; 0 is today. */
        title: (_daysAhead: number) => 'Your table is booked',
        opening: (restaurant: string, _partySize: number) =>
          `Thank you for your booking. We look forward to welcoming you to ${restaurant}.`,
        /** Above the button to the manage page. */
        change: 'Change of plans? You can change or cancel the booking yourself.',
        calendar: intoCalendar,
        /** Instructions in case another person booked. */
        doubt: notYours,
      },
      moved: {
        subject: 'Booking changed',
        title: (_daysAhead: number) => 'Your booking has changed',
        opening: (restaurant: string, _partySize: number) =>
          `Your booking at ${restaurant} has been changed. Here are the new details:`,
        change: 'If that does not suit you, you can change or cancel the booking yourself.',
        calendar: (file: string) => `Is it in your calendar? Open the attached file ${file} to update it.`,
        doubt: 'Not what you expected, or not your booking? Please get in touch with us.',
      },
      cancelled: {
        subject: 'Booking cancelled',
        title: (_daysAhead: number) => 'Your booking is cancelled',
        opening: (restaurant: string, _partySize: number) =>
          `This booking at ${restaurant} has been cancelled:`,
        /** After the facts. */
        closing: 'We hope to see you another time.',
        calendar: (file: string) => `Is it in your calendar? Open the attached file ${file} to remove it.`,
        doubt: 'Cancelled by mistake? Please get in touch, and we will help you.',
      },
      reminder: {
        subject: 'Reminder',
        title: (daysAhead: number) => `See you ${['today', 'tomorrow'][daysAhead] ?? 'soon'}`,
        opening: (restaurant: string, _partySize: number) =>
          `A quick reminder of your table at ${restaurant}. We look forward to seeing you.`,
        change: 'Can’t make it? Please change or cancel, so that someone else can have the table.',
        calendar: intoCalendar,
        doubt: notYours,
      },
    } satisfies Record<GuestMessageKind, unknown>,
  },
  /** The pages behind the manage link (D27). Days and moments arrive written as `when.ts` writes them. */
  page: {
    /** `19.30`, without `kl.` */
    clock: (hour: string, minute: string) => `${hour}:${minute}`,
    /** Read out above the contact of the restaurant. */
    contact: 'Contact',
    languages: 'Language',
    again: 'Try again',
    booking: {
      title: 'Your booking',
      change: 'Change time or guests',
      cancel: 'Cancel booking',
      calendar: 'Add to calendar',
      changeUntil: (moment: string) => `You can change or cancel here until ${moment}.`,
      /** `by`: how the guest can reach the restaurant. */
      tooLate: (by: 'phone' | 'email' | 'none') => `It is too late to change or cancel here. ${HELP[by]}`,
      moved: 'Your booking has been changed. An e-mail with the new details is on its way.',
      edit: 'Change name, phone or requests',
      edited: 'Your details have been saved.',
      /** Another confirmation with another e-mail address. */
      addressStays:
        'The table was already booked, and its e-mail address stays as it was. Contact us to correct it.',
      confirm: 'Confirm your e-mail address',
      confirmed: 'Thank you. Your e-mail address is confirmed.',
    },
    edit: {
      title: 'Your details',
      name: 'Name',
      hint: 'Allergies, a high chair, something to celebrate? We read it before you come.',
      save: 'Save',
      nameless: 'Please enter a name.',
      tooLong: (max: number) => `At most ${max} characters.`,
      /** Read out first when the form has errors. */
      check: 'Something needs correcting',
    },
    move: {
      title: 'Change the booking',
      day: 'Day',
      guests: 'Guests',
      show: 'Show free times',
      free: 'Free times',
      afterMidnight: (day: string) => `After midnight, ${day}`,
      /** Below the present time of the booking. */
      yours: 'your time',
      previous: 'Previous day',
      next: 'Next day',
      /** `party`: as `people` writes it. */
      none: (party: string) => `Sorry, there is no free table for ${party} on this day.`,
      nearby: 'Days nearby with free tables',
      chooseDay: (first: string, last: string) => `Choose a day between ${first} and ${last}.`,
      taken: 'Somebody else has just taken that time. Your booking is unchanged: please choose another time.',
      unavailable: 'That time cannot be booked. Your booking is unchanged: please choose another time.',
      back: 'Back to the booking',
    },
    confirm: {
      title: 'Change to this time?',
      /** The new time is held for the guest until `moment`. */
      held: (moment: string) =>
        `We keep this time for you until ${moment}. After that you can still have it, unless somebody else has taken it.`,
      /** The new time is available but not held. */
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
        text: 'The attempt came from another website, and no change was made. Open the link in the e-mail and try again.',
      },
      unreadable: {
        title: 'That did not work',
        text: 'We could not read the form, and no change was made. Go back and try again.',
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
  /** Mails of the restaurant's own booking page (D52). */
  visitorMail: {
    lead: 'The table is not booked yet.',
    hold_link: {
      title: 'Choose this time',
      opening: 'With the button below you choose this time. We then keep the table for you for five minutes.',
      button: 'Choose the time',
    },
    booking_link: {
      title: 'Confirm your booking',
      opening: 'We keep a table for you for ten minutes. With the button below you book it.',
      button: 'Book the table',
    },
    bookings_limit: {
      title: 'You have two bookings already',
      opening:
        'Two bookings have been made with your e-mail address or telephone number for that service. More cannot be made on the page. Please get in touch with us.',
    },
    doubt:
      'Did you not ask for a table? Someone has probably entered the wrong e-mail address. Please ignore this message.',
  },
  /** Mails and pages of a guest on the waitlist (D36). */
  waitlist: {
    /** `mellan kl. 18.00 och kl. 20.30` */
    between: (from: string, to: string) => `between ${from} and ${to}`,
    mail: {
      joined: {
        /** Begins the subject; the restaurant and the day follow. */
        subject: 'On the waitlist',
        opening: (restaurant: string) => `Thank you. You are on the waitlist for a table at ${restaurant}:`,
        /** When a table becomes free, it is offered, or */
        willOffer:
          'If a table becomes free, we write to you immediately and keep it for you for a while. It is yours when you accept it.',
        lead: 'No longer need the table? Please leave the list, so that someone else can have it.',
        button: 'See or leave the list',
      },
      offered: {
        /** Begins the subject; the restaurant and the moment follow. */
        subject: 'A table is free',
        opening: (restaurant: string, until: string) =>
          `A table has become free at ${restaurant}. We keep it for you until ${until}. After that it goes to the next on the list.`,
        /** The button opens the page; the guest accepts there. */
        lead: 'It is not booked yet. Open the page, and accept the table there:',
        button: 'See the table',
        /** Used without a link. */
        byContact: 'It is not booked yet. Please get in touch with us if you would like it.',
      },
    },
    /** The pages behind the link. */
    page: {
      waiting: {
        title: 'You are on the waitlist',
        text: 'If a table becomes free, we write to you immediately and keep it for you for a while.',
      },
      /** In place of the text above, for a party that is booked without an offer. */
      willBook: 'If a table becomes free, it is booked for you immediately, and we write to you.',
      offered: {
        title: 'There is a table for you',
        text: 'It is not booked yet. Would you like it?',
      },
      /** The offer has expired, and the table is still free. */
      late: {
        title: 'The time for the offer has run out',
        text: 'The table is still free. If you would still like it, try now.',
      },
      booked: {
        title: 'Your table is booked',
        text: 'A confirmation by e-mail is on its way. We look forward to seeing you.',
      },
      /** The requested time passed without an offer. */
      inVain: {
        title: 'No table became free',
        text: 'We are sorry that it did not work out this time. We hope to see you another time.',
      },
      /** The offered time has passed, or another party has the table. */
      gone: {
        title: 'The offer has ended',
        text: 'The table was kept for a while, and is no longer yours to take. Get in touch with the restaurant, and it can see what is free.',
      },
      /** The restaurant has closed at that time since the offer. */
      closed: {
        title: 'The restaurant is closed then',
        text: 'It has closed for that time since the table was offered. We are sorry, and hope to see you another time.',
      },
      left: {
        title: 'You have left the waitlist',
        text: 'We hope to see you another time.',
      },
      heldUntil: (moment: string) =>
        `We keep it for you until ${moment}. After that it goes to the next on the list.`,
      accept: 'Yes, book the table',
      /** Both lead to the page that asks: with an offer, and without. */
      decline: 'No, thank you',
      leave: 'Leave the waitlist',
      open: 'See your booking',
      ask: {
        title: 'Leave the waitlist?',
        text: 'You lose your place on the list, and the table kept for you goes to the next. This cannot be undone.',
        yes: 'Yes, leave',
        no: 'No, stay',
      },
    },
  },
  /** The restaurant's own booking page. Days, moments, times and parties arrive as `when.ts` and `people` write them. */
  book: {
    title: 'Book a table',
    /** A form that an assistant shows the guest. */
    ask: (restaurant: string) => `Your details for the table at ${restaurant}`,
    /** On the button of a time, read out after the time. */
    list: { lead: 'Choose a restaurant.', none: 'No restaurant takes bookings here.' },
    /** In search results. */
    about: (restaurant: string) => `Book a table at ${restaurant} online.`,
    area: 'Where',
    anyArea: 'No preference',
    /** The requested time is available. */
    free: (time: string) => `${time} is free.`,
    notFree: (time: string) => `${time} is not free. Please choose another time.`,
    /** On the button of the requested time. */
    take: (time: string) => `Choose ${time}`,
    nextDate: 'Next day with a free table',
    otherAreas: 'Free elsewhere on this day',
    badDate: 'That is not a date. Choose one, or take a time of the next day with free tables.',
    badParty: 'That is not a number of guests. Choose one, or take a time for two.',
    badTime: 'That is not a time such as 19:30. Here are all free times.',
    noArea: 'There is no such part of the restaurant. Here are the times for all of it.',
    larger: (max: number) => `More than ${max} guests? Please get in touch, and we will help you.`,
    closed: 'There are no free tables in the coming days. Please get in touch with the restaurant.',
    hours: 'Opening hours for bookings',
    menu: 'Menu',
    taken: 'Somebody else has just taken that time. Please choose another one.',
    unavailable: 'That time cannot be booked. Please choose another one.',
    /** Added when the guest still has a held time. */
    stillHeld: (moment: string) => `We still keep ${moment} for you.`,
    typed: 'We have kept what you typed: the time that you choose is booked immediately.',
    held: {
      title: 'Your table is kept',
      until: (time: string, minutes: number) =>
        `We keep this table for you until ${time}: ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`,
      late: 'The minutes for which we kept this table are over. You can still book it, unless somebody else has taken it.',
      back: 'Back to your table',
      needless: 'optional',
      emailHint: 'We send the confirmation and a reminder there.',
      /** Where the guest can book without an e-mail address. */
      noEmailHint:
        'Without an e-mail address you get no message: the last page has the link to your booking.',
      badEmail: 'Please enter an e-mail address, such as you@example.com.',
      badPhone: 'Please enter a phone number.',
      confirm: 'Book the table',
    },
    /** The controller, purpose and retention of the guest's data. `days` null: until further notice. */
    data: (restaurant: string, days: number | null) =>
      days === null
        ? `${restaurant} keeps your details for this booking, until you ask for their deletion.`
        : `${restaurant} keeps your details for this booking, and deletes them ${days} days after your visit.`,
    privacyLink: 'How your details are handled',
    privacy: {
      title: 'Your details',
      who: 'Who keeps them',
      what: 'What is kept, and why',
      whatText:
        'Your name, e-mail address, phone number and requests, and the time, size and tables of your booking. They are needed to keep the table for you and to write to you about it. They have no other use, and this page stores no data on your device.',
      long: 'For how long',
      longText: (days: number | null) =>
        days === null
          ? 'Until you ask the restaurant to delete them.'
          : `They are deleted ${days} days after your visit.`,
      rights: 'Your rights',
      rightsText:
        'You can see, correct and cancel your booking by the link that you get. Ask the restaurant for a copy of your details, or to delete them. You can also complain to the data protection authority.',
    },
    wait: {
      title: 'Join the waitlist',
      lead: 'If a table becomes free, we write to you and keep it for you for a while.',
      from: 'Earliest',
      to: 'Latest',
      badSpan: 'The latest time must not be before the earliest.',
      full: 'The waitlist of that day is full. Please choose another day.',
      join: 'Join the waitlist',
    },
    /** Many tables are kept from one network: the guest confirms by e-mail, or the browser computes for a moment. */
    limited: {
      title: 'One more step',
      text: 'Many tables are being kept from your network. Type your e-mail address, and we send you a link with which you choose this time.',
      working:
        'Your browser is computing for a few seconds, to show that you are not a program. You can wait for it instead.',
      send: 'Send me the link',
    },
    mailed: {
      title: 'Look into your e-mail',
      text: (email: string) => `We have sent a message to ${email}. Open its link to continue.`,
      again: 'We have sent you a message. Please read it to continue.',
    },
    /** The pages of links in e-mails: one holds a table, the other books it. */
    link: {
      hold: {
        title: 'Choose this time',
        text: 'Press the button, and we keep the table for you for five minutes.',
        button: 'Choose this time',
      },
      booking: {
        title: 'Confirm your booking',
        text: 'Press the button, and the table is booked.',
        button: 'Book the table',
      },
    },
    gone: {
      title: 'The table is no longer kept',
      text: 'The time for it is over. Please choose another time.',
      again: 'See free times',
    },
    done: {
      booked: 'Your table is booked. An e-mail with the details is on its way.',
      noMessage: 'Your table is booked. No message is sent: keep this link, or photograph the code.',
      link: 'Link to your booking',
      code: 'QR code with the link to your booking',
    },
    faults: {
      unknown: {
        title: 'There is no such page',
        text: 'Please check the address. The table that a link kept may have been booked or given to somebody else.',
      },
      foreign: {
        title: 'That did not work',
        text: 'The attempt came from another website, and no table was booked. Open the booking page and try again.',
      },
    },
  },
  /** The mail with a sign-in link (D44). */
  start: {
    title: 'Welcome to Bord',
    guests: { label: 'Book a table', hint: 'For guests: the booking page.' },
    staff: { label: 'Console', hint: 'For staff: the day, bookings and tables.' },
    partners: { label: 'API documentation', hint: 'For partners and developers.' },
  },
  signInMail: {
    subject: (house: string) => `Sign in to ${house}`,
    preview: (minutes: number) => `The link is valid for ${minutes} minutes.`,
    title: 'Sign in',
    /** `moment`: as `when.ts` writes it; `browser` null: unknown. */
    request: (house: string, moment: string, browser: string | null) =>
      `Somebody, hopefully you, has asked to sign in to the bookings of ${house}: ${moment}${browser === null ? '' : `, from ${browser}`}.`,
    lead: 'Open the link in the same browser in which you asked for it, on the same device. It opens a page with a button; press it, and you are signed in.',
    valid: (minutes: number, time: string) => `The link works once, for ${minutes} minutes, until ${time}.`,
    /** Instructions in case another person requested it. */
    doubt:
      'Not you? Then ignore this e-mail: the link works only in the other browser, and expires soon. Never pass it on. If you get more of these, tell the person who runs the bookings of the restaurant.',
  },
  /** The mail about a passkey that was added (D44). */
  passkeyMail: {
    subject: (restaurant: string) => `A passkey was added to your sign-in to ${restaurant}`,
    title: 'A passkey was added',
    /** `passkey` and `browser` null: unknown. `moment`: as `when.ts` writes it. */
    added: ({
      passkey,
      restaurant,
      moment,
      browser,
    }: {
      readonly passkey: string | null;
      readonly restaurant: string;
      readonly moment: string;
      readonly browser: string | null;
    }) =>
      `The passkey${passkey === null ? '' : ` “${passkey}”`} was added to your sign-in to the bookings of ${restaurant}: ${moment}${browser === null ? '' : `, in ${browser}`}.`,
    yours:
      'Was that you? Then you need not do anything. The device that keeps the passkey can sign in as you, without an e-mail.',
    lead: 'Not you? Then somebody has used a browser in which you are signed in. Sign in, remove the passkey, and end all other sign-ins:',
    /** Instructions in case another person requested it. */
    doubt:
      'Tell the person who runs the bookings of the restaurant, too: they can sign you out everywhere and delete all your passkeys.',
  },
  linkMail: {
    subject: (restaurant: string) => `A sign-in link to ${restaurant} was made for you`,
    title: 'A sign-in link was made for you',
    made: (restaurant: string, moment: string, minutes: number) =>
      `The operator of the bookings of ${restaurant} has made a link that signs in as you: ${moment}. It works once, within ${minutes} minutes, in any browser.`,
    yours: 'Did you ask for it? Then you need not do anything.',
    lead: 'Not you? Sign in, and end all other sign-ins:',
    doubt: 'Ask the person who runs the bookings of the restaurant who has the link.',
  },
  console: {
    signIn: {
      title: 'Sign in',
      lead: 'You get a link by e-mail. You need no password.',
      send: 'Send me a link',
      check: 'Please check the form',
      sent: 'Look into your mail',
      /** `email`: as it was typed. */
      sentTo: (email: string, minutes: number) =>
        `If ${email} belongs to somebody who works here, a link is on its way. It is valid for ${minutes} minutes and works once.`,
      sameBrowser: 'Open it in this browser: it does not work in another one.',
      nothing:
        'No e-mail after a minute or two? Look among the spam, or ask for a new link. If none comes, others may have asked for too many: ask in a browser in which you have signed in before, or use a passkey.',
      folder: 'This server writes its mails to files: the newest one here is yours.',
      noMail: 'This server sends no e-mail. Use a passkey, or ask the operator of the server for a link.',
      tooOften: {
        title: 'That was a little too often',
        text: 'Too many links have been asked for within the hour. Those that were sent still work; look into your mail, or try again later.',
      },
      enterAs: (email: string) => `As ${email}, in this browser.`,
      stale: {
        title: 'This link does not work here',
        text: 'It has been used, is too old, or was asked for in another browser. Ask for a new one in the browser in which you want to work:',
      },
      ended: 'You are signed out.',
      /** The session ended before a form was sent; next to a link to the sign-in. */
      again: 'You are signed out. The form keeps its text: sign in on a new tab, then send it again.',
    },
    me: {
      title: 'Your sign-ins',
      sessions: 'Where you are signed in',
      unknownBrowser: 'Unknown browser',
      since: 'Since',
      seen: 'Last seen',
      here: 'this one',
      end: 'End',
      endOthers: 'End all others',
      ended: 'Ended.',
      saved: 'Saved.',
    },
    /** Sign-in by passkey, and the list of passkeys. */
    passkey: {
      title: 'Passkeys',
      signIn: 'Sign in with a passkey',
      what: 'Sign in by fingerprint, face or PIN of this device, without waiting for a mail. The link by e-mail still works.',
      name: 'Name of this device',
      add: 'Add a passkey',
      added: 'The passkey is added.',
      never: 'never used',
      used: 'Last used',
      remove: 'Remove',
      removed: 'The passkey is removed.',
      again:
        'To add or remove a passkey, sign in again: the last sign-in was more than 10 minutes ago. You come back to this page.',
      noName:
        'Passkeys need a server with a name: this one is reached at an IP address. Give it a name and https, or, on this machine, the public URL http://localhost:PORT.',
      noScript: 'Passkeys need a newer browser with JavaScript.',
      failed: 'That did not work: the passkey was not accepted. Try again, or use the link by e-mail.',
    },
    /** The frame of every page, and faults. */
    shell: {
      /** Of the console, in page titles. */
      name: 'Console',
      skip: 'To the content',
      sections: { evening: 'Time', list: 'List', search: 'Search', month: 'Month', house: 'Restaurant' },
      /** Names of the parts of the frame, for screen readers. */
      nav: { sections: 'Sections', days: 'Day', person: 'You' },
      day: {
        previous: 'The day before',
        next: 'The day after',
        today: 'Today',
        choose: 'Another day',
        show: 'Show',
      },
      person: { me: 'Your sign-ins', help: 'Help', signOut: 'Sign out', houses: 'Other restaurants' },
      houses: {
        title: 'Your restaurants',
        none: 'You are signed in, but you no longer work at any restaurant here. Ask whoever runs this server.',
      },
      roles: { host: 'Host', manager: 'Manager' },
      /** Above a page that shows an earlier state while the database does not answer. */
      away: (time: string) =>
        `The database does not answer. This is the state at ${time}; changes are not possible now. Wait a moment, then try again.`,
      again: 'Try again',
      faults: {
        unknown: {
          title: 'Page not found',
          text: 'The page does not exist, or it belongs to a restaurant where you do not work. Check the link, or ask a manager there.',
        },
        foreign: {
          title: 'That did not work',
          text: 'The form did not come from a page of yours, or you have signed in again since you opened it. No change was made: go back, reload the page and try again.',
        },
        forbidden: { title: 'This is for managers', text: 'Ask a manager of the restaurant to do it.' },
        changed: {
          title: 'It has changed',
          text: 'Somebody else was faster. No change was made: go back, reload the page and look again.',
        },
        insecure: {
          title: 'The console needs https',
          text: 'This server is reached without encryption, and guests’ names may not be read on the way. Put it behind https and set its public URL.',
        },
        unreadable: {
          title: 'That did not work',
          text: 'Something was sent that this page cannot read. Go back, reload the page and try again.',
        },
        busy: {
          title: 'One moment',
          text: 'There is too much to do just now, or the database does not answer. Wait a moment, then try again.',
        },
        broken: {
          title: 'Something went wrong',
          text: 'It was not you. The change was probably not made: go back and look before you try again.',
        },
      },
    },
    /** The service day: the timeline, the list, the counts above them. */
    board: {
      /** Groups of parties: expected, waiting for a table, seated. */
      next: 'Next',
      waiting: 'Waiting',
      seated: 'Seated',
      more: (count: number) => `${count} more in the list`,
      /** The tabs on a phone: parties that need an action, a search, the whole day. */
      tabs: { now: 'Now', find: 'Find', day: 'Day' },
      parties: 'To the parties',
      moreActions: 'More',
      recent: {
        title: 'Last actions',
        text: 'Your actions of the last five minutes that can be undone.',
        none: 'No action of the last five minutes can be undone.',
      },
    },
    evening: {
      walkIn: 'Walk-in',
      newBooking: 'New booking',
      counts: {
        label: 'The day in numbers',
        parties: 'parties',
        guests: 'guests',
        seated: 'seated now',
        soon: 'within the hour',
        late: 'late',
        free: 'tables free now',
        unseated: 'without a table',
      },
      hereSince: (time: string) => `here since ${time}`,
      giveTable: 'Give a table',
      tables: 'Tables',
      /** Above tables that the plan no longer has. */
      notInPlan: 'Not in the plan',
      covers: 'Arriving',
      people: (count: number): string => (count === 1 ? '1 guest' : `${count} guests`),
      table: tablesIn,
      /** An erased guest. */
      nameless: 'no name',
      stages: STATES,
      late: (minutes: number) => `${minutes} min late`,
      over: (minutes: number) => `${minutes} min over`,
      /** The visit is over, and its state was never recorded. */
      unnoted: 'not recorded',
      until: (time: string) => `until ${time}`,
      /** A party of another service date. */
      otherDay: 'of another day',
      pinned: 'keeps its table',
      /** `label`: table and seats, `W1 · 1–2`. */
      newAt: (label: string) => `New booking: table ${label}`,
      outOfSeason: 'out of season',
      blocked: 'Blocked',
      block: (table: string, from: string, to: string) => `Table ${table} is blocked from ${from} to ${to}`,
      now: 'now',
      actions: ACTIONS,
      notComing: 'Not coming',
      closed: 'Closed on this day.',
      empty: 'No bookings yet.',
      pictureLabel: 'Tables and times. The list has the same bookings.',
      legend: {
        free: 'can be booked',
        late: 'late, or over the time',
        notes: 'has notes',
        joined: 'joined with',
        kitchen: 'the kitchen’s limit',
      },
    },
    /** Bookings and their actions: buttons, forms, rejections and results. */
    actions: {
      erased: 'Guest erased',
      done: {
        arrived: ({ name }: DoneFacts) => `${name} has arrived`,
        seated: ({ name, tables }: DoneFacts) => `${name} sits at ${tables}`,
        left: ({ name, tables }: DoneFacts): string =>
          tables ? `${name} has left. Free now: ${tables}` : `${name} has left`,
        extended: ({ name, until }: DoneFacts) => `${name} stays until ${until}`,
        moved: ({ name, facts }: DoneFacts) => `${name} is moved: ${facts}`,
        assigned: ({ name, tables }: DoneFacts) => `${name} has ${tables}`,
        pinned: ({ name, tables }: DoneFacts) => `${name} is kept at ${tables}`,
        unpinned: ({ name }: DoneFacts) => `${name} may be given another table`,
        edited: ({ name }: DoneFacts) => `${name}: saved`,
        no_show: ({ name }: DoneFacts) => `${name}: ${STATES.no_show}`,
        cancelled: ({ name }: DoneFacts) => `${name} is cancelled`,
        restored: ({ name, tables }: DoneFacts): string =>
          tables ? `${name} is back: ${tables}` : `${name} is back`,
        taken_back: ({ name }: DoneFacts) => `${name}: taken back`,
        booked: ({ name, facts }: DoneFacts) => `${name} is booked: ${facts}`,
        walked_in: ({ name, tables, until }: DoneFacts) => `${name} sits at ${tables} until ${until}`,
        blocked: ({ tables, until }: DoneFacts) => `Blocked until ${until}: ${tables}`,
        unblocked: ({ tables }: DoneFacts) => `Available again: ${tables}`,
        closed: ({ until }: DoneFacts) => `No new bookings until ${until}`,
        opened: (_facts: DoneFacts) => 'Bookings are taken again',
      },
      undo: 'Undo',
      /** Shown when the guest got a mail about the change. */
      mailed: (address: string) => `A mail goes to ${address}.`,
      card: {
        channel: 'Booked through',
        web: 'the booking page',
        reference: 'Their number',
        pinned: 'kept here',
        actions: 'Actions',
        messages: 'Mails and messages',
        mail: 'Mail',
        webhook: 'To the partner',
        /** By kind of mail or type of event; one that is not listed is shown as it is. */
        about: {
          confirmation: 'confirmation',
          moved: 'the booking was moved',
          cancelled: 'the booking was cancelled',
          reminder: 'reminder',
          'booking.created': 'booked',
          'booking.updated': 'changed',
          'booking.cancelled': 'cancelled',
        },
        states: {
          waiting: 'waits',
          delivered: 'sent',
          failed: 'could not be sent',
          dropped: 'no longer needed',
        },
        attempts: (count: number): string => (count === 1 ? '1 try' : `${count} tries`),
        back: 'To the day',
        otherTables: 'At another table',
      },
      form: {
        day: 'Day',
        from: 'From',
        to: 'To',
        size: 'Guests',
        tables: 'Table',
        anyTable: 'Any that fits',
        name: 'Name',
        phone: 'Phone',
        email: 'E-mail',
        notes: 'Notes',
        notesHint: 'The guest can read them.',
        language: 'Language',
        ofHouse: 'As the restaurant',
        show: 'Show times',
        save: 'Save',
        book: 'Book',
        back: 'Back',
        optional: 'optional',
        /** Read out first when the form has errors. */
        check: 'Please check',
        nameless: 'Say who comes.',
        tooLong: 'This is too long: please shorten it.',
        badEmail: 'Please enter an e-mail address, such as you@example.com.',
        badTime: 'Choose a time.',
        badSize: 'Say how many guests come.',
      },
      seat: { own: (tables: string) => `Seat at ${tables}`, other: 'Or at another table' },
      leave: { text: 'The table is free immediately.' },
      noShow: { text: 'The table is free immediately. This can be undone.' },
      extend: {
        now: (until: string) => `Until ${until} now.`,
        by: (minutes: number) => `+${minutes} min`,
        until: 'Until',
        force: 'All the same: who is next waits for a table',
      },
      move: {
        text: 'The guest gets a mail with the new time.',
        look: 'See who would move',
        keepTables: 'Its own, or any that fits',
        seatedOnly: 'The party sits already: only its size can change.',
      },
      assign: {
        any: 'Any table that fits',
        forced: 'A table that is not for such a party',
        force: 'Take it all the same',
      },
      edit: {
        mailNote: 'A new address gets a confirmation. Links in earlier e-mails stop working.',
      },
      cancel: {
        question: (name: string) => `Cancel ${name}?`,
        mail: (address: string) => `A mail about it goes to ${address}.`,
        noMail: 'Without an e-mail address, no notification is sent. Call the guest.',
        partner: (partner: string) => `${partner} is notified.`,
        yes: 'Cancel the booking',
        no: 'Keep it',
        final: 'You can undo it for 15 seconds.',
      },
      offers: {
        stillThere: (parties: string) => `Still there: ${parties}`,
        free: 'free',
        freeUntil: (time: string) => `free until ${time}`,
        /** `Berg 20:00 moves` */
        moves: (names: string) => `${names} would move`,
        only: (time: string) => `only until ${time}`,
        seats: (min: number, max: number): string => (min === max ? `${max} seats` : `${min}–${max} seats`),
        taken: 'taken',
        blocked: 'blocked',
        outOfSeason: 'not in use now',
        unavailable: 'Not available',
      },
      walkInForm: {
        howMany: 'How many are you?',
        more: 'More',
        choose: (people: string) => `${people}: where?`,
        guest: 'Add name or notes',
        none: 'No table is available now.',
        /** No table is free for the whole visit, but one is for a shorter time. */
        /** The quoted wait. */
        wait: (minutes: number, time: string, tables: string) =>
          `Next: ${time}, ${tables}, in about ${minutes} min.`,
        short: 'No table is free for the whole visit. For a while:',
      },
      booking: {
        times: 'Times',
        otherTime: 'Other time',
        noTimes: 'No times on this day.',
        guest: 'Guest',
        full: 'full',
        paced: 'kitchen full',
        moves: 'others move',
      },
      block: {
        title: 'Block a table',
        choose: 'Which tables?',
        howLong: 'How long?',
        hour: '1 hour',
        twoHours: '2 hours',
        restOfDay: 'For the rest of the day',
        fromTo: 'From … to',
        reason: 'Reason',
        look: 'Block',
        question: 'Block all the same?',
        moved: 'These are given another table',
        without: 'These are left without a table',
        force: 'Block; they wait for a table',
        list: 'Blocked now and later',
        none: 'No table is blocked.',
        unblock: 'Unblock',
        noTables: 'Choose a table.',
        noTime: 'Choose from when to when; it must not be over.',
      },
      close: {
        title: 'Take no more bookings',
        text: 'No new bookings from now on. Existing bookings stay; you can still add bookings yourself.',
        minutes: (count: number): string => (count === 60 ? 'The next hour' : `The next ${count} minutes`),
        concerned: 'These arrive in that time, and stay:',
        nobody: 'No bookings in that time.',
        yes: 'Close',
      },
      search: {
        title: 'Search',
        label: 'Name or phone',
        hint: 'Also e-mail address, a partner’s number, or the booking’s.',
        ahead: 'To come',
        past: 'Earlier',
        none: 'No results.',
        more: 'There are more to come. Write more of the name.',
        older: (date: string) => `Search before ${date}`,
        empty: 'Over all days, the nearest first.',
      },
      refusal: {
        title: 'Not available',
        reasons: {
          closed: 'The restaurant is closed then.',
          too_soon: 'That time is over.',
          too_far: 'That is too far ahead.',
          party_size: 'These tables are not for so many.',
          last_seating: 'The last seating is over by then.',
          pacing: 'The kitchen takes no more guests then.',
          tables: 'No table is free then.',
          policy: 'A policy does not allow it.',
        } satisfies Record<Reason, string>,
        inTheWay: 'In the way',
        outOfSeason: (tables: string) => `Not in use then: ${tables}.`,
        possibleFrom: (time: string) => `It is possible from ${time}.`,
        otherTables: 'Other tables at that time',
        anyTable: 'Other times at any table',
        atThisTable: 'Other times at the same table',
        alternatives: 'Free instead',
        next: (moment: string) => `Free next: ${moment}`,
        nothing: 'No free table on that day and in the two weeks after it.',
        conflict: 'This cannot be done with the booking as it is now. Open it again to see what is possible.',
      },
      stale: {
        title: 'The booking has changed',
        text: 'No change was made. Look at the changes, then decide again:',
        unknown: 'No change was made. Look again before you continue.',
      },
      history: {
        title: 'History',
        kinds: {
          created: 'booked',
          moved: 'moved',
          reseated: 'made room',
          unseated: 'lost its table to a block',
          assigned: 'given a table',
          pinned: 'kept at its table',
          unpinned: 'may be moved again',
          edited: 'edited',
          arrived: STATES.arrived,
          seated: 'seated',
          left: 'left',
          visit_corrected: 'visit corrected',
          extended: 'stays otherwise',
          cancelled: STATES.cancelled,
          completed: 'over',
          no_show: STATES.no_show,
          undone: 'brought back',
        } satisfies Record<ChangeKind, string>,
        fields: { name: 'name', email: 'e-mail', phone: 'phone', notes: 'notes', language: 'language' },
        /** Callers that are not members of staff. */
        operator: 'the restaurant',
        cli: 'the command line',
        guest: 'the guest',
        assistant: (name: string) => (name === '' ? 'an assistant' : `the assistant ${name}`),
        maintenance: 'nightly maintenance',
        former: 'a former colleague',
      },
    },
    /** Held tables (D35). Times arrive as the clock of the language shows them. */
    holds: {
      /** @param partner the holder; null for a guest on the restaurant’s pages */
      held: (partner: string | null, until: string) => `held for ${partner ?? 'a guest'} until ${until}`,
      /** Held by a guest who is moving a booking. */
      moving: (guest: string, until: string) => `held for ${guest} until ${until}, to move a booking`,
      /** Offered to a waiting party (D36). */
      offered: (until: string) => `offered to a waiting party until ${until}`,
      /** `held`: as one of the three above writes it. */
      at: (tables: string, from: string, to: string, held: string) => `${tables} · ${from}–${to}: ${held}`,
      title: 'Held tables',
      text: 'A guest is deciding. Without a booking, the table is free again automatically.',
      none: 'No table is held.',
      release: 'Release',
      surge: {
        title: 'Guests without a confirmed e-mail address',
        text: 'They made these bookings in the last 24 hours.',
        below: (n: number, max: number) =>
          `In the last 10 minutes: ${n}. From ${max} on, guests must confirm each further booking by e-mail.`,
        above: (n: number, max: number) =>
          `In the last 10 minutes: ${n}. While there are ${max} or more, guests must confirm each further booking by e-mail.`,
        none: 'No such booking exists.',
        /** At the top of the day, next to a way to the bookings. */
        notice:
          'Many guests book without a confirmed e-mail address. Until this ends, each further booking must be confirmed by e-mail.',
        all: 'Select all',
        /** When the booking was made. */
        made: (when: string) => `made ${when}`,
        cancel: 'Cancel the chosen bookings',
      },
      legend: 'held, not booked yet',
      inTheWay: 'Held',
    },
    /** The waitlist (D36). Times arrive as the clock of the language shows them. */
    waitlist: {
      title: 'Waitlist',
      text: 'A table that becomes free goes immediately to the first party that it fits.',
      none: 'No parties wait for this day.',
      /** `5 parties, 14 guests` */
      counts: (parties: number, guests: number) =>
        `${parties} ${parties === 1 ? 'party' : 'parties'}, ${guests} ${guests === 1 ? 'guest' : 'guests'}`,
      /** Next to the numbers of the day. */
      count: 'on the waitlist',
      /** The link to all of them, when only some are shown. */
      all: (count: number) => `All ${count}`,
      /** `19:00–20:30` */
      between: (from: string, to: string) => `${from}–${to}`,
      since: (moment: string) => `since ${moment}`,
      /** @param tables that are held; empty where they are no longer known */
      offered: (tables: string, time: string, until: string) =>
        `${tables && `${tables} · `}${time} is offered until ${until}`,
      hasBooking: (time: string) => `skipped: has a booking at ${time}`,
      /** @param time from which on such a party could come; null: none that day */
      noneBefore: (time: string | null): string =>
        time === null ? 'no table for the rest of the day' : `no table before ${time}`,
      modes: { offer: 'is asked by mail', book: 'is booked when a table is free' },
      leave: 'Take off',
      ask: {
        title: (name: string) => `Take ${name} off the waitlist?`,
        text: 'The place on the list is lost, and a table held for the party goes to the next. This cannot be undone.',
        no: 'Keep',
      },
      add: {
        title: 'Put a party on the list',
        to: 'At the latest',
        mode: 'When a table is free',
        offer: 'Ask by mail, and keep it for a while',
        book: 'Book it without asking: the guest has agreed',
        submit: 'Put on the list',
        emailHint: 'Where the offer goes. Not needed if it is booked without asking.',
      },
      /** By the first field that the engine rejects. */
      faults: {
        email: 'To be asked, the guest needs an e-mail address.',
        partySize: 'No table holds such a party: enter fewer guests.',
        window:
          'No time between the two can be booked for such a party on that day. Choose other times or another day.',
        to: 'The latest time must not lie before the first.',
        waits:
          'This e-mail address or telephone number is on the waitlist of that day already. Take that entry off first.',
      },
      /** `facts`: time, guests and table of the booking or offer. */
      done: (
        name: string,
        state: 'waiting' | 'offered' | 'booked' | 'left' | 'lapsed',
        facts: string,
      ): string =>
        ({
          waiting: `${name} is on the list`,
          offered: `A table is free, and offered to ${name}: ${facts}`,
          booked: `A table was free: ${name} is booked: ${facts}`,
          left: `${name} is no longer on the list`,
          lapsed: `${name} is no longer on the list`,
        })[state],
    },
    /** While the page is open: what a move would change, and the state of the connection. */
    live: {
      /** The result of a move. Times arrive as the clock of the language shows them. */
      preview: {
        /** `party`: as `bookingLine` writes it. */
        stays: (party: string) => `${party}: cannot be moved`,
        unchanged: 'No change',
        /** The booking is cancelled or over, or the party is seated and cannot change its time. */
        conflict: 'This party can no longer be moved there: choose another time or table',
        /** Another person has changed the booking since the page was loaded. */
        stale: 'Somebody has changed this booking: look at it again',
      },
      /** For the script in the browser, which replaces the names in braces. */
      script: {
        /** `{since}`: when the connection was lost; `{seen}`: the time of the state that is shown. */
        lost: 'No connection since {since}. This is the state at {seen}; changes are not possible until the connection is back. Check the network of this device.',
        /** The same while the server answers and its database does not. */
        away: 'The server has not reached its database since {since}. This is the state at {seen}; changes are not possible until it is back. If that takes long, call the operator of the server.',
        back: 'Connected again. This is the current state.',
        ended:
          'You are signed out, and this page is not updated. Sign in on a new tab, then come back: open forms keep their text.',
        signIn: 'Sign in',
        readOnly: 'Not possible now: wait until the connection is back.',
        /** `{party}` */
        lifted: '{party} picked up. Arrow keys move it, Enter drops it, Escape puts it back.',
        asking: 'Looking …',
        putBack: '{party} is back where it was.',
        refused: 'Not possible',
        /** Above the parties that would move. */
        moving: 'These would move:',
        drop: 'Move',
        cancel: 'Put back',
        others: 'Other times and tables',
        failed: 'That did not work. No change was made. Try again.',
        /** `{what}`: the action that has no answer. */
        unsaved: '{what}: no answer from the server. Try again: nothing is done twice.',
        retry: 'Try again',
        /** `{from}`, `{to}`: times of the clock. */
        time: 'The guest’s time changes: {from} → {to}.',
        mailed: 'The guest gets an e-mail.',
        /** `{party}` has left, or is of another day. */
        fixed: '{party} cannot be moved any more.',
        seated: '{party} sits already: another table, but no other time.',
        /** `{what}`: the change that another person made. */
        changed: 'Changed by somebody else: {what}',
        close: 'Close',
        help: {
          title: 'Keys',
          keys: 'Key',
          arrows: 'From party to party',
          enter: 'Open the booking',
          lift: 'Pick the party up: arrow keys move it by time and table, Enter drops it, Escape puts it back',
          walkIn: 'Walk-in',
          booking: 'New booking',
          search: 'Search',
          help: 'These keys',
          escape: 'Put back, close',
          drag: 'With the mouse, drag a party; with a finger, hold it first.',
          /** The switch for keys of one letter. */
          single: 'Use keys of a single letter',
        },
      },
    },
    /** Months, turn times, plan, closures and staff. */
    house: {
      pages: {
        month: 'Month',
        turns: 'Turn times',
        plan: 'Plan',
        closures: 'Closures',
        review: 'Check a file',
        people: 'Staff',
      },
      /** `Tider i Europe/Stockholm` */
      zone: (timeZone: string) => `By the clock of ${timeZone}.`,
      month: {
        previous: 'Month before',
        next: 'Month after',
        current: 'This month',
        choose: 'Another month',
        /** Above the days of the week. */
        caption: (month: string) => `Guests each day of ${month}`,
        covers: 'Guests',
        parties: 'Parties',
        refused: 'Rejected',
        refusedHint: 'Guests of rejected requests: by partners, on the phone, at the door.',
        noShows: 'No-shows',
        cancelled: 'Cancelled',
        date: 'Date',
        hints: 'Worth knowing',
        today: 'today',
        shut: 'not open',
        closed: 'closed',
        closedHours: 'closed for hours',
        special: (periods: string) => `special hours: ${periods}`,
        byHouse: (covers: number) => `${covers} of those rejected by the restaurant itself`,
        /** A cell, for screen readers: `42 gäster i 15 sällskap, 6 avvisade`. */
        day: ({
          covers,
          parties,
          refused,
        }: {
          readonly covers: number;
          readonly parties: number;
          readonly refused: number;
        }): string =>
          [
            `${counted(covers, 'guest', 'guests')} in ${counted(parties, 'party', 'parties')}`,
            ...(refused === 0 ? [] : [`${refused} rejected`]),
          ].join(', '),
        dayByDay: 'Day by day',
        unmetDemand: 'Unmet demand',
        unmetHint: 'Guests of partners’ rejected requests, by weekday and hour of the visit.',
        nobody: 'No requests were rejected.',
        weekday: 'Weekday',
        why: 'Why',
        requests: (n: number): string => counted(n, 'request', 'requests'),
        fewer: 'fewer',
        more: 'more',
      },
      turns: {
        lead: 'How long parties really stay, from seating to leaving, compared with the plan.',
        /** `132 besök är kända, 2026-08-24 till 2026-11-22` */
        known: (stays: number, from: string, to: string) =>
          `${counted(stays, 'stay is', 'stays are')} known, ${from} to ${to}.`,
        leftOut: (n: number) =>
          `${counted(n, 'stay was', 'stays were')} left out: outside the hours, or too short to be one.`,
        planned: 'Planned',
        half: 'Half by',
        most: '4 of 5 by',
        stays: 'Stays',
        proposal: 'Better',
        asPlanned: 'as planned',
        rather: (minutes: number) => `rather ${minutes}`,
        tooFew: (enough: number) => `${enough} make a proposal`,
        none: 'No stays yet. Record on the day’s page when parties are seated and leave; they are counted automatically.',
        inFile: 'To plan for four parties of five, in the file of the location:',
      },
      plan: {
        readOnly:
          'The plan is changed by its file, with bord locations apply. Managers see the effects of a file under “Check a file”.',
        when: 'When',
        noArea: 'No area',
        houseOnly: 'for staff only',
        combinations: 'Joined tables',
        noCombinations: 'No tables are joined.',
        periods: 'Service periods',
        period: 'Period',
        days: 'Days',
        hours: 'Hours',
        lastSeating: 'Last seating',
        slots: 'Times',
        every: (minutes: number) => `every ${minutes} min`,
        daily: 'daily',
        rules: 'Rules',
        buffer: 'Buffer',
        pacing: 'The kitchen takes',
        leadTime: 'Lead time',
        horizon: 'Bookable ahead',
        freeze: 'Not re-seated before the visit',
        cutoff: 'Guests may change until before the visit',
        minutes: (n: number) => `${n} min`,
        dayCount: (n: number): string => counted(n, 'day', 'days'),
        coversAStep: (n: number) => `${counted(n, 'guest', 'guests')} at a time`,
        partiesAStep: (n: number) => `${counted(n, 'party', 'parties')} at a time`,
        file: 'The file',
        fileHint: 'As bord locations export writes it, and bord locations apply reads it.',
        download: 'Download the file',
        copy: 'Copy the file',
        copied: 'Copied',
        season: {
          until: (end: string) => `until ${end}`,
          from: (start: string) => `from ${start} on`,
          between: (start: string, end: string) => `${start} to ${end}`,
          or: 'or',
          not: (when: string) => `not ${when}`,
        },
      },
      closures: {
        none: 'The restaurant has no closures.',
        from: 'Closed from',
        reason: 'Reason',
        add: 'Close for days or hours',
        addHint: 'No bookings are taken then. Existing bookings stay, and are listed: call the guests.',
        fromDate: 'First day',
        fromTime: 'from (time)',
        toDate: 'Last day',
        toTime: 'until (time)',
        timesHint: 'Without times whole days are closed, the last included.',
        reasonHint: 'For staff only.',
        open: 'Open again',
        /** The button, for screen readers. */
        openAgain: (closure: string) => `Open again: ${closure}`,
        askOpen: (closure: string) => `Open again? The restaurant is closed ${closure}.`,
        keep: 'Keep it closed',
        added: 'The restaurant is closed then.',
        removed: 'The restaurant is open again.',
        gone: 'The closure no longer exists: reload the page.',
        standing: (n: number) =>
          `${counted(n, 'booking is in it and stays', 'bookings are in it and stay')}. The guests are not notified: call, then move or cancel.`,
        noneStanding: 'No booking is in it.',
        over: 'over',
        faults: {
          from: 'Please say when it begins.',
          to: 'Please say when it ends.',
          times: 'Please give both times, or none.',
          order: 'The end must be after the beginning.',
          reason: 'Please write at most 200 characters.',
        },
      },
      review: {
        lead: 'The changes that a location file would make, and the affected bookings. This page makes no changes.',
        file: 'File',
        fileHint: 'JSON or YAML, as bord locations export writes it.',
        text: 'Or its text',
        check: 'Check',
        nothing: 'Please choose a file, or paste its text.',
        tooLarge: (kib: number) =>
          `The file is larger than ${kib} KiB. Check it with bord locations apply --dry-run.`,
        notText: 'The text must be UTF-8.',
        faults: 'The file has faults: correct these',
        /** The file was checked, not applied. */
        wouldUpdate: (name: string) => `Would update ${name}.`,
        unchanged: 'The location is unchanged.',
        asItIs: 'The restaurant already matches the file.',
        changes: 'Changes',
        what: 'What',
        now: 'Now',
        then: 'Then',
        staying: (n: number) =>
          `${counted(n, 'booking is affected, and stays as it is', 'bookings are affected, and stay as they are')}. The guests are not notified: call, then move or cancel.`,
        refused: (n: number) =>
          `It would be refused: ${counted(n, 'booking would lose its table', 'bookings would lose their tables')}.`,
        refusedTodo: 'Give each another table, move or cancel it, and apply again.',
        /** Of live holds and offers (D46). */
        heldRefused: (n: number) =>
          `It would be refused: ${counted(n, 'hold would lose its table', 'holds would lose their tables')}.`,
        heldTodo:
          'Wait until they expire, or release them. A guest who confirms a released hold is shown other times.',
        /** The button that releases them. */
        releaseHeld: 'Release them and check again',
        heldStaying: (n: number) =>
          `${counted(n, 'hold is affected, and can be confirmed until it expires', 'holds are affected, and can be confirmed until they expire')}.`,
        applyReleasing: 'To release them and apply it in one step: bord locations apply FILE --release-holds',
        closuresStay: 'Closures that were made by command or here stay:',
        closuresGo: 'Closures that would go:',
        otherHouse: 'The file is of another restaurant. Choose a file of this one.',
        warning: 'To think about',
        apply: 'To apply it: bord locations apply FILE',
        another: 'Check another file',
        concerns: {
          no_table: 'loses its table',
          out_of_season: 'table out of season',
          outside_hours: 'outside the hours',
          closed: 'in a closure',
          into_closure: 'stays into a closure',
        } satisfies Record<Concern, string>,
        time: 'Time',
        contact: 'Reach by',
      },
      people: {
        lead: 'The people who can sign in to this restaurant. Each gets a link by e-mail instead of a password.',
        role: 'Role',
        hostMay: 'the day',
        managerMay: 'also plan, closures, staff',
        add: 'Add somebody',
        addHint: 'They sign in with this address; no e-mail is sent until then.',
        remove: 'Remove',
        askRemove: (name: string) => `Remove ${name} from this restaurant?`,
        removeHint: 'Their actions stay in the history. Roles at other restaurants stay.',
        keep: 'Keep',
        you: 'you',
        nobody: 'No staff yet.',
        added: 'Added.',
        changed: 'The role is changed.',
        removed: 'Removed.',
        lastManager: 'The restaurant needs a manager: make somebody else one first.',
        already: 'This e-mail address is already on the list. Change the role there.',
        badName: 'Please enter a name of at most 100 characters.',
      },
      /** The way into the demo restaurant. */
      demo: {
        title: 'Just looking?',
        lead: 'The demo restaurant has a full day to try everything. It sends no e-mails and cannot be damaged.',
        open: 'Open the demo restaurant',
        /** Above the command that prints another link. */
        printed:
          'The server printed a link to it when it started. The link works once; this command prints another:',
      },
    },
  },
};

export type Words = typeof en;
