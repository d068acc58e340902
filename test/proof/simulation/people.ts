/** The callers of the restaurant. Each one repeats until the outcome is known. */
import { isBooking } from '@bord/engine/storage';
import type { Booking, BookOutcome, ChangeOutcome, Engine, GuestEdit, PartnerCaller } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { Actor } from './actor.ts';
import { acme, anyDate, anyEmail, anyMove, anySize, anyStart, DEMO_ID, GUESTS, hotel } from './choices.ts';
import { QUARTER_MS } from './instants.ts';
import { clockTime } from './story.ts';
import { type Labelled, visitSteps } from './visit-steps.ts';

/** The party of a booking. */
interface Wanting {
  readonly who: string;
  /** The prefix of its idempotency keys. */
  readonly prefix: string;
  readonly email: string | null;
}

/** The goal in words: a time, a size, or both. */
function goalInWords({ startMs, partySize }: { startMs?: number; partySize?: number }): string {
  const time = startMs === undefined ? [] : [clockTime(startMs)];
  return [...time, ...(partySize === undefined ? [] : [`for ${partySize}`])].join(' ');
}

/** Partners, guests, the operator and a developer, who call any running process. */
export class People extends Actor {
  readonly counts = {
    booked: 0,
    replayed: 0,
    refused: 0,
    moved: 0,
    changed: 0,
    cancelled: 0,
    seated: 0,
    left: 0,
    extended: 0,
    erased: 0,
    keys: 0,
  };
  readonly #sandboxKeys: string[] = [];
  #requests = 0;

  /** Somebody does something. */
  async act(): Promise<void> {
    const { dice } = this.world;
    const chosen = dice.roll(100);
    const booking = this.#anyBooking();
    if (chosen < 48 || !booking) return this.#book();
    if (chosen < 56) return this.#read();
    if (chosen < 74) return this.#change(booking);
    if (chosen < 82) return this.#visit();
    if (chosen < 92) return this.#changeAsGuest(booking);
    if (chosen < 94) return this.#erase();
    return this.#develop();
  }

  #anyBooking(): Booking | undefined {
    const { annals } = this.records;
    return annals.bookingIds.length === 0
      ? undefined
      : annals.booking(this.world.dice.pick(annals.bookingIds));
  }

  async #book(): Promise<void> {
    const { dice } = this.world;
    const caller = dice.pick<PartnerCaller | 'operator'>([acme, acme, acme, hotel, 'operator']);
    // Only staff can book guests without an e-mail address.
    const email = caller === 'operator' && dice.once(4) ? null : anyEmail(this.world);
    const who = caller === 'operator' ? 'the house' : caller.partner;
    await this.#bookAt({ who, prefix: 'k', email }, (engine, request) =>
      caller === 'operator'
        ? engine.operator.at(fixtures.LOCATION_ID).bookings.create(request)
        : engine.partner(caller).createBooking(fixtures.LOCATION_ID, request),
    );
  }

  /** Books, sometimes twice concurrently, and sometimes with a used key. */
  async #bookAt(
    { who, prefix, email }: Wanting,
    book: (engine: Engine, request: ReturnType<typeof fixtures.aRequest>) => Promise<BookOutcome>,
  ): Promise<void> {
    const { dice } = this.world;
    const isOld = this.#requests > 0 && dice.once(8);
    const idempotencyKey = `${prefix}${isOld ? dice.roll(this.#requests) : this.#requests++}`;
    const guest = { name: 'Alva Lind', email, phone: null, notes: null, language: null };
    const request = fixtures.aRequest(anyStart(this.world), {
      partySize: anySize(this.world),
      idempotencyKey,
      guest,
    });
    const what = `book: ${who}, ${goalInWords(request)}, key ${idempotencyKey}`;
    const outcomes = await this.attempts.maybeTwice(what, (engine) => book(engine, request));
    for (const outcome of outcomes) this.#came(outcome);
  }

  #came(outcome: BookOutcome): void {
    this.counts[outcome.kind] += 1;
    if (outcome.kind !== 'refused') this.acknowledged.add(outcome.booking);
  }

  async #read(): Promise<void> {
    const request = { date: anyDate(this.world), partySize: anySize(this.world) };
    await this.attempts.withRetry(`availability: ${request.date} for ${request.partySize}`, (engine) =>
      engine.partner(acme).readAvailability(fixtures.LOCATION_ID, request),
    );
  }

  async #change({ id, channel }: Booking): Promise<void> {
    const { dice } = this.world;
    const owner = channel === 'partner:acme' ? acme : channel === 'partner:hotel' ? hotel : 'operator';
    const to = anyMove(this.world);
    const wanted = this.#anyEdit();
    if (dice.once(5)) {
      const move = (engine: Engine): Promise<ChangeOutcome> =>
        owner === 'operator'
          ? engine.operator.bookings.move(id, to)
          : engine.partner(owner).moveBooking(id, to);
      const who = owner === 'operator' ? 'the house' : owner.partner;
      return this.#moved(`move: ${who}, ${id} to ${goalInWords(to)}`, to, move);
    }
    const isPinned = dice.once(2);
    const changes: Labelled[] = [
      [
        owner === 'operator' ? 'cancel: the house' : `cancel: ${owner.partner}`,
        (engine) =>
          owner === 'operator'
            ? engine.operator.bookings.cancel(id)
            : engine.partner(owner).cancelBooking(id),
      ],
      ['cancel: the house', ({ operator }) => operator.bookings.cancel(id)],
      [`move: the house, to ${goalInWords(to)}`, ({ operator }) => operator.bookings.move(id, to)],
      ['complete: the house', ({ operator }) => operator.bookings.complete(id)],
      ['no-show: the house', ({ operator }) => operator.bookings.markNoShow(id)],
      ['undo: the house', ({ operator }) => operator.bookings.undo(id)],
      ['undo: the house', ({ operator }) => operator.bookings.undo(id)],
      [
        isPinned ? 'pin: the house' : 'unpin: the house',
        ({ operator }) => operator.bookings.pin(id, isPinned),
      ],
      [`edit: ${Object.keys(wanted).join(' and ')}`, ({ operator }) => operator.bookings.edit(id, wanted)],
    ];
    const [label, change] = dice.pick(changes);
    await this.#hearOf(`${label}, ${id}`, change);
  }

  /** Staff record a visit; mostly of a party of this hour. */
  async #visit(): Promise<void> {
    const { dice, nowMs } = this.world;
    const near = this.records.annals.latestOfAll
      .filter(isBooking)
      .filter(
        ({ startMs, status }) => status !== 'cancelled' && Math.abs(startMs - nowMs()) < 12 * QUARTER_MS,
      );
    if (near.length === 0) return this.#read();
    const party = dice.pick(near);
    const [label, step] = dice.pick(visitSteps(dice, party));
    await this.#hearOf(`${label}: ${party.id}`, step);
  }

  async #changeAsGuest({ id }: Booking): Promise<void> {
    const { dice } = this.world;
    const token = this.servers.mailServer.manageTokens.get(id);
    if (token === undefined) return;
    const to = anyMove(this.world);
    if (dice.once(8)) {
      const date = fixtures.FRIDAY;
      await this.attempts.withRetry(`guest's times: ${id}`, (engine) =>
        engine.guest(token).times({ date, partySize: 2 }),
      );
    } else if (dice.once(3))
      await this.#hearOf(`cancel: its guest, ${id}`, (engine) => engine.guest(token).cancel());
    else if (dice.roll(3) === 0) {
      const notes = `note ${dice.roll(9)}`;
      await this.#hearOf(`edit: its guest, ${id}`, (engine) => engine.guest(token).edit({ notes }));
    } else {
      const what = `move: its guest, ${id} to ${goalInWords(to)}`;
      await this.#moved(what, to, (engine) => engine.guest(token).move(to));
    }
  }

  #anyEdit(): GuestEdit {
    const { dice } = this.world;
    const phone = `070-${dice.roll(9)}`;
    return dice.pick([
      { phone },
      { notes: phone },
      { name: `Alva ${phone}` },
      { email: anyEmail(this.world), phone },
    ]);
  }

  async #moved(
    what: string,
    to: { startMs?: number; partySize?: number },
    move: (engine: Engine) => Promise<ChangeOutcome>,
  ): Promise<void> {
    for (const outcome of await this.attempts.maybeTwice(what, move)) {
      if (outcome.kind === 'refused') continue;
      this.records.annals.assertMoved(outcome.booking, to, outcome.kind === 'changed');
      if (outcome.kind === 'changed') this.counts.moved += 1;
    }
  }

  async #hearOf(what: string, ask: (engine: Engine) => Promise<ChangeOutcome>): Promise<void> {
    const outcome = await this.attempts.withRetry(what, ask);
    if (!outcome || outcome.kind === 'refused') return;
    this.records.annals.assertCommitted(outcome.booking);
    if (outcome.kind !== 'changed') return;
    const { status, history } = outcome.booking;
    const kind = history.at(-1)?.kind;
    if (kind === 'seated' || kind === 'left' || kind === 'extended') this.counts[kind] += 1;
    else this.counts[status === 'cancelled' ? 'cancelled' : 'changed'] += 1;
  }

  /** A guest wants to be forgotten. */
  async #erase(): Promise<void> {
    const email = `guest${1 + this.world.dice.roll(GUESTS - 1)}@example.com`;
    this.records.pending.holds.leaving.add(email);
    const erased = await this.attempts.withRetry(`erase: ${email}`, (engine) =>
      engine.operator.guests.erase(email),
    );
    if (!erased) return;
    this.counts.erased += erased.bookings;
  }

  /** A developer signs up, takes the key from the link in the e-mail, and books with it. */
  async #develop(): Promise<void> {
    const { dice } = this.world;
    const { signUpTokens } = this.servers.mailServer;
    const token = signUpTokens.shift();
    if (token !== undefined) {
      const made = await this.attempts.withRetry('take key', (engine) =>
        engine.sandbox.takeKey({ locationId: DEMO_ID, token }),
      );
      if (made) this.counts.keys = this.#sandboxKeys.push(made.key);
    } else if (this.#sandboxKeys.length === 0 || dice.once(6)) {
      const email = `Dev${dice.roll(2)}@example.com`;
      await this.attempts.withRetry('sign up', (engine) =>
        engine.sandbox.signUp({ email, system: 'app', clientAddress: 'somewhere' }),
      );
    } else {
      const key = dice.pick(this.#sandboxKeys);
      const wanting = {
        locationId: DEMO_ID,
        who: 'a sandbox key',
        prefix: 'd',
        email: anyEmail(this.world),
      };
      await this.#bookAt(wanting, async (engine, request) =>
        engine.partner(await engine.authenticate(key)).createBooking(DEMO_ID, request),
      );
    }
  }
}
