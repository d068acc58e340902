/**
 * Blocks of tables (D39), decided like bookings by a rule on a locked snapshot. A block is stored as a row of the diary, pinned and without a
 * party, so that every search for free tables sees it. `app/read-booking.ts` omits blocks from bookings, and `table-assignment.ts` from the count
 * of parties.
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

/** A checked block: its edges are whole minutes, and it begins now or later. */
export interface SoundBlock extends Interval {
  readonly tables: readonly string[];
  readonly reason: string | null;
  readonly force: boolean;
  readonly releaseHolds: boolean;
}

/**
 * The checked block, without its past part.
 *
 * @throws BookingError `invalid_request` for one that is over, is longer than 31 days, has unknown or no tables, or is otherwise malformed
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
  /** The range that was read; by default that of the days. */
  readonly read?: Interval;
  /** The service date of its start. */
  readonly serviceDate: LocalDate;
  readonly nowMs: number;
  readonly by: Author;
}

/** Re-seats the bookings there. If that fails, it is rejected, or with `force` they lose their table, unless seated (D41). No messages are sent. */
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

/** The end of the obstacles, if the rest of the block is then possible without an unseated booking; null otherwise. */
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

/** Releases blocked tables. Bookings that lost a table to the block stay unseated: the operator assigns tables. Idempotent. */
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

/** `conflict` for an unknown block. */
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
    // A reason can name a guest. A row with a name is erased like guests are, with its reason.
    guest: { name: reason === null ? '' : 'block', email: null, phone: null, notes: reason, language: null },
    manageTokenHash: null,
    visit: NO_VISIT,
    history: begunBy({ by, atMs: nowMs }, 'operator'),
    formerGuests: [],
    createdMs: nowMs,
    lastEventSeconds: {},
  };
}
