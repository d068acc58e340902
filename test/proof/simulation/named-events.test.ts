/** A simulated month: endpoints without named types get the three of §6.1 only, others get the named ones; receivers fail for days. */
import type { DeliveryRecord } from '@bord/engine/storage';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { createEngine, type Endpoint, type EventType, type WebhookSender } from '@bord/engine';
import { expect, test } from 'vitest';
import {
  type Choice,
  changesOf,
  type Listening,
  listeningSetup,
  STEPS,
} from '../../support/availability-events.ts';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';

const { FRIDAY_MS } = fixtures;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NAMES = Object.keys(STEPS);
const STEPS_TAKEN = inFull(3000, 400);
const SPECIFIED = new Set<EventType>(['booking.created', 'booking.updated', 'booking.cancelled']);

/** Numbers from 0 up to but not including 1, the same for the same seed. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Arrived {
  readonly url: string;
  readonly atMs: number;
  readonly event: {
    readonly id: string;
    readonly type: EventType;
    readonly data: { readonly dates?: string[] };
  };
}

/** Receivers of which each takes a fifth of its events not, and is down altogether on some days. */
function receivers(random: () => number, nowMs: () => number) {
  const arrived: Arrived[] = [];
  const isDown = (): boolean => Math.floor((nowMs() - FRIDAY_MS) / DAY_MS) % 5 === 3;
  const sender: WebhookSender = {
    checkUrl: () => null,
    async post({ url, body }) {
      if (isDown() || random() < 0.2) return { kind: 'answered', status: 500, start: '' };
      arrived.push({ url, atMs: nowMs(), event: JSON.parse(body) as Arrived['event'] });
      return { kind: 'answered', status: 204, start: '' };
    },
    close: async () => undefined,
  };
  return { arrived, sender };
}

const waitingOf = async ({ storage }: Listening, { id }: Endpoint): Promise<readonly DeliveryRecord[]> =>
  (await storage.outbox.ofQueue(id, 10_000)).filter(({ state }) => state === 'waiting');

const datesOf = ({ body }: DeliveryRecord): readonly string[] =>
  (JSON.parse(body) as Arrived['event']).data.dates ?? [];

test(`D30 D37 in a month each endpoint gets the named types only, every change has an event, and one event waits for a date; seed ${seed}`, async () => {
  const random = randomFrom(seed);
  const clock = { ms: FRIDAY_MS + 9 * 60 * MINUTE_MS, nowMs: () => clock.ms };
  const { arrived, sender } = receivers(random, () => clock.ms);
  const setup = await listeningSetup({ storage: memoryStorage(clock) }, clock);
  const worker = createEngine({
    storage: setup.storage,
    clock,
    webhooks: sender,
    secretKeys: [new Uint8Array(32).fill(7)],
  });
  const add = async (name: string, eventTypes: readonly EventType[] | null): Promise<Endpoint> =>
    (await worker.operator.webhooks.add({ partner: 'acme', url: `https://acme.example/${name}`, eventTypes }))
      .endpoint;
  await add('all', null);
  const times = await add('times', ['availability.changed']);
  await add('offers', ['waitlist.offered', 'booking.cancelled']);
  setup.engine.detach();
  /** Dates that have changed. */
  const owed = new Set<string>();
  const choice = (): Choice => ({ which: random(), date: random(), time: random(), size: random() });
  for (let i = 0; i < STEPS_TAKEN; i++) {
    const name = NAMES[Math.floor(random() * NAMES.length)]!;
    const { changed } = await changesOf(setup, name, choice());
    for (const date of changed) owed.add(date);
    const waiting = await waitingOf(setup, times);
    const dates = waiting.flatMap(datesOf);
    for (const date of changed) expect([i, name, date, dates.includes(date)]).toEqual([i, name, date, true]);
    expect([i, dates.toSorted()]).toEqual([i, [...new Set(dates)].toSorted()]);
    clock.ms += Math.floor(random() * 2 * 30 * (DAY_MS / STEPS_TAKEN));
    await worker.background.deliverDue();
    if (
      (await worker.operator.webhooks.list()).some(({ disabledMs }) => disabledMs !== null) &&
      random() < 0.05
    )
      for (const { id } of await worker.operator.webhooks.list()) await worker.operator.webhooks.enable(id);
  }
  for (const { id } of await worker.operator.webhooks.list()) await worker.operator.webhooks.enable(id);
  for (let rounds = 0; rounds < 200 && (await waitingOf(setup, times)).length > 0; rounds++) {
    clock.ms += 31 * MINUTE_MS;
    await worker.background.deliverDue();
  }
  const typesAt = (name: string): readonly EventType[] => [
    ...new Set(arrived.filter(({ url }) => url.endsWith(name)).map(({ event }) => event.type)),
  ];
  expect(typesAt('/all').filter((type) => !SPECIFIED.has(type))).toEqual([]);
  expect(typesAt('/all').length).toBeGreaterThan(1);
  expect(typesAt('/times')).toEqual(['availability.changed']);
  expect(
    typesAt('/offers').filter((type) => !['waitlist.offered', 'booking.cancelled'].includes(type)),
  ).toEqual([]);
  // No event is lost: for each changed date one was accepted, or has failed permanently.
  const named = new Set(arrived.flatMap(({ event }) => event.data.dates ?? []));
  const failed = (await setup.storage.outbox.ofQueue(times.id, 10_000)).filter(
    ({ state }) => state === 'failed',
  );
  const lost = [...owed].filter(
    (date) => !named.has(date) && !failed.some((one) => datesOf(one).includes(date)),
  );
  expect(lost).toEqual([]);
  expect(owed.size).toBeGreaterThan(10);
  worker.detach();
});
