/** Changes time, size or tables: a dry run first shows the parties that would move. */
import { currentServiceDate, isSeated, type LocalDate, MINUTE_MS, type MovePreview } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import type { Query } from '../../web/page-route.ts';
import { bookingForm, fieldHtml } from './booking-form.ts';
import { bookingText, tablesText } from './booking-text.ts';
import type { BookingInput, SentBooking } from './booking-input.ts';
import { changeAnswer } from './change-answer.ts';
import {
  readDay,
  readInstant,
  readSize,
  readTables,
  readTime,
  tableValue,
  timeValue,
} from './form-values.ts';
import { cardHref } from './origin.ts';
import { type RefusalView, refusalHtml, sentence } from './refusal.ts';
import { refusalOfPreview } from './preview-view.ts';
import { stepPage } from './step-page.ts';
import { tableField } from './table-field.ts';
import { timesHtml } from './times-html.ts';

interface MoveOptions {
  readonly form?: Query;
  readonly refusal?: RefusalView | null;
  readonly status?: number;
  readonly look?: Content;
}

interface Goal {
  readonly day: LocalDate;
  /** Null: the typed time is invalid. */
  readonly startMs: number | null;
  readonly partySize: number | null;
  readonly tables: readonly string[] | null;
  /** Another day was chosen than the one of the listed times: its times must be shown first. */
  readonly isOtherDay: boolean;
}

function goalOf({ booking, location }: BookingInput, form: Query): Goal {
  const picked = readInstant(form['pick']);
  const chosen = picked ?? readInstant(form['at']) ?? booking.startMs;
  const dayOfChosen = dayAt({ booking, location }, chosen);
  const day = picked === null ? (readDay(form['day']) ?? dayOfChosen) : dayOfChosen;
  const time = picked === null ? form['time'] || undefined : undefined;
  // On another day the same time is the default.
  const typed = time ?? (day === dayOfChosen ? undefined : timeValue(location, chosen));
  const startMs = typed === undefined ? chosen : readTime(location, day, typed);
  return {
    day,
    startMs: startMs !== null && isSameMinute(booking.startMs, startMs) ? booking.startMs : startMs,
    partySize: form['size'] === undefined ? booking.partySize : readSize(form['size']),
    tables: readTables(form['tables'], location)?.tables ?? null,
    isOtherDay: time === undefined && day !== dayOfChosen,
  };
}

/** The service date is that of the booking while its time is unchanged. */
function dayAt({ booking, location }: Pick<BookingInput, 'booking' | 'location'>, ms: number): LocalDate {
  return ms === booking.startMs ? booking.serviceDate : currentServiceDate(location, ms);
}

/** Time fields have no seconds, and cannot name the second occurrence of a local time. */
function isSameMinute(a: number, b: number): boolean {
  return Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS);
}

export async function movePage(
  input: BookingInput,
  { form = input.query, refusal = null, status = 200, look = null }: MoveOptions = {},
): Promise<Answer> {
  const { booking, words } = input;
  const { move, form: labels } = words.actions;
  const sits = isSeated(booking);
  const goal = goalOf(input, form);
  return stepPage(input, {
    heading: words.evening.actions.move,
    status,
    refusal: html`${refusalHtml(input, refusal, 'move')} ${look}`,
    content: html`${sits ? html`<p>${move.seatedOnly}</p>` : booking.guest.email !== null && html`<p>${move.text}</p>`}
    ${bookingForm(
      input,
      booking,
      'move',
      html`<div class="row">
          ${
            !sits &&
            fieldHtml({
              name: 'day',
              label: labels.day,
              value: goal.day,
              attributes: html`type="date" required`,
            })
          }
          ${fieldHtml({
            name: 'size',
            label: labels.size,
            value: `${goal.partySize ?? booking.partySize}`,
            attributes: html`type="number" inputmode="numeric" min="1" required`,
          })}
          ${tableField(input, goal.day, goal.tables, move.keepTables)}
          ${!sits && html`<button class="quiet" type="submit" name="show" value="1" formnovalidate>${labels.show}</button>`}
        </div>
        ${!sits && (await timesOf(input, goal, form))}
        <p class="actions">
          <button type="submit">${labels.save}</button>
          <button class="quiet" type="submit" name="look" value="1">${move.look}</button>
          <a class="button quiet" href="${cardHref(input, booking)}">${labels.back}</a>
        </p>`,
      { id: 'move' },
    )}`,
  });
}

async function timesOf(input: BookingInput, goal: Goal, form: Query): Promise<Html> {
  const { booking, house, location } = input;
  const { day, tables } = goal;
  const isKnown = (id: string): boolean => location.floorPlan.tables.some((table) => table.id === id);
  const choice = tables?.every(isKnown) ? { tables } : undefined;
  const wish = { date: day, partySize: goal.partySize ?? booking.partySize };
  const times = await house.bookings.timesToMove(booking.id, wish, choice);
  return timesHtml(input, goal, times, goal.startMs === null ? form['time'] : undefined);
}

export async function sendMove(input: SentBooking): Promise<Answer> {
  const { booking, form, words, house } = input;
  const { startMs, partySize, tables, isOtherDay } = goalOf(input, form);
  const labels = words.actions.form;
  if (form['pick'] !== undefined || form['show'] !== undefined || isOtherDay)
    return movePage(input, { form });
  if (startMs === null) return movePage(input, { form, refusal: sentence(labels.badTime), status: 422 });
  if (partySize === null) return movePage(input, { form, refusal: sentence(labels.badSize), status: 422 });
  const request = {
    ...(startMs !== booking.startMs && { startMs }),
    ...(partySize !== booking.partySize && { partySize }),
  };
  const choice = tables ? { tables } : undefined;
  const alternatives = () => house.bookings.alternativesToMove(booking.id, request, choice);
  if (form['look'] !== undefined) {
    const preview = await house.bookings.preview(booking.id, request, choice);
    return preview.kind === 'refused'
      ? movePage(input, { form, refusal: await refusalOfPreview(preview, alternatives), status: 409 })
      : movePage(input, { form, look: lookHtml(input, preview) });
  }
  return changeAnswer(input, {
    done: 'moved',
    act: ({ bookings }) => bookings.move(booking.id, request, choice),
    isDone: (now) =>
      now.startMs === startMs &&
      now.partySize === partySize &&
      (!tables || tableValue(now.tables) === tableValue(tables)),
    again: (refusal, status) => movePage(input, { form, refusal, status }),
    alternatives,
    action: { kind: 'moved' },
  });
}

/** The booking with its new values, and the parties that would change tables. */
function lookHtml(input: BookingInput, preview: Exclude<MovePreview, { readonly kind: 'refused' }>): Html {
  const { booking } = preview;
  const moves = preview.kind === 'changed' ? preview.moves : [];
  return html`<div class="look" role="status">
    <p>
      <strong>${bookingText(input, booking, ['time', 'name', 'partySize', 'tables'])}</strong>
    </p>
    ${
      moves.length > 0 &&
      html`<ul>
        ${moves.map(
          (one) =>
            html`<li>
              ${bookingText(input, one.booking, ['time', 'name'])}: ${tablesText(input, one.before)} →
              ${tablesText(input, one.tables)}
            </li>`,
        )}
      </ul>`
    }
  </div>`;
}
