import { expect, test } from 'vitest';
import { LOCATION_ID } from '../../contract/fixtures.ts';
import { demandOf } from './demand.ts';
import type { Reason } from '../location/reason.ts';
import type { Refusal } from './refusal.ts';

const refusal = (startsAt: string, partySize: number, reason: Reason = 'tables'): Refusal => ({
  locationId: LOCATION_ID,
  channel: 'partner:acme',
  requestedMs: 0,
  startMs: Date.parse(startsAt),
  partySize,
  reason,
});

test('demand is grouped by local weekday and hour, and an absurd party size counts as a large one', () => {
  const demand = demandOf(
    [
      refusal('2030-03-01T23:30:00Z', 2), // Saturday, half past midnight in Stockholm
      refusal('2030-03-01T17:00:00Z', 4),
      { ...refusal('2030-03-01T17:00:00Z', 5), channel: 'operator' },
      refusal('2030-03-01T17:59:00Z', 1_000_000, 'party_size'),
    ],
    'Europe/Stockholm',
  );
  expect(demand).toEqual({
    total: { requests: 3, covers: 1006 },
    byReason: { tables: 2, party_size: 1 },
    hours: [
      { weekday: 5, hour: 18, requests: 2, covers: 1004, byReason: { tables: 1, party_size: 1 } },
      { weekday: 6, hour: 0, requests: 1, covers: 2, byReason: { tables: 1 } },
    ],
    own: {
      total: { requests: 1, covers: 5 },
      byReason: { tables: 1 },
      hours: [{ weekday: 5, hour: 18, requests: 1, covers: 5, byReason: { tables: 1 } }],
    },
  });
});
