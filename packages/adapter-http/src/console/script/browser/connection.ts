/** Follows changes, and tracks the state of the server: by a stream if possible, otherwise by polling. */
import type { Fetched } from './fetch-page.ts';

/** `live`: connected. Otherwise with the start of the failure. */
export type ConnectionState =
  | { readonly kind: 'live' }
  | { readonly kind: 'lost' | 'away' | 'ended'; readonly sinceMs: number };

export interface ConnectionOptions {
  /** The URL of the stream. */
  readonly stream: string;
  readonly date: string;
  readonly read: () => Promise<Fetched>;
  readonly onState: (state: ConnectionState, before: ConnectionState) => void;
}

const EACH_MS = 60_000;
/** The polling interval without a stream. */
const POLL_MS = 10_000;
/** The time after which a rejected stream is requested again. */
const REOPEN_MS = 60_000;
/** After this number of consecutive failures the connection counts as lost. */
const FAILURES = 2;
const RETRY_MS = { first: 1000, most: 15_000 };

export class Connection {
  readonly #options: ConnectionOptions;
  #state: ConnectionState = { kind: 'live' };
  #source: EventSource | null = null;
  #refusedMs = -Infinity;
  #failures = 0;
  #reading: Promise<void> | null = null;
  #isWanted = false;
  #timer = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    // A browser has few connections to a server: only visible pages hold one.
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#close() : this.#comeBack()));
    // Another tab or window can have signed in.
    addEventListener('focus', () => this.#state.kind === 'ended' && void this.refresh());
    addEventListener('online', () => void this.refresh());
    addEventListener('pageshow', ({ persisted }) => persisted && this.#comeBack());
    addEventListener('pagehide', () => this.#close());
    this.#open();
    this.#schedule();
  }

  state(): ConnectionState {
    return this.#state;
  }

  /** Reads again, now or after the current reading. */
  refresh(): Promise<void> {
    this.#isWanted = true;
    return (this.#reading ??= this.#readAll());
  }

  note({ kind }: Pick<Fetched, 'kind'>): void {
    this.#failures = kind === 'page' ? 0 : this.#failures + 1;
    // A single rejected or failed request does not make the page read-only: the next one follows within a second.
    if (kind === 'page') this.#enter('live');
    else if (kind === 'ended' || this.#failures >= FAILURES) this.#enter(kind);
    if (kind === 'ended') this.#close();
  }

  #enter(kind: ConnectionState['kind']): void {
    const before = this.#state;
    if (before.kind === kind) return;
    if (kind === 'live') this.#state = { kind };
    else this.#state = { kind, sinceMs: before.kind === 'live' ? Date.now() : before.sinceMs };
    this.#options.onState(this.#state, before);
  }

  async #readAll(): Promise<void> {
    do {
      this.#isWanted = false;
      this.note(await this.#options.read());
    } while (this.#isWanted && this.#state.kind === 'live');
    this.#reading = null;
    this.#schedule();
  }

  /** Schedules the next reading without changes: the line of the current time moves each minute. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#state.kind === 'ended' || document.hidden) return;
    if (!this.#source && performance.now() - this.#refusedMs > REOPEN_MS) this.#open();
    const pauseMs = this.#failures > 0 ? this.#backoffMs() : this.#pollMs();
    this.#timer = window.setTimeout(() => void this.refresh(), pauseMs);
  }

  #backoffMs(): number {
    return Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** (this.#failures - 1)) * (0.75 + Math.random() / 2);
  }

  #pollMs(): number {
    const minuteMs = EACH_MS - (Date.now() % EACH_MS) + 500;
    return this.#source ? minuteMs : Math.min(minuteMs, POLL_MS);
  }

  #comeBack(): void {
    this.#open();
    void this.refresh();
  }

  #open(): void {
    if (this.#source || document.hidden || this.#state.kind === 'ended') return;
    const source = new EventSource(this.#options.stream);
    this.#source = source;
    source.addEventListener('changed', ({ data }) => {
      const { dates } = JSON.parse(data as string) as { readonly dates: readonly string[] };
      if (dates.length === 0 || dates.includes(this.#options.date)) void this.refresh();
    });
    // For changes between the reading of the page, or the end of the previous stream, and now.
    for (const name of ['open', 'away']) source.addEventListener(name, () => void this.refresh());
    source.addEventListener('ended', () => this.note({ kind: 'ended' }));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) {
        this.#close();
        this.#refusedMs = performance.now();
      }
      void this.refresh();
    });
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
  }
}
