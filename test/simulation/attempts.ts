import { BookingError } from '@bord/engine';
import { isUnavailable, type Question, type Server, type Servers } from './servers.ts';
import type { World } from './world.ts';

/** What a careful person takes for an answer. */
const ANSWERS: ReadonlySet<string> = new Set([
  'conflict',
  'not_cancellable',
  'not_movable',
  'too_late',
  'too_many_holds',
  'link_unknown',
  'rate_limited',
]);

/** How long an attempt took is measured by the machine's clock, the only thing that is. */
const withoutDuration = (key: string, value: unknown): unknown => (key === 'durationMs' ? undefined : value);

/** Questions that are asked until it is known what became of them. */
export class Attempts {
  calls = 0;
  readonly #world: World;
  readonly #servers: Servers;

  constructor(world: World, servers: Servers) {
    this.#world = world;
    this.#servers = servers;
  }

  /** Repeats a call until its outcome is known; null when the answer was no. `answers`: codes of errors that are one, besides the usual. */
  async withRetry<R>(
    what: string,
    ask: Question<R>,
    {
      whom = () => this.#servers.any(),
      answers = [],
    }: { readonly whom?: () => Server; readonly answers?: readonly string[] } = {},
  ): Promise<R | null> {
    for (;;) {
      this.calls += 1;
      try {
        const result = await whom().ask(ask);
        this.#world.note(`${what} → ${JSON.stringify(result, withoutDuration)}`);
        return result;
      } catch (error) {
        this.#world.note(`${what} → ${String(error)}`);
        if (BookingError.is(error) && (ANSWERS.has(error.code) || answers.includes(error.code))) return null;
        if (!isUnavailable(error)) throw error;
      }
    }
  }

  /** The same asked twice at once now and then, as those do who press a button twice; what was answered. */
  async maybeTwice<R>(what: string, ask: Question<R>): Promise<readonly R[]> {
    const copies = this.#world.dice.once(4) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => this.withRetry(what, ask)));
    return answers.filter((answer) => answer !== null);
  }
}
