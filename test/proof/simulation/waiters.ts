import { Actor } from './actor.ts';
import { offerFor } from './gifts.ts';
import type { PartnerCaller, WaitingInput } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { acme, anyEmail, anySize, anyStart, hotel } from './choices.ts';
import { assertAnsweredTruly } from './holders.ts';
import { QUARTER_MS, utcDateOf } from './instants.ts';
import { bookingIdOf } from './row-ids.ts';
import { clockTime } from './story.ts';

/** Guests who wait for a table (D36): they join, accept offers or let them expire, and leave. */
export class Waiters extends Actor {
  readonly counts = { waiting: 0, accepted: 0, acceptedTooLate: 0, leftTheLine: 0 };
  /** The entry under each key, as it was acknowledged. */
  readonly #idOfKey = new Map<string, string>();
  #requests = 0;
  readonly #entries: { readonly id: string; readonly by: PartnerCaller | 'operator' }[] = [];

  async act(): Promise<void> {
    const { dice } = this.world;
    const chosen = dice.roll(20);
    const one = this.#entries.length > 0 ? dice.pick(this.#entries.slice(-15)) : undefined;
    if (chosen < 9 || !one) return this.#join();
    if (chosen < 15) return this.#accept(dice.once(2) ? one.id : (this.#anyOffered() ?? one.id));
    if (chosen < 17) return this.#leave(one);
    return this.#read(one);
  }

  async #join(): Promise<void> {
    const { dice } = this.world;
    const by = dice.pick([acme, acme, hotel, 'operator' as const]);
    const fromMs = anyStart(this.world);
    const isOld = this.#requests > 0 && dice.once(8);
    const number = isOld ? dice.roll(this.#requests) : this.#requests++;
    const input: WaitingInput = {
      idempotencyKey: dice.once(3) ? null : `w${number}`,
      date: utcDateOf(fromMs),
      fromMs,
      toMs: fromMs + dice.roll(8) * QUARTER_MS,
      partySize: anySize(this.world),
      mode: dice.pick(['offer', 'book']),
      guest: { name: 'Iris Dahl', email: anyEmail(this.world) },
    };
    const who = by === 'operator' ? 'the house' : by.partner;
    const what = `wait: ${who}, from ${clockTime(fromMs)} to ${clockTime(input.toMs)} for ${input.partySize}, to ${input.mode}`;
    const entries = await this.attempts.maybeTwice(
      what,
      (engine) =>
        by === 'operator'
          ? engine.operator.at(fixtures.LOCATION_ID).waitlist.add(input)
          : engine.partner(by).joinWaitlist(fixtures.LOCATION_ID, input),
      { answers: ['invalid_request'] }, // the time has passed
    );
    for (const { id } of entries) {
      if (!this.records.annals.latest(id)) this.world.accuse(`${id} was acknowledged and not saved`);
      this.counts.waiting += 1;
      if (input.idempotencyKey) this.#noteKey(`${who} ${input.idempotencyKey}`, id);
      this.#entries.push({ id, by });
    }
  }

  #noteKey(key: string, id: string): void {
    const known = this.#idOfKey.get(key);
    this.world.checks.look('one idempotency key makes one waitlist entry');
    if (known !== undefined && known !== id) this.world.accuse(`two entries under one key: ${known}, ${id}`);
    this.#idOfKey.set(key, id);
  }

  /** An entry with a live offer. */
  #anyOffered(): string | undefined {
    const { annals } = this.records;
    const offered = [...annals.rowsOf(fixtures.LOCATION_ID).values()].filter(
      ({ kind, status }) => kind === 'hold' && status === 'confirmed',
    );
    const wanted = offered.map(offerFor).filter((id) => id !== null);
    return wanted.length === 0 ? undefined : this.world.dice.pick(wanted);
  }

  async #accept(waitingId: string): Promise<void> {
    const token = this.servers.mailServer.waitingTokens.get(waitingId);
    if (token === undefined) return;
    const sinceMs = this.world.nowMs();
    const outcomes = await this.attempts.maybeTwice(`accept: ${waitingId}`, (engine) =>
      engine.guest(token).acceptOffer(),
    );
    const { holdId } = this.records.annals.entry(waitingId);
    for (const outcome of outcomes) {
      if (holdId !== null) assertAnsweredTruly(this.world, this.records, { holdId, outcome, sinceMs });
      if (outcome.kind === 'refused') this.counts.acceptedTooLate += 1;
      else {
        this.counts.accepted += 1;
        if (outcome.booking.id !== bookingIdOf(holdId ?? waitingId))
          this.world.accuse(`${waitingId} became ${outcome.booking.id}`);
      }
    }
  }

  async #leave({ id, by }: { readonly id: string; readonly by: PartnerCaller | 'operator' }): Promise<void> {
    const token = this.servers.mailServer.waitingTokens.get(id);
    const isByLink = token !== undefined && this.world.dice.once(2);
    this.records.pending.holds.leaving.add(id);
    const answers = await this.attempts.maybeTwice(`leave the line: ${id}`, (engine) => {
      if (isByLink) return engine.guest(token).leaveWaitlist();
      return by === 'operator' ? engine.operator.waitlist.leave(id) : engine.partner(by).leaveWaitlist(id);
    });
    for (const { state, bookingId } of answers) {
      this.counts.leftTheLine += 1;
      if (state !== 'left' && state !== 'booked') this.world.accuse(`${id} has left and is ${state}`);
      if (bookingId !== null && !this.records.annals.latest(bookingId))
        this.world.accuse(`${id} became ${bookingId}, which does not exist`);
    }
  }

  async #read({ id, by }: { readonly id: string; readonly by: PartnerCaller | 'operator' }): Promise<void> {
    await this.attempts.withRetry(`read entry: ${id}`, (engine) =>
      by === 'operator' ? engine.operator.waitlist.read(id) : engine.partner(by).readWaiting(id),
    );
  }
}
