/** A visitor of the demo at a restaurant that others use as well: hers is whole, theirs are tables that are taken. */
import { beforeEach, expect, test } from 'vitest';
import { type StaffSetup, staffSetup } from '../../../test-support/staff.ts';
import { aRequest, LOCATION_ID } from '../../contract/fixtures.ts';
import { isTaken } from '../../core/access/sight.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time/interval.ts';
import type { HouseActions } from './house-actions.ts';

let setup: StaffSetup;
let startMs: number;
const GUEST = { name: 'Berg', email: 'b@example.se', phone: '+46 8 1', notes: 'nuts', language: null };

beforeEach(async () => {
  setup = await staffSetup();
  startMs = setup.clock.nowMs + 4 * HOUR_MS;
});

/** The house as a request of a visitor with this channel has it. */
function visit(partner = 'sandbox-hers'): HouseActions {
  const roles = [{ locationId: LOCATION_ID, role: 'host' as const }];
  const caller = { staffId: 'key_1', name: 'app', sessionId: 'visit_1', roles, sight: `partner:${partner}` };
  return setup.engine.staff(caller as Parameters<typeof setup.engine.staff>[0]).at(LOCATION_ID);
}

async function booked(
  by: Pick<HouseActions, 'bookings'>,
  given: object = {},
  tables?: string[],
): Promise<Booking> {
  const request = aRequest(startMs, { guest: GUEST, ...given });
  const made = await by.bookings.create(request, tables && { tables });
  if (made.kind !== 'booked') throw new Error(JSON.stringify(made));
  return made.booking;
}

/** The house's own people. */
const house = async (): Promise<HouseActions> => {
  await setup.add('anna@example.se', 'manager');
  return setup.engine.staff((await setup.enter('anna@example.se')).caller).at(LOCATION_ID);
};

test('D44 what a visitor books is of her channel, at any table and without an address, and her partner key sees it', async () => {
  const made = await booked(visit(), { guest: { ...GUEST, email: null } }, ['A']);
  expect(made).toMatchObject({ channel: 'partner:sandbox-hers', source: 'partner', tables: ['A'] });
  await visit().bookings.pin(made.id, false);
  const { history } = await setup.engine.operator.bookings.read(made.id);
  expect(history).toMatchObject([{ kind: 'unpinned', by: 'partner:sandbox-hers' }]);
  expect(await visit('sandbox-his').bookings.list()).toEqual([]);
});

test('D44 on her sheet the tables of others are taken, by minute and table, under names that are each visitor’s own; the reason of a block is not told', async () => {
  const theirs = await booked(await house(), { partnerBookingRef: 'ref', idempotencyKey: 'theirs' }, ['A']);
  const hers = await booked(visit(), {}, ['B']);
  const blocked = {
    tables: ['B'],
    startMs: startMs + 3 * HOUR_MS,
    endMs: startMs + 4 * HOUR_MS,
    reason: 'flood',
  };
  await setup.engine.operator.tables.block(LOCATION_ID, blocked);
  const sheet = await visit().bookings.sheet();
  expect(sheet.bookings.map(({ id }) => id)).toEqual([hers.id]);
  const byTable = new Map(sheet.blocks!.map(({ table, ...block }) => [table, block]));
  const { endMs } = theirs;
  expect(byTable.get('A')).toMatchObject({ startMs, endMs, reason: null, isTaken: true });
  expect(byTable.get('B')).toMatchObject({ startMs: blocked.startMs, endMs: blocked.endMs, reason: null });
  expect(byTable.get('B')!.isTaken).toBeUndefined();
  const text = JSON.stringify([sheet, await visit().tables.blocks()]);
  for (const secret of [theirs.id, 'Berg"}', 'ref', 'theirs', 'flood', 'anna', 'st_'])
    expect(text.replaceAll(JSON.stringify(sheet.bookings), '')).not.toContain(secret);
  const his = await visit('sandbox-his').bookings.sheet();
  const names = [sheet, his].map(({ blocks }) => blocks!.find(({ table }) => table === 'A')!.id);
  expect(names[0]).not.toBe(names[1]);
  expect((await visit().bookings.sheet()).blocks!.map(({ id }) => id)).toContain(names[0]);
});

test('D44 lists, pages, searches and the month know her own bookings only: nobody learns by a search that somebody has booked', async () => {
  const theirs = await booked(await house(), {}, ['A']);
  const hers = await booked(visit(), {}, ['B']);
  const { bookings, months } = visit();
  const found = await bookings.search({ search: 'Berg' });
  const listed = [];
  for await (const some of bookings.pages()) listed.push(...some);
  const lists = [
    await bookings.list(),
    await bookings.list({ date: theirs.serviceDate }),
    listed,
    found.ahead,
  ];
  expect(lists.map((list) => list.map(({ id }) => id))).toEqual(lists.map(() => [hers.id]));
  const { days } = await months.read('2030-03');
  expect(days.reduce((sum, { parties }) => sum + parties, 0)).toBe(1);
  const blocked = { tables: ['A', 'B'], startMs, endMs: startMs + HOUR_MS, force: true };
  await setup.engine.operator.tables.block(LOCATION_ID, blocked);
  expect((await bookings.unseated()).map(({ id }) => id)).toEqual([hers.id]);
});

test('D44 a refusal, a dry run and offers of tables name others as taken tables; the name leads on within the same request, and to a time and tables only', async () => {
  const theirs = await booked(await house(), {}, ['A']);
  const hers = await booked(visit(), {}, ['B']);
  const request = visit();
  const refused = await request.bookings.assign(hers.id, { tables: ['A'] });
  if (refused.kind !== 'refused') throw new Error('not refused');
  const [name] = refused.inTheWay!;
  const taken = await request.bookings.read(name!);
  expect(isTaken(taken)).toBe(true);
  expect(taken).toMatchObject({ startMs, tables: ['A'], partySize: 0, guest: { name: '', phone: null } });
  expect(taken).toMatchObject({ channel: 'operator', history: [], createdMs: startMs });
  await expect(visit().bookings.read(name!)).rejects.toMatchObject({ code: 'booking_not_found' });
  const dry = await visit().bookings.preview(hers.id, {}, { tables: ['A'] });
  expect(dry).toMatchObject({ kind: 'refused', inTheWay: [{ id: name, partySize: 0 }] });
  const offers = [
    await visit().bookings.tableOffersFor(hers.id),
    await visit().bookings.tableOffers({ partySize: 2, startMs }),
    await visit().bookings.times({ date: hers.serviceDate, partySize: 2 }, { tables: ['A'] }),
  ];
  expect(JSON.stringify([offers, dry, refused])).not.toContain(theirs.id);
  expect(JSON.stringify(offers)).toContain(name);
});

test('D44 who would have to move for her is another party, of which she reads where it would go', async () => {
  const theirs = await booked(await house());
  const hers = await booked(visit(), { startMs: startMs + 4 * HOUR_MS });
  const dry = await visit().bookings.preview(hers.id, { startMs }, { tables: theirs.tables });
  expect(dry).toMatchObject({
    kind: 'changed',
    booking: { id: hers.id },
    moves: [{ before: theirs.tables }],
  });
  const text = JSON.stringify(dry.kind === 'changed' && dry.moves);
  expect(text).not.toMatch(/Berg|example|nuts/);
  expect(text).not.toContain(theirs.id);
});

test('D43 D44 the history of her own booking says that the house has changed it, and not who', async () => {
  const hers = await booked(visit());
  const anna = await house();
  await anna.bookings.pin(hers.id, true);
  expect((await visit().bookings.read(hers.id)).history).toMatchObject([{ kind: 'pinned', by: 'operator' }]);
  expect((await visit().bookings.list())[0]!.history).toMatchObject([{ by: 'operator' }]);
  expect(await visit().people()).toEqual(new Map());
});

test('D10 D44 an idempotency key that somebody else has used is answered with a taken table', async () => {
  const theirs = await booked(await house(), { idempotencyKey: 'theirs' });
  const replayed = await visit().bookings.create(aRequest(startMs, { idempotencyKey: 'theirs' }));
  expect(replayed).toMatchObject({
    kind: 'replayed',
    booking: { guest: { name: '' }, idempotencyKey: null },
  });
  expect(JSON.stringify(replayed)).not.toContain(theirs.id);
});

test('D41 D44 she may stay longer, and leave nobody without a table for it', async () => {
  const hers = await booked(visit(), {}, ['A']);
  const longer = await visit().bookings.extend(hers.id, { byMinutes: 15 });
  expect(longer).toMatchObject({ kind: 'changed', booking: { endMs: hers.endMs + 15 * MINUTE_MS } });
  const forced = visit().bookings.extend(hers.id, { byMinutes: 15, force: true });
  await expect(forced).rejects.toMatchObject({ code: 'not_for_visitors' });
});

test('D8 D44 why the house is closed is not told, wherever the plan is read', async () => {
  const date = '2030-03-20';
  await setup.engine.operator.closures.add(LOCATION_ID, { from: date, to: date, reason: 'wedding' });
  const own = await visit().bookings.sheet();
  const read = await Promise.all([
    visit().location(),
    visit().plan.read(),
    visit().closures.list(),
    visit().months.read('2030-03'),
    visit().demand.read(),
    visit().turns.read(),
    visit().bookings.times({ date, partySize: 2 }),
    visit().bookings.availability({ date, partySize: 2 }),
    visit().bookings.availabilityBatch({ startDate: date, endDate: date, partySizes: [2] }),
  ]);
  expect(JSON.stringify([own, read])).not.toContain('wedding');
  expect(JSON.stringify(read[2])).toContain(date);
});

test('D44 a visitor has no sessions, passkeys or other restaurants', async () => {
  const caller = {
    staffId: 'key_1',
    name: 'app',
    sessionId: 'visit_1',
    roles: [],
    sight: 'partner:x',
  } as const;
  const staff = setup.engine.staff(caller);
  expect([await staff.locations(), await staff.sessions.list(), await staff.passkeys.list()]).toEqual([
    [],
    [],
    [],
  ]);
  await expect(staff.passkeys.challenge()).rejects.toMatchObject({ code: 'not_for_visitors' });
  expect(() => staff.at(LOCATION_ID)).toThrow('location_not_found');
});
