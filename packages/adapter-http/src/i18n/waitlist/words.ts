/** What is said to guests who wait for a table (D36), in every language the same shape. Days, times and moments arrive written as `when.ts` writes them. */

/** A language. */
export interface WaitlistWords {
  readonly mail: WaitlistMailWords;
  readonly page: WaitlistPageWords;
  /** `mellan kl. 18.00 och kl. 20.30` */
  between(from: string, to: string): string;
}

interface WaitlistMailWords {
  readonly joined: JoinedWords;
  readonly offered: OfferedWords;
  /** What to do if it was somebody else. */
  readonly doubt: string;
}

interface JoinedWords {
  /** Begins the subject; the restaurant and the day follow. */
  readonly subject: string;
  readonly title: string;
  opening(restaurant: string): string;
  /** What happens when a table is free, where it is offered. */
  readonly willOffer: string;
  /** Where it is booked at once. */
  readonly willBook: string;
  /** Above the button, and on it. */
  readonly lead: string;
  readonly button: string;
}

interface OfferedWords {
  /** Begins the subject; the restaurant and the moment follow. */
  readonly subject: string;
  readonly title: string;
  opening(restaurant: string, until: string): string;
  /** Above the button, and on it. It opens the page and takes nothing yet. */
  readonly lead: string;
  readonly button: string;
  /** Instead, where there is no link. */
  readonly byContact: string;
}

/** The pages behind the link. */
interface WaitlistPageWords {
  readonly waiting: WaitlistState;
  readonly offered: WaitlistState;
  /** Its time is over, and nobody else has needed the table yet. */
  readonly late: WaitlistState;
  readonly booked: WaitlistState;
  /** Nothing was ever offered. */
  readonly inVain: WaitlistState;
  /** What was offered is over, or somebody else's by now. */
  readonly gone: WaitlistState;
  /** The house is closed then after all. */
  readonly closed: WaitlistState;
  readonly left: WaitlistState;
  /** On the page of who waits, where a place is booked at once. */
  readonly willBook: string;
  /** Below what is offered. */
  heldUntil(moment: string): string;
  /** Takes what is offered. */
  readonly accept: string;
  /** To the page that asks before the line is left: with an offer, and without. */
  readonly decline: string;
  readonly leave: string;
  /** To the page of the booking. */
  readonly open: string;
  readonly ask: WaitlistState & { readonly yes: string; readonly no: string };
}

/** A heading, and a sentence or two below it. */
interface WaitlistState {
  readonly title: string;
  readonly text: string;
}
