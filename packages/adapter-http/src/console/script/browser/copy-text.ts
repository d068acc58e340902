import { announce, mountSpoken } from './panel.ts';

const SHOWN_MS = 2000;

export function offerCopies(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('button[data-copy]');
  // Not there where the page is neither encrypted nor of this machine.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (buttons.length === 0 || !clipboard) return;
  mountSpoken();
  for (const button of buttons) {
    const { copy = '', done = '' } = button.dataset;
    const label = button.textContent;
    button.hidden = false;
    const run = async (): Promise<void> => {
      try {
        await clipboard.writeText(document.getElementById(copy)?.textContent ?? '');
      } catch {
        button.hidden = true; // the browser does not let us
        return;
      }
      button.textContent = done;
      announce(done);
      setTimeout(() => (button.textContent = label), SHOWN_MS);
    };
    button.addEventListener('click', () => void run());
  }
}
