import { BookingError } from '@bord/engine';
import { inShort } from './answers.ts';
import { isUnavailable, type Question, type Server, type Servers } from './servers.ts';
import type { World } from './world.ts';

/** Errors that count as an answer. */
const ANSWERS: ReadonlySet<string> = new Set([
  'conflict',
  'not_cancellable',
  'not_movable',
  'too_late',
  'too_many_holds',
  'waitlist_full',
  'already_waiting',
  'link_unknown',
  'rate_limited',
]);

/** How long an attempt took is measured by the machine's clock, the only thing that is. */
const withoutDuration = (key: string, value: unknown): unknown => (key === 'durationMs' ? undefined : value);

/** Questions that are asked until it is known what became of them. */
export class Attempts {
  calls = 0;
  /** How often each kind of operation was asked for, retries included. */
  readonly kinds: Record<string, number> = {};
  /** How often what was refused, by the reason; and errors by their code. */
  readonly refusals: Record<string, number> = {};
  readonly #world: World;
  readonly #servers: Servers;

  constructor(world: World, servers: Servers) {
    this.#world = world;
    this.#servers = servers;
  }

  /**
   * Repeats a call until its outcome is known; null if it was rejected.
   *
   * @param what kind and details, as `move: bk_…, to 4 guests`
   * @param options `answers`: codes of errors that count as an answer, in addition to the usual ones
   */
  async withRetry<R>(
    what: string,
    ask: Question<R>,
    {
      whom = () => this.#servers.any(),
      answers = [],
    }: { readonly whom?: () => Server; readonly answers?: readonly string[] } = {},
  ): Promise<R | null> {
    const kind = what.split(':', 1)[0]!;
    for (;;) {
      this.calls += 1;
      this.kinds[kind] = (this.kinds[kind] ?? 0) + 1;
      const server = whom();
      const answered = this.#world.story?.asks(`${server.name}, ${what}`);
      try {
        const result = await server.ask(ask);
        this.#world.note(`${what} → ${JSON.stringify(result, withoutDuration)}`);
        answered?.(inShort(result));
        this.#countRefusal(result);
        return result;
      } catch (error) {
        this.#world.note(`${what} → ${String(error)}`);
        answered?.(isUnavailable(error) ? `no answer: ${(error as Error).message}` : String(error));
        if (BookingError.is(error) && !isUnavailable(error)) this.#refused(error.code);
        if (BookingError.is(error) && (ANSWERS.has(error.code) || answers.includes(error.code))) return null;
        if (!isUnavailable(error)) throw error;
      }
    }
  }

  /** Sometimes sends the request twice concurrently, as a double click does; returns the answer. */
  async maybeTwice<R>(
    what: string,
    ask: Question<R>,
    options: Parameters<Attempts['withRetry']>[2] = {},
  ): Promise<readonly R[]> {
    const isTwice = this.#world.dice.once(4) && this.#world.happens('double clicks');
    const copies = isTwice ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: copies }, () => this.withRetry(what, ask, options)),
    );
    return answers.filter((answer) => answer !== null);
  }

  #countRefusal(result: unknown): void {
    if (typeof result !== 'object' || result === null) return;
    const { kind, reason } = result as { readonly kind?: string; readonly reason?: string };
    if (kind === 'refused') this.#refused(reason ?? 'tables');
  }

  #refused(code: string): void {
    this.refusals[code] = (this.refusals[code] ?? 0) + 1;
  }
}
