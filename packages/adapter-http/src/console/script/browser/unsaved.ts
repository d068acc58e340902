/** Actions without an answer: each is shown as failed at its button until it succeeds. */
import { showFailure } from './panel.ts';
import { filled, type Settings } from './settings.ts';

interface Unsaved {
  /** The version of the booking at the time of the action. */
  readonly seen: string;
  readonly label: string;
  /** Hides its message. */
  readonly hide: () => void;
}

export class UnsavedActions {
  readonly #words: Settings['words'];
  readonly #actions = new Map<string, Unsaved>();
  /** The actions whose message is shown. */
  readonly #shown = new Set<string>();

  constructor({ words }: Settings) {
    this.#words = words;
    addEventListener('beforeunload', (event) => this.#shown.size > 0 && event.preventDefault());
  }

  /** Loads the page again, unless messages would be lost. */
  reload(): void {
    if (this.#shown.size === 0) location.reload();
  }

  /** @param retry sends the same again: the booking's version prevents that it is done twice */
  failed(action: string, seen: string, label: string, retry: () => void): void {
    const { unsaved, retry: again, close } = this.#words;
    this.answered(action);
    const path = pathOf(action);
    const remove = showFailure({ title: filled(unsaved, { what: label }) }, [
      { text: again, act: retry },
      { text: close, act: () => hide() },
    ]);
    const hide = (): void => {
      remove();
      this.#shown.delete(path);
    };
    this.#shown.add(path);
    this.#actions.set(path, { seen, label, hide });
    this.mark();
  }

  answered(action: string): void {
    this.#actions.get(pathOf(action))?.hide();
    this.#actions.delete(pathOf(action));
  }

  /** The day was drawn again: marks the failed actions. */
  mark(): void {
    for (const [action, { seen, label }] of this.#actions) {
      const all = document.querySelectorAll<HTMLButtonElement>('#evening button.do');
      const buttons = [...all].filter((each) => pathOf(each.getAttribute('formaction') ?? '') === action);
      for (const each of buttons) {
        if (each.value !== seen) continue;
        each.classList.add('failed');
        each.textContent = this.#words.retry;
        each.setAttribute('aria-label', `${this.#words.retry}: ${label}`);
      }
    }
  }
}

function pathOf(action: string): string {
  return new URL(action, location.href).pathname;
}
