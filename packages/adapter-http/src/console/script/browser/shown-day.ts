import type { Fetched } from './fetch-page.ts';
import { morph } from './morph.ts';

/** What has become of a page that was read: it is shown; it differs from another day than this one, so the whole has to be read; it has no such day. */
type Outcome = 'shown' | 'misfit' | 'none';

export class ShownDay {
  readonly #element: HTMLElement;
  readonly #date: string;
  seenMs = Date.now();

  constructor(element: HTMLElement, date: string) {
    this.#element = element;
    this.#date = date;
  }

  /** How it is drawn: `timeline`, `list`, or what fits. */
  view(): string {
    return this.#element.dataset['view'] ?? '';
  }

  /** Undefined after a misfit. */
  version(): string | undefined {
    return this.#element.dataset['version'];
  }

  /** Names the version that is shown: only what differs from it is sent. */
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
