import { type DaySheet, instantOf } from '@bord/engine';
import { sheetCounts, tablesFreeNow, type Timeline, type TimelineBar } from '@bord/engine/adapters';
import { guestsText, lineText } from '../booking-line.ts';
import { plain } from '../plain.ts';
import { heldText, releaseText } from '../hold-text.ts';
import { clockText, dayText, zoneText } from '../times.ts';
import { JOINED_MARK, NOTES_MARK } from './bar-text.ts';
import { FULL_MARK } from './cover-lines.ts';
import { widthOf, wrapped } from './display-width.ts';
import { waitingLines } from './waiting-lines.ts';
import { pictureLines, type PictureStyle } from './picture.ts';

/** The narrowest picture. */
const COLUMNS_MIN = 24;

/** A day for a terminal: guests, picture, legend and notes. */
export function eveningText(sheet: DaySheet, timeline: Timeline, given: PictureStyle): string {
  const style = { ...given, columns: Math.max(COLUMNS_MIN, given.columns) };
  const isEmpty = timeline.axis.stretches.length === 0;
  const sections = [
    headLines(sheet, timeline, style),
    isEmpty ? wrapped('Closed on this day, without bookings.', style.columns) : pictureLines(timeline, style),
    isEmpty ? [] : legendLines(timeline, style),
    heldLines(sheet, style),
    waitingLines(sheet, style),
    notesLines(timeline, style),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function headLines(sheet: DaySheet, timeline: Timeline, { columns, paint }: PictureStyle): string[] {
  const { location, date, nowMs } = sheet;
  const { timeZone } = location;
  const when = `${dayText(instantOf(timeZone, date, 12 * 60), timeZone)}, ${zonesText(timeline)}`;
  const now = `now ${clockText(nowMs, timeZone)}${isToday(sheet) ? '' : ` on ${dayText(nowMs, timeZone)}`}`;
  const [first = '', ...more] = wrapped(`${plain(location.name)}, ${when}; ${now}`, columns);
  return [paint.bold(first), ...more, ...wrapped(countsText(sheet, timeline), columns)];
}

/** `CET`, or `CEST, later CET` if the clock changes during the day. */
function zonesText({ axis, timeZone, date }: Timeline): string {
  const fromMs = axis.stretches[0]?.startMs ?? instantOf(timeZone, date, 12 * 60);
  const [first, last] = [fromMs, (axis.stretches.at(-1)?.endMs ?? fromMs + 1) - 1].map((ms) =>
    zoneText(ms, timeZone),
  );
  return first === last ? first! : `${first}, later ${last}`;
}

function isToday({ location, date, nowMs }: DaySheet): boolean {
  const { timeZone } = location;
  return dayText(nowMs, timeZone) === dayText(instantOf(timeZone, date, 12 * 60), timeZone);
}

/** `21 parties, 58 guests; 2 no-shows. 5 of 22 tables are free now.` */
function countsText(sheet: DaySheet, timeline: Timeline): string {
  const { parties, guests, unseated, noShows, cancelled } = sheetCounts(sheet);
  const parts = [
    `${counts(parties, 'party', 'parties')}, ${guestsText(guests)}`,
    ...(unseated > 0 ? [`${unseated} without a table`] : []),
    ...(noShows > 0 ? [counts(noShows, 'no-show', 'no-shows')] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  const tables = sheet.location.floorPlan.tables.length;
  const free = tablesFreeNow(timeline);
  return `${parts.join('; ')}.${free === null ? '' : ` ${free} of ${counts(tables, 'table', 'tables')} free now.`}`;
}

function counts(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Only what is in the picture. */
function legendLines(timeline: Timeline, { columns, glyphs, paint }: PictureStyle): string[] {
  const { bars, sections, periods, nowMs } = timeline;
  const rows = sections.flatMap((section) => section.rows);
  const stages = new Set(bars.map(({ stage }) => stage));
  const words: readonly (readonly [string, string, boolean])[] = [
    ['2', 'guests', bars.length > 0],
    [NOTES_MARK, 'notes', bars.some(hasNotes)],
    [JOINED_MARK, 'joined with table', bars.some(({ booking }) => booking.tables.length > 1)],
    [glyphs.arrived, 'arrived', stages.has('arrived')],
    [glyphs.seated, 'seated', stages.has('seated')],
    [glyphs.gone, 'gone', stages.has('gone')],
    [glyphs.free, 'free', rows.some(({ free }) => free.length > 0)],
    [glyphs.closed, 'out of season', rows.some(({ closed }) => closed.length > 0)],
    [glyphs.buffer, 'kept after a party', bars.some(({ heldUntilMs, endMs }) => heldUntilMs > endMs)],
    [glyphs.blocked, 'blocked', rows.some(({ pieces }) => pieces.some(({ kind }) => kind === 'block'))],
    [glyphs.held, 'held, not booked', rows.some(({ pieces }) => pieces.some(({ kind }) => kind === 'hold'))],
    [glyphs.now, 'now', nowMs !== null],
    [FULL_MARK, 'the kitchen takes no more', periods.some(({ steps }) => steps.some(({ isFull }) => isFull))],
  ];
  const meanings = words.filter(([, , isUsed]) => isUsed).map(([sign, meaning]) => `${sign} ${meaning}`);
  return sideBySide(meanings, columns)
    .flatMap((line) => (widthOf(line) <= columns ? [line] : wrapped(line, columns)))
    .map(paint.dim);
}

/** As many on a line as it holds. */
function sideBySide(texts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const longer = `${lines.at(-1)}${BETWEEN}${text}`;
    if (lines.length > 0 && widthOf(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines;
}

const BETWEEN = '   ';

/** Held tables, their holders and expiry, and the next step if one is needed. */
function heldLines({ location, holds = [] }: DaySheet, { columns, paint }: PictureStyle): string[] {
  const ids = [...new Set(holds.map(({ id }) => id))];
  const lines = ids.flatMap((id) => {
    const own = holds.filter((hold) => hold.id === id);
    const { startMs, partySize } = own[0]!;
    const time = clockText(startMs, location.timeZone);
    const what = lineText({ time, partySize, tables: own.map(({ table }) => table) });
    return wrapped(`${what}: ${heldText(own[0]!, location)} (${releaseText({ id })})`, columns);
  });
  return lines.length === 0 ? [] : [paint.bold('Held, not booked yet'), ...lines];
}

/** The notes of all who are still to come or there, by time. */
function notesLines({ bars, timeZone, nowMs }: Timeline, { columns, paint }: PictureStyle): string[] {
  const noted = bars.filter(
    (bar) => hasNotes(bar) && bar.stage !== 'gone' && (nowMs === null || nowMs < bar.endMs),
  );
  const lines = noted.flatMap(({ booking: { startMs, tables, partySize, guest } }) => {
    const who = lineText({ time: clockText(startMs, timeZone), name: guest.name, partySize, tables });
    const [first = '', ...more] = wrapped(`${who}: ${plain(guest.notes ?? '')}`, columns);
    const indent = columns > 2 * widthOf('19:00 ') ? 6 : 0;
    return [first, ...wrapped(more.join(' '), columns - indent).map((line) => ' '.repeat(indent) + line)];
  });
  return lines.length === 0 ? [] : [paint.bold(`Notes`), ...lines];
}

function hasNotes({ booking }: TimelineBar): boolean {
  return booking.guest.notes !== null;
}
