/** A booking, or a form about it, over the day, which stays usable. */
import { elementOf, make } from './build.ts';
import { fetchPage } from './fetch-page.ts';
import type { Settings } from './settings.ts';

export class Sheet {
  readonly #settings: Settings;
  readonly #onFailed: () => void;
  readonly #element = make('aside', { id: 'sheet', role: 'dialog', tabindex: '-1', hidden: '' });
  #url = '';
  #links = 0;
  #opener: string | null = null;
  #onClosed: (() => void) | null = null;

  constructor(settings: Settings, onFailed: () => void) {
    this.#settings = settings;
    this.#onFailed = onFailed;
    document.getElementById('main')?.append(this.#element);
    document.addEventListener('click', (event) => this.#follow(event));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented && this.isOpen()) this.close();
    });
  }

  isOpen(): boolean {
    return !this.#element.hidden;
  }

  /** Acts now, or as soon as the sheet is closed: typed text is kept until then. */
  whenClosed(act: () => void): void {
    if (this.isOpen()) this.#onClosed = act;
    else act();
  }

  /** How many links have opened it: the same number means that nothing was opened since. */
  links(): number {
    return this.#links;
  }

  /** Links to bookings open here, and the link back to the day closes it. */
  #follow(event: MouseEvent): void {
    const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const link = elementOf(event).closest('#evening a[href], #sheet a[href], #notice a[href]');
    if (!link) return;
    const url = new URL(link.getAttribute('href')!, location.href);
    const { here } = this.#settings;
    const isWay = url.pathname === here && this.#element.contains(link);
    const below = url.pathname.slice(here.length);
    const isOurs = url.pathname.startsWith(`${here}/`) && /^\/(?:bookings\/|recent$|block$)/.test(below);
    if (!isWay && !isOurs) return;
    event.preventDefault();
    if (isWay) return this.close();
    this.#opener ??= link.closest<HTMLElement>('[data-booking]')?.dataset['booking'] ?? null;
    this.#links++;
    void this.#open(url.href);
  }

  async #open(url: string): Promise<void> {
    this.#url = url;
    const fetched = await fetchPage(url);
    if (this.#url !== url) return;
    if (fetched.kind === 'page') this.show(fetched.content, url);
    else this.#onFailed();
  }

  /** Shows a page, for example the reason of a rejection and the alternatives. */
  show(content: Document, url: string): void {
    const before = this.isOpen() ? this.#element.scrollTop : 0;
    const button = make('button', { type: 'button', class: 'close quiet' }, '×');
    button.setAttribute('aria-label', this.#settings.words.close);
    button.addEventListener('click', () => this.close());
    const nodes = [...content.body.childNodes].filter(
      (node) => !(node instanceof Element && node.matches('script, #notice, #live')),
    );
    this.#element.replaceChildren(button, ...nodes.map((node) => document.importNode(node, true)));
    this.#element.setAttribute('aria-label', this.#element.querySelector('h1')?.textContent ?? '');
    this.#element.hidden = false;
    const isSame = this.#url === url && before > 0;
    this.#url = url;
    this.#element.scrollTop = isSame ? before : 0;
    if (!isSame) this.#element.focus({ preventScroll: true });
  }

  /** Reloads the card if the day shows another version of the booking. */
  redrawn(): void {
    const card = this.#element.querySelector<HTMLElement>('article[data-card]');
    const { card: id, version } = card?.dataset ?? {};
    if (
      !this.isOpen() ||
      id === undefined ||
      this.#element.contains(document.activeElement?.closest('form') ?? null)
    )
      return;
    const shown = document.querySelector<HTMLElement>(
      `#evening [data-booking="${CSS.escape(id)}"][data-version]`,
    );
    if (shown && shown.dataset['version'] !== version) void this.#open(this.#url);
  }

  close(): void {
    if (!this.isOpen()) return;
    const wasInside = this.#element.contains(document.activeElement);
    this.#element.hidden = true;
    this.#element.replaceChildren();
    this.#url = '';
    this.#onClosed?.();
    const opener = this.#opener;
    this.#opener = null;
    if (!wasInside || opener === null) return;
    const links = document.querySelectorAll<HTMLElement>(
      `#evening a.party[data-booking="${CSS.escape(opener)}"], #evening [data-booking="${CSS.escape(opener)}"] a`,
    );
    [...links].find((each) => each.checkVisibility())?.focus({ preventScroll: true });
  }
}
