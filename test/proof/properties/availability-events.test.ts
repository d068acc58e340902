/** Every change of availability sends an event to its subscribers (D37), whatever caused it. */
import type { Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heardOf, type Listening, listeningSetup, STEPS } from '../../support/availability-events.ts';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';
import { storages, storageSample } from '../../support/storages.ts';

const { FRIDAY_MS } = fixtures;
const HOUR_MS = 3_600_000;
const NAMES = Object.keys(STEPS);

const unit = fc.double({ min: 0, max: 0.999, noNaN: true });
const step = fc.record({
  name: fc.constantFrom(...NAMES, 'partner books', 'partner books', 'operator books', 'holds'),
  // Mostly no time passes; an hour alone frees no table with an event, but holds expire, and parties may be seated.
  hours: fc.constantFrom(0, 0, 0, 0, 1, 3),
  choice: fc.record({ which: unit, date: unit, time: unit, size: unit }),
});

/** Plays a story; returns the changes of availability without an event. */
async function untold(
  setup: Listening,
  story: readonly { name: string; hours: number; choice: Parameters<typeof heardOf>[2] }[],
): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { name, hours, choice } of story) {
    setup.clock.ms += hours * HOUR_MS;
    const { changed, heard } = await heardOf(setup, name, choice);
    counts.set(name, (counts.get(name) ?? 0) + (changed.length > 0 ? 1 : 0));
    for (const date of changed) if (!heard.includes(date)) missed.push(`${name}: ${date}`);
  }
  return missed;
}

/** How often a step of each kind has changed something. */
const counts = new Map<string, number>();

function clockAt(ms: number): Listening['clock'] {
  const clock = { ms, nowMs: () => clock.ms };
  return clock;
}

for (const kind of storageSample)
  test(`D37 every step that changes the availability of a date sends an event with the date [${kind.name}]`, async () => {
    const runs = kind.name === 'memory' ? inFull(400, 12) : inFull(40, 2);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (story) => {
        const clock = clockAt(FRIDAY_MS + 9 * HOUR_MS);
        const opened = await kind.open(clock);
        const setup = await listeningSetup(opened, clock);
        const missed = await untold(setup, story);
        setup.engine.detach();
        await opened.close();
        expect(missed).toEqual([]);
      }),
      seeded(runs),
    );
    expect([...counts.values()].filter((count) => count > 0).length).toBeGreaterThan(
      kind.name === 'memory' ? 5 : inFull(5, 0),
    );
  });

test('control: a cancellation, a hold or a closure without an event is detected', async () => {
  const [memory] = storages;
  const silent: Record<string, (storage: Storage) => Storage> = {
    'operator cancels': (storage) => amending(storage, ({ booking }) => booking?.status === 'cancelled'),
    holds: (storage) => amending(storage, ({ booking }) => booking?.id.startsWith('hd_') ?? false),
  };
  for (const [name, fault] of Object.entries(silent)) {
    const clock = clockAt(FRIDAY_MS + 9 * HOUR_MS);
    const opened = await memory!.open(clock);
    const setup = await listeningSetup({ storage: fault(opened.storage) }, clock);
    const choice = { which: 0, date: 0, time: 0.5, size: 0.2 };
    const story = [
      { name: 'partner books', hours: 0, choice },
      { name, hours: 0, choice },
    ];
    expect([name, (await untold(setup, story)).length > 0]).toEqual([name, true]);
    setup.engine.detach();
  }
});

/** A storage that loses the events about dates of some amendments. */
function amending(
  storage: Storage,
  isLost: (amendment: { booking?: { id: string; status: string } }) => boolean,
): Storage {
  const bookings = Object.create(storage.bookings, {
    amend: {
      value: (scope: never, rule: (snapshot: unknown) => { deliveries?: readonly { covers?: object }[] }) =>
        storage.bookings.amend(scope, ((snapshot: unknown) => {
          const amendment = rule(snapshot);
          if (!isLost(amendment as never)) return amendment;
          const { deliveries = [] } = amendment;
          return { ...amendment, deliveries: deliveries.filter(({ covers }) => !covers) };
        }) as never),
    },
  });
  return Object.create(storage, { bookings: { value: bookings } });
}

test('D37 the passing of time sends no event, nor does a change without effect on a table', async () => {
  const clock = clockAt(FRIDAY_MS + 9 * HOUR_MS);
  const [memory] = storages;
  const setup = await listeningSetup(await memory!.open(clock), clock);
  const choice = { which: 0, date: 0, time: 0.5, size: 0.2 };
  await heardOf(setup, 'holds', choice);
  await heardOf(setup, 'partner books', choice);
  clock.ms += 3 * HOUR_MS;
  expect((await heardOf(setup, 'edits', choice)).heard).toEqual([]);
  setup.engine.detach();
});

test('D37 a pin on a quiet day and a walk-in after the last slot send no event', async () => {
  const clock = clockAt(FRIDAY_MS + 9 * HOUR_MS);
  const [memory] = storages;
  const setup = await listeningSetup(await memory!.open(clock), clock);
  const choice = { which: 0, date: 0, time: 0.5, size: 0.2 };
  expect((await heardOf(setup, 'partner books', choice)).heard).toEqual(['2030-03-01']);
  expect((await heardOf(setup, 'pins', choice)).heard).toEqual([]);
  clock.ms = FRIDAY_MS + 23.75 * HOUR_MS;
  expect((await heardOf(setup, 'operator books', { ...choice, time: 0.95 })).heard).toEqual([]);
  expect(setup.bookings.length).toBe(2);
  setup.engine.detach();
});
