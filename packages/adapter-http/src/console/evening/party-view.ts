import { type Booking, MINUTE_MS } from '@bord/engine';
import { bookingLine, type TimelineBar, type VisitStage } from '@bord/engine/adapters';
import { dialUrl, oneLine } from '../../web/clean.ts';
import { isAllergy } from '../bookings/booking-text.ts';
import { html, type Html } from '../../web/html.ts';
import type { DayViewOptions } from './day-view.ts';

/** A party counts as late after this time. */
const LATE_AFTER_MS = 5 * MINUTE_MS;
/** A party that arrives or leaves within this time is soon. */
export const SOON_MS = 15 * MINUTE_MS;
const NOTES_LENGTH_MAX = 2000;

/** A party with its texts, each on one line without invisible characters. */
export interface PartyView {
  readonly booking: Booking;
  /** Null for a completed party without a bar on the timeline. */
  readonly bar: TimelineBar | null;
  readonly stage: VisitStage;
  /** Booked, not left, and without a table. */
  readonly isUnseated: boolean;
  /** Minutes that an expected party is late; null while it is not. */
  readonly lateMinutes: number | null;
  /** Minutes that a party sits beyond its end; null while it does not. */
  readonly overMinutes: number | null;
  /** `12 min late`, `seated`; empty by default. */
  readonly standing: string;
  readonly name: string;
  readonly tables: readonly string[];
  readonly time: string;
  readonly until: string;
  readonly phone: string;
  /** The link that dials the number; null if it cannot be dialled. */
  readonly dialUrl: string | null;
  readonly notes: string;
  /** The sign for an allergy, or for other notes, before the name. */
  readonly mark: Html | null;
  /** The style: its stage, and `soon` if the next stage is due, or `act` if staff must act. */
  readonly look: string;
  /** `19:30 Berg · 4 guests · table W2 · seated` */
  readonly label: string;
  readonly href: string;
  readonly version: string;
}

interface PartyContext extends DayViewOptions {
  readonly nowMs: number;
  readonly isToday: boolean;
  readonly clock: (ms: number) => string;
}

export function partyView(booking: Booking, bar: TimelineBar | null, context: PartyContext): PartyView {
  const { words, clock, here, versionOf } = context;
  const { startMs, endMs, guest, partySize } = booking;
  const stage = bar?.stage ?? 'gone';
  const tables = booking.tables.map((id) => oneLine(id));
  const times = { stage, ...minutesBeside(booking, stage, context) };
  const notes = guest.notes === null ? '' : oneLine(guest.notes, NOTES_LENGTH_MAX);
  const standing = standingOf(times, booking, context);
  const name = oneLine(guest.name) || words.evening.nameless;
  const time = clock(startMs);
  const phone = oneLine(guest.phone ?? '');
  return {
    booking,
    bar,
    ...times,
    isUnseated: stage !== 'gone' && tables.length === 0,
    standing,
    name,
    tables,
    time,
    until: clock(endMs),
    phone,
    dialUrl: dialUrl(phone),
    notes,
    mark: markOf(notes),
    look: lookOf(times, booking, context),
    label: bookingLine(
      { time, name, partySize, tables, more: [standing || words.evening.stages[stage]] },
      words.evening,
    ),
    href: `${here}/bookings/${encodeURIComponent(booking.id)}`,
    version: versionOf(booking),
  };
}

function markOf(notes: string): Html | null {
  if (notes === '') return null;
  return isAllergy(notes) ? html`<i class="allergy">◆</i> ` : html`<i class="mark">*</i> `;
}

function lookOf(
  { stage, lateMinutes, overMinutes }: Pick<PartyView, 'stage' | 'lateMinutes' | 'overMinutes'>,
  { startMs, endMs }: Booking,
  { nowMs, isToday }: PartyContext,
): string {
  if (lateMinutes !== null || overMinutes !== null) return `${stage} act`;
  const turnMs = stage === 'expected' ? startMs : endMs;
  const isSoon = isToday && stage !== 'arrived' && stage !== 'gone' && nowMs >= turnMs - SOON_MS;
  return isSoon ? `${stage} soon` : stage;
}

/** Delays exist on the running day only. */
function minutesBeside(
  { startMs, endMs }: Booking,
  stage: VisitStage,
  { nowMs, isToday }: PartyContext,
): Pick<PartyView, 'lateMinutes' | 'overMinutes'> {
  const since = (ms: number): number => Math.floor((nowMs - ms) / MINUTE_MS);
  const isLate = isToday && stage === 'expected' && nowMs >= startMs + LATE_AFTER_MS && nowMs < endMs;
  const isOver = isToday && stage === 'seated' && nowMs >= endMs + MINUTE_MS;
  return { lateMinutes: isLate ? since(startMs) : null, overMinutes: isOver ? since(endMs) : null };
}

function standingOf(
  { stage, lateMinutes, overMinutes }: Pick<PartyView, 'stage' | 'lateMinutes' | 'overMinutes'>,
  { endMs }: Booking,
  { nowMs, words: { evening } }: PartyContext,
): string {
  if (lateMinutes !== null) return evening.late(lateMinutes);
  if (overMinutes !== null) return evening.over(overMinutes);
  if (stage !== 'expected') return evening.stages[stage];
  return endMs <= nowMs ? evening.unnoted : '';
}
