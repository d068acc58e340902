import { type Mailer, MailRefusedError, type Message } from '@bord/engine';
import { silence } from './faulty-storage.ts';
import type { MailNote, Records } from './records.ts';
import type { Server } from './servers.ts';
import { SKEW_MS, type World } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An address that rejects all e-mails. */
export const NOBODY = 'nobody@example.com';

type Fate =
  | 'taken'
  /** Not taken, and said so. */
  | 'rejected'
  /** Taken, and the answer got lost. */
  | 'taken in silence';

/** A mail server that has its hours, and the letter boxes behind it. */
export class MailServer {
  readonly counts = { mails: 0, reminders: 0, mailsTwice: 0 };
  /** The token of each booking's manage link, from the e-mail to its guest. */
  readonly manageTokens = new Map<string, string>();
  /** The token of each waitlist entry, from the e-mail to its guest. */
  readonly waitingTokens = new Map<string, string>();
  /** The token of the latest sign-in link of each address, until it is used. */
  readonly signInTokens = new Map<string, string>();
  /** Tokens of verification links that came in and have not been opened. */
  readonly signUpTokens: string[] = [];
  readonly #world: World;
  readonly #records: Records;
  readonly #taken = new Set<string>();
  #isDownUntilMs = 0;

  constructor(world: World, records: Records) {
    this.#world = world;
    this.#records = records;
  }

  /** The mailer of a process. */
  mailerOf(server: Server): Mailer {
    return {
      isLocal: false,
      send: (message) => this.#send(server, message),
      erase: async () => 0,
      purge: async () => 0,
      close: async () => undefined,
    };
  }

  hasTaken(id: string): boolean {
    return this.#taken.has(id);
  }

  async #send(server: Server, message: Message): Promise<void> {
    const { turns } = this.#world;
    await turns.wait();
    if (server.isDown) return silence();
    const isNobody = 'to' in message && message.to === NOBODY;
    const fate = this.#fate();
    this.#arrives(server, message, fate !== 'rejected' && !isNobody);
    this.#world.note(`${message.id} ${fate}`);
    await turns.wait();
    if (server.isDown) return silence();
    const outcome = isNobody && fate === 'taken' ? 'refused' : fate === 'taken' ? 'delivered' : 'failed';
    this.#records.acknowledged(server.name, message.id, outcome);
    if (outcome === 'refused') throw new MailRefusedError('no such address');
    if (outcome === 'failed') throw new Error(fate);
  }

  #fate(): Fate {
    const { dice, weather, nowMs } = this.#world;
    if (!weather.isMoody) return 'taken';
    if (dice.once(150)) this.#isDownUntilMs = nowMs() + dice.roll(dice.pick([30, 600]) * MINUTE_MS);
    if (nowMs() < this.#isDownUntilMs) return 'rejected';
    return dice.once(10) ? 'rejected' : dice.once(20) ? 'taken in silence' : 'taken';
  }

  #arrives(server: Server, message: Message, isTaken: boolean): void {
    const letter = this.#records.outbox.letters.get(message.id);
    const held = this.#records.arrivals.letGo(server.name, message.id);
    this.#world.checks.look('an e-mail describes the current booking');
    if (!letter) return this.#world.accuse(`${message.id} was sent without a committed change`);
    if ('bookingId' in message) this.#assertStill(message, held.sinceMs);
    if ('waitingId' in message) this.#assertWaits(message, held.sinceMs);
    if (!isTaken) return;
    this.#records.arrivals.arrived(server.name, message.id, held);
    if (message.kind === 'sign_in') this.signInTokens.set(message.to, message.token);
    if (message.kind === 'sign_up') this.signUpTokens.push(message.token);
    if ('manageToken' in message && message.manageToken !== null)
      this.manageTokens.set(message.bookingId, message.manageToken);
    if ('waitingId' in message && message.token !== null)
      this.waitingTokens.set(message.waitingId, message.token);
    if (this.#taken.has(message.id)) this.counts.mailsTwice += 1;
    else this.counts[message.kind === 'reminder' ? 'reminders' : 'mails'] += 1;
    this.#taken.add(message.id);
  }

  /** A waiting party is notified of a state that was true when the process leased it, or later. */
  #assertWaits(
    { id, kind, waitingId, to, offer }: Extract<Message, { waitingId: string }>,
    sinceMs: number,
  ): void {
    const { annals } = this.#records;
    const entry = annals.entry(waitingId);
    if (!this.#records.isOfUse(entry, kind, sinceMs)) this.#world.accuse(`${id} should not be sent`);
    if (!annals.wasSince(waitingId, sinceMs, ({ guest }) => guest.email === to))
      this.#world.accuse(`${id} is sent to ${to}`);
    if (kind === 'waitlist_offered' && offer?.startMs !== annals.latest(entry.holdId!)!.startMs)
      this.#world.accuse(`${id} offers ${offer?.startMs}`);
  }

  /** A guest is notified of a state that was true when the process leased it, or later. */
  #assertStill(message: Extract<Message, { bookingId: string }>, sinceMs: number): void {
    const { annals, outbox, sandboxPartners } = this.#records;
    const { id, kind, bookingId, startMs, endMs, partySize, to } = message;
    const note = JSON.parse(outbox.letters.get(id)!.delivery.body) as MailNote;
    const expected = { ...note, kind, startMs, endMs, partySize };
    if (JSON.stringify(expected) !== JSON.stringify(note))
      this.#world.accuse(`${id} says ${JSON.stringify(message)}`);
    const { channel } = annals.latest(bookingId)!;
    const reader = sandboxPartners.get(channel.slice('partner:'.length));
    const isRead = annals.wasSince(
      bookingId,
      sinceMs,
      ({ guest }) => guest.email !== null && to === (reader ?? guest.email),
    );
    if (!isRead) this.#world.accuse(`${id} is sent to ${to}`);
    if (kind !== 'reminder') return;
    if (!this.#records.isStillSo(id, sinceMs))
      this.#world.accuse(`${id} is a reminder of an outdated booking`);
    if (sinceMs < startMs - DAY_MS || sinceMs >= startMs + SKEW_MS)
      this.#world.accuse(`${id} is sent at the wrong time`);
  }
}
