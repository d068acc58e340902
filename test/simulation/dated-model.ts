/**
 * What has to be told of changed availability (D37): wherever something else can be had after a step than before it, an event waits that nobody has had in
 * hand yet, one for each endpoint, location and date; and at the end each of them has been taken after the last change of its date.
 */
import type { Booking, Storage } from '@bord/engine';
import type { Delivery } from '@bord/engine/storage';
import type { EndpointModel } from './endpoint-model.ts';
import type { Letter, OutboxModel } from './outbox-model.ts';
import type { Step } from './pending-model.ts';
import { shownOn, takenFromMs, takesTables } from './reckoning.ts';
import { openDates } from './restaurant.ts';
import type { World } from './world.ts';

/** So long after a change it is sent, unless a receiver is given a rest. */
const PAUSE_MS = 5000;
/** An event of more dates than that is of a plan. */
const A_WEEK = 7;

export class DatedModel {
  readonly counts = { dateChanges: 0, dateEvents: 0, datesMerged: 0 };
  readonly #world: World;
  readonly #sound: Storage;
  readonly #endpoints: EndpointModel;
  readonly #outbox: OutboxModel;
  /** The last change, and the last event that was taken, by endpoint, location and date; counted, since the clock may stand still. */
  readonly #changed = new Map<string, number>();
  readonly #taken = new Map<string, number>();
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

  /** The plan is another, and with it what can be had on some dates. */
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

  /** Every change has been told after it was made. */
  assertAllTaken(): void {
    for (const [key, changed] of this.#changed) {
      this.#world.checks.look('every changed date was told after its last change');
      if ((this.#taken.get(key) ?? 0) <= changed)
        this.#world.accuse(`${key} has changed, and nobody was told after that`);
    }
  }

  /** It is written as it is, or speaks for others, or another that waits speaks for it. */
  async #written(delivery: Delivery): Promise<void> {
    const { queue, eventId, locationId, id } = delivery;
    const stored = await this.#sound.outbox.find(queue, eventId);
    const dates = datesIn(stored?.body ?? delivery.body);
    const beside = this.#outbox
      .datedAt(queue, locationId, datesIn(delivery.body))
      .filter((letter) => this.#outbox.isFree(letter));
    if (!stored) {
      const isCovered = beside.some(
        (letter) => letter.lease === 0 && dates.every((date) => letter.dates!.includes(date)),
      );
      if (!isCovered) this.#world.accuse(`${id} is not in the outbox of its step`);
      this.counts.datesMerged += 1;
      return;
    }
    this.counts.dateEvents += 1;
    for (const letter of beside) letter.state = 'dropped';
    const paused = Math.max(0, ...beside.filter(({ lease }) => lease > 0).map(({ dueMs }) => dueMs));
    if (stored.dueMs > Math.max(this.#world.nowMs() + PAUSE_MS, paused))
      this.#world.accuse(`${id} is due at ${stored.dueMs}, which is late`);
    this.#outbox.written({ ...delivery, body: stored.body, dueMs: stored.dueMs }, dates);
  }

  #assertWaits(key: string, date: string, isOther: () => boolean): void {
    const [queue, locationId] = key.split(' ');
    this.#world.checks.look('of a date that changes one event waits for each endpoint');
    const free = this.#outbox.datedAt(queue!, locationId!, [date]);
    // Beside it others may wait that have been in hand: of a process that ended, or was not taken and tells of other dates, too.
    const fresh = free.filter((letter) => letter.lease === 0);
    // What speaks for a whole plan that a receiver has not taken may wait beside what was written of a date meanwhile.
    const isOfPlan = fresh.some(({ dates }) => dates!.length > A_WEEK);
    if (fresh.length > 1 && !isOfPlan)
      this.#world.accuse(
        `${fresh.length} events wait for ${key}: ${fresh.map(({ delivery }) => delivery.id).join()}`,
      );
    if (fresh.length > 0) {
      this.#seen += 1;
      this.#changed.set(key, this.#seen);
      return;
    }
    if (isOther()) this.#world.accuse(`nobody tells ${key} that something else can be had`);
  }
}

/** Something else can be had on a date after a step. */
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

/** What a row takes, and as what; empty for nothing. */
function claimOf(row: Booking, nowMs: number): string {
  if (!takesTables(row, nowMs)) return '';
  const { blockedUntilMs, tables } = row;
  return `${takenFromMs(row)} ${blockedUntilMs} ${tables.join()}`;
}
