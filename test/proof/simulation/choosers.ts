/** Guests who choose another time for their booking, which is held while they read (D12, D35), and then move, cancel the hold, or do nothing. */
import type { Booking } from '@bord/engine';
import { Actor } from './actor.ts';
import { anyMove } from './choices.ts';
import { lapsesMsOf } from './row-ids.ts';
import { clockTime } from './story.ts';
import { SKEW_MS } from './world.ts';

/** The held time of a booking, as its guest saw it. */
interface Shown {
  readonly startMs: number;
  readonly partySize: number;
  readonly expiresMs: number;
}

/** A guest opens the booking by its link. */
interface Reader {
  readonly booking: Booking;
  readonly token: string;
}

export class Choosers extends Actor {
  readonly counts = { heldToMove: 0, movedAsHeld: 0, heldNoMore: 0 };

  async act(): Promise<void> {
    const { dice } = this.world;
    const { annals, pending } = this.records;
    const token = (id: string): string | undefined => this.servers.mailServer.manageTokens.get(id);
    const known = annals.bookingIds.filter((id) => token(id) && annals.latest(id)!.status === 'confirmed');
    if (known.length === 0) return;
    const id = dice.pick(known.slice(-20));
    pending.holds.moving.set(id, pending.holds.movesOf(id) + 1);
    await this.#choose({ booking: annals.booking(id)!, token: token(id)! });
  }

  async #choose({ booking, token }: Reader): Promise<void> {
    const { dice } = this.world;
    const { id } = booking;
    const to = anyMove(this.world);
    const time = to.startMs === undefined ? '' : ` ${clockTime(to.startMs)}`;
    const size = to.partySize === undefined ? '' : ` for ${to.partySize}`;
    const outcome = await this.attempts.withRetry(`hold to move: ${id} to${time}${size}`, (engine) =>
      engine.guest(token).holdMove(to),
    );
    if (outcome?.kind !== 'held') return;
    this.counts.heldToMove += 1;
    const { held } = outcome;
    this.#assertHeld(id, held);
    const sinceMs = this.world.nowMs();
    await this.world.wait(dice.roll(40));
    const chosen = dice.roll(6);
    if (chosen === 0) return;
    if (chosen === 1)
      return void (await this.attempts.withRetry(`do not move: ${id}`, (engine) =>
        engine.guest(token).releaseMove(),
      ));
    await this.#move({ booking, token }, held, () => {
      // Another choice may have begun before, and come late.
      const isAlone = this.records.pending.holds.movesOf(id) === 1;
      return isAlone && this.#isAsItWas(id, sinceMs) && held.expiresMs > this.world.nowMs() + SKEW_MS;
    });
  }

  async #move({ booking: { id }, token }: Reader, held: Shown, isStillHeld: () => boolean): Promise<void> {
    const { startMs, partySize } = held;
    const outcome = await this.attempts.withRetry(
      `move as held: ${id} to ${clockTime(startMs)} for ${partySize}`,
      (engine) => engine.guest(token).move({ startMs, partySize }),
    );
    if (!outcome) return;
    this.world.checks.look('a move to its hold succeeds');
    if (outcome.kind !== 'refused') {
      this.records.annals.assertMoved(outcome.booking, { startMs, partySize }, outcome.kind === 'changed');
      this.counts.movedAsHeld += 1;
      return;
    }
    this.counts.heldNoMore += 1;
    // Whatever the plan has become since (D46).
    if (outcome.reason !== 'too_soon' && isStillHeld())
      this.world.accuse(`${id} could not be moved to its hold: ${outcome.reason}`);
  }

  /** The booking has not been changed since. */
  #isAsItWas(id: string, sinceMs: number): boolean {
    const { annals } = this.records;
    const now = annals.latest(id)!;
    return !annals.wasSince(id, sinceMs, (booking) => booking !== now);
  }

  #assertHeld(bookingId: string, { startMs, partySize, expiresMs }: Shown): void {
    const isSo = this.records.annals.latestOfAll.some((row) => {
      const move = row.kind === 'hold' ? row.move : null;
      const isSame = move?.startMs === startMs && move.partySize === partySize;
      return isSame && move.bookingId === bookingId && lapsesMsOf(row.id) === expiresMs;
    });
    if (!isSo)
      this.world.accuse(`${clockTime(startMs)} was acknowledged as held for ${bookingId} and is not held`);
  }
}
