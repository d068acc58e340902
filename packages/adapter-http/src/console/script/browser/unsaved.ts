/** Actions that had no answer: each is shown as failed at its button until it is answered. */
import { hidePanel, showPanel } from './panel.ts';
import { filled, type Settings } from './settings.ts';

interface Unsaved {
  /** The version of the booking for which the action was meant. */
  readonly seen: string;
  readonly label: string;
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
    this.#actions.set(pathOf(action), { seen, label });
    this.mark();
    showPanel({ title: filled(unsaved, { what: label }), tone: 'bad' }, [
      { text: again, act: retry },
      { text: close, act: hidePanel },
    ]);
  }

  answered(action: string): void {
    if (this.#actions.delete(pathOf(action))) hidePanel();
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
