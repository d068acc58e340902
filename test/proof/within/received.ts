/** A process next to the hosts, which delivers webhooks and reads events, and the violations in them. */
import { setTimeout as pause } from 'node:timers/promises';
import { createEngine, type Engine, type SubscriberEvent } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { opened } from '../../support/killed-processes.ts';
import { type Change, judge, type Judgement } from '../events/changes.ts';
import { CANCELLED } from './orders.ts';

export interface Received extends Change {
  readonly atMs: number;
}

/** Since when a change can have been committed: the host reports it just before COMMIT. */
export type Commits = ReadonlyMap<string, number>;

export interface Reception extends Judgement {
  /** Received before its commit, or without one. */
  readonly early: readonly Change[];
  /** From a commit to the first arrival, at most. */
  readonly longestMs: number;
}

export const nameOf = ({ booking, step }: Change): string => `${booking} ${step}`;

/** @param committed of which the host has a row */
export function judgeReceived(
  committed: readonly Change[],
  commits: Commits,
  all: readonly Received[],
): Reception {
  const committedNames = new Set(committed.map(nameOf));
  const first = new Map(all.toReversed().map((one) => [nameOf(one), one.atMs]));
  const waits = committed.flatMap((one) => {
    const [fromMs, toMs] = [commits.get(nameOf(one)), first.get(nameOf(one))];
    return fromMs === undefined || toMs === undefined ? [] : [toMs - fromMs];
  });
  return {
    ...judge(committed, all),
    early: all.filter((one) => !committedNames.has(nameOf(one)) || !(one.atMs >= commits.get(nameOf(one))!)),
    longestMs: Math.max(0, ...waits),
  };
}

export interface Receiver {
  readonly engine: Engine;
  readonly webhooks: readonly Received[];
  readonly events: readonly Received[];
  /** Waits until both have so many changes, for a minute at most; then it ends. */
  close(count: number): Promise<void>;
}

export async function openReceiver(database: string): Promise<Receiver> {
  const storage = opened(database);
  const [webhooks, events]: [Received[], Received[]] = [[], []];
  const engine = createEngine({
    storage,
    secretKeys: [new Uint8Array(32)],
    webhooks: {
      checkUrl: () => null,
      async post({ body }) {
        webhooks.push(receivedNow(JSON.parse(body) as SubscriberEvent));
        return { kind: 'answered', status: 204, start: '' };
      },
      close: async () => undefined,
    },
  });
  const endpoint = { partner: null, url: 'https://host.example/hook', locationIds: [fixtures.LOCATION_ID] };
  await engine.operator.webhooks.add(endpoint);
  const worker = engine.background.startDelivering();
  const subscriber = await engine.events({ name: 'proof' });
  const reading = (async () => {
    for await (const event of subscriber) events.push(receivedNow(event));
  })();
  const distinct = (all: readonly Received[]): number => new Set(all.map(nameOf)).size;
  return {
    engine,
    webhooks,
    events,
    async close(count) {
      const untilMs = Date.now() + 60_000;
      while (Math.min(distinct(webhooks), distinct(events)) < count && Date.now() < untilMs) await pause(20);
      engine.detach();
      await reading;
      await worker.stop();
      await storage.close();
    },
  };
}

function receivedNow({ type, data }: SubscriberEvent): Received {
  const step = type === 'booking.cancelled' ? CANCELLED : Date.parse(data.startsAt);
  return { booking: data.bookingId, step, atMs: Date.now() };
}
