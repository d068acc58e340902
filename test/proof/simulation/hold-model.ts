/** The expected state of every hold (D35), next to the storage's. */
import type { Booking } from '@bord/engine';
import type { DiaryRow, HoldRow } from '@bord/engine/storage';
import type { Rows } from './annals.ts';
import { HOLDS_MAX, keyHolds, offerFor } from './gifts.ts';
import type { Step } from './pending-model.ts';
import { bookingIdOf, isMoveHold, lapsesMsOf } from './row-ids.ts';
import { SKEW_MS, type World } from './world.ts';

export class HoldModel {
  readonly counts = { evicted: 0, confirmed: 0, confirmedLate: 0, released: 0 };
  /** Holds and waiting entries that somebody wants to give up, and addresses of guests who want to be forgotten. */
  readonly leaving = new Set<string>();
  /** How often the guest of each booking has begun to move it. */
  readonly moving = new Map<string, number>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  movesOf(bookingId: string): number {
    return this.moving.get(bookingId) ?? 0;
  }

  committed(step: Step): void {
    for (const row of step.changed) {
      const was = step.before.get(row.id);
      if (row.kind === 'hold') this.#changed(was?.kind === 'hold' ? was : undefined, row, step);
      if (row.kind === 'booking' && !was && row.idempotencyKey === null) this.#assertBorn(row, step);
    }
  }

  #changed(was: HoldRow | undefined, row: HoldRow, step: Step): void {
    const { id, status, tables } = row;
    const isOver = lapsesMsOf(id) <= step.decidedMs;
    this.#world.checks.look('a hold keeps its table until it expires');
    if (!was) return this.#assertFew(row, step);
    if (was.startMs !== row.startMs || was.partySize !== row.partySize || was.endMs !== row.endMs)
      this.#world.accuse(`${id} holds another time or party`);
    if (was.status !== 'confirmed' && status !== was.status && !isSwept(was))
      this.#world.accuse(`${id} is ${status} after ${was.status}`);
    if (status === 'completed' && was.status !== 'completed') {
      if (!step.after.has(bookingIdOf(id))) this.#world.accuse(`${id} is confirmed without a booking`);
    } else if (status === 'cancelled' && was.status !== 'cancelled') {
      this.counts.released += 1;
      if (!isOver && !isMoveHold(row) && !this.#isWanted(row, step.after))
        this.#world.accuse(`${id} was released without a request`);
    } else if (was.tables.length > 0 && tables.length === 0) {
      this.counts.evicted += 1;
      if (!isOver && !this.#isForMove(row, step)) this.#world.accuse(`${id} has lost its tables early`);
    } else if (was.tables.length === 0 && tables.length > 0) this.#world.accuse(`${id} has tables again`);
  }

  /** A hold for a move ends with that move, with another choice, and when the booking itself moves. */
  #isForMove({ id, move }: HoldRow, { changed, before }: Step): boolean {
    if (!move) return false;
    if (this.movesOf(move.bookingId) > 1) return true; // another choice, which may have begun before and come late
    return changed.some(
      (row) =>
        row.id === move.bookingId ||
        (row.id !== id &&
          !before.has(row.id) &&
          row.kind === 'hold' &&
          row.move?.bookingId === move.bookingId),
    );
  }

  #isWanted(hold: HoldRow, rows: Rows): boolean {
    const entry = rows.get(offerFor(hold) ?? '');
    return [hold.id, entry?.id, entry?.guest.email].some((one) => this.leaving.has(one ?? ''));
  }

  /** Whatever is booked without a key was held, or waited, until this very step. */
  #assertBorn(booking: Booking, { before, after, decidedMs }: Step): void {
    const holdId = booking.id.replace(/^bk/, 'hd');
    const [was, hold] = [before.get(holdId), after.get(holdId)];
    if (!hold) {
      const entry = after.get(booking.id.replace(/^bk/, 'wt'));
      if (!entry) this.#world.accuse(`${booking.id} was made without a request`);
      return;
    }
    const wasOpen = was && (was.status === 'confirmed' || isSwept(was)) && was.tables.length > 0;
    if (!wasOpen || hold.status !== 'completed')
      this.#world.accuse(`${booking.id} was made of a hold that was not active`);
    const isSame =
      booking.startMs === hold.startMs &&
      booking.partySize === hold.partySize &&
      booking.channel === hold.channel;
    if (!isSame) this.#world.accuse(`${booking.id} differs from its hold ${holdId}`);
    this.counts[lapsesMsOf(holdId) <= decidedMs ? 'confirmedLate' : 'confirmed'] += 1;
  }

  #assertFew({ id, keyId }: HoldRow, { after }: Step): void {
    if (keyId === null) return;
    const live = keyHolds(keyId, after.values(), this.#world.nowMs() + 2 * SKEW_MS);
    if (live.length > HOLDS_MAX) this.#world.accuse(`${id} is hold ${live.length} of ${keyId}`);
  }
}

/** The background has taken it from the diary long after it expired: it can still be confirmed. */
function isSwept(row: DiaryRow): boolean {
  return row.kind === 'hold' && row.status === 'cancelled' && row.yielded;
}
