import { fetchPage, type Fetched, isSending } from './fetch-page.ts';
import { pulse } from './pulse.ts';
import type { ShownDay } from './shown-day.ts';

/** Reads the day, and shows it unless a newer version is available already. */
export class DayReader {
  readonly #shown: ShownDay;
  readonly #show: (fetched: Fetched) => boolean;
  readonly #onOtherDay: () => void;
  /** The latest page was not shown: the day has to be read again. */
  isBehind = false;

  /**
   * @param show returns whether the page has the day
   * @param onOtherDay another service date has begun, or the page no longer exists
   */
  constructor(shown: ShownDay, show: (fetched: Fetched) => boolean, onOtherDay: () => void) {
    this.#shown = shown;
    this.#show = show;
    this.#onOtherDay = onOtherDay;
  }

  async read(): Promise<Fetched> {
    for (;;) {
      const version = this.#shown.version();
      const fetched = await fetchPage(location.href, { headers: this.#shown.headers() });
      // The answer to a form is shown first, and this page can be older than it.
      this.isBehind = isSending();
      if (this.isBehind || fetched.kind !== 'page') return fetched;
      // An answer that was shown during the reading can be newer.
      if (this.#shown.version() !== version) continue;
      if (!pulse(() => this.#show(fetched))) this.#onOtherDay();
      return fetched;
    }
  }
}
