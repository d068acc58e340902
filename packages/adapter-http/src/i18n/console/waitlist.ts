/** Who waits for a table (D36), as the house reads of it and writes it down. */
import type { Language } from '@bord/engine';

/** A language. Times arrive as the clock of the language shows them. */
export interface WaitlistHouseWords {
  readonly title: string;
  /** What the list does, for who has never met it. */
  readonly text: string;
  readonly none: string;
  /** `5 parties, 14 guests` */
  counts(parties: number, guests: number): string;
  /** Beside the numbers of the day. */
  readonly count: string;
  /** Leads to all of them, where only some are shown. */
  all(count: number): string;
  /** `19:00–20:30` */
  between(from: string, to: string): string;
  since(moment: string): string;
  /** @param tables that are held; empty where they are no longer known */
  offered(tables: string, time: string, until: string): string;
  /** Passed over, since the guest has a booking. */
  hasBooking(time: string): string;
  /** @param time from which on such a party could come; null: none that day */
  noneBefore(time: string | null): string;
  /** What becomes of a free table, by what was agreed. */
  readonly modes: Readonly<Record<'offer' | 'book', string>>;
  readonly leave: string;
  readonly ask: {
    title(name: string): string;
    readonly text: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly add: {
    readonly title: string;
    readonly from: string;
    readonly to: string;
    readonly mode: string;
    readonly offer: string;
    readonly book: string;
    readonly submit: string;
    readonly emailHint: string;
  };
  /** What the engine refuses, by the field that it names first. */
  readonly faults: Readonly<Record<'email' | 'partySize' | 'window' | 'to' | 'full', string>>;
  /** What has become of an entry, where something was done with it. */
  done(name: string, state: 'waiting' | 'offered' | 'booked' | 'left' | 'lapsed'): string;
}

const en: WaitlistHouseWords = {
  title: 'Waiting list',
  text: 'The first whom a free table fits has it in the moment in which it becomes free; nobody comes in between.',
  none: 'Nobody waits for this day.',
  counts: (parties, guests) =>
    `${parties} ${parties === 1 ? 'party' : 'parties'}, ${guests} ${guests === 1 ? 'guest' : 'guests'}`,
  count: 'on the waiting list',
  all: (count) => `All ${count}`,
  between: (from, to) => `${from}–${to}`,
  since: (moment) => `since ${moment}`,
  offered: (tables, time, until) => `${tables && `${tables} `}${time} is offered until ${until}`,
  hasBooking: (time) => `passed over: has a booking at ${time}`,
  noneBefore: (time) => (time === null ? 'no table for the rest of the day' : `no table before ${time}`),
  modes: { offer: 'is asked by mail', book: 'is booked at once' },
  leave: 'Take off',
  ask: {
    title: (name) => `Take ${name} off the waiting list?`,
    text: 'The place in the line is lost, and what is held for the party goes to the next. This cannot be undone.',
    yes: 'Take off',
    no: 'Keep',
  },
  add: {
    title: 'Put a party on the list',
    from: 'From',
    to: 'At the latest',
    mode: 'When a table is free',
    offer: 'Ask by mail, and keep it for a while',
    book: 'Book it at once: the guest has agreed',
    submit: 'Put on the list',
    emailHint: 'Where the offer goes. Not needed where it is booked at once.',
  },
  faults: {
    email: 'To be asked, the guest needs an e-mail address.',
    partySize: 'No table holds such a party.',
    window: 'No time between the two can be booked for such a party on that day.',
    to: 'The latest time must not lie before the first.',
    full: 'Two hundred parties wait for that day: the list takes no more.',
  },
  done: (name, state) =>
    ({
      waiting: `${name} is on the list`,
      offered: `A table is free, and offered to ${name}`,
      booked: `A table was free: ${name} is booked`,
      left: `${name} is no longer on the list`,
      lapsed: `${name} is no longer on the list`,
    })[state],
};

const sv: WaitlistHouseWords = {
  title: 'Väntelista',
  text: 'Den första som ett ledigt bord passar får det i samma ögonblick som det blir ledigt; ingen hinner emellan.',
  none: 'Ingen väntar på den här dagen.',
  counts: (parties, guests) => `${parties} sällskap, ${guests} ${guests === 1 ? 'gäst' : 'gäster'}`,
  count: 'på väntelistan',
  all: (count) => `Alla ${count}`,
  between: (from, to) => `${from}–${to}`,
  since: (moment) => `sedan ${moment}`,
  offered: (tables, time, until) => `${tables && `${tables} `}${time} är erbjudet till ${until}`,
  hasBooking: (time) => `hoppas över: har en bokning ${time}`,
  noneBefore: (time) => (time === null ? 'inget bord resten av dagen' : `inget bord före ${time}`),
  modes: { offer: 'tillfrågas via mejl', book: 'bokas genast' },
  leave: 'Ta bort',
  ask: {
    title: (name) => `Ta bort ${name} från väntelistan?`,
    text: 'Platsen i kön går förlorad, och det som hålls går vidare till nästa. Det går inte att ångra.',
    yes: 'Ta bort',
    no: 'Behåll',
  },
  add: {
    title: 'Sätt upp ett sällskap',
    from: 'Från',
    to: 'Senast',
    mode: 'När ett bord blir ledigt',
    offer: 'Fråga via mejl, och håll det en stund',
    book: 'Boka genast: gästen har sagt ja',
    submit: 'Sätt upp på listan',
    emailHint: 'Dit erbjudandet skickas. Behövs inte om det bokas genast.',
  },
  faults: {
    email: 'Gästen behöver en e-postadress för att kunna tillfrågas.',
    partySize: 'Inget bord rymmer ett sådant sällskap.',
    window: 'Ingen tid däremellan kan bokas för ett sådant sällskap den dagen.',
    to: 'Den senaste tiden får inte ligga före den första.',
    full: 'Tvåhundra sällskap väntar på den dagen: listan tar inte emot fler.',
  },
  done: (name, state) =>
    ({
      waiting: `${name} står på listan`,
      offered: `Ett bord är ledigt, och har erbjudits ${name}`,
      booked: `Ett bord var ledigt: ${name} är bokad`,
      left: `${name} står inte längre på listan`,
      lapsed: `${name} står inte längre på listan`,
    })[state],
};

const no: WaitlistHouseWords = {
  title: 'Venteliste',
  text: 'Den første som et ledig bord passer for, får det i samme øyeblikk som det blir ledig; ingen kommer imellom.',
  none: 'Ingen venter på denne dagen.',
  counts: (parties, guests) =>
    `${parties} ${parties === 1 ? 'selskap' : 'selskaper'}, ${guests} ${guests === 1 ? 'gjest' : 'gjester'}`,
  count: 'på ventelisten',
  all: (count) => `Alle ${count}`,
  between: (from, to) => `${from}–${to}`,
  since: (moment) => `siden ${moment}`,
  offered: (tables, time, until) => `${tables && `${tables} `}${time} er tilbudt til ${until}`,
  hasBooking: (time) => `hoppes over: har en bestilling ${time}`,
  noneBefore: (time) => (time === null ? 'ikke noe bord resten av dagen' : `ikke noe bord før ${time}`),
  modes: { offer: 'spørres på e-post', book: 'bestilles med en gang' },
  leave: 'Ta av listen',
  ask: {
    title: (name) => `Ta ${name} av ventelisten?`,
    text: 'Plassen i køen går tapt, og det som holdes av, går videre til neste. Det kan ikke angres.',
    yes: 'Ta av listen',
    no: 'Behold',
  },
  add: {
    title: 'Sett opp et selskap',
    from: 'Fra',
    to: 'Senest',
    mode: 'Når et bord blir ledig',
    offer: 'Spør på e-post, og hold det av en stund',
    book: 'Bestill med en gang: gjesten har sagt ja',
    submit: 'Sett på listen',
    emailHint: 'Dit tilbudet sendes. Trengs ikke når det bestilles med en gang.',
  },
  faults: {
    email: 'For å bli spurt trenger gjesten en e-postadresse.',
    partySize: 'Ikke noe bord har plass til et slikt selskap.',
    window: 'Ingen tid imellom kan bestilles for et slikt selskap den dagen.',
    to: 'Den seneste tiden kan ikke ligge før den første.',
    full: 'To hundre selskaper venter på den dagen: listen tar ikke imot flere.',
  },
  done: (name, state) =>
    ({
      waiting: `${name} står på listen`,
      offered: `Et bord er ledig, og er tilbudt ${name}`,
      booked: `Et bord var ledig: ${name} har fått det bestilt`,
      left: `${name} står ikke lenger på listen`,
      lapsed: `${name} står ikke lenger på listen`,
    })[state],
};

const da: WaitlistHouseWords = {
  title: 'Venteliste',
  text: 'Den første, som et ledigt bord passer til, får det i samme øjeblik, som det bliver ledigt; ingen kommer imellem.',
  none: 'Ingen venter på denne dag.',
  counts: (parties, guests) =>
    `${parties} ${parties === 1 ? 'selskab' : 'selskaber'}, ${guests} ${guests === 1 ? 'gæst' : 'gæster'}`,
  count: 'på ventelisten',
  all: (count) => `Alle ${count}`,
  between: (from, to) => `${from}–${to}`,
  since: (moment) => `siden ${moment}`,
  offered: (tables, time, until) => `${tables && `${tables} `}${time} er tilbudt til ${until}`,
  hasBooking: (time) => `springes over: har en bestilling ${time}`,
  noneBefore: (time) => (time === null ? 'intet bord resten af dagen' : `intet bord før ${time}`),
  modes: { offer: 'spørges på e-mail', book: 'bestilles med det samme' },
  leave: 'Tag af listen',
  ask: {
    title: (name) => `Tag ${name} af ventelisten?`,
    text: 'Pladsen i køen går tabt, og det, der holdes, går videre til den næste. Det kan ikke fortrydes.',
    yes: 'Tag af listen',
    no: 'Behold',
  },
  add: {
    title: 'Sæt et selskab på listen',
    from: 'Fra',
    to: 'Senest',
    mode: 'Når et bord bliver ledigt',
    offer: 'Spørg på e-mail, og hold det en stund',
    book: 'Bestil med det samme: gæsten har sagt ja',
    submit: 'Sæt på listen',
    emailHint: 'Hertil sendes tilbuddet. Er ikke nødvendig, når der bestilles med det samme.',
  },
  faults: {
    email: 'For at blive spurgt skal gæsten have en e-mailadresse.',
    partySize: 'Intet bord har plads til et sådant selskab.',
    window: 'Ingen tid imellem kan bestilles for et sådant selskab den dag.',
    to: 'Det seneste tidspunkt må ikke ligge før det første.',
    full: 'To hundrede selskaber venter på den dag: listen tager ikke imod flere.',
  },
  done: (name, state) =>
    ({
      waiting: `${name} står på listen`,
      offered: `Et bord er ledigt og er tilbudt ${name}`,
      booked: `Et bord var ledigt: ${name} har fået det bestilt`,
      left: `${name} står ikke længere på listen`,
      lapsed: `${name} står ikke længere på listen`,
    })[state],
};

/** What is said of who waits, by language. */
export const waitlist: Readonly<Record<Language, WaitlistHouseWords>> = { sv, en, no, da };
