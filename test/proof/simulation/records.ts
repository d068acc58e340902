import { isDeepStrictEqual } from 'node:util';
import type { Booking, Location, Storage } from '@bord/engine';
import {
  type Amendment,
  type Delivery,
  type DiaryScope,
  MAIL_QUEUE,
  type DiaryRow,
  type WaitlistRow,
} from '@bord/engine/storage';
import { Annals, type Change } from './annals.ts';
import { Arrivals } from './arrivals.ts';
import { DatedModel } from './dated-model.ts';
import { dataOf } from './event-data.ts';
import { EndpointModel } from './endpoint-model.ts';
import { isInLine } from './gifts.ts';
import { OutboxModel } from './outbox-model.ts';
import { PendingModel } from './pending-model.ts';
import { PlanModel } from './plan-model.ts';
import { REHEARSED, QUIET } from './importers.ts';
import { DAY_MS } from './instants.ts';
import { shownOn } from './reckoning.ts';
import { openDates, type Rules } from './restaurant.ts';
import { lapsesMsOf } from './row-ids.ts';
import { isDueAsIs, isStepByStaff, isWithdrawn, wasTakenBack } from './undo-window.ts';
import { SKEW_MS, type World } from './world.ts';

/** An e-mail in the outbox. */
export interface MailNote {
  readonly madeMs: number;
  readonly kind: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly partySize: number;
}

/** All committed changes, and their required consequences. */
export class Records {
  readonly annals: Annals;
  readonly endpoints: EndpointModel;
  readonly outbox: OutboxModel;
  readonly arrivals: Arrivals;
  readonly pending: PendingModel;
  readonly dated: DatedModel;
  readonly plans = new PlanModel();
  /** The time of a process when it requested a step, by the step's rule. */
  readonly decidedMs = new WeakMap<object, number>();
  /** Sandbox partners, and the e-mail addresses of their sign-ups. */
  readonly sandboxPartners = new Map<string, string>();
  /** Processes that have ended. */
  readonly ended = new Set<string>();
  /** The bookings of e-mails, as they were at the writing. */
  readonly writtenOf = new Map<string, Booking>();
  /** The ids of events, which must be unique. */
  readonly eventIds = new Set<string>();
  /** When it was last written down that a session is used. */
  readonly sessionSeenMs = new Map<string, number>();
  /** When each sign-in link ends: by its time, or since it was used. */
  readonly linkEndsMs = new Map<string, number>();
  readonly world: World;
  readonly #sound: Storage;

  constructor(world: World, sound: Storage) {
    this.world = world;
    this.#sound = sound;
    this.annals = new Annals(world);
    this.endpoints = new EndpointModel(world);
    this.outbox = new OutboxModel(world, this.endpoints);
    this.pending = new PendingModel(world, this.endpoints);
    this.dated = new DatedModel(world, sound, this.endpoints, this.outbox);
    this.arrivals = new Arrivals(world, (server) => this.ended.has(server));
  }

  /** A step was committed: checks its changes, and that all required messages were written with it. */
  async amended(scope: DiaryScope, amendment: Amendment<unknown>, decidedMs: number): Promise<void> {
    const { outbox, bookings } = this.#sound;
    const { locationId } = scope;
    this.world.checks.look('a step writes exactly the events and e-mails of its changes');
    const rules = this.plans.rulesOf(scope);
    this.world.checks.look('a step is decided on the current plan');
    if (rules !== this.plans.rules(locationId))
      this.world.accuse(`a step at ${locationId} was decided on an outdated plan`);
    const step = {
      scope,
      rules,
      decidedMs,
      ...this.annals.committed(locationId, await bookings.list(locationId)),
    };
    if (isRehearsed(scope)) return this.#assertUnsaved(scope, amendment, step.changed);
    const { true: dated = [], false: written = [] } = Object.groupBy(
      amendment.deliveries ?? [],
      ({ eventId }) => `${eventId.includes(':availability.changed:')}`,
    );
    for (const delivery of written) this.outbox.written(delivery);
    const isByStaff = isStepByStaff(step);
    const expected = [
      ...step.changes.flatMap((change) => this.#deliveriesOf(change, written, isByStaff)),
      ...this.pending.committed(step, written),
    ];
    await this.dated.committed(step, dated);
    if (expected.length !== written.length)
      this.world.accuse(`a step wrote ${written.length} messages, expected ${expected.length}`);
    for (const { queue, eventId } of expected) {
      if (!(await outbox.find(queue, eventId)))
        this.world.accuse(`${eventId} is not in the outbox of its step`);
    }
  }

  /** A dry run saves no change, and allocates no table. */
  #assertUnsaved(
    { locationId }: DiaryScope,
    { deliveries = [] }: Amendment<unknown>,
    changed: readonly DiaryRow[],
  ): void {
    this.world.checks.look('a dry run of an import saves no changes');
    if (changed.length + deliveries.length > 0)
      this.world.accuse(`a dry run has saved ${changed.map(({ id }) => id).join()} at ${locationId}`);
  }

  /** The deliveries for a change, out of all that were written with it. */
  #deliveriesOf(change: Change, written: readonly Delivery[], isByStaff: boolean): readonly Delivery[] {
    return [...this.#events(change, written), ...this.#mails(change, written, isByStaff)];
  }

  #events({ before, after, event, isEdit }: Change, written: readonly Delivery[]): readonly Delivery[] {
    if (event === null) return [];
    const second = after.lastEventSeconds[event]!;
    const eventId = `${after.id}:${event}:${second}`;
    if (second <= (before?.lastEventSeconds[event] ?? 0) || this.eventIds.has(eventId))
      this.world.accuse(`${eventId} was reported before`);
    this.eventIds.add(eventId);
    const listening = this.endpoints.listeningTo(after, event);
    return listening
      .filter(({ includeGuest }) => includeGuest || !isEdit)
      .flatMap((endpoint) => {
        const delivery = written.find(({ queue, eventId: id }) => queue === endpoint.id && id === eventId);
        if (!delivery) this.world.accuse(`no event ${eventId} for endpoint ${endpoint.id}`);
        const body = {
          id: eventId,
          type: event,
          created: second,
          data: dataOf(after, endpoint.includeGuest),
        };
        if (delivery && !isDeepStrictEqual(JSON.parse(delivery.body), body))
          this.world.accuse(`${endpoint.id} gets ${delivery.body} for ${eventId}`);
        return delivery ?? [];
      });
  }

  #mails(change: Change, written: readonly Delivery[], isByStaff: boolean): readonly Delivery[] {
    const { after, mail } = change;
    const mails = written.filter(({ queue, bookingId }) => queue === MAIL_QUEUE && bookingId === after.id);
    const { startMs, endMs, partySize } = after;
    for (const { id, body, eventId, dueMs } of mails) {
      const note = JSON.parse(body) as MailNote;
      const isSo = note.startMs === startMs && note.endMs === endMs && note.partySize === partySize;
      if (!isSo || !isDueAsIs(note, dueMs, isByStaff))
        this.world.accuse(`${eventId} says ${body} at ${dueMs}`);
      this.writtenOf.set(id, after);
    }
    const kinds = mails.map(({ body }) => (JSON.parse(body) as MailNote).kind).join();
    if (!this.#kindsOf(change).includes(kinds))
      this.world.accuse(`the guest of ${after.id} gets the e-mails "${kinds}", expected ${mail ?? 'none'}`);
    return mails;
  }

  /** The possible kinds of e-mails for a change: the notification, and a reminder. */
  #kindsOf(change: Change): readonly string[] {
    const { after, event, mail, isEdit } = change;
    const { guest, startMs, channel, status } = after;
    // The other system has confirmed what is imported from it.
    if (change.before === null && after.idempotencyKey?.startsWith(QUIET)) return [''];
    if (event === null || guest.email === null || (isEdit && status !== 'confirmed')) return [''];
    if (isEdit && mail !== null && startMs - SKEW_MS <= this.world.nowMs())
      return ['', ...this.#kindsOf({ ...change, isEdit: false })]; // a seated guest gets no e-mail
    const word = mail === null ? [] : [mail];
    // Nightly maintenance sends no e-mails, and a sandbox partner's own cancellation does.
    const isSwept = mail === 'cancelled' && channel.startsWith('partner:sandbox-');
    if (status !== 'confirmed') return isSwept ? ['', mail] : [word.join()];
    const both = [...word, 'reminder'].join();
    const untilMs = startMs - DAY_MS - this.world.nowMs();
    if (untilMs > SKEW_MS) return [both];
    // Decided on a little earlier than it was committed.
    return untilMs < -DECIDED_MS ? [word.join()] : [word.join(), both];
  }

  /** The booking has not changed for its guest since this mail was written, or had not at some instant since then. */
  isStillSo(mailId: string, sinceMs: number): boolean {
    const of = this.writtenOf.get(mailId)!;
    const events = JSON.stringify(of.lastEventSeconds);
    return this.annals.wasSince(
      of.id,
      sinceMs,
      ({ status, lastEventSeconds }) => status === 'confirmed' && JSON.stringify(lastEventSeconds) === events,
    );
  }

  /** A plan was stored: changed availability of a date has an event, as after a step. */
  async planned(location: Location, deliveries: readonly Delivery[], decidedMs: number): Promise<void> {
    const { id: locationId } = location;
    const rules = this.plans.rules(locationId);
    this.plans.stored(location);
    this.annals.planned();
    const rows = [...this.annals.rowsOf(locationId).values()];
    const shownBy = (plan: Rules, date: string): string => shownOn(plan, date, rows, decidedMs);
    const dates = openDates(decidedMs, decidedMs + DAYS_LOOKED * DAY_MS).filter(
      (date) => shownBy(rules, date) !== shownBy(this.plans.rules(locationId), date),
    );
    await this.dated.planned(locationId, dates, deliveries);
  }

  /** Guests have been erased. */
  async erased(): Promise<void> {
    for (const { id } of await this.#sound.locations.list()) {
      const { changed, changes } = this.annals.committed(id, await this.#sound.bookings.list(id));
      for (const { after, event } of changes)
        if (event !== null) this.world.accuse(`${after.id} changed when its guest was erased`);
      for (const row of changed) {
        // An entry that may still get an allocation must leave the waitlist first.
        const mayGet = isInLine(row) && row.toMs > this.world.nowMs();
        if (row.guest.name !== '' || mayGet) this.world.accuse(`${row.id} was not to be erased`);
        this.outbox.erased(row.id);
      }
    }
  }

  /** A process has learnt how its attempt ended. */
  acknowledged(server: string, id: string, outcome: string): void {
    this.outbox.acknowledged(server, id, outcome);
    if (outcome === 'delivered') this.arrivals.acknowledged(server, id);
  }

  /** An e-mail to a waiting party is sent while it is true: its entry waits, or its offer is live (D36). */
  isOfUse(entry: WaitlistRow, kind: string, sinceMs: number): boolean {
    if (kind === 'waitlist_joined') return this.annals.wasSince(entry.id, sinceMs, isInLine);
    const { holdId } = entry;
    const isOpen = ({ status, tables }: DiaryRow): boolean => status === 'confirmed' && tables.length > 0;
    const isOver = holdId === null || lapsesMsOf(holdId) <= sinceMs - SKEW_MS;
    return !isOver && this.annals.wasSince(holdId, sinceMs, isOpen);
  }

  #assertOfNoUse(id: string, waitingId: string, kind: string, sinceMs: number): void {
    const { holdId } = this.annals.entry(waitingId);
    const was = (rowId: string, such: (row: DiaryRow) => boolean): boolean =>
      this.annals.wasSince(rowId, sinceMs, such);
    if (was(waitingId, ({ guest }) => guest.email === null)) return;
    const isOfNoUse =
      kind === 'waitlist_joined'
        ? was(waitingId, (row) => !isInLine(row))
        : holdId === null ||
          lapsesMsOf(holdId) <= this.world.nowMs() + SKEW_MS ||
          was(holdId, ({ status, tables }) => status !== 'confirmed' || tables.length === 0);
    if (!isOfNoUse) this.world.accuse(`${id} was dropped and should be sent`);
  }

  /** A sign-in link is good until its time is over, and once. */
  #assertLinkIsOver(signInId: string): void {
    if (this.world.nowMs() < this.linkEndsMs.get(signInId)!)
      this.world.accuse(`the mail of ${signInId} was dropped and should be sent`);
  }

  /** A process may drop what it holds only if it is no longer worth sending. */
  assertMayDrop(server: string, id: string): void {
    const letter = this.outbox.letters.get(id)!;
    const { bookingId, queue, body } = letter.delivery;
    const held = this.arrivals.letGo(server, id);
    this.world.checks.look('only outdated deliveries are dropped');
    if (isWithdrawn(this.annals, letter)) return this.dated.withdrawn(letter);
    if (wasTakenBack(this.annals, letter.delivery)) return;
    const note = JSON.parse(body) as MailNote; // a verification link is good for a day
    if (note.kind === 'sign_up' && this.world.nowMs() + SKEW_MS >= letter.writtenMs + DAY_MS) return;
    if (note.kind === 'sign_in')
      return this.#assertLinkIsOver((note as unknown as { signInId: string }).signInId);
    if (note.kind.startsWith('waitlist_'))
      return this.#assertOfNoUse(id, bookingId!, note.kind, held.sinceMs);
    if (queue !== MAIL_QUEUE || bookingId === null) return this.world.accuse(`${id} was dropped on the way`);
    const isPast = this.world.nowMs() + SKEW_MS >= note.startMs;
    const was = (such: (row: DiaryRow) => boolean): boolean =>
      this.annals.wasSince(bookingId, held.sinceMs, such);
    const events = JSON.stringify(this.writtenOf.get(id)!.lastEventSeconds);
    const isOutdated = was(
      ({ status, lastEventSeconds }) => status !== 'confirmed' || JSON.stringify(lastEventSeconds) !== events,
    );
    if (!was(({ guest }) => guest.email === null) && !(note.kind === 'reminder' && (isPast || isOutdated)))
      this.world.accuse(`${id} was dropped and should be sent`);
  }
}

/** The step is one of an import that is only rehearsed. */
function isRehearsed({ named }: DiaryScope): boolean {
  return named !== null && 'idempotencyKey' in named && named.idempotencyKey.startsWith(REHEARSED);
}

/** The number of days for which a change of the plan is checked. */
const DAYS_LOOKED = 4;

/** A step is committed at most so long after it was decided on, whatever the clock does. */
const DECIDED_MS = 3_600_000;
