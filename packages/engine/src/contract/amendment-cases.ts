/** The contract for steps that share a transaction: each decides on the result of those before it. */
import { insertion } from '../core/access/records.ts';
import assert from 'node:assert/strict';
import type { Booking } from '../core/booking/booking.ts';
import type { Amendment, DiaryScope, Snapshot } from '../core/booking/diary.ts';
import { evolve } from '../core/booking/evolve.ts';
import { HOUR_MS } from '../core/instant.ts';
import type { Storage } from '../ports/storage.ts';
import { type ContractCase, testStorage as test } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  anEndpoint,
  aScope,
  FRIDAY_MS,
  LOCATION_ID,
  save,
} from './fixtures.ts';

type Change = Omit<Amendment<unknown>, 'result'>;

interface Taken {
  /** The number of the rule's call. */
  readonly turn: number;
  /** Which of the scopes it has. */
  readonly within: number;
  readonly snapshot: Snapshot;
  readonly change: Change;
}

const at = (hour: number): number => FRIDAY_MS + hour * HOUR_MS;
const DAY = { startMs: at(18), endMs: at(20) };
const NIGHT = { startMs: at(20), endMs: at(24) };

/** Changes of every kind, each on the result of those before it. */
function changes(): readonly Change[] {
  const first = aBooking('bk_1', { idempotencyKey: 'k', tables: ['A'] });
  const second = aBooking('bk_2', { tables: ['B'] });
  const early = { startMs: at(20), endMs: at(22), blockedUntilMs: at(22) };
  const entry = { atMs: at(1), kind: 'reseated', by: 'operator', before: { tables: ['A'] } } as const;
  const swap = [
    { bookingId: 'bk_1', tables: ['B'], entry },
    { bookingId: 'bk_2', tables: ['A'] },
  ];
  const moved: Booking = { ...first, ...early, tables: ['B'], partySize: 3, pinned: true };
  const elsewhere: Booking = { ...second, startMs: at(90), endMs: at(91), blockedUntilMs: at(91) };
  return [
    { booking: first },
    { booking: second },
    { reseatings: swap },
    {
      booking: aBooking('bk_3', { tables: ['B'] }),
      reseatings: [{ bookingId: 'bk_1', tables: ['C', 'D'], entry }],
    },
    { reseatings: [{ bookingId: 'bk_1', tables: [] }] },
    {},
    { booking: moved },
    { booking: { ...moved, status: 'completed' } },
    { booking: { ...moved, tables: ['E'] }, deliveries: [aDelivery('d')] },
    { booking: { ...elsewhere, tables: ['A'] } },
    { booking: { ...aBooking('bk_3', { tables: ['B'] }), status: 'cancelled' } },
    { booking: aBooking('bk_4', { tables: ['B'], channel: 'operator', idempotencyKey: 'other' }) },
  ];
}

function sorted({ bookings, named, endpoints }: Snapshot): Snapshot {
  return { bookings: bookings.toSorted((a, b) => (a.id < b.id ? -1 : 1)), named, endpoints };
}

/** The scope of each change: rows that are saved whole must be named there or be new, for any grouping into transactions. */
const WITHIN = [0, 1, 2, 3, 0, 1, 1, 0, 1, 3, 4, 2] as const;

/** Takes all changes in one go, each within a scope. */
async function takeAll(storage: Storage, scopes: readonly DiaryScope[]): Promise<readonly Taken[]> {
  let turn = 0;
  const steps = changes().map((change, i) =>
    storage.bookings.amend(scopes[WITHIN[i]!]!, (snapshot) => ({
      ...change,
      result: { turn: ++turn, within: WITHIN[i]!, snapshot, change },
    })),
  );
  const taken = (await Promise.all(steps)).map(({ result }) => result);
  return taken.toSorted((a, b) => a.turn - b.turn);
}

export const amendmentCases: readonly ContractCase[] = [
  test('bookings: a step that is taken together with others is shown what `evolve` makes of the snapshot before them', async (storage) => {
    const location = await aLocation(storage);
    const scopes = [
      aScope(location, { interval: DAY, named: { bookingId: 'bk_1' } }),
      aScope(location, { interval: NIGHT, named: { idempotencyKey: 'k' } }),
      aScope(location, { interval: DAY, named: null }),
      aScope(location, { interval: { ...DAY, endMs: NIGHT.endMs }, named: { bookingId: 'bk_2' } }),
      aScope(location, { interval: DAY, named: { bookingId: 'bk_3' } }),
    ];
    const taken = await takeAll(storage, scopes);
    let snapshots = scopes.map((): Snapshot => ({ bookings: [], named: null, endpoints: [] }));
    for (const { within, snapshot, change } of taken) {
      assert.deepEqual(sorted(snapshot), sorted(snapshots[within]!));
      snapshots = snapshots.map((before, i) => evolve(before, scopes[i]!, change));
    }
    // Reading again gives the same.
    for (const [i, scope] of scopes.entries()) {
      const { result } = await storage.bookings.amend(scope, (snapshot) => ({ result: snapshot }));
      assert.deepEqual(sorted(result), sorted(snapshots[i]!));
    }
  }),
  test('bookings: a step resolves to the amendment that is saved, whole', async (storage) => {
    const location = await aLocation(storage);
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const refusal = {
      locationId: LOCATION_ID,
      channel: 'partner:acme',
      requestedMs: 1,
      startMs: at(18),
      partySize: 2,
      reason: 'tables',
    } as const;
    const amendments: readonly Amendment<unknown>[] = [
      { result: 'made', booking: aBooking('bk_1'), deliveries: [aDelivery('d')] },
      { result: null, reseatings: [{ bookingId: 'bk_1', tables: ['B'] }], undecided: 2 },
      { result: { kind: 'refused' }, refusal },
      { result: undefined },
    ];
    for (const amendment of amendments)
      assert.deepEqual(await storage.bookings.amend(aScope(location), () => amendment), amendment);
    const together = amendments.slice(2).map((one) => storage.bookings.amend(aScope(location), () => one));
    assert.deepEqual(await Promise.all(together), amendments.slice(2));
    const broken = storage.bookings.amend(
      aScope(location),
      save({ booking: aBooking('bk_2', { tables: ['B'] }) }),
    );
    await assert.rejects(broken, 'an unsaved result is not returned');
  }),
];
