import {
  type Booking,
  currentServiceDate,
  type DaySheet,
  isComing,
  MINUTE_MS,
  type Timeline,
} from '@bord/engine';
import type { ActionWords } from '../../../i18n/console/actions.ts';
import type { EveningWords } from '../../../i18n/console/evening.ts';
import type { VisitorWords } from '../../../i18n/console/visitor.ts';
import type { HoldWords } from '../../../i18n/console/holds.ts';
import type { WaitlistHouseWords } from '../../../i18n/console/waitlist.ts';
import type { Words } from '../../../i18n/words.ts';
import { clockOf } from '../bookings/booking-text.ts';
import { type PartyView, partyView } from './party-view.ts';
import { shownTimeline } from './shown-hours.ts';

/** What the day says, in a language. */
export interface DayWords {
  readonly base: Words;
  readonly evening: EveningWords;
  readonly actions: Pick<ActionWords, 'block' | 'close'>;
  readonly visitor: Pick<VisitorWords, 'taken' | 'takenTable' | 'nothingBooked'>;
  readonly holds: HoldWords;
  readonly waitlist: WaitlistHouseWords;
}

/** What a drawing needs beside the sheet. */
export interface DayViewOptions {
  readonly words: DayWords;
  /** Base of links to this restaurant: `/console/nord`. */
  readonly here: string;
  /** Names the state of a booking that somebody looks at. */
  readonly versionOf: (booking: Booking) => string;
}

/** A service date made ready to be drawn: what the timeline and the list both say is written once. */
export interface DayView extends DayViewOptions {
  readonly sheet: DaySheet;
  readonly timeline: Timeline;
  /** It is the service date that is running: now means something on it. */
  readonly isToday: boolean;
  /** What the clock shows: `19.30`. */
  readonly clock: (ms: number) => string;
  /** Who comes or has been there, by start; bookings of other dates that hold a table are among them. */
  readonly parties: readonly PartyView[];
  /** The same by the booking's id. */
  readonly partyOf: ReadonlyMap<string, PartyView>;
}

/** Makes a sheet ready. Pure; it takes as long as there are bookings on it. */
export function dayView(sheet: DaySheet, options: DayViewOptions): DayView {
  const { location, date, nowMs } = sheet;
  const timeline = shownTimeline(sheet);
  const isToday = date === currentServiceDate(location, nowMs);
  const clock = knownClock((ms) => clockOf({ words: options.words, location }, ms));
  const context = { ...options, nowMs, isToday, clock };
  const barOf = new Map(timeline.bars.map((bar) => [bar.booking.id, bar]));
  const others = timeline.bars.filter(({ isOther }) => isOther).map(({ booking }) => booking);
  const parties = [...sheet.bookings.filter(isComing), ...others]
    .map((booking) => partyView(booking, barOf.get(booking.id) ?? null, context))
    .toSorted((a, b) => a.booking.startMs - b.booking.startMs);
  const partyOf = new Map(parties.map((party) => [party.booking.id, party]));
  return { ...options, sheet, timeline, isToday, clock, parties, partyOf };
}

/** Each time is written once: a day has the same few over and over. */
function knownClock(write: (ms: number) => string): (ms: number) => string {
  const known = new Map<number, string>();
  return (ms) => {
    const minute = Math.floor(ms / MINUTE_MS);
    let text = known.get(minute);
    if (text === undefined) known.set(minute, (text = write(ms)));
    return text;
  };
}
