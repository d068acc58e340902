/** A page to show and print a day of a location: the timeline, and behind it the list of expected parties. */
import { type DaySheet, localText, type LocalTextOptions } from '@bord/engine';
import { timelineOf } from '@bord/engine/adapters';
import { createHash } from 'node:crypto';
import { CONSOLE_STYLE } from '../console/console-style.ts';
import { boardHtml } from '../console/evening/board-html.ts';
import { countsHtml } from '../console/evening/day-counts.ts';
import { partsOf } from '../console/evening/day-parts.ts';
import { dayView, type DayView } from '../console/evening/day-view.ts';
import { EVENING_STYLE } from '../console/evening/evening-style.ts';
import { EVENING_WIDTHS } from '../console/evening/evening-widths.ts';
import { legendHtml } from '../console/evening/legend-html.ts';
import { lineHtml } from '../console/evening/line-html.ts';
import { absentHtml, visitsHtml } from '../console/evening/visits-html.ts';
import { WAITLIST_STYLE } from '../console/waitlist/waitlist-style.ts';
import { consoleWordsIn } from '../i18n/languages.ts';
import { oneLine } from '../web/clean.ts';
import { html, type Html } from '../web/html.ts';
import { PAPER_STYLE } from './paper-style.ts';

/** Dark on screens only: paper is light. */
const STYLE = [CONSOLE_STYLE, EVENING_STYLE, EVENING_WIDTHS, WAITLIST_STYLE, PAPER_STYLE]
  .join('')
  .replaceAll('(prefers-color-scheme: dark)', 'screen and (prefers-color-scheme: dark)');
/** Forbids all resources and scripts, also those in names and notes. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;
/** The rows of a board, so that it is legible on one printed page. */
const ROWS_MAX = 30;

/**
 * A day as an HTML document without other files or scripts, drawn as in the console. A list by time shows guest, party size, tables, end, phone
 * and notes. It is in English and fits a screen, a phone and A4 in landscape format. It contains guests' names: the restaurant decides who can read
 * it.
 */
export function eveningPage(sheet: DaySheet): string {
  const { location, date, nowMs } = sheet;
  const words = consoleWordsIn('en');
  const view = dayView(sheet, { words, here: '', versionOf: () => '' }, timelineOf(sheet));
  const title = oneLine(location.name) || 'Bord';
  const day = dayText(Date.parse(date), { timeZone: 'UTC' });
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const made = dayText(nowMs, { timeZone: location.timeZone, ...time });
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>${day} – ${title}</title>
        ${{ markup: `<style>${STYLE}</style>` }}
      </head>
      <body>
        <main id="evening">
          <h1>${title}, ${day}</h1>
          <p class="muted">As of ${made}</p>
          ${withoutActions(dayHtml(view))}
        </main>
      </body>
    </html> `;
  return page.markup;
}

/** `Friday 4 December 2026` */
function dayText(ms: number, options: Omit<LocalTextOptions, 'locale'>): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return localText(ms, { locale: 'en-GB', ...day, ...options }).replaceAll(',', '');
}

function dayHtml(view: DayView): Html {
  const { evening } = view.words;
  const boards = boardsOf(view);
  const visits = visitsHtml(view);
  const remark = view.timeline.periods.length === 0 ? evening.closed : visits ? null : evening.empty;
  return html`${countsHtml(view)} ${remark !== null && html`<p class="remark">${remark}</p>`} ${boards}
    ${boards.length > 0 && legendHtml(view)}
    <div class="as-list">${visits}${lineHtml(view, Infinity)}${absentHtml(view)}</div>`;
}

/** The timeline in boards of about equal height. */
function boardsOf(view: DayView): Html[] {
  const { timeline } = view;
  const rows = timeline.sections.flatMap((section) => section.rows);
  const boards = Math.ceil(rows.length / ROWS_MAX);
  const height = Math.ceil(rows.length / boards);
  const label = view.words.evening.pictureLabel;
  return Array.from({ length: boards }, (_, i) => {
    const shown = new Set(rows.slice(i * height, (i + 1) * height));
    const sections = timeline.sections
      .map((section) => ({ ...section, rows: section.rows.filter((row) => shown.has(row)) }))
      .filter((section) => section.rows.length > 0);
    const name = boards === 1 ? label : `${label} ${i + 1}/${boards}`;
    return boardHtml({ ...view, timeline: { ...timeline, sections } }, name);
  }).filter((board) => board !== null);
}

/** The drawing without parts that need a server: buttons, data, and links other than to a telephone number. Texts are escaped, so they do not match. */
function withoutActions(drawing: Html): Html {
  const markup = partsOf(drawing)
    .markup.replaceAll(/<(a|button)\s+class="do\b[^]*?<\/\1\s*>/g, '')
    .replaceAll(/\s+(?:data-[a-z]+|href)="(?!tel:)[^"]*"/g, '');
  return { markup };
}
