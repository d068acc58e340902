/** Events of all bookings for the host's program: durable subscribers, each read by one reader at a time. */
import { registration, subscriberRemoval } from '../core/access/subscriber-steps.ts';
import { asBookingError, invalid } from '../core/errors.ts';
import type { SubscriberEvent } from '../core/outbox/webhook-events.ts';
import { text } from '../core/shape.ts';
import type { App } from './context.ts';
import { EventReader } from './event-reader.ts';
import { guarded, type Inputs } from './guarded.ts';

/** Subscribes to the events of all bookings, and reads them. */
export interface EventActions {
  /**
   * Registers a subscriber unless the name exists, and returns its events: those of all bookings since the registration, of every location and
   * channel. Delivery is at least once, and in order for each booking. Resolves when the registration is durable.
   *
   * An event is acknowledged when the next one is requested. After `break`, the next reader receives the last one again. One reader is active at
   * a time: another one waits until the first has ended, or its lease of 30 seconds has expired. Unread events are kept for 30 days.
   *
   * Iterating ends with `detach`, or when the subscriber is forgotten. While the storage is unavailable it waits.
   *
   * Throws `invalid_request` for a name with characters other than letters, digits, `.`, `_` and `-`, or more than 60 of them.
   */
  (subscriber: {
    /** The host's name for the subscriber. */
    readonly name: string;
  }): Promise<AsyncIterableIterator<SubscriberEvent>>;
  /** Removes a subscriber and the events that wait only for it; returns whether it existed. */
  forget(name: string): Promise<boolean>;
}

const NAME = /^[\w.-]{1,60}$/;

export function eventActions(app: App, detached: AbortSignal): EventActions {
  async function subscribe({
    name,
  }: {
    readonly name: string;
  }): Promise<AsyncIterableIterator<SubscriberEvent>> {
    if (!NAME.test(name)) invalid('name must have 1 to 60 letters, digits, ".", "_" or "-"', ['name']);
    const { events, records } = app.storage;
    await records.amend(registration(name, await events.last()));
    return stoppable((ended) => read(new EventReader(app, name, ended), ended), detached);
  }
  const forget = (name: string): Promise<boolean> => app.storage.records.amend(subscriberRemoval(name));
  const checked = guarded<Checked, Checked>(inputs, { subscribe, forget });
  return Object.assign(checked.subscribe, { forget: checked.forget });
}

interface Checked extends Pick<EventActions, 'forget'> {
  subscribe(...args: Parameters<EventActions>): ReturnType<EventActions>;
}

const inputs: Inputs<Checked> = {
  subscribe: [['subscriber', { name: text }]],
  forget: ['name'],
};

/** A generator that also ends while it waits. */
function stoppable(
  begin: (ended: AbortSignal) => AsyncGenerator<SubscriberEvent, undefined>,
  detached: AbortSignal,
): AsyncIterableIterator<SubscriberEvent> {
  const stopped = new AbortController();
  const events = begin(AbortSignal.any([stopped.signal, detached]));
  return {
    next: () =>
      events.next().catch((error: unknown) => {
        throw asBookingError(error);
      }),
    return() {
      stopped.abort();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* read(reader: EventReader, ended: AbortSignal): AsyncGenerator<SubscriberEvent, undefined> {
  try {
    while (!ended.aborted && !reader.isForgotten) {
      const event = await reader.next();
      if (!event) continue;
      yield event;
      reader.acknowledge();
    }
  } finally {
    await reader.end();
  }
}
