/** A booking, or a form about it, over the day, which stays usable. */
import { elementOf, make } from './build.ts';
import { type Fetched, fetchPage } from './fetch-page.ts';
import { morph } from './morph.ts';
import { announce, showRefusal, tell } from './panel.ts';
import { positionsOf, restAfter } from './rest.ts';
import type { Settings } from './settings.ts';

/** The time within which a second tap belongs to the first. */
const DOUBLE_TAP_MS = 400;
/** The time without an answer after which the page shows that it waits for one. */
const SLOW_MS = 300;

export class Sheet {
  readonly #settings: Settings;
  readonly #onFailed: (fetched: Fetched) => void;
  readonly #main = document.getElementById('main')!;
  readonly #element = make('aside', { id: 'sheet', role: 'dialog', tabindex: '-1', hidden: '' });
  /** The page that is loading, and the timer of the display of loading. */
  #loading: { readonly url: string; readonly slow: number } | null = null;
  #shownUrl = '';
  #links = 0;
  #opener: string | null = null;
  #onClosed: (() => void) | null = null;
  /** The sheet is closed, and the history is about to leave its entry. */
  #isLeaving = false;

  constructor(settings: Settings, onFailed: (fetched: Fetched) => void) {
    this.#settings = settings;
    this.#onFailed = onFailed;
    this.#main.append(this.#element);
    document.addEventListener('click', (event) => this.#follow(event));
    document.addEventListener('keydown', ({ key, defaultPrevented }) => {
      // In a dialog, Escape closes the dialog; while a party is carried, it puts the party back.
      if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog, body.carrying')) return;
      this.close();
    });
    addEventListener('popstate', () => {
      const url = urlInHistory();
      if (this.#isLeaving) this.#isLeaving = false;
      else if (url === undefined) this.close();
      else if (!this.isOpen()) void this.#open(url);
      this.#actIfClosed();
    });
    // A page that is loaded again shows no sheet.
    if (urlInHistory() !== undefined) this.#leave();
  }

  isOpen(): boolean {
    return !this.#element.hidden;
  }

  /** Acts now, or as soon as the sheet is closed: typed text is kept until then. */
  whenClosed(act: () => void): void {
    this.#onClosed = act;
    this.#actIfClosed();
  }

  /** How many links have opened it: the same number means that nothing was opened since. */
  links(): number {
    return this.#links;
  }

  /** Links to bookings open here, and the link back to the day closes it. */
  #follow(event: MouseEvent): void {
    const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const link = elementOf(event).closest('#evening a[href], #sheet a[href], #notice a[href], .skip');
    if (!link) return;
    if (link.matches('.skip')) {
      // Without an entry in the history, which would close the sheet.
      event.preventDefault();
      return this.#main.focus();
    }
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
    if (this.#loading?.url === url) return;
    this.#stopLoading();
    const slow = window.setTimeout(() => {
      this.#main.ariaBusy = 'true';
      announce(this.#settings.words.asking);
    }, SLOW_MS);
    const loading = { url, slow };
    this.#loading = loading;
    const fetched = await fetchPage(url);
    if (this.#loading !== loading) return;
    if (fetched.kind === 'page') return this.show(fetched.content, url);
    this.#stopLoading();
    this.#onFailed(fetched);
    if (fetched.kind !== 'ended') tell(this.#settings.words.failed);
  }

  #stopLoading(): void {
    clearTimeout(this.#loading?.slow);
    this.#loading = null;
    this.#main.ariaBusy = null;
  }

  /**
   * Shows the page of a rejection. An open form keeps its typed text, and a page that is loading opens: the reason is then shown in the panel.
   * @param label the action, unless it belongs to this form
   */
  showRejection(content: Document, url: string, label: string | null): void {
    const hasForm = this.#element.querySelector('input:not([type="hidden"]), select, textarea');
    if (label !== null && (hasForm || this.#loading)) showRefusal(content, label, this.#settings.words.close);
    else this.show(content, url);
  }

  show(content: Document, url: string): void {
    this.#stopLoading();
    this.#element.replaceChildren(...this.#nodesOf(content));
    this.#setLabel();
    this.#element.hidden = false;
    this.#element.scrollTop = 0;
    this.#element.focus({ preventScroll: true });
    this.#shownUrl = url;
    this.#shield();
    // Back closes the sheet.
    if (urlInHistory() === undefined) history.pushState({ sheet: url }, '');
    else history.replaceState({ sheet: url }, '');
  }

  #nodesOf(content: Document): readonly Node[] {
    const button = make('button', { type: 'button', class: 'close quiet' }, '×');
    button.setAttribute('aria-label', this.#settings.words.close);
    button.addEventListener('click', () => this.close());
    const nodes = [...content.body.childNodes].filter(
      (node) => !(node instanceof Element && node.matches('script, #notice, #live')),
    );
    return [button, ...nodes.map((node) => document.importNode(node, true))];
  }

  /** Keeps the second of two quick taps from what has just appeared under the first one. */
  #shield(): void {
    const { offsetTop, offsetLeft } = this.#element;
    const shield = make('div', { class: 'shield' });
    shield.style.inset = `${offsetTop}px 0 0 ${offsetLeft}px`;
    document.body.append(shield);
    setTimeout(() => shield.remove(), DOUBLE_TAP_MS);
  }

  /** Reloads the card if the day shows another version of the booking. */
  redrawn(): void {
    const card = this.#element.querySelector<HTMLElement>('article[data-card]');
    const { card: id, version, href } = card?.dataset ?? {};
    if (
      !this.isOpen() ||
      id === undefined ||
      href === undefined ||
      this.#element.contains(document.activeElement?.closest('form') ?? null)
    )
      return;
    const shown = document.querySelector<HTMLElement>(
      `#evening [data-booking="${CSS.escape(id)}"][data-version]`,
    );
    if (shown && shown.dataset['version'] !== version) void this.#reload(href);
  }

  /** The place of the reader stays, also what was unfolded. */
  async #reload(href: string): Promise<void> {
    if (this.#loading) return;
    const url = this.#shownUrl;
    const fetched = await fetchPage(href);
    if (this.#loading || this.#shownUrl !== url || fetched.kind !== 'page') return;
    const next = this.#element.cloneNode() as HTMLElement;
    next.append(...this.#nodesOf(fetched.content));
    const positions = positionsOf();
    morph(this.#element, next);
    this.#setLabel();
    restAfter(positions);
  }

  #setLabel(): void {
    this.#element.setAttribute('aria-label', this.#element.querySelector('h1')?.textContent ?? '');
  }

  close(): void {
    this.#stopLoading();
    const opener = this.#opener;
    this.#opener = null;
    if (!this.isOpen()) return;
    const wasInside = this.#element.contains(document.activeElement);
    this.#shield();
    this.#element.hidden = true;
    this.#element.replaceChildren();
    this.#shownUrl = '';
    if (urlInHistory() !== undefined) this.#leave();
    this.#actIfClosed();
    if (!wasInside || opener === null) return;
    const links = document.querySelectorAll<HTMLElement>(
      `#evening a.party[data-booking="${CSS.escape(opener)}"], #evening [data-booking="${CSS.escape(opener)}"] a`,
    );
    [...links].find((each) => each.checkVisibility())?.focus({ preventScroll: true });
  }

  #leave(): void {
    this.#isLeaving = true;
    history.back();
  }

  /** Not while the history goes back: a browser can then drop a reload. */
  #actIfClosed(): void {
    if (this.isOpen() || this.#isLeaving) return;
    const act = this.#onClosed;
    this.#onClosed = null;
    act?.();
  }
}

/** The URL of the sheet that belongs to the current entry of the history. */
function urlInHistory(): string | undefined {
  return (history.state as { readonly sheet?: string } | null)?.sheet;
}
