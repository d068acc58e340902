import { acknowledgement, READER_LEASE_MS, readerLease } from '../core/access/subscriber-steps.ts';
import { lacksBooking, type NumberedEvent, subscriberEvent } from '../core/booking/subscriber-event.ts';
import { BookingError } from '../core/errors.ts';
import { DAY_MS } from '../core/instant.ts';
import { EVENTS_RETENTION_DAYS } from '../core/limits.ts';
import type { SubscriberEvent } from '../core/outbox/webhook-events.ts';
import type { App } from './context.ts';
import { findBooking } from './read-booking.ts';

/** The largest number of events in memory. */
const BATCH = 200;
/** The interval at which it looks for events of other processes and saves acknowledgements. */
const LOOK_MS = 800;
/** The interval at which it prolongs its lease, also while its consumer works on an event. */
const SIGN_MS = READER_LEASE_MS / 3;
/** The batch size for deleting events that all have read. */
const PURGED = 1000;

/** Reads the events of a subscriber while it has the lease. */
export class EventReader {
  readonly #app: App;
  readonly #name: string;
  readonly #ended: AbortSignal;
  readonly #id: string;
  readonly #unlisten: readonly (() => void)[];
  readonly #sign: NodeJS.Timeout;
  #events: NumberedEvent[] = [];
  #given: NumberedEvent | undefined;
  /** The position of the last acknowledged event; null while it has no lease. */
  #position: number | null = null;
  #saved = 0;
  #savedMs = 0;
  #purged = 0;
  #saving: Promise<void> = Promise.resolve();
  #drops = 0;
  #isForgotten = false;
  #isRung = false;
  #wake: () => void = () => undefined;

  constructor(app: App, name: string, ended: AbortSignal) {
    this.#app = app;
    this.#name = name;
    this.#ended = ended;
    this.#id = Buffer.from(app.random.bytes(12)).toString('base64url');
    const ring = (): void => {
      this.#isRung = true;
      this.#wake();
    };
    ended.addEventListener('abort', ring);
    this.#unlisten = [
      app.changed.listen(ring),
      app.erasures.listen(() => this.#drop()),
      app.storage.invalidations.subscribe(({ kind }) => {
        if (kind === 'guests' || kind === 'anything') this.#drop();
        ring();
      }),
      () => ended.removeEventListener('abort', ring),
    ];
    this.#sign = setInterval(() => void this.#save().catch(() => undefined), SIGN_MS).unref();
  }

  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  /** The next event; undefined after a pause without one. If the storage is unavailable, the reader tries again. */
  async next(): Promise<SubscriberEvent | undefined> {
    try {
      const event = await this.#take();
      if (event) return event;
    } catch (error) {
      if (!BookingError.is(error) || error.code !== 'unavailable') throw error;
      this.#isRung = false;
    }
    await this.#pause();
    return undefined;
  }

  acknowledge(): void {
    if (this.#position !== null) this.#position = this.#given!.position;
  }

  async end(): Promise<void> {
    clearInterval(this.#sign);
    for (const end of this.#unlisten) end();
    await this.#save(true).catch(() => undefined); // then the lease expires
  }

  async #take(): Promise<SubscriberEvent | undefined> {
    this.#isRung = false;
    if (this.#position === null && !(await this.#begin())) return undefined;
    if (performance.now() - this.#savedMs > LOOK_MS && this.#isUnsaved) await this.#save();
    if (this.#events.length === 0 && this.#position !== null) {
      if (this.#isUnsaved) await this.#save();
      await this.#readBatch(this.#position);
    }
    for (let event = this.#events.shift(); event; event = this.#events.shift()) {
      this.#given = event;
      const whole = await this.#whole(event);
      if (whole) return whole;
      this.acknowledge(); // its booking is gone
    }
    return undefined;
  }

  /** Reads again if guests were erased during the read. */
  async #readBatch(after: number): Promise<void> {
    const drops = this.#drops;
    const events = await this.#app.storage.events.read(after, BATCH);
    if (drops !== this.#drops) return this.#readBatch(after);
    this.#events = [...events];
  }

  /** Events in memory can contain an erased guest, so they are read again. */
  #drop(): void {
    this.#drops++;
    this.#events = [];
  }

  get #isUnsaved(): boolean {
    return this.#position !== null && this.#position !== this.#saved;
  }

  async #whole(event: NumberedEvent): Promise<SubscriberEvent | null> {
    if (!lacksBooking(event)) return subscriberEvent(event);
    const row = await findBooking(this.#app, event.bookingId, null);
    return row?.kind === 'booking' ? subscriberEvent(event, row) : null;
  }

  async #begin(): Promise<boolean> {
    const subscriber = await this.#app.storage.records.amend(readerLease(this.#name, this.#id));
    this.#isForgotten = subscriber === undefined;
    if (!subscriber) return false;
    this.#position = this.#saved = this.#purged = subscriber.position;
    this.#savedMs = performance.now();
    return true;
  }

  /** Saves the acknowledged position, prolongs or ends the lease, and deletes events that all have read. Calls run one after another. */
  #save(isLast = false): Promise<void> {
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#saveNow(isLast));
    return this.#saving;
  }

  async #saveNow(isLast: boolean): Promise<void> {
    const position = this.#position;
    if (position === null) return;
    const { records, events } = this.#app.storage;
    const isHeld = await records.amend(acknowledgement(this.#name, this.#id, position, isLast));
    if (!isHeld) {
      this.#position = null;
      return this.#drop();
    }
    this.#saved = position;
    this.#savedMs = performance.now();
    if (position - this.#purged < PURGED && this.#events.length > 0) return;
    if (position === this.#purged) return;
    const nowMs = await this.#app.storage.nowMs();
    while ((await events.purge(nowMs - EVENTS_RETENTION_DAYS * DAY_MS, PURGED)) === PURGED);
    this.#purged = position;
  }

  async #pause(): Promise<void> {
    if (this.#isRung || this.#ended.aborted || this.#isForgotten) return;
    const rung = Promise.withResolvers<void>();
    this.#wake = rung.resolve;
    const timer = setTimeout(rung.resolve, LOOK_MS);
    await rung.promise;
    clearTimeout(timer);
  }
}
