import {
  type Booking,
  type Engine,
  type ImportOutcome,
  isLive,
  type Location,
  type Reason,
  REASON_TEXTS,
} from '@bord/engine';
import { bookingText, guestsText, tablesText } from '../output/booking-line.ts';
import { inFieldNames } from '../output/error-words.ts';
import { plain } from '../output/plain.ts';
import { clockText, dayText } from '../output/times.ts';
import type { PlannedRow, SkipReason } from './import-rows.ts';
import type { ReadRow, UnreadRow } from './read-row.ts';

export interface RowResult {
  readonly read: ReadRow | UnreadRow;
  readonly result: 'created' | 'known' | 'refused' | 'skipped';
  /** The reason of a rejected or skipped line; null for one without a code. */
  readonly reason: Reason | SkipReason | null;
  /** For people: why a row was rejected, how a known booking differs from the file, or where a new booking differs from it. */
  readonly message: string | null;
  readonly booking: Booking | null;
}

/** The results of all lines in order. `outcomes` are those of the rows to import. */
export async function resultsOf(
  engine: Engine,
  location: Location,
  planned: readonly PlannedRow[],
  outcomes: readonly ImportOutcome[],
): Promise<readonly RowResult[]> {
  const imported = planned.flatMap((row) => (row.plan === 'import' ? [row.read.line] : []));
  const made = new Map(
    outcomes.flatMap((outcome, i) =>
      outcome.kind === 'booked'
        ? [[outcome.booking.id, { ...outcome.booking, id: `line ${imported[i]}` }]]
        : [],
    ),
  );
  const sitter = async (id: string): Promise<Booking | null> =>
    made.get(id) ?? (await engine.operator.bookings.read(id).catch(() => null));
  const results: RowResult[] = [];
  let next = 0;
  for (const row of planned) {
    const { read } = row;
    const none = { read, reason: null, message: null, booking: null };
    if (row.plan === 'refuse') results.push({ ...none, result: 'refused', message: row.fault });
    else if (row.plan === 'skip') results.push({ ...none, result: 'skipped', reason: row.reason });
    else results.push({ ...none, ...(await resultOf(location, row.read, outcomes[next++]!, sitter)) });
  }
  return results;
}

type RowEnd = Pick<RowResult, 'result'> & Partial<RowResult>;

async function resultOf(
  location: Location,
  read: ReadRow,
  outcome: ImportOutcome,
  /** The party in the way; one of this import is named by its line, because a dry run has no bookings. Null if it is gone. */
  sitter: (id: string) => Promise<Booking | null>,
): Promise<RowEnd> {
  if (outcome.kind === 'booked') return { result: 'created', booking: outcome.booking, message: read.remark };
  if (outcome.kind === 'absent') return { result: 'skipped', reason: 'cancelled' };
  if (outcome.kind === 'invalid') return { result: 'refused', message: plain(inFieldNames(outcome.message)) };
  if (outcome.kind === 'replayed') return knownResult(location, read, outcome.booking);
  const { reason } = outcome;
  if (reason === 'too_soon') return { result: 'skipped', reason: 'over' };
  return { result: 'refused', reason, message: await refusal(location, read, outcome, sitter) };
}

function knownResult(location: Location, read: ReadRow, booking: Booking): RowEnd {
  if (read.status === 'cancelled')
    return isLive(booking)
      ? {
          result: 'known',
          booking,
          message: `cancelled there, but not here: bord bookings cancel ${booking.id}`,
        }
      : { result: 'skipped', reason: 'cancelled', booking };
  const here = differences(location, read, booking);
  return {
    result: 'known',
    booking,
    message: here.length === 0 ? null : `here ${here.join(', ')} (${booking.id})`,
  };
}

/** The differences between a known booking and its row, in words. */
function differences({ timeZone }: Location, { request, choice }: ReadRow, booking: Booking): string[] {
  const { startMs, partySize, guest, tables, status } = booking;
  if (status !== 'confirmed') return [`it is ${status === 'no_show' ? 'a no-show' : status}`];
  return [
    ...(startMs === request.startMs
      ? []
      : [`it is ${dayText(startMs, timeZone)} ${clockText(startMs, timeZone)}`]),
    ...(partySize === request.partySize ? [] : [guestsText(partySize)]),
    // An erased guest has none.
    ...(guest.name === '' || guest.name === request.guest.name ? [] : [`the name ${plain(guest.name)}`]),
    ...(!choice || isSameTables(choice.tables, tables)
      ? []
      : [tables.length === 0 ? 'without a table' : `at ${tablesText(tables)}`]),
  ];
}

const isSameTables = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

type Refused = Extract<ImportOutcome, { readonly kind: 'refused' }>;

async function refusal(
  location: Location,
  { choice, request: { partySize } }: ReadRow,
  { reason, inTheWay = [], holds = [], blocks = [], outOfSeason = [] }: Refused,
  sitter: (id: string) => Promise<Booking | null>,
): Promise<string> {
  if (reason === 'closed') return `${REASON_TEXTS.closed}: open that date or hour in the location file`;
  if (!choice)
    return reason === 'party_size'
      ? `${REASON_TEXTS.party_size} (${guestsText(partySize)}): join tables in the location file, or name its tables in the file`
      : REASON_TEXTS[reason];
  const named = tablesText(choice.tables);
  if (reason === 'party_size')
    return `${named} ${choice.tables.length > 1 ? 'are' : 'is'} not planned for ${guestsText(partySize)}; --force seats it there all the same`;
  if (outOfSeason.length > 0)
    return `${tablesText(outOfSeason)} is out of season at that time; --any-table seats it at another, --force there all the same`;
  const sitters = await Promise.all(inTheWay.map(sitter));
  const who = sitters.flatMap((booking) => (booking ? [bookingText(booking, location)] : [])).join('; ');
  const blocked =
    blocks.length > 0 ? `${named} is blocked then` : holds.length > 0 ? `${named} is held for a guest` : '';
  const taken = who === '' ? '' : `${named} cannot be booked, since there is no room elsewhere for ${who}`;
  const why = [blocked, taken].filter((text) => text !== '').join('; ');
  return `${why === '' ? REASON_TEXTS[reason] : why}; --any-table seats it at another`;
}
