import { type Alternatives, formatInstant, type Location, type TableChoice } from '@bord/engine';
import { tablesText } from './booking-line.ts';
import { clockText, dayText, zoneText } from './times.ts';

export function alternativesJson({ startsMs, nextAvailable }: Alternatives): object {
  return {
    alternatives: startsMs.map((startMs) => ({ startsAt: formatInstant(startMs) })),
    nextAvailable: nextAvailable && {
      date: nextAvailable.date,
      startsAt: formatInstant(nextAvailable.startMs),
    },
  };
}

/** `free that day: 19:15, 19:45`, the next available day, or the message for a full day. */
export function alternativesText(
  alternatives: Alternatives,
  location: Location,
  choice: TableChoice | undefined,
): string {
  const starts = startsText(alternatives, location);
  if (starts !== '') return `${canBeHad(choice)} that day: ${starts}`;
  return alternatives.nextAvailable
    ? `no other time that day; ${nextText(alternatives, location, choice)}`
    : 'no time was found for them on that day and the 14 days after it';
}

/** `19:15, 19:45`; empty when there are none. */
export function startsText({ startsMs }: Alternatives, { timeZone }: Location): string {
  return startsMs.map((startMs) => clockText(startMs, timeZone)).join(', ');
}

/** `free next: Sat 28 Nov 2026 19:30 CET`, or the message for a full day. */
export function nextText(
  { nextAvailable }: Alternatives,
  { timeZone }: Location,
  choice: TableChoice | undefined,
): string {
  if (!nextAvailable) return 'no time was found in the 14 days after it';
  const { startMs } = nextAvailable;
  const when = `${dayText(startMs, timeZone)} ${clockText(startMs, timeZone)} ${zoneText(startMs, timeZone)}`;
  return `${canBeHad(choice)} next: ${when}`;
}

function canBeHad(choice: TableChoice | undefined): string {
  return choice ? `${tablesText(choice.tables)} can be booked` : 'free';
}
