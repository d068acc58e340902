/**
 * The required events on changed availability (D37). After a step that changes availability, an event that was never leased waits for each endpoint,
 * location and date. At the end each has been accepted after the last change of its date.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Storage } from '@bord/engine';
import type { Delivery, DiaryRow } from '@bord/engine/storage';
import type { EndpointModel } from './endpoint-model.ts';
import type { Letter, OutboxModel } from './outbox-model.ts';
import type { Step } from './pending-model.ts';
import { shownOn, takenFromMs, takesTables } from './reckoning.ts';
import { openDates } from './restaurant.ts';
import type { World } from './world.ts';

/** So long after a change it is sent, unless a receiver is given a rest. */
const PAUSE_MS = 5000;

/** Those that have a date in common with some dates, or with one another; and the dates of all, sorted. */
interface Beside {
  readonly letters: readonly Letter[];
  readonly dates: readonly string[];
}

export class DatedModel {
  readonly counts = { dateChanges: 0, dateEvents: 0, datesMerged: 0, datesTakenOver: 0 };
  readonly #world: World;
  readonly #sound: Storage;
  readonly #endpoints: EndpointModel;
  readonly #outbox: OutboxModel;
  /** The last change, and the last accepted event, by endpoint, location and date; counted, because the clock may stand still. */
  readonly #changed = new Map<string, number>();
  readonly #taken = new Map<string, number>();
  /** The last change before the change of each event, by the event's id and the key. */
  readonly #changedBefore = new Map<string, Readonly<Record<string, number | undefined>>>();
  #seen = 0;

  constructor(world: World, sound: Storage, endpoints: EndpointModel, outbox: OutboxModel) {
    this.#world = world;
    this.#sound = sound;
    this.#endpoints = endpoints;
    this.#outbox = outbox;
  }

  /** A step has been committed, and this was to be written with it. */
  async committed(step: Step, written: readonly Delivery[]): Promise<void> {
    for (const delivery of written) await this.#written(delivery);
    const { locationId } = step.scope;
    const dates = datesTouched(step);
    if (dates.length === 0) return;
    this.counts.dateChanges += 1;
    for (const { id } of this.#endpoints.naming('availability.changed', locationId))
      for (const date of dates)
        this.#assertWaits(`${id} ${locationId} ${date}`, date, () => isOtherOn(date, step));
  }

  /** The plan has changed, and with it the availability of some dates. */
  async planned(locationId: string, dates: readonly string[], written: readonly Delivery[]): Promise<void> {
    for (const delivery of written) await this.#written(delivery);
    for (const { id } of this.#endpoints.naming('availability.changed', locationId))
      for (const date of dates) this.#assertWaits(`${id} ${locationId} ${date}`, date, () => true);
  }

  /** A receiver has taken it. */
  arrived({ delivery, dates }: Letter): void {
    this.#seen += 1;
    for (const date of dates ?? [])
      this.#taken.set(`${delivery.queue} ${delivery.locationId} ${date}`, this.#seen);
  }

  /** Its change was undone (D54): its booking or block has the tables that it had before. */
  withdrawn({ delivery, dates }: Letter): void {
    this.#world.checks.look('an event about dates is withdrawn if its change was undone');
    const { queue, locationId, id } = delivery;
    for (const date of dates!) {
      const key = `${queue} ${locationId} ${date}`;
      const before = this.#changedBefore.get(id)?.[key];
      if (before === undefined) this.#changed.delete(key);
      else this.#changed.set(key, before);
    }
  }

  /** Every change has an event that was accepted after it. */
  assertAllTaken(): void {
    for (const [key, changed] of this.#changed) {
      this.#world.checks.look('every changed date has an event after its last change');
      if ((this.#taken.get(key) ?? 0) <= changed)
        this.#world.accuse(`${key} has changed without a later event`);
    }
  }

  /** It is written as it is, or speaks for others, or another that waits speaks for it. */
  async #written(delivery: Delivery): Promise<void> {
    const { queue, eventId, locationId, id, body } = delivery;
    const stored = await this.#sound.outbox.find(queue, eventId);
    const { letters, dates } = this.#beside(queue, locationId, datesIn(body));
    if (!stored) {
      const [only, ...others] = letters;
      const isAlike = [null, delivery.bookingId].includes(only?.delivery.bookingId ?? null);
      const isCovered =
        others.length === 0 && only?.lease === 0 && isAlike && only.dates!.length === dates.length;
      if (!isCovered) this.#world.accuse(`${id} is not in the outbox of its step`);
      this.counts.datesMerged += 1;
      return;
    }
    this.counts.dateEvents += 1;
    for (const letter of letters) letter.state = 'dropped';
    const paused = Math.max(0, ...letters.filter(({ lease }) => lease > 0).map(({ dueMs }) => dueMs));
    const latestMs = Math.max(delivery.dueMs ?? this.#world.nowMs() + PAUSE_MS, paused);
    const of = [
      delivery.bookingId,
      ...letters.map((letter) => (letter.lease > 0 ? null : letter.delivery.bookingId)),
    ];
    const ofAll = of.includes(null) ? null : new Set(of).size === 1 ? of[0] : 'several';
    if (stored.bookingId !== ofAll) this.#world.accuse(`${id} can be withdrawn with ${stored.bookingId}`);
    if (stored.dueMs < paused || stored.dueMs > latestMs)
      this.#world.accuse(`${id} is due at ${stored.dueMs}, at a wrong time`);
    this.#assertSays(id, body, stored.body, dates);
    const keys = dates.map((date) => `${queue} ${locationId} ${date}`);
    this.#changedBefore.set(id, Object.fromEntries(keys.map((key) => [key, this.#changed.get(key)])));
    const { bookingId, dueMs } = stored;
    this.#outbox.written({ ...delivery, bookingId, body: stored.body, dueMs }, dates);
  }

  /** A receiver has not accepted it, and it waits again: a waiting event that was never leased covers it, or a later one did. */
  async gaveBack(id: string): Promise<void> {
    const letter = this.#outbox.letters.get(id)!;
    if (letter.state !== 'waiting' || !letter.dates) return;
    const { queue, locationId } = letter.delivery;
    const { letters, dates } = this.#beside(queue, locationId, letter.dates);
    const fresh = letters.filter(({ lease }) => lease === 0);
    if (fresh.length === 0) {
      const all = this.#outbox.datedAt(queue, locationId, letter.dates);
      const later = all.slice(all.indexOf(letter) + 1);
      const isSure = ({ delivery }: Letter) => delivery.bookingId === null;
      if (later.some((other) => isSure(other) && letter.dates!.every((date) => other.dates!.includes(date))))
        letter.state = 'dropped';
      return;
    }
    this.counts.datesTakenOver += 1;
    const found = await Promise.all(
      fresh.map(({ delivery }) => this.#sound.outbox.find(queue, delivery.eventId)),
    );
    const [stored, ...others] = found.filter((record) => record?.state === 'waiting');
    if (!stored || others.length > 0)
      return this.#world.accuse(`${others.length + (stored ? 1 : 0)} events replace ${id}`);
    for (const other of letters) if (other.delivery.id !== stored.id) other.state = 'dropped';
    const successor = this.#outbox.letters.get(stored.id)!;
    const paused = Math.max(...letters.filter(({ lease }) => lease > 0).map(({ dueMs }) => dueMs));
    const soon = Math.min(...fresh.map(({ dueMs }) => dueMs));
    const dueMs = Math.max(soon, paused);
    if (stored.dueMs < dueMs || stored.dueMs > Math.max(dueMs, this.#world.nowMs()))
      this.#world.accuse(`${stored.id} is due at ${stored.dueMs} after ${id}, not at ${dueMs}`);
    this.#assertSays(stored.id, successor.bodies[0]!, stored.body, dates);
    // Its earlier content was never sent.
    const delivery = { ...successor.delivery, bookingId: null };
    Object.assign(successor, { delivery, dates, bodies: [stored.body], dueMs: stored.dueMs });
  }

  /** All unleased events that share a date with these, or with another of them. */
  #beside(queue: string, locationId: string, own: readonly string[]): Beside {
    const letters = this.#outbox
      .datedAt(queue, locationId, own)
      .filter((letter) => this.#outbox.isFree(letter));
    const dates = [...new Set([...own, ...letters.flatMap((letter) => letter.dates!)])].toSorted();
    return dates.length === own.length ? { letters, dates } : this.#beside(queue, locationId, dates);
  }

  /** It says these dates, and else what it was written with. */
  #assertSays(id: string, written: string, stored: string, dates: readonly string[]): void {
    const event = JSON.parse(written) as { readonly data: object };
    if (!isDeepStrictEqual(JSON.parse(stored), { ...event, data: { ...event.data, dates } }))
      this.#world.accuse(`${id} lists ${stored}, expected ${dates.join()}`);
  }

  #assertWaits(key: string, date: string, isOther: () => boolean): void {
    const [queue, locationId] = key.split(' ');
    this.#world.checks.look('a changed date has one waiting event for each endpoint');
    const free = this.#outbox.datedAt(queue!, locationId!, [date]);
    // Others may wait that were leased before: by a process that ended, or restarted by the operator.
    const fresh = free.filter((letter) => letter.lease === 0);
    if (fresh.length > 1)
      this.#world.accuse(
        `${fresh.length} events wait for ${key}: ${fresh.map(({ delivery }) => delivery.id).join()}`,
      );
    if (fresh.length > 0) {
      this.#seen += 1;
      this.#changed.set(key, this.#seen);
      return;
    }
    if (isOther()) this.#world.accuse(`no event of changed availability for ${key}`);
  }
}

/** Availability on a date differs after a step. */
function isOtherOn(date: string, { rules, before, after, decidedMs }: Step): boolean {
  const [was, is] = [before, after].map((rows) => shownOn(rules, date, [...rows.values()], decidedMs));
  return was !== is;
}

const datesIn = (body: string): readonly string[] =>
  (JSON.parse(body) as { data: { dates: readonly string[] } }).data.dates;

/** The dates on which tables are taken or free, from now on, that were not before. */
function datesTouched({ changed, before, decidedMs }: Step): readonly string[] {
  const dates = new Set<string>();
  for (const row of changed) {
    const was = before.get(row.id);
    const [now, then] = [claimOf(row, decidedMs), was ? claimOf(was, decidedMs) : ''];
    if (now === then) continue;
    for (const one of was ? [was, row] : [row]) {
      if (claimOf(one, decidedMs) === '') continue;
      const startMs = Math.max(decidedMs, takenFromMs(one));
      if (startMs < one.blockedUntilMs)
        for (const date of openDates(startMs, one.blockedUntilMs)) dates.add(date);
    }
  }
  return [...dates];
}

/** The tables that a row takes, and its kind; empty for none. */
function claimOf(row: DiaryRow, nowMs: number): string {
  if (!takesTables(row, nowMs)) return '';
  const { blockedUntilMs, tables } = row;
  return `${takenFromMs(row)} ${blockedUntilMs} ${tables.join()}`;
}
