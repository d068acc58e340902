/** Scripts of the proof that run in the page before its own. */

/** Time limits of requests follow the page's clock, which the proof moves. */
export const shimTimeouts = `AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('timeout', 'TimeoutError')), ms);
  return controller.signal;
};`;

/** The second of two quick taps comes 350 ms after the first by the page's clock, at whatever is at this place by then. */
export const tapTwice = `
globalThis.again = null;
globalThis.tapAgain = () => (globalThis.tappedAgain = new Promise((done) => {
  again = ({ clientX, clientY }) => setTimeout(() => done(void document.elementFromPoint(clientX, clientY)?.click?.()), 350);
}));
addEventListener('click', (event) => {
  again?.(event);
  again = null;
}, true);`;

/** Notes each text that tells the person of a failure, once it has been painted. */
export const noteFailures = `
globalThis.failures = new Map();
const SHOWN = '#carry .failure, #sheet [role=alert], #banner, main > .card [role=alert], #main [role=alert]';
const look = () => {
  for (const each of document.querySelectorAll(SHOWN))
    if (each.checkVisibility() && each.textContent.trim() !== '') failures.set(each, each.textContent.trim());
};
// A button that has just changed its place is dimmed, and a tap at it does nothing.
addEventListener('click', ({ target }) => target.closest?.('[aria-disabled]') && failures.set({}, 'resting ' + target.textContent), true);
// The party under the pointer.
addEventListener('pointerdown', ({ target }) => (globalThis.pressed = target.closest?.('[data-booking]')?.dataset.booking), true);
addEventListener('DOMContentLoaded', () => {
  look();
  new MutationObserver(() => requestAnimationFrame(look)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
});`;
