/** A short form of `npm run proof -- events`, with its controls. */
import { expect, test } from 'vitest';
import { DATABASES, randomFrom } from '../../support/killed-processes.ts';
import { sampleOf } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { judge } from './changes.ts';
import { catchUp, history } from './history.ts';

const databases = sampleOf(DATABASES, 2);

test.each(databases)(
  '%s: every acknowledged change is delivered, in order per booking, while processes are killed',
  async (kind) => {
    const { changes, lost, disordered } = await history(kind, { random: randomFrom(seed), kills: 1 });
    expect(changes).toBeGreaterThan(40);
    expect({ lost, disordered }).toEqual({ lost: [], disordered: [] });
  },
);

test.each(databases)('control, %s: a log that loses events is noticed', async (kind) => {
  const { lost } = await history(kind, { random: randomFrom(seed), kills: 0, fault: 'loses' });
  expect(lost).not.toEqual([]);
});

test('control: a change that is delivered before an earlier one of its booking is noticed, and a repetition is none', () => {
  const [made, moved] = [
    { booking: 'bk_1', step: 0 },
    { booking: 'bk_1', step: 1 },
  ];
  expect(judge([made, moved], [made, moved, made])).toEqual({ changes: 2, lost: [], disordered: [] });
  expect(judge([made, moved], [moved, made])).toEqual({ changes: 2, lost: [], disordered: [made] });
});

test.each(databases)('%s: a subscriber that has missed 5,000 events catches up, in order', async (kind) => {
  expect(await catchUp(kind, 5000)).toMatchObject({ seen: 5000, inOrder: true });
});
