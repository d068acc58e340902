import { type HeldVisit, MINUTE_MS } from '@bord/engine';
import { timeOf } from '../guest/visit.ts';
import { whenHtml } from '../guest/booking-page.ts';
import { html, type Html } from '../web/html.ts';
import type { Page } from '../web/page.ts';
import { dataUse, guestFields, type SentGuest } from './guest-form.ts';
import { areaNameOf, bookHref, type BookVisit, frameOf, hiddenFields } from './visit.ts';

/** The held table and the form of its guest, with its faults if it was sent before. */
export function heldPage(
  visit: BookVisit,
  {
    token,
    held,
    sent = null,
  }: { readonly token: string; readonly held: HeldVisit; readonly sent?: SentGuest | null },
): Page {
  const { own, page, rules } = visit;
  const { hold, heldUntilMs, area } = held;
  const path = `/held/${token}`;
  const fault = sent && Object.values(sent.faults)[0];
  const minutes = Math.ceil((heldUntilMs - visit.nowMs) / MINUTE_MS);
  const until = minutes > 0 ? own.held.until(timeOf(visit, heldUntilMs), minutes) : own.held.late;
  return {
    ...frameOf(visit),
    ...(fault && { status: 400, heard: `${page.edit.check}: ${fault}` }),
    title: minutes > 0 ? own.held.title : own.gone.title,
    content: html`${tableHtml(visit, { ...hold, area })}
      <p>${until}</p>
      <form method="post" action="${bookHref(visit, `${path}/confirm`)}">
        ${guestFields(visit, sent, { needsEmail: rules.email === 'required', isFocused: true })}
        ${dataUse(visit)}
        <div class="actions">
          <button type="submit">${own.held.confirm}</button>
          <button class="quiet" type="submit" formaction="${bookHref(visit, '/times')}" formnovalidate>
            ${page.confirm.no}
          </button>
        </div>
        ${hiddenFields({ held: token })}
      </form>`,
  };
}

interface HeldTable {
  readonly startMs: number;
  readonly endMs?: number;
  readonly partySize: number;
  readonly area?: string | null;
}

/** When, for how many, and where. */
export function tableHtml(visit: BookVisit, { startMs, endMs, partySize, area = null }: HeldTable): Html {
  const { words } = visit;
  const name = areaNameOf(visit, area);
  return html`<div class="visit">
    ${whenHtml(visit, startMs)}
    <p>${words.tableFor(partySize)}</p>
    ${endMs !== undefined && html`<p>${words.mail.until(partySize, timeOf(visit, endMs))}</p>`}
    ${name !== null && html`<p>${name}</p>`}
  </div>`;
}
