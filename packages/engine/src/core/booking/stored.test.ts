import { expect, test } from 'vitest';
import { aBlock, aBooking, aHold, aWaiting, FRIDAY_MS } from '../../contract/fixtures.ts';
import { MINUTE_MS } from '../instant.ts';
import { toDiary } from './booking.ts';
import { holdId, moveHoldId } from '../ids.ts';
import type { DiaryRow } from './row.ts';
import { type EntryColumns, fromStored, type StoredRow, toEntry, toStored } from './stored.ts';

const RANDOM = new Uint8Array(10);
const booking = aBooking('bk_0000000000000000000002', { pinned: true });
const { startMs, endMs, blockedUntilMs, partySize, tables } = booking;
const seatedMs = startMs - 10 * MINUTE_MS;
const sitting = aBooking('bk_1', { visit: { arrivedMs: null, seatedMs, leftMs: null } });
const hold = aHold(holdId(FRIDAY_MS, RANDOM));
const move = { bookingId: booking.id, startMs, endMs, blockedUntilMs, partySize, tables };
const moving = aHold(moveHoldId(FRIDAY_MS, new Uint8Array(2), booking.id), { keyId: null, move });
const holdTerms = { keyId: 'k', waitingId: null };
const moveTerms = { keyId: null, waitingId: null, move };
const waiting = aWaiting('wt_1');
const { toMs, mode, position, keyId } = waiting;

/** The columns that depend on the kind, as in databases: servers of another version cannot read other values. */
const ENCODED: readonly (readonly [DiaryRow, Partial<StoredRow>])[] = [
  [booking, { pinned: true, startMs }],
  [sitting, { pinned: true, startMs: seatedMs }],
  [aBlock('bl_1'), { pinned: true, partySize: 0 }],
  [hold, { pinned: false, terms: holdTerms }],
  [
    { ...hold, yielded: true },
    { pinned: true, terms: holdTerms },
  ],
  [
    { ...hold, tables: [], claim: 'evicted' },
    { pinned: false, tables: [], terms: holdTerms },
  ],
  [
    { ...hold, yielded: true, status: 'cancelled' },
    { pinned: true, status: 'cancelled' },
  ],
  [moving, { pinned: false, terms: moveTerms }],
  [
    { ...moving, tables: [], claim: 'place' },
    { pinned: true, tables: [], terms: moveTerms },
  ],
  [
    { ...moving, tables: [], claim: 'evicted' },
    { pinned: false, tables: [] },
  ],
  [waiting, { pinned: false, tables: [], terms: { toMs, mode, position, holdId: null, keyId } }],
  [{ ...booking, area: 'bar' }, { terms: { area: 'bar' } }],
  [
    { ...sitting, area: 'bar' },
    { startMs: seatedMs, terms: { area: 'bar' } },
  ],
  [{ ...hold, area: 'bar' }, { terms: { ...holdTerms, area: 'bar' } }],
];

test('D35 D36 D39 D41 D52 a row of each kind and state is stored in the known columns, and read back unchanged', () => {
  for (const [row, columns] of ENCODED) {
    const { terms, ...stored } = toStored(row);
    expect({ ...stored, terms }).toMatchObject({ kind: row.kind, ...columns });
    expect(fromStored(stored, terms ?? null)).toEqual(row);
    if (row.status !== 'confirmed') continue;
    expect(toEntry(shown({ ...stored, ...(terms && { terms }) }))).toEqual(toDiary(row));
  }
});

test('D35 a hold without its terms is reported, with its id', () => {
  expect(() => fromStored(toStored(booking), null)).not.toThrow();
  expect(() => fromStored({ ...booking, kind: 'hold' }, null)).toThrow(booking.id);
});

/** The columns of the diary. */
function shown({ source, terms, ...columns }: StoredRow): EntryColumns {
  const { id, startMs: fromMs, blockedUntilMs: untilMs, partySize: covers, tables: at, pinned } = columns;
  const byOperator = source === 'operator';
  const area = terms?.area;
  return {
    id,
    startMs: fromMs,
    blockedUntilMs: untilMs,
    partySize: covers,
    tables: at,
    pinned,
    byOperator,
    area,
  };
}
