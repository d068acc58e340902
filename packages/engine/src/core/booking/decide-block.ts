/**
 * Blocks of tables (D39), decided like bookings: by a rule that looks at a snapshot under the lock. A block is kept as a row of the bookings, pinned
 * and without a party, so whatever looks for free tables sees it; that it is nobody's booking is said where bookings are shown
 * (`app/read-booking.ts`) and where parties are counted (`table-assignment.ts`).
 */
import { clearTables, concede, isCleared } from '../seating/chosen-tables.ts';
import { BookingError, invalid } from '../errors.ts';
import { BLOCK_DAYS_MAX, NOTES_LENGTH_MAX, START_RANGE_YEARS } from '../limits.ts';
import type { FloorPlan } from '../location/floor-plan.ts';
import type { Location } from '../location/location.ts';
import type { ServiceDay } from '../location/service-day.ts';
import { assertText, orNone } from '../fields.ts';
import { DAY_MS, type Interval, MINUTE_MS, startOfMinute } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';
import type { Block, BlockOutcome, BlockRequest, TableChange, UnblockOutcome } from './block.ts';
import { isLive, NO_VISIT, toDiary } from './booking.ts';
import { assertChoice } from './booking-request.ts';
import { entryIn, type Reseating, type Rule } from './diary.ts';
import { type Author, begunBy, creatorOf } from './history.ts';
import type { BlockRow } from './row.ts';

/** A block that is asked for: its edges are whole minutes, and it begins now at the earliest. */
export interface SoundBlock extends Interval {
  readonly tables: readonly string[];
  readonly reason: string | null;
  readonly force: boolean;
  readonly releaseHolds: boolean;
}

/**
 * The block as it is taken. What has passed of it is left out.
 *
 * @throws BookingError `invalid_request` for one that is over, is longer than 31 days, names no tables of the plan, or is otherwise malformed
 */
export function soundBlock(request: BlockRequest, plan: FloorPlan, nowMs: number): SoundBlock {
  const { tables, startMs: fromMs, endMs, force = false, releaseHolds = false } = request;
  assertChoice({ tables }, plan);
  for (const [field, ms] of [
    ['startMs', fromMs],
    ['endMs', endMs],
  ] as const)
    if (!Number.isSafeInteger(ms) || ms % MINUTE_MS !== 0)
      invalid(`${field} must be a whole minute`, [field]);
  const startMs = Math.max(fromMs, startOfMinute(nowMs));
  if (endMs <= fromMs) invalid('endMs must lie after startMs', ['endMs']);
  if (endMs <= startMs) invalid('endMs must be ahead', ['endMs']);
  if (endMs - startMs > BLOCK_DAYS_MAX * DAY_MS)
    invalid(`a table can be blocked for at most ${BLOCK_DAYS_MAX} days at a time`, ['endMs']);
  if (startMs - nowMs > START_RANGE_YEARS * 365 * DAY_MS)
    invalid(`startMs must be at most ${START_RANGE_YEARS} years ahead`, ['startMs']);
  const reason = orNone(request.reason ?? null);
  if (reason !== null) assertText('reason', reason, NOTES_LENGTH_MAX);
  return { tables, startMs, endMs, reason, force, releaseHolds };
}

export interface BlockContext {
  readonly location: Location;
  /** The service dates that the block touches, in order, one or more. */
  readonly days: readonly ServiceDay[];
  /** What has been read; by default what the days read. */
  readonly read?: Interval;
  /** The one on which it begins. */
  readonly serviceDate: LocalDate;
  readonly nowMs: number;
  readonly by: Author;
}

/** Re-seats the bookings there. Else it is refused, or with `force` they lose their table, unless seated (D41). Nobody is notified. */
export function block(at: BlockContext, id: string, request: SoundBlock): Rule<BlockOutcome> {
  return (snapshot) => {
    const row = blockRow(at, id, request);
    const clearing = clearTables(at, snapshot.bookings, toDiary(row));
    const { reseatings, blocks, undecided } = clearing;
    const released = request.releaseHolds ? clearing.holds.map(({ id: holdId }) => holdId) : [];
    const holds = request.releaseHolds ? [] : clearing.holds;
    const { staying, waiting } = concede(clearing, request.force, at.nowMs);
    if (!isCleared({ inTheWay: staying, holds, blocks })) {
      const [inTheWay, held, blocked] = [staying, holds, blocks].map((all) => all.map((one) => one.id));
      const endsMs = [...staying, ...holds, ...blocks].map(({ blockedUntilMs }) => blockedUntilMs);
      const possibleFromMs = laterStart(at, snapshot, row, Math.max(...endsMs));
      return {
        result: { kind: 'refused', inTheWay: inTheWay!, holds: held!, blocks: blocked!, possibleFromMs },
        undecided,
      };
    }
    const changeOf = (one: Reseating): TableChange => ({
      ...one,
      before: entryIn(snapshot, one.bookingId)?.tables ?? [],
    });
    return {
      result: {
        kind: 'blocked',
        block: blockOf(row),
        moved: reseatings
          .filter(({ bookingId }) => entryIn(snapshot, bookingId)?.kind !== 'hold')
          .map(changeOf),
        unseated: waiting.map(changeOf),
        released,
      },
      booking: row,
      others: released.map((holdId) => ({ ...snapshot.rows!.get(holdId)!, status: 'cancelled' })),
      reseatings: [...reseatings, ...waiting],
      undecided,
    };
  };
}

/** When the obstacles are gone, if the rest of the block is then possible without leaving a party without a table; null otherwise. */
function laterStart(
  at: BlockContext,
  { bookings }: Parameters<Rule<BlockOutcome>>[0],
  row: BlockRow,
  endMs: number,
): number | null {
  const startMs = Math.ceil(endMs / MINUTE_MS) * MINUTE_MS;
  if (startMs >= row.endMs) return null;
  const { inTheWay, holds, blocks } = clearTables(at, bookings, { ...toDiary(row), startMs });
  return isCleared({ inTheWay, holds, blocks }) ? startMs : null;
}

/** Gives blocked tables free. Who has lost a table to the block is not seated by it: the operator assigns. Doing it twice is doing it once. */
export function unblock(blockId: string): Rule<UnblockOutcome> {
  return ({ named }) => {
    if (named?.kind !== 'block') throw noSuchBlock(blockId);
    if (!isLive(named)) return { result: { kind: 'unchanged', block: blockOf(named) } };
    return {
      result: { kind: 'unblocked', block: blockOf(named) },
      booking: { ...named, status: 'cancelled' },
    };
  };
}

/** `conflict`: there is no block of this id. */
export function noSuchBlock(blockId: string): BookingError {
  return new BookingError('conflict', `there is no block ${blockId}: list the blocks`);
}

export function blockOf(row: BlockRow): Block {
  const { id, locationId, tables, startMs, endMs, guest, createdMs } = row;
  return { id, locationId, tables, startMs, endMs, reason: guest.notes, by: creatorOf(row), createdMs };
}

function blockRow(
  { location, serviceDate, nowMs, by }: BlockContext,
  id: string,
  { tables, startMs, endMs, reason }: SoundBlock,
): BlockRow {
  return {
    id,
    kind: 'block',
    locationId: location.id,
    serviceDate,
    startMs,
    endMs,
    blockedUntilMs: endMs,
    partySize: 0,
    tables,
    status: 'confirmed',
    source: 'operator',
    channel: 'operator',
    partnerBookingRef: null,
    idempotencyKey: null,
    // A reason may name a guest. A row with a name is erased as guests are, and its reason with it.
    guest: { name: reason === null ? '' : 'block', email: null, phone: null, notes: reason, language: null },
    manageTokenHash: null,
    visit: NO_VISIT,
    history: begunBy({ by, atMs: nowMs }, 'operator'),
    formerGuests: [],
    createdMs: nowMs,
    lastEventSeconds: {},
  };
}
