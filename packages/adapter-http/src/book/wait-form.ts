import { formatInstant, type VisitorTimes } from '@bord/engine';
import { clockOf } from '../guest/visit.ts';
import { type Content, html, type Html } from '../web/html.ts';
import type { Query } from '../web/page-route.ts';
import { dataUse, guestFields, type SentGuest } from './guest-form.ts';
import { bookHref, type BookVisit, hiddenFields } from './visit.ts';

/** A form for the waitlist, as it was sent. */
export interface SentWait {
  readonly guest: SentGuest;
  readonly from: string;
  readonly to: string;
  /** The fault of the times. */
  readonly spanFault: string | null;
}

/** The form for the waitlist, for the times that others have booked; null where there are none. */
export function waitHtml(
  visit: BookVisit,
  { date, slots }: VisitorTimes,
  about: Query,
  sent: SentWait | null,
): Content {
  const { own } = visit;
  const full = slots.filter(({ reason }) => reason === 'tables' || reason === 'pacing');
  const times = full.map(({ startMs }) => startMs);
  if (times.length === 0) return null;
  const fault = sent?.spanFault ?? null;
  const select = (name: 'from' | 'to', label: string, preset: number): Html => {
    const chosen = sent?.[name] ?? formatInstant(preset);
    const options = times.map((ms) => {
      const value = formatInstant(ms);
      return html`<option value="${value}" ${value === chosen && html` selected`}>
        ${clockOf(visit, ms)}
      </option>`;
    });
    return html`<div>
      <label for="${name}">${label}</label>
      <select
        id="${name}"
        name="${name}"
        ${fault !== null && html`aria-invalid="true" aria-describedby="span-fault"`}
      >
        ${options}
      </select>
    </div>`;
  };
  return html`<details${sent !== null && html` open`}>
    <summary>${own.wait.title}</summary>
    <p>${own.wait.lead}</p>
    <form method="post" action="${bookHref(visit, '/wait')}">
      ${hiddenFields({ ...about, date })}
      <div class="pair">
        ${select('from', own.wait.from, times[0]!)} ${select('to', own.wait.to, times.at(-1)!)}
        ${fault !== null && html`<p class="fault whole" id="span-fault">${fault}</p>`}
      </div>
      ${guestFields(visit, sent?.guest ?? null, { needsEmail: true, isFocused: false, emailHint: null })}
      ${dataUse(visit)}
      <div class="actions"><button type="submit">${own.wait.join}</button></div>
    </form>
  </details>`;
}
