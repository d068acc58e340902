/** Pages of the booking page with one thing to read or to press. */
import type { VisitorLink } from '@bord/engine';
import { contactHtml } from '../guest/contact.ts';
import { oneLine, streetLine } from '../web/clean.ts';
import { formField, input } from '../web/form-field.ts';
import { html } from '../web/html.ts';
import type { Page } from '../web/page.ts';
import type { Query } from '../web/page-route.ts';
import { tableHtml } from './held-page.ts';
import { WORK_SCRIPT } from './work-script.ts';
import { bookHref, type BookVisit, frameOf, hiddenFields, contactWays } from './visit.ts';

/** An e-mail is on its way. @param email null: to the address that the guest gave before */
export function mailedPage(visit: BookVisit, email: string | null): Page {
  const { title, text, again } = visit.own.mailed;
  return {
    ...frameOf(visit),
    title,
    content: html`<p>${email === null ? again : text(oneLine(email))}</p>
      ${contactHtml(visit)}`,
  };
}

/** The page of a mailed link. It changes no data before the button is pressed, because mail scanners open every link. */
export function linkPage(visit: BookVisit, token: string, link: VisitorLink): Page {
  const { title, text, button } = visit.own.link[link.kind];
  return {
    ...frameOf(visit),
    title,
    content: html`${tableHtml(visit, link)}
      <p>${text}</p>
      <div class="actions">
        <form method="post" action="${bookHref(visit, `/link/${token}`)}">
          <button type="submit">${button}</button>
        </form>
      </div>`,
  };
}

/** The party is on the waitlist. The same for every guest. */
export function joinedPage(visit: BookVisit): Page {
  const { title, text } = visit.words.waitlist.page.waiting;
  return {
    ...frameOf(visit),
    title,
    content: html`<p>${text}</p>
      ${contactHtml(visit)}`,
  };
}

/** The held table is no longer the guest's. */
export function gonePage(visit: BookVisit): Page {
  const { title, text, again } = visit.own.gone;
  return {
    ...frameOf(visit),
    status: 410,
    title,
    content: html`<p>${text}</p>
      <div class="actions"><a class="button" href="${bookHref(visit)}">${again}</a></div>
      ${contactHtml(visit)}`,
  };
}

interface LimitedView {
  /** The proof of work; null where only an e-mail is left. */
  readonly work: { readonly challenge: string; readonly worker: string; readonly fields: Query } | null;
  readonly email: string;
  readonly fault: string | null;
}

/** Asks for a link by e-mail, or for a proof of work, which only the script can make. */
export function limitedPage(visit: BookVisit, about: Query, { work, email, fault }: LimitedView): Page {
  const { own, words } = visit;
  const { title, text, working, send } = own.limited;
  return {
    ...frameOf(visit),
    status: fault === null ? 429 : 400,
    ...(fault !== null && { heard: fault }),
    title,
    ...(work && { script: WORK_SCRIPT }),
    content: html`<p>${text}</p>
      <form method="post" action="${bookHref(visit, '/mail')}">
        ${hiddenFields(about)}
        <div class="stack">
          ${formField({
            name: 'email',
            label: words.email,
            set: input,
            attributes: html`type="email" autocomplete="email" required`,
            hint: null,
            value: email,
            fault,
            isFocused: true,
          })}
        </div>
        <div class="actions"><button type="submit">${send}</button></div>
      </form>
      ${
        work &&
        html`<form
          id="work"
          method="post"
          action="${bookHref(visit, '/hold')}"
          data-challenge="${work.challenge}"
          data-worker="${work.worker}"
          hidden
        >
          ${hiddenFields(work.fields)}
          <p role="status">${working}</p>
        </form>`
      }
      ${contactHtml(visit)}`,
  };
}

/** The privacy notice of a restaurant without another one (GDPR, article 13). */
export function privacyPage(visit: BookVisit): Page {
  const { own, view, restaurant } = visit;
  const { title, who, what, whatText, long, longText, rights, rightsText } = own.privacy;
  const street = streetLine(view.location.contact.address);
  return {
    ...frameOf(visit),
    title,
    content: html`<h2>${who}</h2>
      <p>${restaurant}${street !== null && html`<br />${street}`}</p>
      ${contactWays(visit)}
      <h2>${what}</h2>
      <p>${whatText}</p>
      <h2>${long}</h2>
      <p>${longText(view.location.guestRetentionDays)}</p>
      <h2>${rights}</h2>
      <p>${rightsText}</p>
      <p class="back"><a class="aside" href="${bookHref(visit)}">${own.title}</a></p>`,
  };
}
