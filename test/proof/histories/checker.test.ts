/** The checker finds violations in wrong histories, and none in right ones. */
import { describe, expect, test } from 'vitest';
import { check, STALE_MS } from './checker.ts';
import type { History, Operation, Request } from './history.ts';
import { modelOf, startsOn } from './model.ts';
import { shrink, written } from './shrink.ts';

const STARTS = startsOn('2026-12-01');
const [FIVE, SIX, SEVEN] = STARTS as [number, number, number];
const model = modelOf(STARTS);

type Given = readonly [
  fromMs: number,
  toMs: number | null,
  request: Request,
  answer: string | null,
  server?: number,
];

const historyOf = (...given: readonly Given[]): History => ({
  name: 'planted',
  operations: given.map(([invokedMs, returnedMs, request, answer, server = 0], id): Operation => ({
    id,
    client: `c${id}`,
    server,
    request,
    invokedMs,
    returnedMs,
    answer,
  })),
});

const create = (party: string, startMs = FIVE, partySize = 2): Request => ({
  kind: 'create',
  party,
  startMs,
  partySize,
});
const read = (party: string): Request => ({ kind: 'read', party });
const listed = (party: string): Request => ({ kind: 'listed', party });
const cancel = (party: string): Request => ({ kind: 'cancel', party });
const available: Request = { kind: 'availability', partySize: 4 };

/** A name, whether it is linearizable, and the history. */
const CASES: readonly (readonly [string, boolean, History])[] = [
  [
    'one after the other, until it is full',
    true,
    historyOf(
      [0, 1, create('a', FIVE, 4), 'booked: confirmed 17:00'],
      [2, 3, create('b', FIVE, 2), 'booked: confirmed 17:00'],
      [4, 5, create('c', FIVE, 1), 'refused'],
    ),
  ],
  [
    'two at once, and the later answer came first',
    true,
    historyOf(
      [0, 9, create('a', FIVE, 4), 'refused'],
      [1, 2, create('b', FIVE, 4), 'booked: confirmed 17:00'],
    ),
  ],
  [
    'two parties of four at the one table for four',
    false,
    historyOf(
      [0, 9, create('a', FIVE, 4), 'booked: confirmed 17:00'],
      [1, 2, create('b', SIX, 3), 'booked: confirmed 18:00'],
    ),
  ],
  [
    'refused, though there was room all the time',
    false,
    historyOf(
      [0, 1, create('a', FIVE, 4), 'booked: confirmed 17:00'],
      [2, 3, create('b', SEVEN, 4), 'refused'],
    ),
  ],
  [
    'refused, though one who is given another table would have made room',
    false,
    historyOf(
      [0, 1, create('a', FIVE, 2), 'booked: confirmed 17:00'],
      [2, 3, create('b', FIVE, 4), 'refused'],
    ),
  ],
  [
    'acknowledged, and not stored',
    false,
    historyOf(
      [0, 1, create('a'), 'booked: confirmed 17:00'],
      [9, 10, { kind: 'stored', party: 'a' }, 'none'],
    ),
  ],
  [
    'cancelled, and back again',
    false,
    historyOf(
      [0, 1, create('a'), 'booked: confirmed 17:00'],
      [2, 3, cancel('a'), 'cancelled'],
      [9, 10, { kind: 'stored', party: 'a' }, 'confirmed 17:00 for 2'],
    ),
  ],
  [
    'a booking that is read as it was before it was cancelled',
    false,
    historyOf(
      [0, 1, create('a'), 'booked: confirmed 17:00'],
      [2, 3, cancel('a'), 'cancelled'],
      [4, 5, read('a'), 'confirmed 17:00 for 2', 1],
    ),
  ],
  [
    'the same while it is being cancelled',
    true,
    historyOf(
      [0, 1, create('a'), 'booked: confirmed 17:00'],
      [2, 6, cancel('a'), 'cancelled'],
      [4, 5, read('a'), 'confirmed 17:00 for 2', 1],
    ),
  ],
  [
    'read as cancelled, and then as confirmed, while it is being cancelled',
    false,
    historyOf(
      [0, 1, create('a'), 'booked: confirmed 17:00'],
      [2, 9, cancel('a'), 'cancelled'],
      [3, 4, read('a'), 'cancelled 17:00 for 2', 1],
      [5, 6, read('a'), 'confirmed 17:00 for 2', 2],
    ),
  ],
  [
    'two moves, one of the time and one of the size, of which one was lost',
    false,
    historyOf(
      [0, 1, create('a'), 'booked: confirmed 17:00'],
      [2, 5, { kind: 'move', party: 'a', startMs: SEVEN }, 'confirmed 19:00 for 2'],
      [3, 6, { kind: 'move', party: 'a', partySize: 3 }, 'confirmed 17:00 for 3'],
      [8, 9, read('a'), 'confirmed 17:00 for 3'],
    ),
  ],
  [
    'a repetition that made a second booking',
    false,
    historyOf([0, 1, create('a'), 'booked: confirmed 17:00'], [2, 3, create('a'), 'booked: confirmed 17:00']),
  ],
  [
    'a repetition that says how the booking stands',
    true,
    historyOf(
      [0, 1, create('a'), 'booked: confirmed 17:00'],
      [2, 3, cancel('a'), 'cancelled'],
      [4, 5, create('a'), 'replayed: cancelled 17:00'],
    ),
  ],
  [
    'an unknown outcome that took effect late',
    true,
    historyOf(
      [0, null, create('a', FIVE, 4), null],
      [2, 3, listed('a'), 'none'],
      [4, 5, create('b', FIVE, 4), 'refused'],
      [6, 7, create('a', FIVE, 4), 'replayed: confirmed 17:00'],
    ),
  ],
  [
    'an unknown outcome that took effect, and then had not',
    false,
    historyOf(
      [0, null, create('a', FIVE, 4), null],
      [2, 3, create('a', FIVE, 4), 'replayed: confirmed 17:00'],
      [4, 5, create('b', FIVE, 4), 'booked: confirmed 17:00'],
    ),
  ],
  [
    'a list without a booking that is there',
    false,
    historyOf(
      [0, 1, create('a'), 'booked: confirmed 17:00'],
      [2, 3, { kind: 'move', party: 'a', startMs: SEVEN }, 'confirmed 19:00 for 2'],
      [4, 5, listed('a'), 'none'],
    ),
  ],
  [
    'an effect before its request',
    false,
    historyOf([0, 1, listed('a'), 'confirmed 17:00 for 2'], [2, 3, create('a'), 'booked: confirmed 17:00']),
  ],
  [
    'a hold that was given up and confirmed all the same',
    false,
    historyOf(
      [0, 1, { kind: 'hold', party: 'a', startMs: FIVE, partySize: 2 }, 'held: 17:00 for 2'],
      [2, 3, { kind: 'release', party: 'a' }, 'released'],
      [4, 5, { kind: 'confirm', party: 'a' }, 'booked: confirmed 17:00'],
    ),
  ],
  [
    'a table that is held and booked by another',
    false,
    historyOf(
      [0, 1, { kind: 'hold', party: 'a', startMs: FIVE, partySize: 4 }, 'held: 17:00 for 4'],
      [2, 3, create('b', SIX, 4), 'booked: confirmed 18:00'],
    ),
  ],
  [
    'availability from the memory of another server',
    true,
    historyOf(
      [0, 1, create('a', SEVEN, 4), 'booked: confirmed 19:00', 0],
      [2, 3, available, 'free: 17:00 18:00 19:00 20:00 21:00', 1],
    ),
  ],
  [
    'availability that is older than a server may remember',
    false,
    historyOf(
      [0, 1, create('a', SEVEN, 4), 'booked: confirmed 19:00', 0],
      [STALE_MS + 2, STALE_MS + 3, available, 'free: 17:00 18:00 19:00 20:00 21:00', 1],
    ),
  ],
  [
    'availability without what the same server has just booked',
    false,
    historyOf(
      [0, 1, create('a', SEVEN, 4), 'booked: confirmed 19:00', 1],
      [2, 3, available, 'free: 17:00 18:00 19:00 20:00 21:00', 1],
    ),
  ],
];

describe('§4.3.1 the checker of histories', () => {
  for (const [name, isRight, history] of CASES) {
    test(`${isRight ? 'finds the order of' : 'finds no order of'} ${name}`, () => {
      expect(check(history, model).kind).toBe(isRight ? 'linearizable' : 'violation');
    });
  }
});

test('§4.3.1 a violation is shrunk to the contradictory operations, and written for people', () => {
  const noise: Given[] = Array.from({ length: 12 }, (_, i) => [
    i * 10,
    i * 10 + 5,
    create(`n${i}`, STARTS[4], 6),
    i === 0 ? 'booked: confirmed 21:00' : 'refused',
  ]);
  const history = historyOf(
    ...noise,
    [200, 201, create('a', FIVE, 4), 'booked: confirmed 17:00'],
    [202, 203, listed('a'), 'confirmed 17:00 for 4'],
    [204, 205, create('b', SIX, 4), 'booked: confirmed 18:00'],
    [206, 207, available, 'free: none'],
  );
  const least = shrink(history, model);
  expect(least.operations.map(({ request }) => ('party' in request ? request.party : request.kind))).toEqual([
    'a',
    'b',
  ]);
  expect(written(least)).toContain('create b 18:00 for 4');
});
