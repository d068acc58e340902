/** The changes that a location file would make, and the affected bookings. Does not apply them. */
import type { AffectedBooking, AffectedHold, Closure, PlanReview } from '@bord/engine';
import { isMadeOneByOne } from '@bord/engine/adapters';
import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { holdText } from '../bookings/hold-text.ts';
import { formField } from '../console-document.ts';
import type { ConsoleInput } from '../console-route.ts';
import { bookingLines } from './booking-lines.ts';
import { closureInterval, closureText } from './closure-dates.ts';
import type { FileChange } from './location-files.ts';

/** Larger files need the command line. */
export const FILE_KIB_MAX = 256;

export interface ReviewForm {
  readonly text: string;
  /** A sentence, and the faults of the file, one per line. */
  readonly fault: { readonly title: string; readonly lines: readonly string[] } | null;
}

export function reviewFormContent(input: ConsoleInput, { text, fault }: ReviewForm): Html {
  const { review } = input.words.house;
  return html`<p>${review.lead}</p>
    ${
      fault &&
      html`<div class="notice bad" role="alert" id="review-fault">
        <p>${fault.title}${fault.lines.length > 0 && ':'}</p>
        ${
          fault.lines.length > 0 &&
          html`<ul class="faults">
            ${fault.lines.map((line) => html`<li><code>${line}</code></li>`)}
          </ul>`
        }
      </div>`
    }
    <form method="post" action="${input.here}/plan/check" enctype="multipart/form-data" class="upload">
      ${formField(input)}
      <div>
        <label for="file">${review.file}</label>
        <input
          id="file"
          name="file"
          type="file"
          accept=".yaml,.yml,.json,text/yaml,application/json"
          aria-describedby="file-hint"
        />
        <p class="hint" id="file-hint">${review.fileHint}</p>
      </div>
      <div>
        <label for="text">${review.text}</label>
        <textarea
          id="text"
          name="text"
          rows="14"
          spellcheck="false"
          autocapitalize="off"
          ${fault && html`aria-describedby="review-fault"`}
        >
${text === '' ? '' : `\n${text}`}</textarea>
      </div>
      <div class="actions"><button type="submit">${review.check}</button></div>
    </form>`;
}

export interface ReviewResult {
  readonly review: PlanReview;
  readonly changes: readonly FileChange[];
  /** The file: the form that releases holds sends it again. */
  readonly text: string;
}

export function reviewContent(page: ConsoleInput, result: ReviewResult): Html {
  const { review, changes } = result;
  const { words, here } = page;
  const say = words.house.review;
  const refused = review.bookings.filter(isRefusing);
  const staying = review.bookings.filter((affected) => !isRefusing(affected));
  const held = review.holds.filter(isRefusing);
  const heldStaying = review.holds.filter((affected) => !isRefusing(affected));
  return html`<p><b>${say.wouldUpdate(oneLine(review.plan.name))}</b> ${say.unchanged}</p>
    ${
      refused.length > 0 &&
      html`<div class="notice bad">
          <p>${say.refused(refused.length)} ${say.refusedTodo}</p>
        </div>
        ${affectedLines(refused, page, review, say.refused(refused.length))}`
    }
    ${held.length > 0 && heldPart(page, result, held)}
    ${
      review.warnings.length > 0 &&
      html`<h2>${say.warning}</h2>
        <ul lang="en">
          ${review.warnings.map((warning) => html`<li>${warning}</li>`)}
        </ul>`
    }
    <h2>${say.changes}</h2>
    ${changes.length === 0 ? html`<p>${say.asItIs}</p>` : changesTable(changes, words)}
    ${closuresPart(page, review)}
    ${
      staying.length > 0 &&
      html`<h2>${say.staying(staying.length)}</h2>
        ${affectedLines(staying, page, review, say.staying(staying.length))}`
    }
    ${
      heldStaying.length > 0 &&
      html`<h2>${say.heldStaying(heldStaying.length)}</h2>
        ${heldLines(heldStaying, page)}`
    }
    ${refused.length === 0 && changes.length > 0 && html`<p class="muted">${held.length > 0 ? say.applyReleasing : say.apply}</p>`}
    <div class="actions"><a class="button quiet" href="${here}/plan/check">${say.another}</a></div>`;
}

/** A plan must not remove a table or season with bookings; all other effects are for staff to resolve by phone. */
function isRefusing({ concerns }: Pick<AffectedBooking, 'concerns'>): boolean {
  return concerns.includes('no_table') || concerns.includes('out_of_season');
}

/** The holds and offers whose tables the plan would remove (D46), and a form that releases them and sends the file again. */
function heldPart(page: ConsoleInput, { text }: ReviewResult, held: readonly AffectedHold[]): Html {
  const { review } = page.words.house;
  return html`<div class="notice bad">
      <p>${review.heldRefused(held.length)} ${review.heldTodo}</p>
    </div>
    ${heldLines(held, page)}
    <form method="post" action="${page.here}/plan/check" enctype="multipart/form-data">
      ${formField(page)}
      <input type="hidden" name="text" value="${text}" />
      <input type="hidden" name="release" value="${held.map(({ hold }) => hold.id).join(' ')}" />
      <div class="actions"><button class="bad" type="submit">${review.releaseHeld}</button></div>
    </form>`;
}

function heldLines(held: readonly AffectedHold[], page: ConsoleInput): Html {
  return html`<ul>
    ${held.map(({ hold }) => html`<li><bdi>${holdText(page, hold)}</bdi></li>`)}
  </ul>`;
}

function affectedLines(
  bookings: readonly AffectedBooking[],
  page: ConsoleInput,
  { plan }: PlanReview,
  label: string,
): Html {
  const { concerns: names } = page.words.house.review;
  const lines = bookings.map(({ booking, concerns }) => ({
    booking,
    about: concerns.map((concern) => names[concern]).join(', '),
  }));
  return bookingLines({ ...page, location: { ...page.location, timeZone: plan.timeZone } }, lines, label);
}

function changesTable(changes: readonly FileChange[], { house: { review } }: ConsoleWords): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${review.changes}">
    <table class="lines changes">
      <thead>
        <tr>
          ${[review.what, review.now, review.then].map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${changes.map(
          ({ path, from, to }) =>
            html`<tr>
              <th scope="row"><code>${oneLine(path)}</code></th>
              <td>${from === null ? '–' : html`<del>${oneLine(from, 1000)}</del>`}</td>
              <td>${to === null ? '–' : html`<ins>${oneLine(to, 1000)}</ins>`}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Future closures that would be removed, and those that stay although the file does not contain them. */
function closuresPart({ words, nowMs }: ConsoleInput, { before, plan }: PlanReview): Html | null {
  if (!before) return null;
  const { review } = words.house;
  const isAhead = (closure: Closure): boolean => closureInterval(plan.timeZone, closure).endMs > nowMs;
  const ids = new Set(plan.closures.map(({ id }) => id));
  const gone = before.closures.filter((closure) => !ids.has(closure.id) && isAhead(closure));
  const staying = plan.closures.filter((closure) => isMadeOneByOne(closure) && isAhead(closure));
  const list = (closures: readonly Closure[]): Html =>
    html`<ul>
      ${closures.map((closure) => html`<li>${closureText({ words, location: plan, nowMs }, closure)}${closure.reason !== null && ` (${oneLine(closure.reason)})`}</li>`)}
    </ul>`;
  return html`${
    gone.length > 0 &&
    html`<h2>${review.closuresGo}</h2>
      ${list(gone)}`
  }
  ${
    staying.length > 0 &&
    html`<h2>${review.closuresStay}</h2>
      ${list(staying)}`
  }`;
}
