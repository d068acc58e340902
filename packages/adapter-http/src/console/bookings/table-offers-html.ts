/** Tables for a party, each a button that takes it, with the end of its free time, the parties that would move, and conflicts. */
import type { Booking, TableOffer, TableOffers } from '@bord/engine';
import { capitalised } from '../../i18n/when.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import { oneLine } from '../../web/clean.ts';
import type { ConsoleInput } from '../console-route.ts';
import { bookingText, clockOf, tablesText, whoHtml } from './booking-text.ts';
import { overrunParties, overrunText } from './overruns.ts';
import { bookingsOf } from './refusal.ts';
import { tableValue } from './form-values.ts';

export interface OfferView extends TableOffers {
  readonly bookings: ReadonlyMap<string, Booking>;
  /** Parties beyond their end, for a party that is seated now. */
  readonly overruns: readonly Booking[];
  /** Also offers a table that is free for a shorter time. */
  readonly isShortOffered: boolean;
}

export async function offerView(
  input: Pick<ConsoleInput, 'house' | 'location' | 'nowMs'>,
  found: TableOffers,
  isShortOffered: boolean,
): Promise<OfferView> {
  const ids = new Set(found.offers.flatMap(({ reseated, inTheWay }) => [...reseated, ...inTheWay]));
  const bookings = await bookingsOf(input, [...ids]);
  const overruns = found.startMs <= input.nowMs ? await overrunParties(input) : [];
  return {
    ...found,
    isShortOffered,
    overruns,
    bookings: new Map(bookings.map((booking) => [booking.id, booking])),
  };
}

/** The shortest free time that is offered. */
const SHORT_MS = 30 * 60_000;

function shortUntilMs({ startMs, isShortOffered }: OfferView, offer: TableOffer): number | null {
  const { available, outOfSeason, freeUntilMs } = offer;
  if (available || outOfSeason || !isShortOffered || freeUntilMs === null) return null;
  return freeUntilMs - startMs >= SHORT_MS ? freeUntilMs : null;
}

export function isAnyOffered(view: OfferView): boolean {
  return view.offers.some((offer) => offer.available || shortUntilMs(view, offer) !== null);
}

export function offersHtml(input: ConsoleInput, view: OfferView, left: readonly string[] = []): Html {
  const { offers: words } = input.words.actions;
  const offers = view.offers.filter(({ tables }) => tableValue(tables) !== tableValue(left));
  const can = offers.filter((offer) => offer.available || shortUntilMs(view, offer) !== null);
  const cannot = offers.filter((offer) => !can.includes(offer));
  return html`<div class="offers">${can.map((offer, i) => buttonHtml(input, view, offer, i === 0))}</div>
    ${
      cannot.length > 0 &&
      html`<details class="cannot" ${can.length === 0 && html` open`}>
        <summary>${words.unavailable} (${cannot.length})</summary>
        <ul>
          ${cannot.map((offer) => html`<li><strong>${nameOf(input, offer)}</strong> ${cannotHtml(input, view, offer)}</li>`)}
        </ul>
      </details>`
    }`;
}

function buttonHtml(input: ConsoleInput, view: OfferView, offer: TableOffer, isBest: boolean): Html {
  const { offers: words } = input.words.actions;
  const untilMs = shortUntilMs(view, offer);
  const { seatsMin, seatsMax, tables } = offer;
  const area = areaOf(input, tables);
  return html`<button
    type="submit"
    name="tables"
    value="${tableValue(tables, untilMs)}"
    class="offer${isBest ? '' : ' quiet'}"
  >
    <strong>${nameOf(input, offer)}</strong>
    <span>${[area, words.seats(seatsMin, seatsMax)].filter(Boolean).join(', ')}</span>
    <span>${statusText(input, view, offer, untilMs)}</span>
  </button>`;
}

function statusText(
  input: ConsoleInput,
  { bookings, overruns }: OfferView,
  offer: TableOffer,
  untilMs: number | null,
): string {
  const { offers: words } = input.words.actions;
  const there = overrunText(input, overruns, offer);
  if (there !== '') return there;
  if (untilMs !== null) return words.only(clockOf(input, untilMs));
  const names = offer.reseated
    .flatMap((id) => bookings.get(id) ?? [])
    .map((one) => bookingText(input, one, ['time', 'name']));
  if (names.length > 0) return words.moves(names.join(', '));
  return offer.freeUntilMs === null ? words.free : words.freeUntil(clockOf(input, offer.freeUntilMs));
}

/** `Tables W2 + W3` */
function nameOf(input: ConsoleInput, { tables }: TableOffer): string {
  return capitalised(tablesText(input, tables));
}

function cannotHtml(input: ConsoleInput, { bookings }: OfferView, offer: TableOffer): Content {
  const { offers: words } = input.words.actions;
  if (offer.outOfSeason) return words.outOfSeason;
  if (offer.blocks.length > 0) return words.blocked;
  if (offer.holds.length > 0) return html`<a href="${input.here}/holds">${input.words.holds.inTheWay}</a>`;
  const there = offer.inTheWay.flatMap((id) => bookings.get(id) ?? []);
  return there.length > 0 ? there.map((booking) => whoHtml(input, booking)) : words.taken;
}

/** The area of the tables, by its name in the plan. */
function areaOf({ location }: ConsoleInput, tables: readonly string[]): string {
  const area = location.floorPlan.tables.find(({ id }) => id === tables[0])?.area ?? null;
  if (area === null) return '';
  return oneLine(location.areas.find(({ id }) => id === area)?.name ?? area);
}
