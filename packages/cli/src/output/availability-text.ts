import {
  type Alternatives,
  type Booking,
  formatInstant,
  type Hold,
  HOUR_MS,
  instantOf,
  type Location,
  MINUTE_MS,
  type OperatorSlot,
  type OperatorTimes,
  type Reason,
  REASON_TEXTS,
  type TableChoice,
} from '@bord/engine';
import { minuteOfDayAt } from '@bord/engine/adapters';
import { holdsInTheWay } from './hold-text.ts';
import { bookingText, guestsText, tablesText } from './booking-line.ts';
import { alternativesJson, alternativesText, nextText, startsText } from './alternatives-text.ts';
import { plain } from './plain.ts';
import { paint } from './terminal.ts';
import { clockText, dayText } from './times.ts';

/** Slots in the shape of §2.3, with the fields for staff only. */
export function availabilityJson(
  { location, date, partySize, slots, reason }: OperatorTimes,
  alternatives: Alternatives,
): object {
  return {
    locationId: location.id,
    timeZone: location.timeZone,
    date,
    partySize,
    slots: slots.map((slot) => ({
      slot: formatInstant(slot.startMs),
      endsAt: formatInstant(slot.endMs),
      available: slot.available,
      remainingCovers: slot.remainingCovers,
      reason: slot.reason,
      tables: slot.tables,
      beyondPacing: slot.isPaced,
      inTheWay: slot.inTheWay,
      holds: slot.holds,
    })),
    reason,
    ...alternativesJson(alternatives),
  };
}

export interface AvailabilityNotes {
  readonly choice: TableChoice | undefined;
  /** The preferred time; null without one. */
  readonly nearMs: number | null;
  readonly alternatives: Alternatives;
  /** The bookings that the slots name, by id. */
  readonly inTheWay: ReadonlyMap<string, Booking>;
  readonly holds: ReadonlyMap<string, Hold>;
}

/** Marks a time that pacing closes, as in the picture of the day. */
const PACED_MARK = '!';
const TAKEN = '·';

/** The available times, one hour per line, and the reasons of the others. */
export function availabilityText(times: OperatorTimes, notes: AvailabilityNotes): string {
  const { location, date, partySize, slots, reason } = times;
  const { choice, nearMs, alternatives } = notes;
  const dateMs = instantOf(location.timeZone, date, 12 * 60);
  const where = choice ? ` at ${tablesText(choice.tables)}` : '';
  const head = `${plain(location.name)}, ${dayText(dateMs, location.timeZone)}: ${guestsText(partySize)}${where}${stayText(slots)}`;
  if (reason !== null) {
    const why = `Nothing: ${noSlotText(reason, choice)}`;
    const next = reason === 'party_size' ? '' : `; ${nextText(alternatives, location, choice)}`;
    return `${paint.bold(head)}\n\n${why}${next}.`;
  }
  const isFull = slots.every(({ available }) => !available);
  const isMissed = nearMs !== null || isFull;
  const near = isMissed ? [nearText(times, notes)] : [];
  const lines = [...near, ...whyLines(slots, location, notes)];
  return [paint.bold(head), gridText(slots, location), lines.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `, for 2 h`, where all slots are as long. */
function stayText(slots: readonly OperatorSlot[]): string {
  const [first, ...others] = slots.map(({ startMs, endMs }) => (endMs - startMs) / MINUTE_MS);
  if (first === undefined || others.some((minutes) => minutes !== first)) return '';
  const [hours, minutes] = [Math.floor(first / 60), first % 60];
  return `, for ${[hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''].filter(Boolean).join(' ')}`;
}

const NO_SLOT_TEXTS: Partial<Record<Reason, string>> = {
  closed: 'the restaurant is closed that day',
  too_soon: 'the last seating of that day is over',
  last_seating: 'the party could not finish before closing',
};

function noSlotText(reason: Reason, choice: TableChoice | undefined): string {
  if (reason === 'party_size' && choice)
    return `${tablesText(choice.tables)} is not planned for such a party; --force asks all the same`;
  // No chosen table is refused a whole day for another reason.
  if (reason === 'tables' && choice)
    return `${tablesText(choice.tables)} ${choice.tables.length > 1 ? 'are' : 'is'} out of season that day; --force asks all the same`;
  return NO_SLOT_TEXTS[reason] ?? REASON_TEXTS[reason];
}

/** An hour a line, each slot below that of the hour before; a line between hours that do not follow each other. */
function gridText(slots: readonly OperatorSlot[], { timeZone }: Location): string {
  const lines = new Map<number, Map<number, string>>();
  for (const slot of slots) {
    const minute = minuteOfDayAt(timeZone, slot.startMs) % 60;
    const hourMs = slot.startMs - minute * MINUTE_MS;
    const line = lines.get(hourMs) ?? new Map<number, string>();
    lines.set(hourMs, line.set(minute, cellText(slot, timeZone)));
  }
  const minutes = [...new Set([...lines.values()].flatMap((line) => [...line.keys()]))].toSorted(
    (a, b) => a - b,
  );
  return [...lines]
    .map(([hourMs, line]) => {
      const isNew = !lines.has(hourMs - HOUR_MS) && hourMs !== lines.keys().next().value;
      const hour = paint.dim(clockText(hourMs, timeZone).slice(0, 2));
      const cells = minutes.map((minute) => line.get(minute) ?? BLANK);
      return `${isNew ? '\n' : ''}${[hour, ...cells].join('  ').trimEnd()}`;
    })
    .join('\n');
}

/** As wide as `19:30!`. */
const BLANK = ' '.repeat(6);

function cellText({ startMs, available, isPaced }: OperatorSlot, timeZone: string): string {
  if (!available) return paint.dim(`  ${TAKEN}   `);
  const text = clockText(startMs, timeZone);
  return isPaced ? paint.yellow(text + PACED_MARK) : `${paint.green(text)} `;
}

function nearText(
  { location, slots }: OperatorTimes,
  { choice, nearMs, alternatives }: AvailabilityNotes,
): string {
  const other = alternativesText(alternatives, location, choice);
  if (nearMs === null) return `Nothing: ${nextText(alternatives, location, choice)}.`;
  const near = slots.find(({ startMs }) => startMs === nearMs);
  const text = clockText(nearMs, location.timeZone);
  if (!near) return `${text} is not a time of the grid, but you may book it; ${other}.`;
  if (!near.available) return `${text} is unavailable; ${other}.`;
  const also = startsText(alternatives, location);
  return `${text} is available, at ${tablesText(near.tables)}${also === '' ? '' : `; also ${also}`}.`;
}

/** `18:15–18:45, 20:00: no table is free then`, in order of the first time. */
function whyLines(slots: readonly OperatorSlot[], location: Location, notes: AvailabilityNotes): string[] {
  const { timeZone } = location;
  const stretches = new Map<string, OperatorSlot[][]>();
  let last = '';
  for (const slot of slots) {
    const why = slot.available ? '' : whyText(slot, location, notes);
    if (why !== '') {
      const known = stretches.get(why) ?? [];
      if (why === last) known.at(-1)!.push(slot);
      else known.push([slot]);
      stretches.set(why, known);
    }
    last = why;
  }
  const clock = ({ startMs }: OperatorSlot): string => clockText(startMs, timeZone);
  const when = (stretch: OperatorSlot[]): string =>
    stretch.length === 1 ? clock(stretch[0]!) : `${clock(stretch[0]!)}–${clock(stretch.at(-1)!)}`;
  const lines = [...stretches].map(([why, all]) => `${all.map(when).join(', ')}: ${why}`);
  const isPaced = slots.some((slot) => slot.available && slot.isPaced);
  return isPaced ? [...lines, `${PACED_MARK} beyond the pacing: partners are refused, you are not`] : lines;
}

function whyText(
  slot: OperatorSlot,
  location: Location,
  { choice, inTheWay, holds }: AvailabilityNotes,
): string {
  const held = slot.holds.flatMap((id) => holds.get(id) ?? []);
  if (choice && held.length > 0) return holdsInTheWay(held, location);
  const who = slot.inTheWay
    .flatMap((id) => inTheWay.get(id) ?? [])
    .map((booking) => bookingText(booking, location));
  if (!choice) return REASON_TEXTS[slot.reason ?? 'tables'];
  if (who.length === 0) return `${tablesText(choice.tables)} is blocked then`;
  return `no room elsewhere for ${who.join('; ')}`;
}
