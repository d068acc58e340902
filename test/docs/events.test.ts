/** The triggers on the page of events, compared with the engine: each action that changes a booking is taken, and its events are read. */
import { type BookOutcome, type ChangeOutcome, createEngine, type Engine, type Message } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { TRIGGERS } from '../../scripts/reference/events.ts';

const { aCaller, aLocation, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;

type Partner = ReturnType<Engine['partner']>;
type Restaurant = ReturnType<Engine['operator']['at']>['bookings'];
type Guest = ReturnType<Engine['guest']>;

/** The methods that make or change a booking. */
type Changes<T> = {
  [K in keyof T]: T[K] extends (...given: never[]) => Promise<BookOutcome | ChangeOutcome> ? K : never;
}[keyof T] &
  string;

const SIX_MS = FRIDAY_MS + 17 * 3_600_000;
const HALF_HOUR_MS = 1_800_000;
const { guest: GUEST } = aRequest(SIX_MS);

interface Fixture {
  readonly partner: Partner;
  readonly restaurant: Restaurant;
  /** A booking of the partner. */
  readonly id: string;
  /** The guest with the link of the latest e-mail. */
  guest(): Guest;
  /** The types of the events since the last call. */
  events(): Promise<readonly string[]>;
}

/** The token of the link in an e-mail to a guest. */
const tokenIn = (message: Message): string | null =>
  'manageToken' in message ? message.manageToken : 'waitingId' in message ? message.token : null;

/** A restaurant with a booking, and two webhook endpoints that get all events: of the partner, and of the operator. */
async function aFixture(): Promise<Fixture> {
  let nowMs = FRIDAY_MS;
  let types: string[] = [];
  let token = '';
  const clock = { nowMs: () => nowMs };
  const storage = memoryStorage(clock);
  const engine = createEngine({
    storage,
    clock,
    secretKeys: [new Uint8Array(32)],
    webhooks: {
      checkUrl: () => null,
      async post({ body }) {
        types.push((JSON.parse(body) as { type: string }).type);
        return { kind: 'answered', status: 200, start: '' };
      },
      close: async () => undefined,
    },
    mailer: {
      isLocal: true,
      send: async (message) => void (token = tokenIn(message) ?? token),
      erase: async () => 0,
      purge: async () => 0,
      close: async () => undefined,
    },
  });
  const tables = ['A', 'B', 'C'].map((id) => aTable(id));
  await aLocation(storage, { floorPlan: { tables, combinations: [], wastedSeatsMax: null } });
  const { webhooks } = engine.operator;
  await webhooks.add({ partner: 'acme', url: 'https://acme.example/hook', includeGuest: true });
  await webhooks.add({ partner: null, url: 'https://house.example/hook', locationIds: [LOCATION_ID] });
  const partner = engine.partner(aCaller());
  const made = await partner.createBooking(LOCATION_ID, aRequest(SIX_MS));
  if (made.kind !== 'booked') throw new Error(made.kind);
  return {
    partner,
    restaurant: engine.operator.at(LOCATION_ID).bookings,
    id: made.booking.id,
    guest: () => engine.guest(token),
    async events() {
      await engine.background.deliverDue();
      const sent = [...new Set(types)];
      types = [];
      nowMs += 1000;
      return sent;
    },
  };
}

/** A row of the table of triggers; null: a change without a webhook event. */
type Row = string | null;

interface Case {
  readonly row: Row;
  /** Makes what the change needs; its result is given to the change. */
  readonly before?: (fixture: Fixture) => Promise<string>;
  readonly change: (fixture: Fixture, prepared: string) => Promise<BookOutcome | ChangeOutcome>;
}

const [CREATED, CONFIRMED, FROM_WAITLIST] = TRIGGERS['booking.created'];
const [MOVED, EXTENDED, OVER, UNDONE, GUEST_CHANGED] = TRIGGERS['booking.updated'];
const [CANCELLED] = TRIGGERS['booking.cancelled'];

const later = { startMs: SIX_MS + HALF_HOUR_MS };
const noShow = ({ restaurant, id }: Fixture): Promise<string> => restaurant.markNoShow(id).then(() => id);
const seated = ({ restaurant, id }: Fixture): Promise<string> => restaurant.seat(id).then(() => id);

const CASES: Readonly<
  Record<
    `partner.${Changes<Partner>}` | `guest.${Changes<Guest>}` | `restaurant.${Changes<Restaurant>}`,
    Case
  > &
    Record<string, Case>
> = {
  'partner.createBooking': {
    row: CREATED!,
    change: ({ partner }) => partner.createBooking(LOCATION_ID, aRequest(SIX_MS)),
  },
  'restaurant.create': { row: CREATED!, change: ({ restaurant }) => restaurant.create(aRequest(SIX_MS)) },
  'partner.confirmHold': {
    row: CONFIRMED!,
    async before({ partner }) {
      const held = await partner.createHold(LOCATION_ID, { startMs: SIX_MS, partySize: 2 });
      return held.kind === 'held' ? held.hold.id : held.kind;
    },
    change: ({ partner }, holdId) => partner.confirmHold(holdId, { guest: GUEST }),
  },
  'guest.acceptOffer': {
    row: FROM_WAITLIST!,
    async before({ partner, events }) {
      await events(); // the e-mail about the other booking leaves first
      const entry = { date: FRIDAY, fromMs: SIX_MS, toMs: SIX_MS, partySize: 2, mode: 'offer' } as const;
      const guest = { ...GUEST, email: 'other@example.com' };
      return (await partner.joinWaitlist(LOCATION_ID, { ...entry, guest })).id;
    },
    change: ({ guest }) => guest().acceptOffer(),
  },
  'partner.moveBooking': { row: MOVED!, change: ({ partner, id }) => partner.moveBooking(id, later) },
  'guest.move': { row: MOVED!, change: ({ guest }) => guest().move({ partySize: 3 }) },
  'restaurant.move': { row: MOVED!, change: ({ restaurant, id }) => restaurant.move(id, later) },
  'restaurant.extend': {
    row: EXTENDED!,
    change: ({ restaurant, id }) => restaurant.extend(id, { byMinutes: 15 }),
  },
  'restaurant.extend, shorter': {
    row: EXTENDED!,
    change: ({ restaurant, id }) => restaurant.extend(id, { byMinutes: -15 }),
  },
  'restaurant.leave': { row: OVER!, change: ({ restaurant, id }) => restaurant.leave(id) },
  'restaurant.complete': { row: OVER!, change: ({ restaurant, id }) => restaurant.complete(id) },
  'restaurant.markNoShow': { row: OVER!, change: ({ restaurant, id }) => restaurant.markNoShow(id) },
  'restaurant.undo': { row: UNDONE!, before: noShow, change: ({ restaurant, id }) => restaurant.undo(id) },
  'restaurant.revert': {
    row: UNDONE!,
    before: noShow,
    change: ({ restaurant, id }) => restaurant.revert(id),
  },
  'restaurant.edit': {
    row: GUEST_CHANGED!,
    change: ({ restaurant, id }) => restaurant.edit(id, { email: 'new@example.com' }),
  },
  'guest.edit': { row: GUEST_CHANGED!, change: ({ guest }) => guest().edit({ name: 'Alva Ek' }) },
  'restaurant.edit, notes': {
    row: null,
    change: ({ restaurant, id }) => restaurant.edit(id, { notes: 'nuts' }),
  },
  'partner.cancelBooking': { row: CANCELLED!, change: ({ partner, id }) => partner.cancelBooking(id) },
  'guest.cancel': { row: CANCELLED!, change: ({ guest }) => guest().cancel() },
  'restaurant.cancel': { row: CANCELLED!, change: ({ restaurant, id }) => restaurant.cancel(id) },
  'restaurant.assign': {
    row: null,
    change: ({ restaurant, id }) => restaurant.assign(id, { tables: ['C'] }),
  },
  'restaurant.pin': { row: null, change: ({ restaurant, id }) => restaurant.pin(id, true) },
  'restaurant.arrive': { row: null, change: ({ restaurant, id }) => restaurant.arrive(id) },
  'restaurant.seat': { row: null, change: ({ restaurant, id }) => restaurant.seat(id) },
  'restaurant.takeBack': {
    row: null,
    before: seated,
    change: ({ restaurant, id }) => restaurant.takeBack(id, 'seated'),
  },
};

const typeOf = (row: Row): string | undefined =>
  Object.entries(TRIGGERS).find(([, rows]) => rows.includes(row!))?.[0];

test.each(Object.entries(CASES))('%s sends the event that the table lists for it', async (_, one) => {
  const fixture = await aFixture();
  const prepared = (await one.before?.(fixture)) ?? '';
  await fixture.events();
  expect(['booked', 'changed']).toContain((await one.change(fixture, prepared)).kind);
  expect(await fixture.events()).toEqual(one.row === null ? [] : [typeOf(one.row)]);
});

test('each trigger of a booking event is tried', () => {
  const { 'booking.created': created, 'booking.updated': updated, 'booking.cancelled': cancelled } = TRIGGERS;
  const tried = new Set(Object.values(CASES).flatMap(({ row }) => row ?? []));
  expect([...tried].toSorted()).toEqual([...created, ...updated, ...cancelled].toSorted());
});
