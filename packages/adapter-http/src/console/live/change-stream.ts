import type { LocalDate, WatchListener } from '@bord/engine';

export interface ChangeStreamOptions {
  /** Calls the listener for each change, until the result is called. */
  readonly watch: (listener: WatchListener) => () => void;
  /** Whether the reader may continue: false ends the stream; a rejection means that it is unknown at this time. */
  readonly mayStay: () => Promise<boolean>;
  /** Calls the listener when `mayStay` might have changed, until the result is called; without notifications it is polled. */
  readonly watchAccess: (listener: () => void) => () => void;
  readonly leaving: AbortSignal;
  /** Called once at the end of the stream, for any reason. */
  readonly onEnd: () => void;
}

/** The interval of heartbeats: proxies and this server close silent connections. */
const HEARTBEAT_MS = 15_000;
/** The interval at which the reader's session is checked. */
const CHECK_MS = 5_000;
/** After this time without a read the client is treated as disconnected. */
const UNREAD_MS = 60_000;
/** The time until a client reconnects: random, so that clients do not reconnect together. */
const RETRY_MS = { least: 1000, spread: 2000 };

/** Server-sent events: `changed` with dates (none: all), `away`, `ended`. Events that wait for a slow reader are merged. */
export function changeStream(options: ChangeStreamOptions): AsyncIterator<Uint8Array<ArrayBuffer>, void> {
  return new ChangeStream(options);
}

type Part = IteratorResult<Uint8Array<ArrayBuffer>, void>;

const DONE: Part = { done: true, value: undefined };

class ChangeStream {
  readonly #options: ChangeStreamOptions;
  readonly #unwatch: readonly (() => void)[];
  readonly #timers: readonly NodeJS.Timeout[];
  /** The text to send next, in addition to the changes. */
  #texts = `retry: ${RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread)}\n\n`;
  /** Changed dates; empty: any date; null: none. */
  #changed: Set<LocalDate> | null = null;
  #waiting: ((part: Part) => void) | null = null;
  #isOver = false;
  #isAway = false;
  #readMs = performance.now();

  constructor(options: ChangeStreamOptions) {
    this.#options = options;
    this.#unwatch = [
      options.watch((dates) => this.#note(dates)),
      options.watchAccess(() => void this.#check()),
    ];
    this.#timers = [
      setInterval(() => this.#send(': \n\n'), HEARTBEAT_MS),
      setInterval(() => void this.#check(), CHECK_MS),
    ];
    for (const timer of this.#timers) timer.unref();
    options.leaving.addEventListener('abort', this.#finish);
    if (options.leaving.aborted) this.#finish();
  }

  next(): Promise<Part> {
    this.#readMs = performance.now();
    const text = this.#take();
    if (text !== '') return Promise.resolve({ done: false, value: bytesOf(text) });
    if (this.#isOver) return Promise.resolve(DONE);
    return new Promise((resolve) => void (this.#waiting = resolve));
  }

  return(): Promise<Part> {
    this.#texts = '';
    this.#changed = null;
    this.#finish();
    return Promise.resolve(DONE);
  }

  #note(dates: readonly LocalDate[]): void {
    const isAnything = dates.length === 0 || this.#changed?.size === 0;
    this.#changed = new Set(isAnything ? [] : [...(this.#changed ?? []), ...dates]);
    this.#flush();
  }

  #send(text: string): void {
    // Unread text already shows that the connection is alive.
    if (this.#texts === '' || !text.startsWith(':')) this.#texts += text;
    this.#flush();
  }

  async #check(): Promise<void> {
    if (performance.now() - this.#readMs > UNREAD_MS) return this.#finish();
    try {
      const mayStay = await this.#options.mayStay();
      if (this.#isOver) return;
      if (!mayStay) this.#end();
      else if (this.#isAway) this.#note([]);
      this.#isAway = false;
    } catch {
      if (!this.#isAway && !this.#isOver) this.#send(eventText('away', {}));
      this.#isAway = true;
    }
  }

  #end(): void {
    this.#send(eventText('ended', {}));
    this.#finish();
  }

  /** Pending text is still delivered to a later read. */
  readonly #finish = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const unwatch of this.#unwatch) unwatch();
    for (const timer of this.#timers) clearInterval(timer);
    this.#options.leaving.removeEventListener('abort', this.#finish);
    this.#waiting?.(DONE);
    this.#waiting = null;
    this.#options.onEnd();
  };

  #flush(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = null;
    waiting({ done: false, value: bytesOf(this.#take()) });
  }

  #take(): string {
    const changed = this.#changed && eventText('changed', { dates: [...this.#changed].toSorted() });
    const text = this.#texts + (changed ?? '');
    this.#texts = '';
    this.#changed = null;
    return text;
  }
}

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text);
}
