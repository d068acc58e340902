import { Actor } from './actor.ts';
import { FLOOR_PLAN } from './restaurant.ts';
import type { BookOutcome, Engine, PartnerCaller } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { acme, anyEmail, anySize, anyStart, hotel } from './choices.ts';
import { DAY_MS, QUARTER_MS } from './instants.ts';
import type { Records } from './records.ts';
import { lapsesMsOf } from './row-ids.ts';
import { clockTime } from './story.ts';
import { SKEW_MS, type World } from './world.ts';

/** A hold that was acknowledged. */
interface Held {
  readonly id: string;
  readonly by: PartnerCaller;
  /** The booking that was made of it, as it was acknowledged. */
  bookingId: string | null;
}

/** More than a key may have at a time. */
const MANY = 14;

/** Partners who hold tables for guests that have not decided yet (D35), confirm in time, late and twice, and give up. */
export class Holders extends Actor {
  readonly counts = { held: 0, heldAgain: 0, notHeld: 0, confirmedTwice: 0, cameTooLate: 0, tooMany: 0 };
  readonly #held = new Map<string, Held>();
  /** The hold under each key, as it was acknowledged. */
  readonly #idOfKey = new Map<string, string>();
  #requests = 0;

  async act(): Promise<void> {
    const { dice } = this.world;
    const chosen = dice.roll(20);
    const one = this.#held.size > 0 ? dice.pick([...this.#held.values()].slice(-12)) : undefined;
    if (chosen < 9 || !one) return void (await this.#hold(dice.pick([acme, hotel]), anyStart(this.world)));
    if (chosen < 16) return this.#confirm(one);
    if (chosen < 19) return this.#release(one);
    return this.#holdMany();
  }

  async #hold(by: PartnerCaller, startMs: number): Promise<boolean> {
    const { dice } = this.world;
    const isOld = this.#requests > 0 && dice.once(8);
    const idempotencyKey = dice.once(6) ? null : `h${isOld ? dice.roll(this.#requests) : this.#requests++}`;
    const request = {
      startMs,
      partySize: anySize(this.world),
      seconds: 60 + (dice.once(2) ? 0 : dice.roll(841)),
      idempotencyKey,
    };
    const what = `hold: ${by.partner}, ${clockTime(startMs)} for ${request.partySize}, key ${idempotencyKey}`;
    const outcomes = await this.attempts.maybeTwice(what, (engine) =>
      engine.partner(by).createHold(fixtures.LOCATION_ID, request),
    );
    for (const outcome of outcomes) {
      if (outcome.kind === 'refused') this.counts.notHeld += 1;
      else {
        const { id, expiresMs } = outcome.hold;
        this.counts[outcome.kind === 'held' ? 'held' : 'heldAgain'] += 1;
        if (expiresMs !== lapsesMsOf(id) || !this.records.annals.latest(id))
          this.world.accuse(`hold ${id} was acknowledged and not saved`);
        this.#noteKey(`${by.partner} ${idempotencyKey ?? id}`, id);
        if (!this.#held.has(id)) this.#held.set(id, { id, by, bookingId: null });
      }
    }
    return outcomes.length > 0;
  }

  #noteKey(key: string, id: string): void {
    const known = this.#idOfKey.get(key);
    if (known !== undefined && known !== id) this.world.accuse(`two holds under one key: ${known}, ${id}`);
    this.#idOfKey.set(key, id);
  }

  /** More concurrent holds than one key may have. */
  async #holdMany(): Promise<void> {
    const { dice } = this.world;
    const by = { ...acme, keyId: 'many' };
    const firstMs = anyStart(this.world) + (3 + dice.roll(3)) * DAY_MS; // unused by the other actors
    const placed = await Promise.all(
      Array.from({ length: MANY }, (_, i) =>
        this.#hold(by, firstMs + (i % 2) * QUARTER_MS + Math.floor(i / 2) * DAY_MS),
      ),
    );
    this.counts.tooMany += placed.filter((isAnswered) => !isAnswered).length;
  }

  async #confirm(held: Held): Promise<void> {
    const sinceMs = this.world.nowMs();
    // Of two concurrent confirmations one may be rejected on a closed date before the other one succeeds after the opening.
    const isConfirmed = held.bookingId !== null;
    const guest = { name: 'Maja Ek', email: anyEmail(this.world) };
    const outcomes = await this.attempts.maybeTwice(
      `confirm: ${held.by.partner}, ${held.id}`,
      (engine: Engine) => engine.partner(held.by).confirmHold(held.id, { guest }),
    );
    for (const outcome of outcomes) {
      if (isConfirmed && outcome.kind === 'refused')
        this.world.accuse(`${held.id} was confirmed and is no longer`);
      this.#confirmed(held, outcome, sinceMs);
    }
    if (outcomes.length === 2 && outcomes[0]!.kind !== 'refused') this.counts.confirmedTwice += 1;
  }

  #confirmed(held: Held, outcome: BookOutcome, sinceMs: number): void {
    assertAnsweredTruly(this.world, this.records, { holdId: held.id, outcome, sinceMs });
    if (outcome.kind === 'refused') return void (this.counts.cameTooLate += 1);
    held.bookingId ??= outcome.booking.id;
    if (held.bookingId !== outcome.booking.id) this.world.accuse(`${held.id} became two bookings`);
  }

  async #release({ id, by }: Held): Promise<void> {
    this.records.pending.holds.leaving.add(id);
    const isByOperator = this.world.dice.once(4);
    await this.attempts.maybeTwice(`release: ${isByOperator ? 'the house' : by.partner}, ${id}`, (engine) =>
      isByOperator ? engine.operator.holds.release(id) : engine.partner(by).releaseHold(id),
    );
  }
}

/** How a confirmation ended. */
interface Confirmed {
  readonly holdId: string;
  readonly outcome: BookOutcome;
  /** When it was asked for. */
  readonly sinceMs: number;
}

/** A confirmation succeeds, unless at some instant since the request the time had passed, or the tables were taken or released (D35). */
export function assertAnsweredTruly(
  world: World,
  { annals, plans }: Records,
  { holdId, outcome, sinceMs }: Confirmed,
): void {
  world.checks.look('a confirmed hold becomes a booking, unless the table was booked first');
  if (outcome.kind !== 'refused') return annals.assertCommitted(outcome.booking);
  const wasExpired = lapsesMsOf(holdId) <= world.nowMs() + SKEW_MS;
  // The plan has closed the date since: only a live hold is a promise (D46).
  if (outcome.reason === 'closed' && wasExpired && plans.counts.planned > 0) return;
  const isTime = outcome.reason === 'too_soon' && annals.latest(holdId)!.startMs <= world.nowMs() + SKEW_MS;
  const wasGone = annals.wasSince(
    holdId,
    sinceMs,
    ({ status, tables }) => status !== 'confirmed' || tables.length === 0,
  );
  // An expired hold keeps no table in the plan, and there may be no other one.
  const wasLent =
    wasExpired &&
    annals.latest(holdId)!.tables.some((id) => !FLOOR_PLAN.tables.some((table) => table.id === id));
  if (!isTime && !(outcome.reason === 'tables' && (wasGone || wasLent)))
    world.accuse(`${holdId} could not be confirmed: ${outcome.reason}`);
}
