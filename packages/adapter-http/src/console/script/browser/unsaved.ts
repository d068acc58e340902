/** Actions that had no answer: each is shown as failed at its button until it is answered. */
import { showFailure } from './panel.ts';
import { filled, type Settings } from './settings.ts';

interface Unsaved {
  /** The version of the booking for which the action was meant. */
  readonly seen: string;
  readonly label: string;
  /** Removes it from what is shown. */
  readonly hide: () => void;
}

export class UnsavedActions {
  readonly #words: Settings['words'];
  readonly #actions = new Map<string, Unsaved>();

  constructor({ words }: Settings) {
    this.#words = words;
  }

  /** @param retry sends the same again: the booking's version keeps it from being done twice */
  failed(action: string, seen: string, label: string, retry: () => void): void {
    const { unsaved, retry: again, close } = this.#words;
    this.answered(action);
    const hide = showFailure({ title: filled(unsaved, { what: label }) }, [
      { text: again, act: retry },
      { text: close, act: () => hide() },
    ]);
    this.#actions.set(pathOf(action), { seen, label, hide });
    this.mark();
  }

  answered(action: string): void {
    this.#actions.get(pathOf(action))?.hide();
    this.#actions.delete(pathOf(action));
  }

  /** The day has been drawn again: marks what is still open. */
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
