/** Guests' own bookings at the restaurant's page (D52), on every storage. */
import { BookingError, DAY_MS, type Location, MINUTE_MS, type VisitorActions } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { BOOKING_PAGE_DEFAULTS } from '@bord/engine/adapters';
import { expect, test } from 'vitest';
import { storages, type StorageKind } from '../support/storages.ts';
import { aWaitedRestaurant, SEVEN_MS, type WaitedRestaurant } from '../support/waited-restaurant.ts';

const { aCaller, aTable, FRIDAY, LOCATION_ID } = fixtures;

const MAJA = { name: 'Maja', email: 'maja@example.com', phone: null, notes: null, language: 'sv' };

interface Page extends WaitedRestaurant {
  readonly visitor: VisitorActions;
  /** A guest in another network. */
  from(network: string): VisitorActions;
  /** Sends what is due, and returns the latest token. */
  mailedToken(): Promise<string>;
}

/** A restaurant with tables for two, so many of them. */
async function aPage(kind: StorageKind, tables: number, plan: Partial<Location> = {}): Promise<Page> {
  const ids = Object.fromEntries(Array.from({ length: tables }, (_, i) => [`T${i}`, 2]));
  const bookingPage = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 100, ...plan.bookingPage };
  const restaurant = await aWaitedRestaurant(kind, ids, { alias: 'fyren', ...plan, bookingPage });
  const from = (networkKey: string): VisitorActions => restaurant.engine.visitor({ networkKey });
  return {
    ...restaurant,
    visitor: from('192.0.2.1'),
    from,
    async mailedToken() {
      await restaurant.engine.background.deliverDue();
      const message = restaurant.mails.find((one) => 'alias' in one && one.token !== null);
      if (!message || !('alias' in message)) throw new Error('no link was sent');
      return message.token!;
    },
  };
}

async function held(visitor: VisitorActions, startMs = SEVEN_MS): Promise<string> {
  const outcome = await visitor.hold(LOCATION_ID, { startMs, partySize: 2 });
  if (outcome.kind !== 'held') throw new Error(JSON.stringify(outcome));
  return outcome.token;
}

const kindOf = async (outcome: Promise<{ readonly kind: string }>): Promise<string> => (await outcome).kind;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (BookingError.is(error) ? error.code : String(error)),
  );

for (const kind of storages) {
  const { name } = kind;

  test(`D52 a guest sees times, holds one and books it: source guest, channel web, invisible to partners [${name}]`, async () => {
    const { engine, visitor, mails } = await aPage(kind, 2);
    const { slots, location } = await visitor.times(LOCATION_ID, { date: FRIDAY });
    expect(slots.find(({ startMs }) => startMs === SEVEN_MS)?.available).toBe(true);
    expect((await visitor.restaurants()).map(({ id }) => id)).toEqual([location.id]);
    expect((await visitor.restaurant('fyren')).id).toBe(location.id);
    const outcome = await visitor.hold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, ref: 'newsletter' });
    if (outcome.kind !== 'held') throw new Error(outcome.kind);
    const { hold, heldUntilMs } = await visitor.held(outcome.token);
    expect([hold.state, heldUntilMs - hold.createdMs]).toEqual(['held', 5 * MINUTE_MS]);
    const booked = await visitor.confirm(outcome.token, MAJA);
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    const { source, channel, visitor: terms } = booked.booking;
    expect([source, channel, terms?.isConfirmed, terms?.ref]).toEqual(['guest', 'web', false, 'newsletter']);
    const again = await visitor.confirm(outcome.token, MAJA);
    expect(again).toMatchObject({ kind: 'replayed', manageToken: booked.manageToken });
    expect((await engine.guest(booked.manageToken!).open()).booking.id).toBe(booked.booking.id);
    const partner = engine.partner(aCaller());
    expect(await codeOf(partner.readBooking(booked.booking.id))).toBe('booking_not_found');
    expect((await partner.listBookings({})).bookings).toEqual([]);
    expect(await codeOf(partner.releaseHold(hold.id))).toBe('hold_not_found');
    await engine.background.deliverDue();
    expect(mails).toMatchObject([{ kind: 'confirmation', to: MAJA.email }]);
  });

  test(`D52 two confirmations of one hold at the same moment make one booking [${name}]`, async () => {
    const { engine, visitor } = await aPage(kind, 2);
    const token = await held(visitor);
    const kinds = await Promise.all([1, 2].map(() => kindOf(visitor.confirm(token, MAJA))));
    expect(kinds.toSorted()).toEqual(['booked', 'replayed']);
    expect(await engine.operator.at(LOCATION_ID).bookings.list()).toHaveLength(1);
  });

  test(`D52 four holds of a network at the same moment, on two servers: three are made, and a proof makes the fourth [${name}]`, async () => {
    const { visitor, from, another } = await aPage(kind, 9);
    const other = (await another()).visitor({ networkKey: '192.0.2.1' });
    const request = { startMs: SEVEN_MS, partySize: 2 };
    const requests = [visitor, other, visitor, other].map((one) => kindOf(one.hold(LOCATION_ID, request)));
    expect((await Promise.all(requests)).toSorted()).toEqual(['held', 'held', 'held', 'limited']);
    expect(await kindOf(from('192.0.2.2').hold(LOCATION_ID, request))).toBe('held');
    expect(await kindOf(visitor.hold(LOCATION_ID, { ...request, isProven: true }))).toBe('held');
  });

  test(`D52 bookings of a day count with the live holds of a network, until their address is confirmed [${name}]`, async () => {
    const { visitor, pass } = await aPage(kind, 9);
    for (const guest of ['a', 'b', 'c'])
      await visitor.confirm(await held(visitor), { ...MAJA, email: `${guest}@example.com` });
    const another = { startMs: SEVEN_MS + 30 * MINUTE_MS, partySize: 2 };
    expect(await visitor.hold(LOCATION_ID, another)).toEqual({ kind: 'limited', by: 'network' });
    const later = { startMs: SEVEN_MS + 7 * DAY_MS, partySize: 2 };
    await pass(DAY_MS - 1);
    expect(await kindOf(visitor.hold(LOCATION_ID, later))).toBe('limited');
    await pass(1);
    expect(await kindOf(visitor.hold(LOCATION_ID, later))).toBe('held');
  });

  test(`D52 above the limit the link of an e-mail makes the hold, once, and its booking has a confirmed address [${name}]`, async () => {
    const { visitor, mailedToken } = await aPage(kind, 9);
    for (let i = 0; i < 3; i++) await held(visitor);
    const request = { startMs: SEVEN_MS, partySize: 2, email: MAJA.email, language: 'sv' };
    await visitor.mailHold(LOCATION_ID, request);
    const link = await mailedToken();
    expect(await visitor.openLink(link)).toMatchObject({ kind: 'hold', startMs: SEVEN_MS, partySize: 2 });
    const [first, second] = [await visitor.confirmLink(link), await visitor.confirmLink(link)];
    if (first.kind !== 'held' || second.kind !== 'held') throw new Error(first.kind);
    expect(second.hold.id).toBe(first.hold.id);
    const booked = await visitor.confirm(first.token, MAJA);
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    expect(booked.booking.visitor).toEqual({ network: null, isConfirmed: true, ref: null });
  });

  test(`D52 guests without a confirmed address have at most their share of the tables, and at least two [${name}]`, async () => {
    const page = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 25 };
    const { from, visitor, mailedToken } = await aPage(kind, 12, { bookingPage: page });
    for (let i = 0; i < 3; i++) await held(from(`198.51.100.${i}`));
    const request = { startMs: SEVEN_MS, partySize: 2 };
    const proven = { ...request, isProven: true };
    expect(await visitor.hold(LOCATION_ID, proven)).toEqual({ kind: 'limited', by: 'share' });
    await visitor.mailHold(LOCATION_ID, { ...request, email: MAJA.email, language: 'sv' });
    expect(await kindOf(visitor.confirmLink(await mailedToken()))).toBe('held');
  });

  test(`D52 a third booking of a guest in a service period is not made, and only the e-mail names the limit [${name}]`, async () => {
    const { engine, from, mails } = await aPage(kind, 9);
    const book = async (network: string, given: Partial<typeof MAJA>, startMs = SEVEN_MS) =>
      from(network).confirm(await held(from(network), startMs), { ...MAJA, ...given });
    expect((await book('192.0.2.1', {})).kind).toBe('booked');
    expect((await book('192.0.2.2', { email: 'MAJA@example.com' })).kind).toBe('booked');
    expect(await book('192.0.2.3', {}, SEVEN_MS + 30 * MINUTE_MS)).toEqual({ kind: 'mailed' });
    await engine.background.deliverDue();
    const kinds = mails.map((message) => message.kind).toSorted();
    expect(kinds).toEqual(['bookings_limit', 'confirmation', 'confirmation']);
    expect(await engine.operator.at(LOCATION_ID).bookings.list()).toHaveLength(2);
  });

  test(`D52 after a surge a booking needs the link of an e-mail, and its table is held for ten minutes [${name}]`, async () => {
    const page = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 100, surgeBookings: 2 };
    const { from, visitor, mailedToken, pass } = await aPage(kind, 9, { bookingPage: page });
    for (const i of [1, 2])
      await from(`198.51.100.${i}`).confirm(await held(from(`198.51.100.${i}`)), {
        ...MAJA,
        email: `${i}@example.com`,
      });
    const token = await held(visitor);
    expect(await visitor.confirm(token, MAJA)).toEqual({ kind: 'mailed' });
    const link = await mailedToken();
    await pass(9 * MINUTE_MS);
    expect(await visitor.openLink(link)).toMatchObject({ kind: 'booking', partySize: 2 });
    const [first, second] = [await visitor.confirmLink(link), await visitor.confirmLink(link)];
    expect([first.kind, second.kind]).toEqual(['booked', 'replayed']);
    await pass(2 * MINUTE_MS);
    const later = await visitor.confirm(await held(visitor), { ...MAJA, email: 'later@example.com' });
    expect(later.kind).toBe('booked');
  });

  test(`D52 an address gets five e-mails an hour: a booking that needs a sixth is not made, with the same answer [${name}]`, async () => {
    const { engine, visitor, from, mails } = await aPage(kind, 9);
    const request = { startMs: SEVEN_MS, partySize: 2, email: MAJA.email, language: 'sv' };
    for (let i = 0; i < 7; i++) await visitor.mailHold(LOCATION_ID, request);
    await engine.background.deliverDue();
    expect(mails).toHaveLength(5);
    expect(await from('192.0.2.9').confirm(await held(from('192.0.2.9')), MAJA)).toEqual({ kind: 'mailed' });
    expect(await engine.operator.at(LOCATION_ID).bookings.list()).toEqual([]);
  });

  test(`D52 a chosen area is a constraint: its times, its tables, and the other areas that are free [${name}]`, async () => {
    const floorPlan = {
      tables: [aTable('in', { area: 'inside' }), aTable('out', { area: 'terrace' })],
      combinations: [],
      wastedSeatsMax: null,
    };
    const areas = [
      { id: 'inside', name: 'Inside' },
      { id: 'terrace', name: 'The terrace' },
    ];
    const bookingPage = { ...BOOKING_PAGE_DEFAULTS, areas: 'choose' as const };
    const { visitor } = await aPage(kind, 1, { floorPlan, areas, bookingPage });
    const wish = { startMs: SEVEN_MS, partySize: 2, area: 'terrace' };
    const first = await visitor.hold(LOCATION_ID, wish);
    if (first.kind !== 'held') throw new Error(first.kind);
    expect(first.hold.tables).toEqual(['out']);
    const times = await visitor.times(LOCATION_ID, { date: FRIDAY, area: 'terrace' });
    expect(times.slots.find(({ startMs }) => startMs === SEVEN_MS)?.available).toBe(false);
    expect(times.otherAreas.map(({ id }) => id)).toEqual(['inside']);
    expect(await visitor.hold(LOCATION_ID, wish)).toMatchObject({ kind: 'refused', reason: 'tables' });
    const booked = await visitor.confirm(first.token, MAJA);
    expect(booked.kind === 'booked' && booked.booking.area).toBe('terrace');
    expect(await codeOf(visitor.times(LOCATION_ID, { area: 'cellar' }))).toBe('invalid_request');
  });

  test(`D52 another time is held before the first is released, and a time that is full leaves the first held [${name}]`, async () => {
    const { visitor } = await aPage(kind, 1);
    const token = await held(visitor);
    const full = await visitor.change(token, { startMs: SEVEN_MS + 15 * MINUTE_MS, partySize: 2 });
    expect(full.kind).toBe('refused');
    expect((await visitor.held(token)).hold.state).toBe('held');
    const changed = await visitor.change(token, { startMs: SEVEN_MS - 120 * MINUTE_MS, partySize: 2 });
    expect(changed.kind).toBe('held');
    expect((await visitor.held(token)).hold.state).toBe('released');
  });

  test(`D52 a mailed link confirms the address when it is used, the link of the page does not, and opening has no effect [${name}]`, async () => {
    const { engine, visitor, mails } = await aPage(kind, 2);
    const booked = await visitor.confirm(await held(visitor), MAJA);
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    await engine.background.deliverDue();
    const [mail] = mails;
    const mailed = mail && 'manageToken' in mail ? mail.manageToken! : '';
    const isConfirmed = async () =>
      (await engine.operator.bookings.read(booked.booking.id)).visitor?.isConfirmed;
    await engine.guest(booked.manageToken!).confirmAddress();
    expect((await engine.guest(mailed).open()).confirmsAddress).toBe(true);
    expect(await isConfirmed()).toBe(false);
    await engine.guest(mailed).confirmAddress();
    expect(await isConfirmed()).toBe(true);
    expect((await engine.guest(mailed).open()).confirmsAddress).toBe(false);
    for (const i of [1, 2, 3])
      expect([
        i,
        await kindOf(visitor.hold(LOCATION_ID, { startMs: SEVEN_MS + i * DAY_MS, partySize: 2 })),
      ]).toEqual([i, 'held']);
  });

  test(`D52 an e-mail about a change beyond five an hour is sent later, and not dropped [${name}]`, async () => {
    const { engine, visitor, mails, pass } = await aPage(kind, 2);
    const booked = await visitor.confirm(await held(visitor), MAJA);
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    const request = { startMs: SEVEN_MS, partySize: 2, email: MAJA.email, language: 'sv' };
    for (let i = 0; i < 4; i++) await visitor.mailHold(LOCATION_ID, request);
    await engine.guest(booked.manageToken!).cancel();
    await engine.background.deliverDue();
    expect(mails.filter(({ kind: one }) => one === 'cancelled')).toHaveLength(0);
    await pass(60 * MINUTE_MS);
    await engine.background.deliverDue();
    expect(mails.filter(({ kind: one }) => one === 'cancelled')).toHaveLength(1);
  });

  test(`D52 a second waiting entry of a guest is answered like the first and takes no place [${name}]`, async () => {
    const { engine, visitor, book } = await aPage(kind, 1);
    await book();
    const entry = { date: FRIDAY, fromMs: SEVEN_MS, toMs: SEVEN_MS, partySize: 2, guest: MAJA };
    expect(await visitor.wait(LOCATION_ID, entry)).toEqual({ kind: 'joined' });
    expect(await visitor.wait(LOCATION_ID, entry)).toEqual({ kind: 'joined' });
    expect(await engine.operator.at(LOCATION_ID).waitlist.list()).toHaveLength(1);
  });
}

const [memory] = storages;

test('D52 the page asks for the fields of its location, and a missing one is named', async () => {
  const bookingPage = { ...BOOKING_PAGE_DEFAULTS, phone: 'required' as const };
  const { visitor } = await aPage(memory!, 2, { bookingPage });
  const token = await held(visitor);
  await expect(visitor.confirm(token, MAJA)).rejects.toMatchObject({ path: ['guest', 'phone'] });
  await expect(visitor.confirm(token, { name: 'Maja', phone: '070' })).rejects.toMatchObject({
    path: ['guest', 'email'],
  });
  expect(await kindOf(visitor.confirm(token, { ...MAJA, phone: '+46 70 123 45 67' }))).toBe('booked');
});

test('D52 a location without a booking page is unknown to guests, and foreign tokens are unknown', async () => {
  const { engine, visitor } = await aPage(memory!, 2);
  const token = await held(visitor);
  const strange = `${token.slice(0, -2)}AA`;
  expect(await codeOf(visitor.held(strange))).toBe('hold_not_found');
  expect(await codeOf(visitor.openLink(token))).toBe('link_unknown');
  const { id: _, revision: _revision, ...plan } = await engine.operator.at(LOCATION_ID).location();
  await engine.operator.locations.apply({ ...plan, bookingPage: null }, LOCATION_ID);
  expect(await codeOf(visitor.times(LOCATION_ID))).toBe('location_not_found');
  expect(await codeOf(visitor.hold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2 }))).toBe(
    'location_not_found',
  );
});
