import { SECOND_MS } from '../../core/instant.ts';
import type { App } from '../context.ts';
import { Deliverer, type DeliveryOptions } from './deliver.ts';

/** Delivers until it is stopped. */
export interface DeliveryWorker {
  /** Takes no further deliveries; resolves when those in progress are settled. */
  stop(): Promise<void>;
}

/** What other processes put into the outbox without an invalidation is found after so long. */
const POLL_MS = 5 * SECOND_MS;
/** After looking in vain it is not looked again for so long, however often the wakeup rings: a busy day without webhooks costs nothing. */
const PAUSE_MS = 20;
/** While something is under way: what is answered meanwhile is settled together. */
const BUSY_PAUSE_MS = 10;
const GROUP_SIZE = 64;
/** Something is due and could not be taken: this process has as much of its queue in hand as it may. The wakeup rings when there is room. */
const QUEUE_FULL_MS = 250;
const FAULT_PAUSE_MS = SECOND_MS;

/** Delivers the outbox: immediately what this process writes, soon what others write, and retries when they are due. */
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

  /** Until the wakeup rings, or so long. */
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

  /** So long, or until there is a group to settle. */
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

/** Delivers what is due now; how many attempts were made. For programs that are called now and then. */
export async function deliverDue(app: App, options: DeliveryOptions = {}): Promise<number> {
  let wake: () => void = () => undefined;
  const deliverer = new Deliverer(app, { ...options, isAhead: false }, () => wake());
  let made = 0;
  for (;;) {
    const isChanged = new Promise<void>((done) => (wake = done));
    // A round that began with some in hand may have left others for want of room, even if none is in hand when it ends.
    const wasEmpty = deliverer.held === 0;
    const taken = await deliverer.round();
    made += taken;
    if (wasEmpty && taken === 0) return made;
    if (deliverer.held > 0) await isChanged;
  }
}
