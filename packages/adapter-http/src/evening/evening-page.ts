/** A page to show and print a day of a location: the timeline, and behind it the list of expected parties. */
import type { DaySheet } from '@bord/engine';
import { sheetCounts, type Timeline, timelineOf } from '@bord/engine/adapters';
import { createHash } from 'node:crypto';
import { oneLine } from '../web/clean.ts';
import { html, type Html } from '../web/html.ts';
import { EVENING_STYLE } from './evening-style.ts';
import { clockText, counts, dateText, dayText, zoneText } from './evening-words.ts';
import { timelinePanels } from './timeline-svg.ts';
import { waitingList } from './waiting-list.ts';
import { absentList, visitList } from './visit-list.ts';

const STYLE: Html = { markup: `<style>${EVENING_STYLE}</style>` };
/** Forbids all resources and scripts, also those in names and notes. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(EVENING_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/**
 * A day as an HTML document without other files or scripts. An SVG shows tables and times. A list by time shows guest, party size, tables, end, phone
 * and notes. It is in English and fits a screen, a phone and A4 in landscape format. It contains guests' names: the restaurant decides who can read
 * it.
 */
export function eveningPage(sheet: DaySheet): string {
  const timeline = timelineOf(sheet);
  const title = oneLine(sheet.location.name) || 'Bord';
  const isEmpty = timeline.axis.stretches.length === 0;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>${dateText(timeline)} – ${title}</title>
        ${STYLE}
      </head>
      <body>
        <header>
          <h1>${title}, ${dateText(timeline)}</h1>
          <p>${countsText(sheet)}</p>
          <p class="muted">${legendText(sheet, timeline)}</p>
        </header>
        <main>
          ${isEmpty ? html`<p>Closed on this day, without bookings.</p>` : pictureOf(timeline)}
          ${listOf(sheet, timeline)}
        </main>
      </body>
    </html> `;
  return page.markup;
}

/** It can be moved from side to side where the screen is narrower; by the keyboard, too. */
function pictureOf(timeline: Timeline): Html {
  const label = 'Tables and times. The list below has the same bookings.';
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <div class="panels">${timelinePanels(timeline)}</div>
  </div>`;
}

function listOf(sheet: DaySheet, timeline: Timeline): Html | null {
  const list = visitList(sheet, timeline);
  const waiting = waitingList(sheet);
  const absent = absentList(sheet.bookings, timeline.timeZone);
  if (!list && !waiting && !absent) return null;
  return html`<section class="list">
    ${
      list &&
      html`<h2>By time</h2>
        ${list}`
    }
    ${waiting} ${absent}
  </section>`;
}

/** `21 parties, 58 guests; 1 without a table.` */
function countsText(sheet: DaySheet): string {
  const { parties, guests, unseated } = sheetCounts(sheet);
  const waiting = unseated > 0 ? `; ${unseated} without a table` : '';
  return `${counts(parties, 'party', 'parties')}, ${counts(guests, 'guest', 'guests')}${waiting}.`;
}

function legendText(
  { nowMs, holds = [], location: { timeZone } }: DaySheet,
  { bars, periods, sections }: Timeline,
): string {
  const made = `As of ${clockText(nowMs, timeZone)} ${zoneText(nowMs, timeZone)} on ${dayText(nowMs, timeZone)}.`;
  const signs = [
    ...(bars.some(({ booking }) => booking.guest.notes !== null) ? ['* has notes'] : []),
    ...(bars.some(({ booking }) => booking.tables.length > 1) ? ['& joined with'] : []),
    ...(holds.length > 0 ? ['? held, not booked yet'] : []),
    'light: free',
    ...(sections.some(({ rows }) => rows.some(({ closed }) => closed.length > 0))
      ? ['dark: out of season']
      : []),
    ...(periods.some(({ steps }) => steps.some(({ coversMax }) => coversMax !== null))
      ? ['dashed: what the kitchen takes']
      : []),
  ];
  return `${made} ${signs.join(' · ')}`;
}
