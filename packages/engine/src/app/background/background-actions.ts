import { storeKeyUses } from '../partner/authenticate.ts';
import type { App } from '../context.ts';
import type { DeliveryOptions } from './deliver.ts';
import { deliverDue, type DeliveryWorker, startDelivering } from './delivery-worker.ts';
import {
  type Maintenance,
  type MaintenanceOptions,
  runMaintenance,
  type KnownTasks,
  startMaintenance,
} from './maintenance.ts';
import { giveOutEverywhere } from './waitlist-rounds.ts';
import { sweepSandbox } from '../developer/sandbox.ts';

/** What goes on beside the requests. Any number of processes may run it on one storage: each piece of work is done by one of them. */
export interface BackgroundActions {
  /**
   * Delivers webhooks and mails from the outbox until it is stopped: at once what this process puts in, within a fraction of a second what
   * others do, and on time what is to be tried again.
   */
  startDelivering(options?: DeliveryOptions): DeliveryWorker;
  /**
   * Delivers what is due now, and resolves when it is settled; how many attempts were made. For programs that are called now and then
   * instead of running on.
   */
  deliverDue(options?: DeliveryOptions): Promise<number>;
  /**
   * Does the nightly work until it is stopped; once a minute it is seen what is due. Beside it, gives out to who waits what lapsed offers and holds free,
   * at the instant at which they lapse (D36); one process of all does that at a time.
   */
  startMaintenance(options?: MaintenanceOptions): Maintenance;
  /**
   * Does what is due of the nightly work and not done yet: each location once a night at three o'clock of its own zone, the rest once a day; what was
   * missed because nothing ran is made up for, and what failed is tried again after some minutes. Names what it did.
   *
   * All of it goes by the storage's clock. Time that has jumped is told of and nothing is done (D45). On the first night of a database
   * nothing is deleted: there is nothing yet to compare the clock with.
   *
   * It works through the locations in batches, and rests after each four times as long as that has taken: with ten thousand of them a night may take
   * some minutes.
   *
   * @param known what earlier calls of this process have learnt; the same map each time spares asking for what is known to be done
   * @param signal ends it after the batch that is under way; what is left is free for another process at once
   */
  runMaintenance(
    options?: MaintenanceOptions,
    known?: KnownTasks,
    signal?: AbortSignal,
  ): Promise<readonly string[]>;
  /**
   * Gives out to who waits what is free, on every date for which somebody does, and takes those from the line whose time is over (D36); how many dates
   * it looked at. For programs that are called now and then: {@link startMaintenance} does it on time.
   */
  giveOut(): Promise<number>;
  /** Stores when keys were last used, as this process has seen it since the last time; called once a minute or so, and at the end. */
  storeKeyUses(): Promise<void>;
  /**
   * Cancels a demo location's confirmed bookings that are more than 24 hours old, with events and without mails (D20, §8); how many. The
   * guests are nobody, and the developers who made them need not be told. Throws `conflict` while the storage's clock is not trusted (D45).
   */
  sweepSandbox(locationId: string): Promise<number>;
}

export function backgroundActions(app: App): BackgroundActions {
  return {
    startDelivering: (options) => startDelivering(app, options),
    deliverDue: (options) => deliverDue(app, options),
    startMaintenance: (options) => startMaintenance(app, options),
    runMaintenance: (options, known, signal) => runMaintenance(app, options, known, signal),
    giveOut: () => giveOutEverywhere(app),
    storeKeyUses: () => storeKeyUses(app),
    sweepSandbox: (locationId) => sweepSandbox(app, locationId),
  };
}
