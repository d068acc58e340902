import { isComing } from '@bord/engine/adapters';
import { capitalised } from '../../i18n/when.ts';
import { oneLine } from '../../web/clean.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import { bookingKey, partHtml } from './day-parts.ts';
import type { DayView } from './day-view.ts';
import { nextAction } from './next-action.ts';
import type { PartyView } from './party-view.ts';

/** The form of all buttons in the list: its hidden fields are personal, so they are not part of the shared drawing. */
export const ACTION_FORM = 'act';

/** The day by time, for the door. On the running day parties that have left come last. Null without parties. */
export function visitsHtml(view: DayView): Html | null {
  const { parties, isToday, words } = view;
  if (parties.length === 0) return null;
  const gone = isToday ? parties.filter(({ stage }) => stage === 'gone') : [];
  const shown = isToday ? parties.filter(({ stage }) => stage !== 'gone') : parties;
  return html`${
    shown.length > 0 &&
    html`<ol class="visits" id="day-coming">
      ${withNow(shown, view)}
    </ol>`
  }
  ${
    gone.length > 0 &&
    html`<h2>${capitalised(words.evening.stages.gone)}</h2>
      <ol class="visits" id="day-gone">
        ${gone.map((party) => visitHtml('gone', party, view))}
      </ol>`
  }`;
}

/** Inserts the current time between due and later parties. */
function withNow(shown: readonly PartyView[], view: DayView): Content {
  const { isToday, sheet, words, clock } = view;
  const ahead = isToday ? shown.findIndex(({ booking }) => booking.startMs > sheet.nowMs) : -1;
  const now = html`<li class="now">${words.evening.now} ${clock(sheet.nowMs)}</li>`;
  return shown.map((party, i) => [i === ahead && i > 0 && now, visitHtml('visit', party, view)]);
}

function visitHtml(group: string, party: PartyView, view: DayView): Html {
  const { booking, name, href, time, until, tables, standing, isUnseated, notes, version } = party;
  const { evening } = view.words;
  const isLate = isBad(party);
  const at = evening.table(tables);
  const facts = [
    standing !== '' && html`<span class="standing">${isLate && '! '}${standing}</span>`,
    booking.pinned && html`<span>${evening.pinned}</span>`,
    booking.serviceDate !== view.sheet.date && html`<span>${evening.otherDay}</span>`,
  ];
  const line = html`<li
    class="visit ${party.look}${isLate && ' bad'}"
    data-booking="${booking.id}"
    data-version="${version}"
  >
    <p class="when"><b>${time}</b> <span>–${until}</span></p>
    <p class="who">
      <a href="${href}">${party.mark}<bdi>${name}</bdi></a>
    </p>
    <div class="what">
      <p class="size">${evening.people(booking.partySize)}</p>
      <p class="tables${isUnseated && ' waiting'}">${at}</p>
      <p class="facts">${facts}</p>
      ${phoneHtml(party)}
    </div>
    ${notes !== '' && html`<p class="notes"><bdi>${notes}</bdi></p>`} ${actionHtml(party, view)}
  </li>`;
  return partHtml(group, bookingKey(booking.id), line);
}

/** Staff must act: the party is late, or is seated beyond its end. */
export function isBad({ lateMinutes, overMinutes }: PartyView): boolean {
  return lateMinutes !== null || overMinutes !== null;
}

function phoneHtml({ phone, dialUrl }: PartyView): Html | null {
  if (phone === '') return null;
  return html`<p class="phone">${dialUrl ? html`<a href="${dialUrl}">${phone}</a>` : phone}</p>`;
}

/** The most likely next action as a button, or a link that assigns a table. */
export function actionHtml(party: PartyView, view: DayView): Html | null {
  const { href, name, time, version, isUnseated } = party;
  const { actions, giveTable } = view.words.evening;
  const next = nextAction(view, party);
  if (next === null) {
    if (!isUnseated) return null;
    return html`<a class="do" href="${href}/assign" aria-label="${giveTable}: ${name}, ${time}"
      >${giveTable}</a
    >`;
  }
  const { action, isDue } = next;
  return html`<button
    class="do${isDue && ' due'}"
    form="${ACTION_FORM}"
    formaction="${href}/${action}"
    name="seen"
    value="${version}"
    aria-label="${actions[action]}: ${name}, ${time}"
  >
    ${actions[action]}
  </button>`;
}

export function absentHtml({ sheet, words: { evening }, clock, here }: DayView): Html | null {
  const absent = sheet.bookings.filter((booking) => !isComing(booking));
  if (absent.length === 0) return null;
  const lines = absent.map(({ id, startMs, guest, partySize, status }) => {
    const name = oneLine(guest.name) || evening.nameless;
    const what = evening.stages[status === 'no_show' ? 'no_show' : 'cancelled'];
    return html`<li data-booking="${id}">
      <a href="${here}/bookings/${encodeURIComponent(id)}">${clock(startMs)} <bdi>${name}</bdi></a
      >, ${evening.people(partySize)}: ${what}
    </li>`;
  });
  return html`<section class="absent">
    <h2>${evening.notComing}</h2>
    <ul>
      ${lines}
    </ul>
  </section>`;
}
