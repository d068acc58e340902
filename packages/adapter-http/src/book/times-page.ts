import { addDays, type HeldVisit, type LocalDate, type VisitorTimes } from '@bord/engine';
import { clockTime, minuteOfDayAt } from '@bord/engine/adapters';
import { startButton, timeLists } from '../guest/time-lists.ts';
import { dateText, momentOf, timeOf } from '../guest/visit.ts';
import { capitalised } from '../i18n/when.ts';
import { type Content, html, type Html } from '../web/html.ts';
import type { Page } from '../web/page.ts';
import type { Query } from '../web/page-route.ts';
import { aboutRestaurant, textHtml } from './restaurant-parts.ts';
import { bookHref, type BookVisit, frameOf, freeStarts, hiddenFields, banner, contactWays } from './visit.ts';
import { type SentWait, waitHtml } from './wait-form.ts';
import { largestParty, queryOf, type Wish } from './wish.ts';

/** Fields that stay when a guest looks for another time. */
export interface Carried {
  /** The fields of its forms: what the guest has typed, and `held`, the token of a held table. */
  readonly fields: Query;
  readonly held: HeldVisit | null;
}

export interface TimesView {
  readonly found: VisitorTimes;
  readonly wish: Wish;
  readonly status?: number;
  /** Is heard first. */
  readonly complaint?: string | null;
  /** Null on the first view. */
  readonly carried?: Carried | null;
  readonly wait?: SentWait | null;
  readonly hasMenu?: boolean;
}

/** The times of a day; on a full day the other areas, the next date and the waitlist. */
export function timesPage(visit: BookVisit, view: TimesView): Page {
  const { own } = visit;
  const { found, carried = null, wait = null, hasMenu = false } = view;
  const fault = faultOf(visit, view.wish);
  const complaint = view.complaint ?? fault;
  const isFull = freeStarts(found).length === 0;
  const heldMs = carried?.held?.hold.startMs ?? null;
  return {
    ...frameOf(visit),
    status: view.status ?? (fault === null ? 200 : 400),
    title: own.title,
    ...(complaint !== null && { heard: complaint }),
    content: html`${complaint !== null && banner(complaint, 'bad')}
      ${carried && banner(heldMs === null ? own.typed : own.stillHeld(momentOf(visit, heldMs)), 'good')}
      ${!carried && textHtml(visit)} ${wishForm(visit, view)}
      <h2>${capitalised(dateText(visit, found.date))}</h2>
      ${dayTurns(visit, view)} ${isFull ? fullHtml(visit, view) : slotsHtml(visit, view)}
      ${isFull && heldMs === null && waitHtml(visit, found, { ...aboutOf(view), ...carried?.fields }, wait)}
      ${largerHtml(visit, view)}
      ${heldMs !== null && html`<p class="back"><a class="aside" href="${bookHref(visit, `/held/${carried!.fields['held']}`)}">${own.held.back}</a></p>`}
      ${!carried && aboutRestaurant(visit, hasMenu)}`,
  };
}

/** The wish, with the day and the party that are shown. */
function aboutOf({ found: { date, partySize }, wish }: TimesView): Query {
  return queryOf({ ...wish, date, partySize });
}

function faultOf({ own }: BookVisit, { faults }: Wish): string | null {
  const texts = { date: own.badDate, party: own.badParty, time: own.badTime, area: own.noArea };
  return faults.length === 0 ? null : faults.map((fault) => texts[fault]).join(' ');
}

/** Day, party and area. Typed fields are never part of a URL, so with them it is a form to post. */
function wishForm(visit: BookVisit, { found, wish, carried = null }: TimesView): Html {
  const { own, page, view, rules } = visit;
  const { date, today, lastDate, partySize, area } = found;
  const largest = largestParty(view.location);
  const sizes = Array.from({ length: largest }, (_, i) => i + 1).map((size) =>
    size === partySize ? html`<option selected>${size}</option>` : html`<option>${size}</option>`,
  );
  const areas = view.location.areas.map(
    ({ id, name }) => html`<option value="${id}" ${id === area && html` selected`}>${name}</option>`,
  );
  const refField = wish.ref === undefined ? {} : { ref: wish.ref };
  return html`<form
    class="fields"
    method="${carried ? 'post' : 'get'}"
    action="${bookHref(visit, carried ? '/times' : '')}"
  >
    <div>
      <label for="date">${page.move.day}</label>
      <input id="date" name="date" type="date" required value="${date}" min="${today}" max="${lastDate}" />
    </div>
    <div>
      <label for="party">${page.move.guests}</label>
      <select id="party" name="party">
        ${partySize > largest && html`<option selected>${partySize}</option>`}${sizes}
      </select>
    </div>
    ${
      rules.areas === 'choose' &&
      areas.length > 0 &&
      html`<div class="whole">
        <label for="area">${own.area}</label>
        <select id="area" name="area">
          <option value="">${own.anyArea}</option>
          ${areas}
        </select>
      </div>`
    }
    ${visit.chosen !== null && !carried && hiddenFields({ lang: visit.chosen })}
    ${hiddenFields({ ...refField, ...carried?.fields })}
    <button class="quiet" type="submit">${page.move.show}</button>
  </form>`;
}

/** A way to other times: a link, or with carried fields a form. */
function turn(visit: BookVisit, view: TimesView, more: Partial<Wish>, label: Content): Html {
  const { found, wish, carried = null } = view;
  const query = queryOf({ ...wish, partySize: found.partySize, date: found.date, ...more });
  if (!carried) return html`<a href="${bookHref(visit, '', query)}">${label}</a>`;
  return html`<form method="post" action="${bookHref(visit, '/times')}">
    ${hiddenFields({ ...query, ...carried.fields })}
    <button class="link" type="submit">${label}</button>
  </form>`;
}

function dayTurns(visit: BookVisit, view: TimesView): Html {
  const { previous, next } = visit.page.move;
  const { date, today, lastDate } = view.found;
  const to = (other: LocalDate, label: Content): Html => turn(visit, view, { date: other }, label);
  return html`<div class="days">
    ${date > today ? to(addDays(date, -1), html`<span aria-hidden="true">←&nbsp;</span>${previous}`) : html`<span></span>`}
    ${date < lastDate && to(addDays(date, 1), html`${next}<span aria-hidden="true">&nbsp;→</span>`)}
  </div>`;
}

function slotsHtml(visit: BookVisit, view: TimesView): Html {
  const { found, carried = null } = view;
  return html`<form method="post" action="${bookHref(visit, '/hold')}">
    ${hiddenFields({ ...aboutOf(view), ...carried?.fields })} ${wantedHtml(visit, view)}
    ${timeLists(visit, { ...found, times: freeStarts(found) })}
  </form>`;
}

/** The time that a link has asked for, if it is free, or else that it is not. */
function wantedHtml(visit: BookVisit, { found, wish: { time } }: TimesView): Content {
  if (time === undefined) return null;
  const { timeZone } = visit.view.location;
  const wanted = freeStarts(found).find((ms) => minuteOfDayAt(timeZone, ms) === time);
  if (wanted === undefined) {
    const [hour, minute] = clockTime(time).split(':');
    return html`<p>${capitalised(visit.own.notFree(visit.words.when.time(hour!, minute!)))}</p>`;
  }
  const text = timeOf(visit, wanted);
  return html`<p>${capitalised(visit.own.free(text))}</p>
    <div class="actions">${startButton(wanted, 'wanted', visit.own.take(text))}</div>`;
}

function fullHtml(visit: BookVisit, view: TimesView): Html {
  const { own, page, words } = visit;
  const { nextDate, otherAreas, partySize } = view.found;
  const links = (title: string, items: readonly Html[]): Content =>
    items.length > 0 &&
    html`<h3>${title}</h3>
      <ul class="links" role="list">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`;
  const next =
    nextDate === null ? [] : [turn(visit, view, { date: nextDate }, capitalised(dateText(visit, nextDate)))];
  return html`<p>${page.move.none(words.people(partySize))}</p>
    ${links(
      own.otherAreas,
      otherAreas.map(({ id, name }) => turn(visit, view, { area: id }, name)),
    )}
    ${links(own.nextDate, next)} ${nextDate === null && otherAreas.length === 0 && html`<p>${own.closed}</p>`}`;
}

/** Where larger parties turn to; the first view has the contact below. */
function largerHtml(visit: BookVisit, { found, carried = null }: TimesView): Content {
  const ways = contactWays(visit);
  if (ways === null) return null;
  const largest = largestParty(visit.view.location);
  const isLarger = found.partySize > largest;
  return html`<p class="larger">${visit.own.larger(largest)}</p>
    ${(isLarger || carried !== null) && ways}`;
}
