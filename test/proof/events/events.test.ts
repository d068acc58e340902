/** A short form of `npm run proof -- events`. Its tests run concurrently, because they mostly wait for processes. */
import { createEngine } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { DATABASES, randomFrom } from '../../support/killed-processes.ts';
import { sampleOf } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { type Change, changeOf, faulty, judge, noonAfter, readMissed, STEPS, SUBSCRIBER } from './changes.ts';
import { afterMissing, history } from './history.ts';

const databases = sampleOf(DATABASES, 2);

test.concurrent.each(databases)(
  '%s: every acknowledged change is delivered, in order per booking, while processes are killed',
  async (kind) => {
    const random = randomFrom(seed);
    const { changes, lost, disordered } = await history(kind, { random, kills: 1, writers: 1 });
    expect(changes).toBeGreaterThan(40);
    expect({ lost, disordered }).toEqual({ lost: [], disordered: [] });
  },
);

test.concurrent.each(databases)(
  '%s: a subscriber that has missed 5,000 events catches up, in order',
  async (kind) => {
    const read = await afterMissing(kind, 5000, (_, engine) => readMissed(engine, 5000));
    expect(read).toEqual({ seen: 5000, inOrder: true });
  },
);

test.each(['loses', 'reverses'] as const)('control: a log that %s events is noticed', async (fault) => {
  const storage = memoryStorage({ nowMs: Date.now });
  await fixtures.aLocation(storage);
  const engine = createEngine({ storage: { ...storage, events: faulty(storage.events, fault) } });
  const events = await engine.events({ name: SUBSCRIBER });
  const { bookings } = engine.operator.at(fixtures.LOCATION_ID);
  const acknowledged: Change[] = [];
  for (let day = 0; day < 4; day++) {
    const made = await bookings.create(fixtures.aRequest(noonAfter(day)));
    if (made.kind !== 'booked') throw new Error(made.kind);
    await bookings.cancel(made.booking.id);
    for (const step of [0, STEPS - 1]) acknowledged.push({ booking: made.booking.id, step });
  }
  const delivered: Change[] = [];
  while (delivered.length < 7) delivered.push(changeOf((await events.next()).value));
  engine.detach();
  const { lost, disordered } = judge(acknowledged, delivered);
  expect(fault === 'loses' ? lost : disordered).not.toEqual([]);
});

test('control: a change that is delivered before an earlier one of its booking is noticed, and a repetition is none', () => {
  const [made, moved] = [
    { booking: 'bk_1', step: 0 },
    { booking: 'bk_1', step: 1 },
  ];
  expect(judge([made, moved], [made, moved, made])).toEqual({ changes: 2, lost: [], disordered: [] });
  expect(judge([made, moved], [moved, made])).toEqual({ changes: 2, lost: [], disordered: [made] });
});
