/** The count of acknowledged changes in a history. */
import { expect, test } from 'vitest';
import { acknowledgedIn } from './account.ts';
import type { Request } from './history.ts';

const SIX = Date.UTC(2026, 11, 4, 18);

function acknowledged(...given: readonly (readonly [Request, string | null])[]): number {
  return acknowledgedIn({
    operations: given.map(([request, answer], id) => ({
      id,
      client: 'client 0',
      server: 0,
      request,
      invokedMs: id,
      returnedMs: answer === null ? null : id + 1,
      answer,
    })),
  });
}

const create = { kind: 'create', party: 'a', startMs: SIX, partySize: 2 } as const;

test('a change counts once for any number of requests; reads, lists, rejections and unknown outcomes do not count', () => {
  const shown = 'confirmed 18:00 for 2';
  expect(acknowledged([create, 'booked: confirmed 18:00'], [create, 'replayed: confirmed 18:00'])).toBe(1);
  expect(acknowledged([create, null], [create, 'replayed: confirmed 18:00'])).toBe(1);
  expect(acknowledged([create, null], [create, 'refused'])).toBe(0);
  for (const kind of ['read', 'listed', 'stored'] as const)
    expect(acknowledged([{ kind, party: 'a' }, shown])).toBe(0);
  expect(acknowledged([{ kind: 'move', party: 'a', partySize: 2 }, shown])).toBe(1);
  expect(
    acknowledged([{ kind: 'cancel', party: 'a' }, 'cancelled'], [create, 'booked: confirmed 18:00']),
  ).toBe(2);
});
