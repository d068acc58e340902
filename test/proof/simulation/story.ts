/** A readable history: each request with its server and answer, and the troubles in between. */
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const HOUR_MS = 3_600_000;
/** The restaurant's clock is an hour ahead. */
const OFFSET_MS = HOUR_MS;

/** An instant on the restaurant's clock: `Fri 1 Mar 19:00`. */
export function clockTime(ms: number, hasSeconds = false): string {
  const local = new Date(ms + OFFSET_MS);
  const time = local.toISOString().slice(11, hasSeconds ? 19 : 16);
  return `${DAYS[local.getUTCDay()]} ${local.getUTCDate()} Mar ${time}`;
}

interface Line {
  readonly atMs: number;
  readonly text: string;
  answer: string | null;
}

export class Story {
  readonly #nowMs: () => number;
  readonly #lines: Line[] = [];
  readonly #nameRows = rowNames();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Something is wanted; the result notes the answer. */
  asks(text: string): (answer: string) => void {
    const line: Line = { atMs: this.#nowMs(), text, answer: null };
    const number = this.#lines.push(line);
    return (answer) => {
      if (this.#lines.length === number) line.answer = answer;
      else this.tell(`(${number}) answered: ${answer}`);
    };
  }

  /** Something happens. */
  tell(text: string): void {
    this.#lines.push({ atMs: this.#nowMs(), text, answer: null });
  }

  /** Numbered, with rows named in the order in which they appear: who has a hold that becomes a booking reads of `hold 3` and `booking 3`. */
  lines(): readonly string[] {
    const width = `${this.#lines.length}`.length;
    return this.#lines.map(({ atMs, text, answer }, i) => {
      const sentence = answer === null ? text : `${text} → ${answer}`;
      return `${`${i + 1}`.padStart(width)}. ${clockTime(atMs, true)}  ${this.named(sentence)}`;
    });
  }

  /** A text with its rows named as in the story. */
  named(text: string): string {
    return this.#nameRows(text);
  }
}

const KINDS: Readonly<Record<string, string>> = {
  bk: 'booking',
  hd: 'hold',
  wt: 'entry',
  bl: 'block',
  hm: 'hold for a move',
};

/** Gives the ids of rows in a text short names: the same everywhere. */
export function rowNames(): (text: string) => string {
  const numbers = new Map<string, number>();
  return (text) =>
    text.replace(/\b(bk|hd|wt|bl|hm)_([0-9A-Za-z]+)/g, (_, kind: string, letters: string) => {
      if (!numbers.has(letters)) numbers.set(letters, numbers.size + 1);
      return `${KINDS[kind]} ${numbers.get(letters)}`;
    });
}
