import type { HouseCaller } from '../../core/access/policy.ts';
import type { Block } from '../../core/booking/block.ts';
import type { Hold } from '../../core/booking/hold.ts';
import type { MoveRequest, TableChoice } from '../../core/booking/booking-request.ts';
import type { Booking } from '../../core/booking/booking.ts';
import type { Amendment, Snapshot } from '../../core/booking/diary.ts';
import type { Reason } from '../../core/location/reason.ts';
import { assignTables, moveBooking } from '../change-booking.ts';
import type { App } from '../context.ts';
import { blocksAmong, findBooking, holdsAmong } from '../read-booking.ts';
import { amendingBy, rehearsalOf } from './rehearsal.ts';

/** The result that a move or an assignment would have at this moment. */
export type MovePreview =
  | {
      /** The change is possible. */
      readonly kind: 'changed';
      /** The booking as it would be. */
      readonly booking: Booking;
      /** The bookings that would get other tables for it, by start. */
      readonly moves: readonly PreviewedMove[];
    }
  | {
      /** The booking already has the requested time, size and tables. */
      readonly kind: 'unchanged';
      /** The booking in its current state. */
      readonly booking: Booking;
    }
  | {
      /** The change would be rejected. */
      readonly kind: 'refused';
      /** The reason. */
      readonly reason: Reason;
      /** With chosen tables: those that are out of season then (D40). */
      readonly outOfSeason: readonly string[];
      /** The bookings that occupy the tables and cannot move, by start. */
      readonly inTheWay: readonly Booking[];
      /** The holds of these tables that cannot move, by start (D35). */
      readonly holds: readonly Hold[];
      /** The blocks of these tables, by start (D39). */
      readonly blocks: readonly Block[];
    };

/** A booking that would get other tables. */
export interface PreviewedMove {
  /** The booking in its current state. */
  readonly booking: Booking;
  /** Ids of its present tables. */
  readonly before: readonly string[];
  /** Ids of its new tables. */
  readonly tables: readonly string[];
}

/** The result that {@link moveBooking} or {@link assignTables} would have: the same step under its lock, without saving, sending or counting. */
export async function previewMove(
  app: App,
  caller: HouseCaller,
  bookingId: string,
  request: MoveRequest = {},
  choice?: TableChoice,
): Promise<MovePreview> {
  const rehearsed = rehearsalOf(app);
  let last: Taken | undefined;
  const noting = amendingBy(rehearsed, (scope, rule) =>
    rehearsed.storage.bookings.amend(scope, (snapshot) => {
      const amendment = rule(snapshot);
      last = { snapshot, amendment };
      return amendment;
    }),
  );
  const isAssignment = request.startMs === undefined && request.partySize === undefined;
  const outcome = await (isAssignment
    ? assignTables(noting, caller, bookingId, choice)
    : moveBooking(noting, caller, bookingId, request, choice));
  if (outcome.kind === 'unchanged') return outcome;
  if (outcome.kind === 'changed') {
    const { kind, booking } = outcome;
    return { kind, booking, moves: await movesOf(app, last!) };
  }
  const { kind, reason, outOfSeason = [], inTheWay = [], holds = [], blocks = [] } = outcome;
  const shown = last?.snapshot.bookings ?? [];
  return {
    kind,
    reason,
    outOfSeason,
    inTheWay: (await Promise.all(inTheWay.map((id) => findBooking(app, id, null)))).filter(
      (one) => one !== null,
    ),
    holds: await holdsAmong(
      app,
      shown.filter(({ id }) => holds.includes(id)),
    ),
    blocks: await blocksAmong(
      app,
      shown.filter(({ id }) => blocks.includes(id)),
    ),
  };
}

interface Taken {
  readonly snapshot: Snapshot;
  readonly amendment: Amendment<unknown>;
}

async function movesOf(app: App, { snapshot, amendment }: Taken): Promise<readonly PreviewedMove[]> {
  const before = new Map(snapshot.bookings.map(({ id, tables }) => [id, tables]));
  const moves = await Promise.all(
    (amendment.reseatings ?? []).map(async ({ bookingId, tables }) => {
      const booking = await findBooking(app, bookingId, null);
      return booking && { booking, before: before.get(bookingId) ?? booking.tables, tables };
    }),
  );
  return moves.filter((move) => move !== null).toSorted((a, b) => a.booking.startMs - b.booking.startMs);
}
