import { BookingError, type Engine, isLive, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { Actor } from './actor.ts';
import { clockTime } from './story.ts';

const HALF_HOUR_MS = 30 * 60_000;

/** Manages the tables of the day: blocks and unblocks, and seats parties without a table (D39). */
export class TablesHost extends Actor {
  readonly counts = { blocked: 0, unblocked: 0, unseated: 0, assigned: 0 };

  async act(): Promise<void> {
    const { dice } = this.world;
    return dice.pick([() => this.#block(), () => this.#unblock(), () => this.#assign()])();
  }

  /** Exactly the parties without a table are listed. */
  async assertListed(sound: Storage, engine: Engine): Promise<void> {
    const nowMs = this.world.nowMs();
    const rows = await sound.bookings.list(fixtures.LOCATION_ID);
    const waiting = rows.filter(
      (row) => row.kind === 'booking' && isLive(row) && row.tables.length === 0 && row.blockedUntilMs > nowMs,
    );
    const listed = await engine.operator.at(fixtures.LOCATION_ID).bookings.unseated();
    const idsOf = (bookings: readonly { readonly id: string }[]): string =>
      bookings
        .map(({ id }) => id)
        .toSorted()
        .join();
    if (idsOf(waiting) !== idsOf(listed))
      this.world.accuse(`${idsOf(waiting)} wait, ${idsOf(listed)} are listed`);
  }

  async #block(): Promise<void> {
    const { dice, nowMs } = this.world;
    const startMs = nowMs() - (nowMs() % HALF_HOUR_MS) + dice.roll(96) * HALF_HOUR_MS;
    const endMs = startMs + (2 + dice.roll(dice.once(8) ? 100 : 10)) * HALF_HOUR_MS;
    const request = { tables: dice.pick([['A'], ['B'], ['C', 'A']]), startMs, endMs, force: dice.once(2) };
    const times = `${clockTime(startMs)} to ${clockTime(endMs)}`;
    const what = `block: ${request.tables.join(' and ')}, ${times}${request.force ? ', by force' : ''}`;
    const outcome = await this.attempts.withRetry(what, (engine) =>
      engine.operator.at(fixtures.LOCATION_ID).tables.block(request).catch(nullIfOver),
    );
    if (outcome?.kind !== 'blocked') return;
    this.counts.blocked += 1;
    this.counts.unseated += outcome.unseated.length;
    if (this.records.annals.latest(outcome.block.id)?.kind !== 'block')
      this.world.accuse(`block ${outcome.block.id} was acknowledged and does not exist`);
  }

  async #unblock(): Promise<void> {
    const standing = this.records.annals.latestOfAll.filter((row) => row.kind === 'block' && isLive(row));
    if (standing.length === 0) return;
    const { id } = this.world.dice.pick(standing);
    const outcome = await this.attempts.withRetry(`unblock: ${id}`, (engine) =>
      engine.operator.tables.unblock(id),
    );
    if (outcome?.kind === 'unblocked') this.counts.unblocked += 1;
  }

  async #assign(): Promise<void> {
    const { annals } = this.records;
    const waiting = annals.latestOfAll.filter(
      (row) => row.kind === 'booking' && isLive(row) && row.tables.length === 0,
    );
    if (waiting.length === 0) return;
    const { id } = this.world.dice.pick(waiting);
    const outcome = await this.attempts.withRetry(`assign: ${id}`, (engine) =>
      engine.operator.bookings.assign(id),
    );
    if (!outcome || outcome.kind === 'refused') return;
    annals.assertCommitted(outcome.booking);
    if (outcome.kind === 'changed') this.counts.assigned += 1;
  }
}

/** The time to block had passed when the request was repeated. */
function nullIfOver(error: unknown): null {
  if (BookingError.is(error) && error.code === 'invalid_request') return null;
  throw error;
}
