import { type Block, type Booking, DAY_MS, formatInstant, type Location } from '@bord/engine';
import { authorText, type People } from './booking-history.ts';
import { tableText } from './layout.ts';
import { capitalised, lineText, tablesText } from './booking-line.ts';
import { plain } from './plain.ts';
import { clockText, dayText, zoneText } from './times.ts';

export interface ChangedParty {
  readonly booking: Booking;
  readonly before: readonly string[];
}

export function blockJson({ id, locationId, tables, startMs, endMs, reason, by }: Block): object {
  const [startsAt, endsAt] = [formatInstant(startMs), formatInstant(endMs)];
  return { id, locationId, tables, startsAt, endsAt, reason, by };
}

/** A party whose table has changed, with the guest's contact. */
export function changedPartyJson({ booking, before }: ChangedParty): object {
  const { id, startMs, endMs, partySize, tables, guest } = booking;
  const { name, phone } = guest;
  return {
    id,
    startsAt: formatInstant(startMs),
    endsAt: formatInstant(endMs),
    partySize,
    name,
    phone,
    from: before,
    to: tables,
  };
}

/** `Fri 1 Mar 2030 18:40–23:00 CET`, or with both days where it is a day or longer. */
export function stretchText({ startMs, endMs }: Block, { timeZone }: Location): string {
  const start = `${dayText(startMs, timeZone)} ${clockText(startMs, timeZone)}`;
  const end = `${clockText(endMs, timeZone)} ${zoneText(endMs, timeZone)}`;
  return endMs - startMs < DAY_MS ? `${start}–${end}` : `${start} – ${dayText(endMs, timeZone)} ${end}`;
}

/** `table T7 is blocked Fri 1 Mar 2030 18:40–23:00 CET (leg broken, bl_…)` */
export function blockText(block: Block, location: Location): string {
  const { id, tables, reason } = block;
  const is = tables.length > 1 ? 'are' : 'is';
  return `${tablesText(tables)} ${is} blocked ${stretchText(block, location)} (${reason === null ? '' : `${plain(reason)}, `}${id})`;
}

/** The effects of a block: moved parties, parties without a table, and the next step. */
export function blockedText(
  block: Block,
  moved: readonly ChangedParty[],
  unseated: readonly ChangedParty[],
  location: Location,
): string {
  const lines = [`${capitalised(blockText(block, location))}.`];
  if (moved.length > 0)
    lines.push('', 'Moved:', ...moved.map((party) => `  ${movedText(party, block, location)}`));
  if (unseated.length > 0)
    lines.push(
      '',
      'Without a table, until they are given one:',
      ...unseated.map((party) => `  ${leftText(party, block, location)}`),
      '',
      ...nextLines(location),
    );
  return lines.join('\n');
}

function nextLines({ name }: Location): readonly string[] {
  return [
    'bord bookings assign ID finds one, others re-seated if need be; --table chooses it.',
    `All waiting bookings: bord bookings unseated "${plain(name)}"`,
  ];
}

/** `20:00 Berg · 4 guests: table 7 → table 9` */
function movedText({ booking, before }: ChangedParty, block: Block, location: Location): string {
  return `${partyText(booking, block, location)}: ${tablesText(before)} → ${tablesText(booking.tables)}`;
}

/** `20:00 Berg · 4 guests · 070-123 45 67: was at table 7 (bk_…)` */
function leftText({ booking, before }: ChangedParty, block: Block, location: Location): string {
  const who = partyText(booking, block, location, booking.guest.phone);
  return `${who}: was at ${tablesText(before)} (${booking.id})`;
}

function partyText(
  { startMs, partySize, guest }: Booking,
  block: Block,
  { timeZone }: Location,
  phone: string | null = null,
): string {
  const day = block.endMs - block.startMs < DAY_MS ? '' : `${dayText(startMs, timeZone)} `;
  return lineText({ time: `${day}${clockText(startMs, timeZone)}`, name: guest.name, partySize, phone });
}

export function blocksText(blocks: readonly Block[], location: Location, people: People): string {
  const known = new Set(location.floorPlan.tables.map(({ id }) => id));
  const { timeZone } = location;
  const when = (ms: number): string => `${dayText(ms, timeZone)} ${clockText(ms, timeZone)}`;
  const rows = blocks.map(({ id, tables, startMs, endMs, reason, by }) => [
    tables.map((table) => plain(table) + (known.has(table) ? '' : ' (not in the plan)')).join(' + '),
    when(startMs),
    when(endMs),
    plain(reason ?? ''),
    authorText(by, people),
    id,
  ]);
  return tableText(['tables', 'blocked from', 'to', 'reason', 'by', 'id'], rows);
}

export function unseatedText(bookings: readonly Booking[], location: Location): string {
  const { timeZone } = location;
  const rows = bookings.map(({ id, startMs, partySize, guest, history }) => {
    const before = history.findLast(({ kind }) => kind === 'unseated')?.before.tables ?? [];
    return [
      dayText(startMs, timeZone),
      `${clockText(startMs, timeZone)} ${zoneText(startMs, timeZone)}`,
      String(partySize),
      plain(guest.name),
      plain(guest.phone ?? ''),
      plain(before.join(' + ')),
      id,
    ];
  });
  const table = tableText(['day', 'time', 'party', 'name', 'phone', 'was at', 'id'], rows);
  return `${table}\n\n${nextLines(location)[0]}`;
}
