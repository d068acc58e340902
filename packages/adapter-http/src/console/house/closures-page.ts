import type { Booking, Closure } from '@bord/engine';
import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import { formField } from '../console-document.ts';
import type { ConsoleInput } from '../console-route.ts';
import { capitalised } from '../../i18n/when.ts';
import { bookingLines } from './booking-lines.ts';
import { closureText, endText, sortedClosures, type TypedClosure } from './closure-dates.ts';

export interface ClosuresPage extends ConsoleInput {
  /** For a manager; null: read-only. */
  readonly closing: ClosureForm | null;
  /** The requested closure with its bookings, if any. */
  readonly shown: {
    readonly closure: Closure;
    readonly bookings: readonly Booking[];
    /** The live holds and offers in it, as texts (D46). */
    readonly holds: readonly string[];
  } | null;
}

export interface ClosureForm {
  readonly typed: TypedClosure;
  readonly faults: Readonly<Partial<Record<keyof TypedClosure, string>>>;
}

export const NO_CLOSURE: TypedClosure = { fromDate: '', fromTime: '', toDate: '', toTime: '', reason: '' };

export function closuresContent(page: ClosuresPage): Html {
  const { location, nowMs, words, closing } = page;
  const { closures } = words.house;
  const { coming, over } = sortedClosures(location, nowMs);
  return html`<p class="muted">${words.house.zone(location.timeZone)}</p>
    ${shown(page)} ${coming.length === 0 ? html`<p>${closures.none}</p>` : list(coming, page)}
    ${closing && closeForm(page, closing)}
    ${
      over.length > 0 &&
      html`<details class="over">
        <summary>${closures.over} (${over.length})</summary>
        ${list(over.slice(0, OVER_MAX), { ...page, closing: null })}
      </details>`
    }`;
}

/** The number of past closures on the page; the file has all. */
const OVER_MAX = 100;

function list(closures: readonly Closure[], page: ClosuresPage): Html {
  const { words, here, closing } = page;
  const endOf = (end: string): string => capitalised(endText(page, end));
  const { closures: say, pages } = words.house;
  return html`<div class="scroll">
    <table class="lines">
      <caption class="unseen">
        ${pages.closures}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say.from}</th>
          <th scope="col">${words.actions.form.to}</th>
          <th scope="col">${say.reason}</th>
          ${closing && html`<td></td>`}
        </tr>
      </thead>
      <tbody>
        ${closures.map(
          (closure) =>
            html`<tr>
              <th scope="row">
                <a href="${here}/closures?id=${encodeURIComponent(closure.id)}">${endOf(closure.from)}</a>
              </th>
              <td>${endOf(closure.to)}</td>
              <td>${oneLine(closure.reason ?? '')}</td>
              ${
                closing &&
                html`<td>
                  <a
                    class="button quiet"
                    href="${here}/closures/${encodeURIComponent(closure.id)}"
                    aria-label="${say.openAgain(closureText(page, closure))}"
                    >${say.open}</a
                  >
                </td>`
              }
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function shown(page: ClosuresPage): Html | null {
  const { shown: one, words, here } = page;
  if (!one) return null;
  const { closures } = words.house;
  const { closure, bookings, holds } = one;
  const lines = bookings.map((booking) => ({ booking }));
  const label = `${closures.from}: ${closureText(page, closure)}`;
  return html`<div class="shown">
    <h2 id="shown">${label}</h2>
    <p>${bookings.length === 0 ? closures.noneStanding : closures.standing(bookings.length)}</p>
    ${bookings.length > 0 && bookingLines(page, lines, label)}
    ${
      holds.length > 0 &&
      html`<h3><a href="${here}/holds">${words.holds.title}</a></h3>
        <ul>
          ${holds.map((hold) => html`<li><bdi>${hold}</bdi></li>`)}
        </ul>`
    }
  </div>`;
}

function closeForm(input: ConsoleInput, { typed, faults }: ClosureForm): Html {
  const { house, actions } = input.words;
  const { closures } = house;
  const field = (
    name: keyof TypedClosure,
    label: string,
    type: 'date' | 'time' | 'text',
    hint: string,
  ): Html => {
    const fault = faults[name];
    const isFirst = fault !== undefined && Object.keys(faults)[0] === name;
    return html`<div>
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        type="${type}"
        value="${typed[name]}"
        ${name === 'fromDate' && html` required`}${type === 'text' && html` maxlength="200"`}
        ${hint !== '' && html` aria-describedby="${hint}${fault === undefined ? '' : ` ${name}-fault`}"`}
        ${fault !== undefined && html` aria-invalid="true"`}${isFirst && html` autofocus`}
      />
      ${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
    </div>`;
  };
  return html`<h2 id="close">${closures.add}</h2>
    <p class="muted">${closures.addHint}</p>
    <form method="post" action="" class="closure">
      ${formField(input)}
      <div class="ends">
        ${field('fromDate', closures.fromDate, 'date', 'times-hint')}
        ${field('fromTime', closures.fromTime, 'time', 'times-hint')}
        ${field('toDate', closures.toDate, 'date', 'times-hint')}
        ${field('toTime', closures.toTime, 'time', 'times-hint')}
      </div>
      <p class="hint" id="times-hint">${closures.timesHint}</p>
      ${field('reason', closures.reason, 'text', 'reason-hint')}
      <p class="hint" id="reason-hint">${closures.reasonHint}</p>
      <div class="actions"><button type="submit">${actions.close.yes}</button></div>
    </form>`;
}

/** Asks before a closure is removed: partners could book immediately. */
export function openAgainContent(closure: Closure, input: ConsoleInput): Html {
  const { closures } = input.words.house;
  return html`<p>${closures.askOpen(closureText(input, closure))}</p>
    ${closure.reason !== null && html`<p class="muted">${oneLine(closure.reason)}</p>`}
    <form method="post" action="">
      ${formField(input)}
      <div class="actions">
        <button type="submit">${closures.open}</button>
        <a class="button quiet" href="${input.here}/closures">${closures.keep}</a>
      </div>
    </form>`;
}
