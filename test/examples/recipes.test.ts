/** The examples that only print, run as a reader would run them. */
import { expect, test } from 'vitest';
import { linesOf, linesOfNode } from './run-example.ts';

test.each([
  [
    'many-locations',
    [
      '500 locations created',
      '0 changed by the same list',
      'Bistro 8: -1 is not a whole number from 0 to 100000',
      '50 of 50 have a table for 2',
    ],
  ],
  ['next-routes', ['availability: 200', 'booking: 201', 'without a key: 401']],
  ['fastify', ['booking: 201', 'the same table again: 409', 'a route of the host: {"own":true}']],
])('the recipe %s prints what it says', async (name, lines) => {
  expect(await linesOf(name)).toEqual(lines);
});

test('the test suite of a host passes with a fake clock and a storage in memory', async () => {
  const report = await linesOfNode(
    'host-tests',
    '--conditions=@bord/source',
    '--test',
    '--test-reporter=tap',
    'src/reminders.test.ts',
  );
  expect(report.join('\n')).toContain('# pass 2\n# fail 0\n');
});

test('D35 every payment ends with one booking for a paid order, and with none for an unpaid one', async () => {
  expect(await linesOf('pay-then-confirm')).toEqual([
    'while Alva pays, somebody else cannot have the table',
    'in time: booked; payment paid, 1 booked',
    'told twice, then by the page: booked; payment paid, 1 booked',
    'refused by the bank: the table is free at once',
    'refused: unpaid; payment refused, 0 booked',
    'late, and nobody needed the table: booked; payment paid, 1 booked',
    'late, and somebody did: refunded; payment refunded, 0 booked',
    'answers lost: booked; payment paid, 1 booked',
    'back on the page too early (waiting), then told: booked; payment paid, 1 booked',
  ]);
});

test('D51 members book further ahead, and a large party needs a deposit; a time is shown if it can be booked', async () => {
  expect(await linesOf('policies')).toEqual([
    'alva, 2 in 45 days: shown, booked',
    'maja, 2 in 45 days: not shown, members: You can book at most 30 days ahead.',
    'maja, 2 in 20 days: shown, booked',
    'maja, 8 in 20 days: not shown, deposit: Parties of 8 and more need a deposit.',
    'otto, 8 in 20 days: shown, booked',
  ]);
});
