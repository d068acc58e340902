import { SECOND_MS } from '../../core/instant.ts';
import type { App } from '../context.ts';
import { Deliverer, type DeliveryOptions } from './deliver.ts';

/** Delivers until it is stopped. */
export interface DeliveryWorker {
  /** Takes no further deliveries; resolves when those in progress are settled. */
  stop(): Promise<void>;
}

/** The interval at which messages of other processes are found without an invalidation. */
const POLL_MS = 5 * SECOND_MS;
/** The shortest time between two looks, for any number of wakeups: a busy day without webhooks costs little. */
const PAUSE_MS = 20;
/** The pause while attempts are in progress: answers in this time are settled together. */
const BUSY_PAUSE_MS = 10;
const GROUP_SIZE = 64;
/** A delivery is due, but its queue already has its maximum in this process. The wakeup rings when there is room. */
const QUEUE_FULL_MS = 250;
const FAULT_PAUSE_MS = SECOND_MS;

/** Delivers the outbox: messages of this process immediately, those of others soon, and retries when they are due. */
export function startDelivering(app: App, options: DeliveryOptions = {}): DeliveryWorker {
  let wake: () => void = () => undefined;
  let isRung = true;
  let isStopped = false;
  let endPause: () => void = () => undefined;
  const ring = (): void => {
    isRung = true;
    wake();
    if (deliverer.answered >= GROUP_SIZE) endPause();
  };
  const deliverer = new Deliverer(app, { ...options, isAhead: true }, ring);
  const silence = [
    app.wakeup.listen(ring),
    app.storage.invalidations.subscribe((invalidation) => {
      if (invalidation.kind === 'guests') deliverer.forgetGuests(new Set(invalidation.bookingIds));
      if (invalidation.kind === 'anything') deliverer.forgetGuests(null);
      ring();
    }),
    app.erasures.listen((bookingIds) => deliverer.forgetGuests(new Set(bookingIds))),
  ];

  /** Waits for the wakeup, at most this long. */
  async function rest(ms: number): Promise<void> {
    if (isRung || isStopped) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
    wake = () => undefined;
  }

  /** Waits this long, or until there is a group to settle. */
  async function pause(ms: number): Promise<void> {
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, ms);
    endPause = timer.resolve;
    await timer.promise;
    clearTimeout(timeout);
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isRung = false;
      try {
        await deliverer.round();
        await pause(deliverer.held > 0 ? BUSY_PAUSE_MS : PAUSE_MS);
        if (isRung) continue;
        const dueMs = (await app.storage.outbox.nextDueInMs()) ?? POLL_MS;
        await rest(dueMs === 0 ? QUEUE_FULL_MS : Math.min(POLL_MS, dueMs));
      } catch (error) {
        app.observer({ kind: 'fault', where: 'deliveries', error });
        await pause(FAULT_PAUSE_MS);
      }
    }
    while (deliverer.held > 0) {
      isRung = false;
      deliverer.settle();
      if (!isRung) await new Promise<void>((done) => (wake = done));
    }
  }

  const running = run();
  return {
    async stop() {
      isStopped = true;
      deliverer.close();
      for (const end of silence) end();
      wake();
      endPause();
      await running;
    },
  };
}

/** Delivers all due messages, and returns the number of attempts. For programs that run now and then. */
export async function deliverDue(app: App, options: DeliveryOptions = {}): Promise<number> {
  let wake: () => void = () => undefined;
  const deliverer = new Deliverer(app, { ...options, isAhead: false }, () => wake());
  let made = 0;
  for (;;) {
    const isChanged = new Promise<void>((done) => (wake = done));
    // A round that began with deliveries in progress can have left others for lack of room, even if all are finished when it ends.
    const wasEmpty = deliverer.held === 0;
    const taken = await deliverer.round();
    made += taken;
    if (wasEmpty && taken === 0) return made;
    if (deliverer.held > 0) await isChanged;
  }
}
