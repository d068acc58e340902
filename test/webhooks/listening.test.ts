/** Sessions in which a developer's machine fetches its events, on every storage, over two processes' worth of engines. */
import { createEngine, type Engine, type ListenedEvent, type NextEvents } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { storages } from '../support/storages.ts';

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

let passedMs = 0;
const clock = { nowMs: () => Date.now() + passedMs };
const caller = fixtures.aCaller({ keyId: 'key_a', partner: 'sandbox-a' });

interface Ground {
  readonly engines: readonly [Engine, Engine];
  pass(ms: number): Promise<void>;
}

async function open(kind: (typeof storages)[number]): Promise<Ground> {
  const opened = await kind.open(clock);
  closers.push(() => opened.close());
  await fixtures.aLocation(opened.storage);
  const on = (storage: typeof opened.storage): Engine => {
    const engine = createEngine({ storage, clock, secretKeys: [new Uint8Array(32).fill(7)] });
    closers.push(() => engine.detach());
    return engine;
  };
  return {
    engines: [on(opened.storage), on(await opened.reopen())],
    async pass(ms) {
      passedMs += ms;
      await opened.pass(ms);
    },
  };
}

async function book(engine: Engine, day: number): Promise<string> {
  const startMs = Math.ceil(Date.now() / 86_400_000 + day) * 86_400_000 + 12 * 3_600_000;
  const outcome = await engine
    .partner(caller)
    .createBooking(fixtures.LOCATION_ID, fixtures.aRequest(startMs));
  if (outcome.kind !== 'booked') throw new Error(outcome.kind);
  return outcome.booking.id;
}

/** The next events, with repeated requests until there are some. */
async function awaited(engine: Engine, request: NextEvents): Promise<readonly ListenedEvent[]> {
  for (;;) {
    const next = await engine.sandbox.listening(caller).next({ ...request, waitMs: 5000 });
    if (next.kind !== 'events') throw new Error(next.kind);
    if (next.events.length > 0) return next.events;
  }
}

const idsOf = (events: readonly ListenedEvent[]): string[] =>
  events.map(({ headers }) => headers['x-partner-event-id']!);

for (const kind of storages)
  describe(kind.name, () => {
    test('D20 D23 what another process did is heard, taken at any of them, and a session there takes over', async () => {
      const [one, two] = (await open(kind)).engines;
      const session = await one.sandbox.listening(caller).begin();
      const id = await book(two, 3);
      const [event] = await awaited(one, session);
      expect(idsOf([event!])).toEqual([expect.stringMatching(`^${id}:booking.created:`)]);
      const later = await book(one, 4);
      const events = await awaited(two, { ...session, taken: [event!.receipt] });
      expect(idsOf(events)).toEqual([expect.stringMatching(`^${later}:booking.created:`)]);
      const [other] = await Promise.all([two, one].map((engine) => engine.sandbox.listening(caller).begin()));
      expect(await one.sandbox.listening(caller).next(session)).toEqual({ kind: 'taken over' });
      expect(other!.secret).toBe(session.secret);
    });

    test('D37 a change after its event was delivered has another event', async () => {
      const {
        engines: [one, two],
        pass,
      } = await open(kind);
      const listening = one.sandbox.listening(caller);
      const session = await listening.begin({ eventTypes: ['availability.changed'] });
      await book(two, 3);
      await pass(5100);
      const [first] = await awaited(one, session);
      await book(two, 3);
      await pass(5100);
      const again = await awaited(one, { ...session, taken: [first!.receipt] });
      expect(again).toHaveLength(1);
      expect(idsOf(again)).not.toEqual(idsOf([first!]));
    });
  });
