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

/** Work that runs next to the requests. Any number of processes can run it on one storage: each piece of work is done by one of them. */
export interface BackgroundActions {
  /**
   * Delivers webhooks and e-mails from the outbox until it is stopped. Deliveries of this process are sent immediately, those of others within a
   * fraction of a second, and retries when they are due.
   */
  startDelivering(options?: DeliveryOptions): DeliveryWorker;
  /**
   * Delivers all due messages, and resolves when they are settled. Returns the number of attempts. For programs that run now and then instead of
   * continuously.
   */
  deliverDue(options?: DeliveryOptions): Promise<number>;
  /**
   * Runs nightly maintenance until it is stopped, and checks once a minute which tasks are due. It also allocates tables to waiting parties when
   * offers and holds expire (D36); only one process does so at a time.
   */
  startMaintenance(options?: MaintenanceOptions): Maintenance;
  /**
   * Runs the tasks of nightly maintenance that are due: for each location once a night at 03:00 local time, the others once a day. Missed tasks
   * are made up for, and failed tasks are retried after some minutes. Returns the names of the finished tasks.
   *
   * All tasks use the storage's clock. If the clock has jumped, this is logged and the tasks do not run (D45). In the first night of a database,
   * deletion is skipped because no earlier time confirms the clock.
   *
   * Locations are processed in batches, with a pause of four times the working time after each. With ten thousand locations a night can take
   * some minutes.
   *
   * @param known results of earlier calls of this process; pass the same map each time to skip finished tasks
   * @param signal ends it after the current batch; another process can then do the rest immediately
   */
  runMaintenance(
    options?: MaintenanceOptions,
    known?: KnownTasks,
    signal?: AbortSignal,
  ): Promise<readonly string[]>;
  /**
   * Allocates free tables to waiting parties on all dates with a waitlist, and removes expired waitlist entries (D36). Returns the number of
   * dates. For programs that run now and then: {@link startMaintenance} does the same continuously.
   */
  giveOut(): Promise<number>;
  /** Stores the last use of API keys, as seen by this process. Call it about once a minute and before the process ends. */
  storeKeyUses(): Promise<void>;
  /**
   * Cancels confirmed bookings of a demo location that are more than 24 hours old, with events and without e-mails, and returns their number (D20,
   * §8). The guests are fictitious, and the developers need no message. Throws `conflict` while the storage's clock is not trusted (D45).
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
