/** A Friday at Sjökrogen as a story: actions, times, and the events that each partner must have received. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { lookAt, type Party, partiesOf } from './picture.ts';
import { openStage, type Stage } from './stage.ts';

const DATE = '2027-02-12';
const PARTNERS = ['bordsguiden', 'hotel-nord', 'rosten'] as const;
type Partner = (typeof PARTNERS)[number];

/** A quarter of an hour. */
const STEP_MS = 15 * 60_000;

/** By the clock of the restaurant; from 24:00 on after midnight. */
export function at(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return Date.parse(`${DATE}T00:00:00+01:00`) + (hours! * 60 + minutes!) * 60_000;
}

/** The requests of partners in this order; the restaurant decides which it accepts. */
const requests = Array.from({ length: 150 }, (_, i) => ({
  partner: PARTNERS[i % PARTNERS.length]!,
  partySize: [2, 4, 2, 3, 2, 2, 5, 4, 2, 6][i % 10]!,
  startMs: at('16:00') + ((i * 7) % 25) * STEP_MS,
  name: `Gast ${i + 1}`,
}));

export class Friday {
  readonly stage: Stage;
  location = '';
  #nowMs: number;
  readonly #keys = new Map<Partner, string>();
  readonly #partnerOf = new Map<string, Partner>();
  readonly #expected: string[] = [];

  private constructor(stage: Stage, nowMs: number) {
    this.stage = stage;
    this.#nowMs = nowMs;
  }

  static async begin(time: string): Promise<Friday> {
    return new Friday(await openStage(at(time)), at(time));
  }

  /** The restaurant with its partners: each has a key, and receives the events of its bookings. */
  async open(): Promise<void> {
    const { stage } = this;
    const file = readFileSync(join(import.meta.dirname, 'sjokrogen.yaml'), 'utf8');
    stage.bord.write('sjokrogen.yaml', file);
    const { id } = await stage.json<{ id: string }>('locations', 'apply', 'sjokrogen.yaml');
    this.location = id;
    for (const partner of PARTNERS) {
      const scope = ['--partner', partner, '--location', id];
      const { key } = await stage.json<{ key: string }>('keys', 'create', ...scope, '--rate-limit', '1000');
      this.#keys.set(partner, key);
      await stage.json('webhooks', 'add', ...scope, '--url', stage.hookOf(partner));
    }
  }

  /** Partners send their next requests until `count` more bookings exist. Rejections are full slots, never malformed requests. */
  async partnersBook(count: number): Promise<void> {
    for (let booked = 0; booked < count;) {
      const { partner, startMs, partySize, name } = requests.shift()!;
      const path = `/locations/${this.location}/bookings`;
      const { status, body } = await this.stage.ask(this.#keys.get(partner)!, 'POST', path, {
        startsAt: new Date(startMs).toISOString(),
        partySize,
        name,
        email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
        phone: '+46 70 111 22 33',
      });
      expect([201, 409], JSON.stringify(body)).toContain(status);
      if (status !== 201) continue;
      booked++;
      this.#partnerOf.set(body.id, partner);
      this.expectEvent('booking.created', body.id);
    }
  }

  /** Expects an event at the partner that made the booking; a booking by staff has none. */
  expectEvent(type: string, bookingId: string): void {
    const partner = this.#partnerOf.get(bookingId);
    if (partner !== undefined) this.#expected.push(`${partner} ${type} ${bookingId}`);
  }

  /** The command for somebody on the telephone. */
  phone(time: string, partySize: number, name: string): string[] {
    return [...this.#create(time, partySize), '--name', name];
  }

  /** The command for somebody at the door. */
  walksIn(partySize: number): string[] {
    return [...this.#create('now', partySize), '--seated'];
  }

  #create(time: string, partySize: number): string[] {
    return ['bookings', 'create', '--location', this.location, '--at', time, '--party', String(partySize)];
  }

  /**
   * Advances the time by quarters of an hour: parties leave at their end, and due parties are seated.
   *
   * @param missing due parties that do not come
   */
  async goOnTo(time: string, missing: readonly string[] = []): Promise<void> {
    while (this.#nowMs < at(time)) {
      this.#nowMs = Math.min(this.#nowMs + STEP_MS, at(time));
      if (this.#nowMs >= at('16:00')) await this.#turn(missing);
    }
    await this.stage.setTime(this.#nowMs);
  }

  async #turn(missing: readonly string[]): Promise<void> {
    const { stage } = this;
    await stage.setTime(this.#nowMs);
    const here = (await this.parties()).filter(({ status }) => status === 'confirmed');
    for (const { id, endsAt, seatedAt } of here) {
      if (seatedAt === null || Date.parse(endsAt) > this.#nowMs) continue;
      await stage.run('bookings', 'leave', id);
      this.expectEvent('booking.updated', id);
    }
    for (const { id, startsAt, seatedAt, guest, tables } of here) {
      const isDue = seatedAt === null && Date.parse(startsAt) <= this.#nowMs && tables.length > 0;
      if (isDue && !missing.includes(guest.name)) await stage.run('bookings', 'seat', id);
    }
  }

  /** All bookings of the day, in every state. */
  parties(): Promise<readonly Party[]> {
    return partiesOf(this.stage, this.location, DATE);
  }

  async partyOf(name: string): Promise<Party> {
    const party = (await this.parties()).find(
      ({ guest, status }) => guest.name === name && status === 'confirmed',
    );
    if (!party) throw new Error(`${name} is not on the sheet`);
    return party;
  }

  /** Checks the picture of the day and the events of the partners. */
  async look(unseated: readonly string[] = []): Promise<string> {
    const text = await lookAt(this.stage, this.location, DATE, unseated);
    const heard = (): readonly string[] =>
      this.stage.heard().map(({ partner, type, bookingId }) => `${partner} ${type} ${bookingId}`);
    await expect.poll(() => heard().toSorted()).toEqual(this.#expected.toSorted());
    return text;
  }
}
