/** The notice about the last action, with its undo if possible, on the page to which a form redirects. */
import { type Booking, isLive, MINUTE_MS, type StaffCaller } from '@bord/engine';
import { beforeReversal, creatorOf } from '@bord/engine/adapters';
import { nullFor } from '../../http/wire-error.ts';
import { en } from '../../i18n/en.ts';
import type { DoneKind } from '../../i18n/languages.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import type { ConsoleInput } from '../console-route.ts';
import { bookingForm, postForm } from './booking-form.ts';
import { bookingText, clockOf, nameOf, shortMoment, tablesText } from './booking-text.ts';
import { readTables } from './form-values.ts';
import { cardHref, hrefOf } from './origin.ts';

const DONE_KINDS = Object.keys(en.console.actions.done) as readonly DoneKind[];

/** How long the notice offers an undo. */
const UNDO_MS = 5 * MINUTE_MS;

/** The last action by the URL (`?done=seated&id=bk_…`); null if it is missing or invalid. */
export async function doneNotice(input: ConsoleInput): Promise<Content> {
  const { done, id = '' } = input.query;
  const kind = DONE_KINDS.find((one) => one === done);
  if (!kind) return null;
  if (kind === 'blocked' || kind === 'unblocked') return blockNotice(input, kind, id);
  if (kind === 'closed') return closureNotice(input, id);
  if (kind === 'opened') return html`<p>${factsText(input, kind, {})}</p>`;
  const booking = await input.house.bookings.read(id).catch(nullFor('booking_not_found'));
  return booking && bookingNotice(input, kind, booking);
}

function bookingNotice(input: ConsoleInput, kind: DoneKind, booking: Booking): Html {
  const { endMs, tables, guest } = booking;
  const text = factsText(input, kind, {
    name: nameOf(input, booking),
    tables: tables.length > 0 ? tablesText(input, tables) : '',
    until: clockOf(input, endMs),
    facts: bookingText(input, booking, ['time', 'partySize', 'tables']),
  });
  const isDone = kind === 'booked' || kind === 'taken_back' || kind === 'edited';
  const undo = isDone ? null : undoKind(input, booking);
  const isMailed = (kind === 'moved' || kind === 'booked' || kind === 'cancelled') && guest.email !== null;
  return html`<p>
      <a href="${cardHref(input, booking)}"><bdi>${text}</bdi></a>
      ${isMailed && html`<span class="muted">${input.words.actions.mailed(guest.email ?? '')}</span>`}
    </p>
    ${undo && undoForm(input, booking, undo)}
    <a class="recent" href="${hrefOf(input, '/recent', { date: booking.serviceDate })}"
      >${input.words.board.recent.title}</a
    >`;
}

/** An undo reverts the latest change of a booking, or removes a walk-in. */
export type UndoKind = 'latest' | 'made';

export function undoForm(input: ConsoleInput, booking: Booking, undo: UndoKind): Html {
  return bookingForm(
    input,
    booking,
    'undo',
    html`<input type="hidden" name="as" value="${undo}" /><button class="quiet" type="submit" data-undo>
        ${input.words.actions.undo}
      </button>`,
  );
}

/** Null unless the latest change of the booking is a recent one by this person. */
export function undoKind({ nowMs, caller }: ConsoleInput, booking: Booking): UndoKind | null {
  const isOwn = (by: string, atMs: number): boolean => by === authorOf(caller) && nowMs - atMs < UNDO_MS;
  const latest = booking.history.at(-1);
  const { arrivedMs, seatedMs } = booking.visit;
  const isThere = (arrivedMs ?? seatedMs) !== null;
  if (isThere && isUntouchedWalkIn(booking) && isOwn(creatorOf(booking), booking.createdMs)) return 'made';
  return latest && beforeReversal(booking, nowMs) !== null && isOwn(latest.by, latest.atMs) ? 'latest' : null;
}

/** The walk-in has not changed and no message was sent: removing it leaves only its history. */
export function isUntouchedWalkIn(booking: Booking): boolean {
  const { channel, guest, history } = booking;
  const isUntouched = history.every(({ kind }) => kind === 'created');
  return isLive(booking) && channel === 'operator' && guest.email === null && isUntouched;
}

function authorOf({ staffId }: StaffCaller): string {
  return `staff:${staffId}`;
}

async function blockNotice(input: ConsoleInput, kind: 'blocked' | 'unblocked', id: string): Promise<Content> {
  const block = (await input.house.tables.blocks()).find((one) => one.id === id);
  if (!block) {
    const tables = tablesText(input, readTables(input.query['tables'], input.location)?.tables ?? []);
    return kind === 'unblocked' ? html`<p><bdi>${factsText(input, kind, { tables })}</bdi></p>` : null;
  }
  const text = factsText(input, kind, {
    tables: tablesText(input, block.tables),
    until: shortMoment(input, block.endMs),
  });
  return html`<p><bdi>${text}</bdi></p>
    ${kind === 'blocked' && undoOf(input, `/block/${block.id}/unblock`)}`;
}

async function closureNotice(input: ConsoleInput, id: string): Promise<Content> {
  const closure = (await input.house.closures.list()).find((one) => one.id === id);
  if (!closure) return null;
  const text = factsText(input, 'closed', { until: closure.to.slice(-5) });
  return html`<p>${text}</p>
    ${undoOf(input, `/close/${closure.id}/open`)}`;
}

function undoOf(input: ConsoleInput, path: string): Html {
  const button = html`<button class="quiet" type="submit" data-undo>${input.words.actions.undo}</button>`;
  return postForm(input, path, button);
}

function factsText(
  { words }: ConsoleInput,
  kind: DoneKind,
  facts: Partial<Parameters<typeof words.actions.done.moved>[0]>,
): string {
  return words.actions.done[kind]({ name: '', tables: '', until: '', facts: '', ...facts });
}
