/** A short form of `npm run proof -- within`, with its controls. */
import { expect, test } from 'vitest';
import { DATABASES, randomFrom } from '../../support/killed-processes.ts';
import { seed } from '../../support/seed.ts';
import { history } from './history.ts';
import { judgeReceived } from './received.ts';

test.each(DATABASES)(
  '%s: the host’s rows and the bookings agree, and events leave after the commit only, while transactions are rolled back and processes killed',
  async (kind) => {
    const found = await history(kind, { random: randomFrom(seed), rollbacks: 10, kills: 1 });
    expect(found).toMatchObject({ rolledBack: 10, disagreeing: [], wrongTimes: 0 });
    const whole = { changes: found.committed, lost: [], early: [] };
    expect(found).toMatchObject({ webhooks: whole, events: { ...whole, disordered: [] } });
    expect(found.committed).toBeGreaterThan(3);
  },
);

test.each(DATABASES)(
  'control, %s: a row that is written outside of the transaction is noticed',
  async (kind) => {
    const found = await history(kind, { random: randomFrom(seed), rollbacks: 4, kills: 0, isOutside: true });
    expect(found.disagreeing).not.toEqual([]);
  },
);

test('control: what arrives before its commit, without one, or never, is noticed', () => {
  const change = { booking: 'bk_1', step: 0 };
  const commits = new Map([['bk_1 0', 1000]]);
  const received = { ...change, atMs: 1200 };
  expect(judgeReceived([change], commits, [received])).toEqual({
    changes: 1,
    lost: [],
    disordered: [],
    early: [],
    longestMs: 200,
  });
  const early = { ...change, atMs: 999 };
  expect(judgeReceived([change], commits, [early])).toMatchObject({ early: [early] });
  expect(judgeReceived([], commits, [received])).toMatchObject({ early: [received] });
  expect(judgeReceived([change], new Map(), [received])).toMatchObject({ early: [received] });
  expect(judgeReceived([change], commits, [])).toMatchObject({ lost: [change] });
});
