import { announce, mountSpoken } from './panel.ts';

const SHOWN_MS = 2000;

export function offerCopies(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('button[data-copy]');
  // Missing unless the page is encrypted or on a loopback address.
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
        button.hidden = true; // the browser denies it
        return;
      }
      button.textContent = done;
      announce(done);
      setTimeout(() => (button.textContent = label), SHOWN_MS);
    };
    button.addEventListener('click', () => void run());
  }
}
