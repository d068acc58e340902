import { make } from './build.ts';

/** As long as undo is offered. It stays possible on the booking's own page. */
const UNDO_MS = 10_000;

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

/** The form goes when its time is up; what was done stays to be read. Who points at it, or has it in focus, is waited for. */
function offerUndo(): void {
  clearTimeout(timer);
  const notice = document.getElementById('notice');
  if (!notice?.querySelector('form')) return;
  notice.classList.add('counting');
  leftMs = UNDO_MS;
  go();
}

function go(): void {
  startedMs = performance.now();
  timer = window.setTimeout(takeBack, leftMs);
}

function takeBack(): void {
  const notice = document.getElementById('notice');
  notice?.classList.remove('counting');
  for (const form of notice?.querySelectorAll('form') ?? []) form.remove();
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

/** What a page says was done it says once: whoever reads it anew has read it. */
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
