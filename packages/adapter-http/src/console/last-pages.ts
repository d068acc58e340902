/** The pages last shown to each session: while the storage is unavailable they are shown again, read-only, with their time. */
import { BookingError, type Engine } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { timeText } from '../i18n/when.ts';
import { bannerHtml } from './console-document.ts';
import type { ConsoleAnswer, ConsoleInput } from './console-route.ts';
import type { Visitor } from './visitor.ts';

/** The characters of all pages. A full day has some hundred thousand. */
const LENGTH_MAX = 16_000_000;

interface Shown {
  readonly page: string;
  /** The latest content of `<main>` that the script got; null: none. */
  readonly main: string | null;
  readonly headers: NonNullable<Answer['headers']>;
  readonly timeZone: string;
  readonly atMs: number;
}

export interface LastPages {
  /** Keeps a shown page, and returns it. A fragment belongs to a page that was shown before. */
  keep(
    visitor: Visitor,
    input: Pick<ConsoleInput, 'location' | 'nowMs' | 'wantsFragment'>,
    answer: ConsoleAnswer,
  ): ConsoleAnswer;
  /** If the storage is unavailable, shows the page that this session was last shown there; only if its sign-in was verified minutes ago. */
  orLast<T extends { readonly visitor: Visitor }>(
    handle: (arrival: T) => Promise<Answer>,
  ): (arrival: T) => Promise<Answer>;
}

export function createLastPages({ signIn }: Pick<Engine, 'signIn'>, lengthMax = LENGTH_MAX): LastPages {
  const pages = new Map<string, Shown>();
  let length = 0;

  function put(key: string, shown: Shown): void {
    const before = pages.get(key);
    length += lengthOf(shown) - (before ? lengthOf(before) : 0);
    pages.delete(key); // moves it to the newest position
    pages.set(key, shown);
    for (const [oldest, other] of pages) {
      if (length <= lengthMax) return;
      pages.delete(oldest);
      length -= lengthOf(other);
    }
  }

  return {
    keep(visitor, { location: { timeZone }, nowMs, wantsFragment }, answer) {
      const { status, type, body, whole = body, headers = [] } = answer;
      if (status !== 200 || type?.startsWith('text/html') !== true || typeof whole !== 'string')
        return answer;
      const key = keyOf(visitor);
      const page = wantsFragment ? pages.get(key)?.page : whole;
      const main = wantsFragment ? whole : null;
      if (page !== undefined) put(key, { page, main, headers, timeZone, atMs: nowMs });
      return answer;
    },
    orLast: (handle) => async (arrival) => {
      try {
        return await handle(arrival);
      } catch (error) {
        if (!BookingError.is(error) || error.code !== 'unavailable') throw error;
        const { visitor } = arrival;
        const shown = pages.get(keyOf(visitor));
        const isScript = visitor.wantsFragment; // the script still shows its content, and says so
        if (!shown || isScript || visitor.session === null || !signIn.recall(visitor.session)) throw error;
        return asItWas(visitor, shown);
      }
    },
  };
}

function keyOf({ session, language, target }: Visitor): string {
  return `${session} ${language} ${target}`;
}

const MAIN = /(<main\b[^>]*>)[^]*(<\/main>)/;

function lengthOf({ page, main }: Shown): number {
  return page.length + (main?.length ?? 0);
}

function asItWas({ words }: Visitor, { page, main, headers, timeZone, atMs }: Shown): Answer {
  const time = timeText(words.base.when, atMs, timeZone);
  const whole = main === null ? page : page.replace(MAIN, (_, before, after) => `${before}${main}${after}`);
  const body = whole
    .replace(bannerHtml(words).markup, () => bannerHtml(words, words.shell.away(time)).markup)
    .replace('<body class="house"', '<body class="house read-only"');
  return { status: 503, type: 'text/html; charset=utf-8', body, headers: [...headers, 'retry-after', '2'] };
}
