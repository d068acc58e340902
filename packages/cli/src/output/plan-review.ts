import type {
  Affected,
  AffectedBooking,
  AffectedHold,
  Booking,
  Closure,
  Concern,
  Location,
} from '@bord/engine';
import { bookingJson } from './booking-answer.ts';
import { holdJson, holdsText } from './hold-text.ts';
import { tableText } from './layout.ts';
import { plain } from './plain.ts';
import { paint } from './terminal.ts';
import { clockText, dayText } from './times.ts';

export interface PlanChange {
  /** `leadTime`, `tables[T4]`, `servicePeriods[Dinner].closes` */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The effect of a plan on a booking or hold: it stays unchanged, or it rejects the plan. */
type Outcome = 'stays' | 'refuses';

/** The bookings, holds and offers that a change affects, as `--json` has them. A hold that would keep the plan from being applied is `released` if that is asked for. */
export function affectedJson(
  { bookings, holds }: Affected,
  releaseHolds = false,
): { readonly bookings: readonly object[]; readonly holds: readonly object[] } {
  return {
    bookings: bookings.map(({ booking, concerns }) => ({
      ...bookingJson(booking),
      concerns,
      outcome: outcomeOf(concerns),
    })),
    holds: holds.map(({ hold, concerns }) => ({
      ...holdJson(hold),
      concerns,
      outcome: releaseHolds && isRejecting({ concerns }) ? 'released' : outcomeOf(concerns),
    })),
  };
}

export function rejectingIn({ bookings, holds }: Affected, releaseHolds = false): Affected {
  return {
    bookings: bookings.filter(isRejecting),
    holds: releaseHolds ? [] : holds.filter(isRejecting),
  };
}

function isRejecting({ concerns }: Pick<AffectedHold, 'concerns'>): boolean {
  return outcomeOf(concerns) === 'refuses';
}

/** A plan that takes a table from a booking is rejected; other effects need a telephone call. */
function outcomeOf(concerns: readonly Concern[]): Outcome {
  return concerns.includes('no_table') || concerns.includes('out_of_season') ? 'refuses' : 'stays';
}

const CONCERNS: Readonly<Record<Concern, string>> = {
  no_table: 'loses its table',
  out_of_season: 'table out of season',
  outside_hours: 'outside the hours',
  closed: 'in a closure',
  into_closure: 'stays into a closure',
};

/** The affected parties, one per line, with their contact. */
export function affectedTable(affected: readonly AffectedBooking[], timeZone: string): string {
  const rows = affected.map(({ booking, concerns }) => [
    dayText(booking.startMs, timeZone),
    `${clockText(booking.startMs, timeZone)}–${clockText(booking.endMs, timeZone)}`,
    String(booking.partySize),
    plain(booking.tables.join(' + ')),
    plain(booking.guest.name),
    plain(booking.guest.phone ?? booking.guest.email ?? ''),
    concerns.map((concern) => CONCERNS[concern]).join(', '),
    booking.id,
  ]);
  return tableText(['day', 'time', 'party', 'tables', 'name', 'reach by', 'what', 'id'], rows);
}

/** The live bookings, one per line, with their contact. */
export function standingTable(bookings: readonly Booking[], timeZone: string): string {
  return affectedTable(
    bookings.map((booking) => ({ booking, concerns: [] })),
    timeZone,
  );
}

/** The bookings, holds and offers that stay unchanged, and the next step; empty without any. */
export function standingText(affected: Affected, location: Pick<Location, 'timeZone'>): string {
  const [bookings, holds] = [
    standingBookings(affected.bookings, location),
    standingHolds(affected.holds, location),
  ];
  return [bookings, holds].filter((text) => text !== '').join('\n\n');
}

function standingHolds(affected: readonly AffectedHold[], location: Pick<Location, 'timeZone'>): string {
  const staying = affected.filter((one) => !isRejecting(one)).map(({ hold }) => hold);
  if (staying.length === 0) return '';
  const who =
    staying.length === 1
      ? '1 hold is affected, and can still be confirmed until it expires'
      : `${staying.length} holds are affected, and can still be confirmed until they expire`;
  return `${paint.yellow(who)}. To end one, bord holds release ID:\n${holdsText(staying, location)}`;
}

function standingBookings(
  affected: readonly AffectedBooking[],
  { timeZone }: Pick<Location, 'timeZone'>,
): string {
  const staying = affected.filter((one) => !isRejecting(one));
  if (staying.length === 0) return '';
  const who =
    staying.length === 1
      ? '1 booking is affected, and stays as it is'
      : `${staying.length} bookings are affected, and stay as they are`;
  const todo = 'no notification is sent. Call, then bord bookings move or cancel';
  return `${paint.yellow(who)}: ${todo}:\n${affectedTable(staying, timeZone)}`;
}

/** The changes, one per line: `~ servicePeriods[Dinner].closes: 23:00 → 22:00`. */
export function changesText(changes: readonly PlanChange[]): string {
  return changes
    .map(({ path, from, to }) => {
      const name = plain(path);
      if (from === null) return paint.green(`  + ${name}: ${valueText(to)}`);
      if (to === null) return paint.red(`  - ${name}: ${valueText(from)}`);
      return `  ${paint.yellow('~')} ${name}: ${valueText(from)} → ${valueText(to)}`;
    })
    .join('\n');
}

/** `seats 2-4, area window`, without the id that its path says already. */
export function valueText(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map((each) => (typeof each === 'object' ? `{${valueText(each)}}` : plain(String(each))))
      .join(', ');
  if (typeof value !== 'object' || value === null) return plain(String(value));
  return Object.entries(value)
    .filter(([name]) => name !== 'id')
    .map(([name, field]) => `${name} ${Array.isArray(field) ? `[${valueText(field)}]` : valueText(field)}`)
    .join(', ');
}

/** `on 2026-12-24`, `from 2026-12-24 to 2026-12-26` */
export function closureText({ from, to }: Pick<Closure, 'from' | 'to'>): string {
  const [start, end] = [from, to].map((text) => text.replace('T', ' '));
  return start === end ? `on ${start}` : `from ${start} to ${end}`;
}
