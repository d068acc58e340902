import type { Fetched } from './fetch-page.ts';
import { morph } from './morph.ts';

/** The page was shown; its changes are for another version, so the whole day must be read; or it has no day. */
type Outcome = 'shown' | 'misfit' | 'none';

export class ShownDay {
  readonly #element: HTMLElement;
  readonly #date: string;
  seenMs = Date.now();

  constructor(element: HTMLElement, date: string) {
    this.#element = element;
    this.#date = date;
  }

  /** The view: `timeline`, `list`, or the one that fits. */
  view(): string {
    return this.#element.dataset['view'] ?? '';
  }

  /** Undefined after a misfit. */
  version(): string | undefined {
    return this.#element.dataset['version'];
  }

  /** Names the shown version, so that the server sends only the changes. */
  headers(): Readonly<Record<string, string>> {
    const version = this.version();
    return version === undefined ? {} : { 'x-bord-shows': version };
  }

  show(fetched: Fetched): Outcome {
    const now = fetched.kind === 'page' ? fetched.content.getElementById('evening') : null;
    if (!now || now.dataset['date'] !== this.#date) return 'none';
    const { since } = now.dataset;
    delete now.dataset['since'];
    const fits = since === undefined || since === this.version();
    if (!fits || !morph(this.#element, now)) {
      delete this.#element.dataset['version'];
      return 'misfit';
    }
    this.seenMs = Date.now();
    return 'shown';
  }
}
