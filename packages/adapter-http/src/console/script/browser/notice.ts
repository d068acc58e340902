import { make } from './build.ts';

/** How long a notice is shown. E-mails and events of the action leave after this time; the list of last actions has the undo for longer. */
const SHOWN_MS = 15_000;

let timer = 0;
let leftMs = 0;
let startedMs = 0;

export function showNotice(from: ParentNode): void {
  const notice = document.getElementById('notice');
  const given = from.querySelector('#notice');
  if (!notice || !given || given.childElementCount === 0) return;
  notice.replaceChildren(...[...given.childNodes].map((node) => document.importNode(node, true)));
  offerUndo();
}

/** Hides the notice after its time, unless it has the pointer or the focus. */
function offerUndo(): void {
  clearTimeout(timer);
  const notice = document.getElementById('notice');
  if (!notice?.firstElementChild) return;
  notice.classList.add('counting');
  leftMs = SHOWN_MS;
  go();
}

function go(): void {
  startedMs = performance.now();
  timer = window.setTimeout(takeBack, leftMs);
}

function takeBack(): void {
  const notice = document.getElementById('notice');
  notice?.classList.remove('counting');
  notice?.replaceChildren();
}

export function watchNotice(): void {
  const notice = document.getElementById('notice');
  if (!notice) return;
  const wait = (): void => {
    if (!notice.classList.contains('counting')) return;
    clearTimeout(timer);
    leftMs = Math.max(2000, leftMs - (performance.now() - startedMs));
    notice.classList.add('waiting');
  };
  const goOn = (): void => {
    if (!notice.classList.contains('waiting') || notice.matches(':hover, :focus-within')) return;
    notice.classList.remove('waiting');
    clearTimeout(timer);
    go();
  };
  for (const name of ['pointerenter', 'focusin']) notice.addEventListener(name, wait);
  for (const name of ['pointerleave', 'focusout']) notice.addEventListener(name, () => setTimeout(goOn));
  offerUndo();
}

/** Removes the notice from the URL, so that a reload does not show it again. */
export function forgetWhatWasDone(): void {
  const url = new URL(location.href);
  for (const name of ['done', 'id']) url.searchParams.delete(name);
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}

export function replaceNotice(text: string): void {
  clearTimeout(timer);
  const notice = document.getElementById('notice');
  notice?.classList.remove('counting', 'waiting');
  notice?.replaceChildren(make('p', {}, text));
}
