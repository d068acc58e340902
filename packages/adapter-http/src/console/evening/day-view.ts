import { type Booking, currentServiceDate, type DaySheet, MINUTE_MS } from '@bord/engine';
import { isComing, type Timeline } from '@bord/engine/adapters';
import type { Words } from '../../i18n/en.ts';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { clockOf } from '../bookings/booking-text.ts';
import { type PartyView, partyView } from './party-view.ts';
import { shownTimeline } from './shown-hours.ts';

export interface DayWords {
  readonly base: Words;
  readonly evening: ConsoleWords['evening'];
  readonly actions: Pick<ConsoleWords['actions'], 'block' | 'close'>;
  readonly board: ConsoleWords['board'];
  readonly holds: ConsoleWords['holds'];
  readonly waitlist: ConsoleWords['waitlist'];
}

export interface DayViewOptions {
  readonly words: DayWords;
  /** Base of links to this restaurant: `/console/nord`. */
  readonly here: string;
  /** The version of a shown booking. */
  readonly versionOf: (booking: Booking) => string;
}

/** A service date prepared for drawing; timeline and list share its texts. */
export interface DayView extends DayViewOptions {
  readonly sheet: DaySheet;
  readonly timeline: Timeline;
  /** The service date is the running one, so the current time matters. */
  readonly isToday: boolean;
  /** The local time: `19.30`. */
  readonly clock: (ms: number) => string;
  readonly parties: readonly PartyView[];
  readonly partyOf: ReadonlyMap<string, PartyView>;
}

export function dayView(sheet: DaySheet, options: DayViewOptions, timeline = shownTimeline(sheet)): DayView {
  const { location, date, nowMs } = sheet;
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

/** Caches the text of each time: a day repeats a few of them. */
function knownClock(write: (ms: number) => string): (ms: number) => string {
  const known = new Map<number, string>();
  return (ms) => {
    const minute = Math.floor(ms / MINUTE_MS);
    let text = known.get(minute);
    if (text === undefined) known.set(minute, (text = write(ms)));
    return text;
  };
}
