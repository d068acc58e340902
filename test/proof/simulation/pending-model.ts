/**
 * The required state of holds and the waitlist after each step: the fate of each hold (D35), and that freed tables go to the first waiting party that
 * fits according to an independent computation (D36).
 */
import { isDeepStrictEqual } from 'node:util';
import { type Booking, formatInstant } from '@bord/engine';
import {
  type Delivery,
  type DiaryScope,
  MAIL_QUEUE,
  type DiaryRow,
  type HoldRow,
  type WaitlistRow,
} from '@bord/engine/storage';
import type { Committed, Rows } from './annals.ts';
import type { EndpointModel } from './endpoint-model.ts';
import { faultOf, type Gift, giftsBetween, giftsDue, isInLine, nameOf, offerFor } from './gifts.ts';
import { HoldModel } from './hold-model.ts';
import { dayOf, type Rules } from './restaurant.ts';
import { lapsesMsOf } from './row-ids.ts';
import type { World } from './world.ts';

/** A step that has been committed. */
export interface Step extends Committed {
  readonly scope: Pick<DiaryScope, 'locationId' | 'dates' | 'interval'>;
  /** The time of its process at the decision. */
  readonly decidedMs: number;
  /** Of the plan on which it was decided. */
  readonly rules: Rules;
}

export class PendingModel {
  readonly counts = { joined: 0, offered: 0, waitedAndBooked: 0, gaveUp: 0, waitedInVain: 0, passedBy: 0 };
  readonly holds: HoldModel;
  readonly #world: World;
  readonly #endpoints: EndpointModel;
  /** Which in order of arrival. */
  readonly #arrival = new Map<string, number>();

  constructor(world: World, endpoints: EndpointModel) {
    this.#world = world;
    this.#endpoints = endpoints;
    this.holds = new HoldModel(world);
  }

  /** The messages that a step must write in addition to those on bookings, out of all written ones. */
  committed(step: Step, written: readonly Delivery[]): readonly Delivery[] {
    const { before, after, changed } = step;
    this.holds.committed(step);
    const mails: Delivery[] = [];
    for (const row of changed.filter((one) => one.kind === 'waiting')) {
      if (!before.has(row.id)) {
        this.#arrival.set(row.id, this.#arrival.size);
        this.counts.joined += 1;
        mails.push(...this.#mailsOf(row, 'waitlist_joined', written));
      }
      this.#assertSoundChange(step, row);
    }
    const gifts = giftsBetween(before, after);
    if (this.#arrival.size > 0) this.#assertGivenToTheFirst(step, gifts);
    const tellings = gifts.flatMap((gift) => this.#tellingsOf(gift, step.decidedMs, written));
    return [...mails, ...tellings];
  }

  /** Every waiting party that fits has an allocation; an entry whose time has passed has left the waitlist. */
  assertNobodyWaitsInVain(rules: Rules, rows: readonly DiaryRow[], nowMs: number): void {
    const lines = Map.groupBy(rows.filter(isInLine), ({ serviceDate }) => serviceDate);
    for (const [date, line] of lines) {
      const due = giftsDue({ rules, date, rows, line: this.#inOrder(line), nowMs, tablesOf: new Map() });
      if (due.length > 0) this.#world.accuse(`${due[0]} was never allocated`);
      const over = line.find((row) => row.toMs <= nowMs);
      if (over) this.#world.accuse(`${over.id} still waits after its window ended`);
    }
  }

  #assertSoundChange({ before, after, decidedMs }: Step, row: WaitlistRow): void {
    const was = before.get(row.id);
    if (row.guest.name === '') return; // erased
    if (was && !isInLine(was) && isInLine(row)) this.#world.accuse(`${row.id} is back on the waitlist`);
    if (row.status === 'cancelled' && was?.status !== 'cancelled') {
      this.counts.gaveUp += 1;
      if (![row.id, row.guest.email].some((one) => this.holds.leaving.has(one ?? '')))
        this.#world.accuse(`${row.id} was removed from the waitlist`);
    }
    if (row.status !== 'completed' || was?.status === 'completed') return;
    const { holdId, toMs } = row;
    if (after.has(holdId ?? row.id.replace(/^wt/, 'bk'))) return;
    this.counts.waitedInVain += 1;
    // By the storage's clock.
    if (toMs > Math.max(decidedMs, this.#world.nowMs()))
      this.#world.accuse(`${row.id} left the waitlist without a table`);
  }

  /**
   * Free tables go to waiting parties before the step and after it. A step that may leave parties without tables allocates before, unless the
   * allocation would be lost. A date that is not locked and fully read has none.
   */
  #assertGivenToTheFirst(step: Step, gifts: readonly Gift[]): void {
    const { scope, before, after, decidedMs, rules } = step;
    for (const gift of gifts) {
      const fault = faultOf(gift, decidedMs);
      if (fault) this.#world.accuse(`the allocation to ${gift.entry.id} ${fault}`);
      this.counts[gift.made.kind === 'hold' ? 'offered' : 'waitedAndBooked'] += 1;
    }
    const given = new Map(gifts.map((gift) => [nameOf(gift), gift]));
    const tablesOf = new Map(gifts.map(({ entry, made }) => [entry.id, made.tables]));
    for (const date of scope.dates) {
      this.#world.checks.look('a free table goes to the first waiting party that fits');
      const names = gifts.filter(({ entry }) => entry.serviceDate === date).map(nameOf);
      const { startMs, endMs } = dayOf(date);
      const isLocked = scope.interval.startMs <= startMs && endMs <= scope.interval.endMs;
      const look = (rows: readonly DiaryRow[]): readonly string[] => {
        const line = rows.filter(isInLine).filter(({ serviceDate }) => serviceDate === date);
        return isLocked
          ? giftsDue({ rules, date, rows, line: this.#inOrder(line), nowMs: decidedMs, tablesOf })
          : [];
      };
      const isGiven = (due: readonly string[]): boolean => due.toSorted().join() === names.toSorted().join();
      const dueAfter = (first: readonly string[]): readonly string[] => {
        const late = names.filter((name) => !first.includes(name)).map((name) => given.get(name)!);
        return [...first, ...look(withoutGifts(after, late))];
      };
      const due = dueAfter(look([...before.values()]));
      if (!isGiven(due) && !(mayUnseat(step) && isGiven(dueAfter([]))))
        this.#world.accuse(`on ${date} allocated: ${names.join()}; expected: ${due.join()}`);
      this.counts.passedBy += this.#passedBy(due);
    }
  }

  /** A later entry got a table that was no use to the earlier ones. */
  #passedBy(due: readonly string[]): number {
    const arrivals = due.map((name) => this.#arrival.get(name.split(' ')[0]!)!);
    return arrivals.length > 0 && Math.min(...arrivals) > 0 ? 1 : 0;
  }

  #inOrder(line: readonly WaitlistRow[]): readonly WaitlistRow[] {
    return line.toSorted((a, b) => this.#arrival.get(a.id)! - this.#arrival.get(b.id)!);
  }

  /** An offer is e-mailed to the party, and its partner gets an event. */
  #tellingsOf({ entry, made }: Gift, decidedMs: number, written: readonly Delivery[]): readonly Delivery[] {
    if (offerFor(made) === null) return [];
    return [
      ...this.#eventsOf(entry, made, decidedMs, written),
      ...this.#mailsOf(entry, 'waitlist_offered', written),
    ];
  }

  #mailsOf({ id, guest }: WaitlistRow, kind: string, written: readonly Delivery[]): readonly Delivery[] {
    if (guest.email === null) return [];
    const mails = written.filter(
      ({ queue, bookingId, body }) =>
        queue === MAIL_QUEUE && bookingId === id && (JSON.parse(body) as { kind: string }).kind === kind,
    );
    if (mails.length !== 1) this.#world.accuse(`${id} gets ${mails.length} e-mails: ${kind}`);
    return mails;
  }

  #eventsOf(
    entry: WaitlistRow,
    offer: Booking | HoldRow,
    decidedMs: number,
    written: readonly Delivery[],
  ): readonly Delivery[] {
    const type = 'waitlist.offered';
    const created = Math.floor(decidedMs / 1000);
    const eventId = `${entry.id}:${type}:${created}`;
    const { name, email, phone } = entry.guest;
    return this.#endpoints.listeningTo(entry, type).flatMap(({ id, includeGuest }) => {
      const data = {
        waitingId: entry.id,
        holdId: offer.id,
        locationId: entry.locationId,
        startsAt: formatInstant(offer.startMs),
        expiresAt: formatInstant(lapsesMsOf(offer.id)),
        partySize: entry.partySize,
        partnerBookingRef: entry.partnerBookingRef,
        guest: includeGuest ? { name, email, phone } : null,
      };
      const event = written.find((one) => one.queue === id && one.eventId === eventId);
      const isSo = event && isDeepStrictEqual(JSON.parse(event.body), { id: eventId, type, created, data });
      if (!isSo) this.#world.accuse(`${id} gets ${event?.body} for ${eventId}`);
      return event ?? [];
    });
  }
}

/** The step blocks tables, or a party stays longer: forced, either leaves others without. */
function mayUnseat({ before, changed }: Step): boolean {
  return changed.some((row) => {
    const was = before.get(row.id);
    return was
      ? was.startMs === row.startMs && was.blockedUntilMs < row.blockedUntilMs
      : row.kind === 'block';
  });
}

/** The rows as the step leaves them, less what it has given: who was given it waits again. */
function withoutGifts(after: Rows, gifts: readonly Gift[]): readonly DiaryRow[] {
  const rows = new Map(after);
  for (const { entry, made } of gifts) {
    rows.delete(made.id);
    rows.set(entry.id, { ...entry, status: 'confirmed' });
  }
  return [...rows.values()];
}
