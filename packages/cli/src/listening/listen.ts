import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../output/failure.ts';
import { plain } from '../output/plain.ts';
import type { EventSource, FetchedEvent, SourceAnswer } from './event-source.ts';
import { forward } from './forward.ts';
import type { ListenWriter } from './listen-text.ts';

export interface Listening {
  readonly source: EventSource;
  readonly baseUrl: string;
  readonly forwardTo: string;
  /** Null: the default types of the server. */
  readonly events: readonly string[] | null;
  readonly writer: ListenWriter;
  readonly signal: AbortSignal;
  /** Defaults to seconds. */
  readonly pauses?: Pauses;
}

interface Pauses {
  /** A server that is away, longer each time. */
  readonly away: readonly number[];
  /** Pause after a closed port. It is shorter than the server's lease, so that waiting events keep their order. */
  readonly unreachable: number;
  /** An answer without events that comes sooner than this was none that waited. */
  readonly quick: number;
}

const PAUSES: Pauses = { away: [1000, 2000, 4000, 8000, 15_000], unreachable: 3000, quick: 1000 };

const END_MS = 3000;

/** Fetches events and posts them until the signal; returns the number of answered ones. Throws `Failure` for a permanent fault. */
export async function listen(listening: Listening): Promise<number> {
  return new Listener(listening).run();
}

class Listener {
  readonly #listening: Listening;
  #session = '';
  /** Receipts that the server has not been given back. */
  #taken: string[] = [];
  #answered = 0;
  #away = 0;
  #isUnreachable = false;

  constructor(listening: Listening) {
    this.#listening = listening;
  }

  async run(): Promise<number> {
    const { signal } = this.#listening;
    try {
      await this.#begin(true);
      while (!signal.aborted) await this.#turn();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await this.#end();
    }
    return this.#answered;
  }

  /** Before the first answer the URL may be wrong, so a failure is reported immediately. */
  async #begin(isFirst: boolean): Promise<void> {
    const { source, events, signal, writer, baseUrl, forwardTo } = this.#listening;
    const answer = await source(events ? { events } : {}, signal);
    if (answer.kind === 'away' && isFirst)
      throw new Failure(
        `the server at ${plain(baseUrl)} cannot be used (${plain(answer.why)}): check the URL and that the server runs, then repeat the command`,
      );
    if (answer.kind === 'away') return this.#waitFor(answer);
    if (answer.kind !== 'begun') throw refusal(answer);
    this.#session = answer.session;
    this.#taken = [];
    const { session, secret, events: heard } = answer;
    writer.ready({ baseUrl, forwardTo, session, secret, events: heard });
  }

  async #turn(): Promise<void> {
    const { source, signal, writer, pauses: { quick } = PAUSES } = this.#listening;
    if (this.#session === '') return this.#begin(false);
    const startedMs = performance.now();
    const answer = await source({ session: this.#session, taken: this.#taken }, signal);
    if (answer.kind === 'away') return this.#waitFor(answer);
    if (this.#away > 0) writer.notice('The server answers again.');
    this.#away = 0;
    if (answer.kind === 'over' && !answer.isTakenOver) {
      writer.notice('The session was over: another begins. Events in between are not delivered.');
      this.#session = '';
      return;
    }
    if (answer.kind !== 'events') throw refusal(answer);
    this.#taken = [];
    if (answer.events.length > 0) return this.#forwardAll(answer.events);
    if (performance.now() - startedMs < quick) await delay(quick, undefined, { signal });
  }

  /** One after the other, as they happened. */
  async #forwardAll(events: readonly FetchedEvent[]): Promise<void> {
    const { forwardTo, signal, writer, pauses: { unreachable } = PAUSES } = this.#listening;
    for (const event of events) {
      const outcome = await forward(forwardTo, event, signal);
      if (signal.aborted && outcome.kind !== 'answered') return;
      if (outcome.kind === 'unreachable') {
        if (!this.#isUnreachable) writer.unreachable(event, outcome.why);
        this.#isUnreachable = true;
        await delay(unreachable, undefined, { signal });
        return;
      }
      this.#isUnreachable = false;
      this.#taken.push(event.receipt);
      this.#answered += 1;
      writer.forwarded(event, outcome);
    }
  }

  async #waitFor({ why, retryMs }: Extract<SourceAnswer, { kind: 'away' }>): Promise<void> {
    const { signal, writer, pauses: { away } = PAUSES } = this.#listening;
    const ms = retryMs ?? away[Math.min(this.#away, away.length - 1)]!;
    if (this.#away === 0)
      writer.notice(
        `The server does not answer (${plain(why)}): it is asked again until it does. No event is lost.`,
      );
    this.#away += 1;
    await delay(ms, undefined, { signal });
  }

  async #end(): Promise<void> {
    if (this.#session === '') return;
    const wish = { session: this.#session, taken: this.#taken, end: true };
    await this.#listening.source(wish, AbortSignal.timeout(END_MS)).catch(() => undefined);
  }
}

function refusal(answer: Exclude<SourceAnswer, { kind: 'away' }>): Failure {
  if (answer.kind === 'refused') return new Failure(plain(answer.why));
  if (answer.kind === 'over')
    return new Failure('another bord webhooks listen has begun with this key: events go there now');
  return new Failure(
    'the server sent an unexpected answer: check that URL and version are those of a Bord server',
  );
}
