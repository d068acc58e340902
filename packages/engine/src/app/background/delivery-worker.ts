import { SECOND_MS } from '../../core/time/interval.ts';
import type { App } from '../shared/context.ts';
import { type DeliveryOptions, noneInFlight, leaseBatch } from './deliver.ts';

/** Delivers until it is stopped. */
export interface DeliveryWorker {
  /** Takes nothing more up; resolves when what is under way is settled. */
  stop(): Promise<void>;
}

/** What other processes put into the outbox without an invalidation is found after so long. */
const POLL_MS = 5 * SECOND_MS;
/** After looking in vain it is not looked again for so long, however often the wakeup rings: a busy day without webhooks costs nothing. */
const PAUSE_MS = 20;
/** While something is under way: there is likely to be room soon. */
const BUSY_PAUSE_MS = 5;
/** Something is due and could not be taken: this process has as much of its queue in hand as it may. The wakeup rings when there is room. */
const QUEUE_FULL_MS = 250;
/** When the database does not answer. */
const FAULT_PAUSE_MS = SECOND_MS;

/**
 * Delivers webhooks and mails from the outbox: at once what this process puts in, within a fraction of a second what others do, and
 * on time what is to be tried again.
 */
export function startDelivering(app: App, options: DeliveryOptions = {}): DeliveryWorker {
  const inFlight = noneInFlight();
  let wake: () => void = () => undefined;
  let isRung = true;
  let isStopped = false;
  const ring = (): void => {
    isRung = true;
    wake();
  };
  const silence = [app.wakeup.listen(ring), app.storage.invalidations.subscribe(ring)];

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

  function pause(ms: number): Promise<void> {
    return new Promise((done) => setTimeout(done, ms));
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isRung = false;
      try {
        const taken = await leaseBatch(app, inFlight, options, ring);
        if (taken > 0) continue;
        await pause(inFlight.held > 0 ? BUSY_PAUSE_MS : PAUSE_MS);
        const dueMs = (await app.storage.outbox.nextDueInMs()) ?? POLL_MS;
        await rest(dueMs === 0 ? QUEUE_FULL_MS : Math.min(POLL_MS, dueMs));
      } catch (error) {
        app.observer({ kind: 'fault', where: 'deliveries', error });
        await pause(FAULT_PAUSE_MS);
      }
    }
    while (inFlight.held > 0) {
      isRung = false;
      await new Promise<void>((done) => (wake = done));
    }
  }

  const running = run();
  return {
    async stop() {
      isStopped = inFlight.isClosed = true;
      for (const end of silence) end();
      wake();
      await running;
    },
  };
}

/**
 * Delivers what is due now, and resolves when it is settled; how many attempts were made. For programs that are called now and then instead
 * of running on.
 */
export async function deliverDue(app: App, options: DeliveryOptions = {}): Promise<number> {
  const inFlight = noneInFlight();
  let wake: () => void = () => undefined;
  let made = 0;
  for (;;) {
    const isDone = new Promise<void>((done) => (wake = done));
    const taken = await leaseBatch(app, inFlight, options, () => wake());
    made += taken;
    if (inFlight.held === 0 && taken === 0) return made;
    if (inFlight.held > 0) await isDone;
  }
}
