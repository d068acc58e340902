import type { Booking, Hold } from '@bord/engine';
import { oneLine } from '../web/clean.ts';
import { html, type Html } from '../web/html.ts';
import { capitalised } from '../i18n/when.ts';
import type { Page } from '../web/page.ts';
import { frameOf, languageLinks, whenHtml } from './booking-page.ts';
import { contactHtml } from './contact.ts';
import { dayOf, momentOf, timeOf } from './visit.ts';
import { waitingHref, type WaitingVisit } from './waiting-visit.ts';

export function waitingPage(visit: WaitingVisit): Page {
  const { waiting, booking } = visit.view;
  if (waiting.state === 'booked' && booking) return bookedPage(visit, booking);
  if (waiting.state === 'left') return endPage(visit, 'left');
  if (waiting.state === 'waiting') return inLinePage(visit);
  if (waiting.offer === null) return endPage(visit, 'inVain');
  return mayStillBeHad(waiting.offer, visit.nowMs) ? offerPage(visit, waiting.offer) : endPage(visit, 'gone');
}

/** True even after the hold has expired, while the table is free: the step decides (D35). */
function mayStillBeHad({ state, startMs }: Hold, nowMs: number): boolean {
  return (state === 'held' || state === 'lapsed') && nowMs < startMs;
}

/** A final page without actions or data of the guest. */
export function endPage(visit: WaitingVisit, end: 'left' | 'inVain' | 'gone' | 'closed', status = 410): Page {
  const { title, text } = visit.own.page[end];
  return {
    ...framed(visit),
    status,
    title,
    content: html`<p>${text}</p>
      ${contactHtml(visit)}`,
  };
}

function inLinePage(visit: WaitingVisit): Page {
  const { own, view } = visit;
  const { fromMs, toMs, mode } = view.waiting;
  const span =
    fromMs === toMs ? timeOf(visit, fromMs) : own.between(timeOf(visit, fromMs), timeOf(visit, toMs));
  return {
    ...framed(visit),
    title: own.page.waiting.title,
    content: html`<div class="visit">
        <p class="when">${capitalised(dayOf(visit, fromMs))}<br />${capitalised(span)}</p>
        ${partyHtml(visit)}
      </div>
      <p>${mode === 'book' ? own.page.willBook : own.page.waiting.text}</p>
      <div class="actions">
        <a class="button quiet" href="${waitingHref(visit, '/leave')}">${own.page.leave}</a>
      </div>
      ${contactHtml(visit)}`,
  };
}

function offerPage(visit: WaitingVisit, { startMs, endMs, expiresMs, state }: Hold): Page {
  const { own, words, view } = visit;
  const { title, text } = state === 'held' ? own.page.offered : own.page.late;
  return {
    ...framed(visit),
    title,
    content: html`<div class="visit">
        ${whenHtml(visit, startMs)} ${partyHtml(visit)}
        <p>${words.mail.until(view.waiting.partySize, timeOf(visit, endMs))}</p>
      </div>
      <p>${text}</p>
      <div class="actions">
        <form method="post" action="${waitingHref(visit, '/accept')}">
          <button type="submit">${own.page.accept}</button>
        </form>
        <a class="button quiet" href="${waitingHref(visit, '/leave')}">${own.page.decline}</a>
      </div>
      ${state === 'held' && html`<p class="muted">${own.page.heldUntil(momentOf(visit, expiresMs))}</p>`}
      ${contactHtml(visit)}`,
  };
}

function bookedPage(visit: WaitingVisit, { status, startMs, endMs, partySize }: Booking): Page {
  const { own, words, page, view, root, chosen } = visit;
  if (status !== 'confirmed') {
    const { cancelled } = words.mail.about;
    const { title, text } =
      status === 'cancelled' ? { title: cancelled.title(0), text: cancelled.closing } : page.ended.over;
    return {
      ...framed(visit),
      status: 410,
      title,
      content: html`<p>${text}</p>
        ${contactHtml(visit)}`,
    };
  }
  const lang = chosen === null ? '' : `?lang=${chosen}`;
  return {
    ...framed(visit),
    title: own.page.booked.title,
    content: html`<div class="visit">
        ${whenHtml(visit, startMs)} ${partyHtml(visit, partySize)}
        <p>${words.mail.until(partySize, timeOf(visit, endMs))}</p>
      </div>
      <p>${own.page.booked.text}</p>
      ${
        view.manageToken !== null &&
        html`<div class="actions">
          <a class="button" href="${root}/manage/${view.manageToken}${lang}">${own.page.open}</a>
        </div>`
      }
      ${contactHtml(visit)}`,
  };
}

export function leavePage(visit: WaitingVisit): Page {
  const { title, text, yes, no } = visit.own.page.ask;
  return {
    ...framed(visit),
    title,
    content: html`<p>${text}</p>
      <div class="actions">
        <form method="post" action="${waitingHref(visit, '/leave')}">
          <button class="bad" type="submit">${yes}</button>
        </form>
        <a class="button quiet" href="${waitingHref(visit, '')}">${no}</a>
      </div>`,
  };
}

function partyHtml({ view, words }: WaitingVisit, partySize = view.waiting.partySize): Html {
  const name = oneLine(view.waiting.guest.name);
  return html`<p>${words.tableFor(partySize)}</p>
    ${name !== '' && html`<p>${name}</p>`}`;
}

function framed(visit: WaitingVisit): Pick<Page, 'language' | 'masthead' | 'brand' | 'footer'> {
  return { ...frameOf(visit), footer: languageLinks(visit, (lang) => waitingHref(visit, '', { lang })) };
}
