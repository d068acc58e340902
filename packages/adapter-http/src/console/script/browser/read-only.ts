import { elementOf } from './build.ts';
import { announce } from './panel.ts';

/** While changes are impossible, links and forms do not leave the readable page. */
export function stopWhileAway(isReadOnly: () => boolean, why: string): void {
  const stop = (event: Event): void => {
    const target = elementOf(event);
    if (
      !isReadOnly() ||
      !target.closest('#evening a, #evening form, .bar a, main form, #notice form, #sheet a') ||
      target.closest('[href^="tel:"]')
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    announce(why);
  };
  for (const name of ['click', 'submit']) document.addEventListener(name, stop, { capture: true });
}
